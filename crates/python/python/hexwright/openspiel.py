"""The games for OpenSpiel: ``pyspiel.load_game("hexwright_catan")``, ``"hexwright_terra"``, ``"hexwright_battle"``.

Importing this module registers them. Decisions are picks, so ``num_distinct_actions`` is ``pick_count``; chance is in the open: dice, cards
and thefts are chance nodes with their probabilities (a Titan battle too). Catan counts a game won as 1 and lost as -1 / (seats - 1), so
that the sum is 0. Observations are rows; information states are what a seat sees now, as Catan's hidden history is kept in the
position. States are kept by their history, which OpenSpiel replays.

>>> import hexwright.openspiel, pyspiel
>>> game = pyspiel.load_game("hexwright_catan(seats=2)")
>>> state = game.new_initial_state()
>>> state.current_player(), len(state.legal_actions())
(0, 54)
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from ._hexwright import CatanGame, Game, Map, TerraGame

__all__ = ["BattleOpenSpiel", "CatanOpenSpiel", "TerraOpenSpiel"]


def _type(name: str, long_name: str, chance: bool, hidden: bool, seats: tuple[int, int], parameters: dict[str, Any]) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"hexwright_{name}",
        long_name=long_name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if chance else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hidden else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=seats[1],
        min_num_players=seats[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


_CATAN = _type("catan", "Catan by Hexwright", True, True, (2, 8), {"seats": 4, "map": "base", "board_seed": 1, "limit": 4000})
_TERRA = _type(
    "terra", "Terra Mystica by Hexwright", False, False, (2, 5), {"factions": "witches/halflings", "setup_seed": 1, "limit": 4000}
)
_BATTLE = _type("battle", "A Titan battle by Hexwright", True, False, (2, 2), {"setup_seed": 1, "limit": 4000})


def _info(start: Any, limit: int, outcomes: int) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=start.pick_count,
        max_chance_outcomes=outcomes,
        num_players=start.seats,
        min_utility=-1.0,
        max_utility=float(start.seats - 1),
        utility_sum=0.0,
        max_game_length=limit,
    )


class _Table(pyspiel.Game):
    """What the games share."""

    def __init__(self, kind: Any, parameters: dict[str, Any] | None, start: Any, limit: int, outcomes: int) -> None:
        self.start, self.limit = start, limit
        super().__init__(kind, _info(start, limit, outcomes), parameters or {})

    def new_initial_state(self) -> _State:
        """The state before the first pick."""
        return _State(self, self.start.clone())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """Writes what a seat may know into a tensor."""
        return _Observer(self.start.row_length, params)


class CatanOpenSpiel(_Table):
    """Catan. Parameters: ``seats``, ``map`` (a preset), ``board_seed``, ``limit`` (picks after which a game is a draw).

    >>> CatanOpenSpiel({"seats": 3}).num_players()
    3
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        asked = {"seats": 4, "map": "base", "board_seed": 1, "limit": 4000, **(params or {})}
        start = CatanGame(Map.preset(asked["map"]), seats=asked["seats"], board_seed=asked["board_seed"])
        super().__init__(_CATAN, params, start, asked["limit"], 36)


class TerraOpenSpiel(_Table):
    """Terra Mystica. Parameters: ``factions`` (with strokes between them), ``setup_seed``, ``limit``.

    >>> TerraOpenSpiel({"factions": "giants/nomads/witches"}).num_players()
    3
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        asked = {"factions": "witches/halflings", "setup_seed": 1, "limit": 4000, **(params or {})}
        start = TerraGame(asked["factions"].split("/"), seed=asked["setup_seed"])
        super().__init__(_TERRA, params, start, asked["limit"], 0)


class BattleOpenSpiel(_Table):
    """A Titan battle. Parameters: ``setup_seed``, ``limit``.

    >>> BattleOpenSpiel().num_players()
    2
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        asked = {"setup_seed": 1, "limit": 4000, **(params or {})}
        super().__init__(_BATTLE, params, Game("battle", seed=asked["setup_seed"]), asked["limit"], 4096)


class _State(pyspiel.State):
    """A position on the way. Only what OpenSpiel asks for."""

    def __init__(self, game: _Table, held: Any) -> None:
        super().__init__(game)
        self.held, self.limit, self.picks = held, game.limit, 0

    def current_player(self) -> Any:
        """Whose node it is."""
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        decider = self.held.decider
        return pyspiel.PlayerId.CHANCE if decider is None else decider

    def _legal_actions(self, player: int) -> list[int]:
        return np.flatnonzero(self.held.mask(player)).tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring, by its place in the list."""
        weights = np.array([weight for _, weight in self.held.outcomes()], float)
        return list(enumerate((weights / weights.sum()).tolist()))

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self.held.apply_outcome(self.held.outcomes()[action][0])
            return
        self.picks += 1
        # a battle would draw what follows a pick by itself
        if isinstance(self.held, Game):
            self.held.play(self.held.legal()[action])
        else:
            self.held.pick(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.held.outcomes()[action][0] if self.is_chance_node() else f"outcome {action}"
        if isinstance(self.held, Game):
            legal = self.held.legal(player) if self.held.decider is not None else []
            return legal[action] if action < len(legal) else f"place {action}"
        return self.held.pick_texts()[action]

    def is_terminal(self) -> bool:
        """Whether the game is over, or cut off."""
        return self.held.winners is not None or self.picks >= self.limit

    def returns(self) -> list[float]:
        """What each seat has won."""
        winners = self.held.winners or []
        seats = self.held.seats
        if not winners or len(winners) == seats:
            return [0.0] * seats
        share = len(winners) / (seats - len(winners))
        return [1.0 if seat in winners else -share for seat in range(seats)]

    def __str__(self) -> str:
        return f"{self.held!r} fingerprint={getattr(self.held, 'fingerprint', len(self.history()))}"


class _Observer:
    """What a seat may know, as PyObserver asks for it."""

    def __init__(self, length: int, params: Any) -> None:
        if params:
            raise ValueError(f"params: expected none, found {params}")
        self.tensor = np.zeros(length, np.float32)
        self.dict = {"row": self.tensor}

    def set_from(self, state: _State, player: int) -> None:
        """Writes what a player may know."""
        self.tensor[:] = state.held.row(player)

    def string_from(self, state: _State, player: int) -> str:
        """The same as text."""
        return state.held.row(player).tobytes().hex()


for _kind, _made in ((_CATAN, CatanOpenSpiel), (_TERRA, TerraOpenSpiel), (_BATTLE, BattleOpenSpiel)):
    if _kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(_kind, _made)
