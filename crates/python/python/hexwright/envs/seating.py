"""What the environments of each game know about it: how an episode begins, and what ``reset(options=…)`` may ask for.

Every environment is made of a ``Seating`` and code that is the same for all games. A seating makes the game of an episode from a seed
and a number; the same two give the same game.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from .._hexwright import CatanGame, Game, Map, TerraGame

AnyGame = CatanGame | Game | TerraGame

_MIX = 0x9E37_79B9_7F4A_7C15


def name_unknown(options: dict[str, Any], known: tuple[str, ...]) -> None:
    """Options nobody understands are likely mistakes. They are no errors: PettingZoo's own tests give some."""
    unknown = sorted(set(options) - set(known))
    if unknown:
        found = ", ".join(map(repr, unknown))
        warnings.warn(f"reset options: expected {', '.join(known)}, found {found}, which changes nothing", stacklevel=4)


class CatanSeating:
    """Catan on a map, or on one of several in turn; ``redraw`` draws the board of each episode anew."""

    kind = "catan"
    options = ("map", "redraw", "seats", "board_seed")

    def __init__(
        self,
        map: Map | Sequence[Map] | None = None,
        *,
        seats: int | None = None,
        board_seed: int | str = 1,
        redraw: bool = False,
        ruleset: str | None = None,
        options: list[str] | None = None,
    ) -> None:
        self.maps = [Map.preset("base")] if map is None else [map] if isinstance(map, Map) else list(map)
        if not self.maps:
            raise ValueError("map: expected a map or several, found none")
        self.seats, self.board_seed, self.redraw = seats, board_seed, redraw
        self.ruleset, self.rules = ruleset, options
        self._held: tuple[Any, CatanGame] | None = None
        first = self._on(self.maps[0], self.board_seed)
        self.shape = (first.seats, first.row_length, first.pick_count)
        for other in self.maps[1:]:
            self._fits(self._on(other, self.board_seed))

    def _fits(self, game: CatanGame) -> CatanGame:
        shape = (game.seats, game.row_length, game.pick_count)
        if shape != self.shape:
            raise ValueError(
                "map, seats: expected a table of the shape the environment was made with "
                f"(seats, row, picks) = {self.shape}, found {shape}"
            )
        return game

    def _on(self, map: Map, board_seed: int | str, seats: int | None = None) -> CatanGame:
        return CatanGame(
            map, seats=seats or self.seats, board_seed=board_seed, ruleset=self.ruleset, options=self.rules
        )

    def begin(self, seed: int, number: int, asked: dict[str, Any]) -> CatanGame:
        """The game of an episode, before its first pick."""
        name_unknown(asked, self.options)
        maps = asked.get("map", self.maps)
        maps = [maps] if isinstance(maps, Map) else list(maps)
        map = maps[number % len(maps)]
        if asked.get("redraw", self.redraw):
            board: int | str = (seed * _MIX + number) % 2**64
        else:
            board = asked.get("board_seed", self.board_seed)
        key = (map, board, asked.get("seats"))
        if self._held is None or self._held[0] != key:
            self._held = (key, self._fits(self._on(map, board, asked.get("seats"))))
        game = self._held[1].clone()
        game.restart(seed, number)
        game.settle()
        return game

    def pick(self, game: CatanGame, pick: int) -> None:
        """Makes a pick and draws what chance follows."""
        game.pick(pick)
        game.settle()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_held": None}


class TerraSeating:
    """Terra Mystica. The seed draws bonus cards and scoring tiles; the rest is play."""

    kind = "terra"
    options = ("factions", "board", "seats")

    def __init__(self, factions: Sequence[str] = ("witches", "halflings"), *, board: str = "base") -> None:
        self.factions, self.board = list(factions), board
        game = TerraGame(self.factions, board=board, seed=1)
        self.shape = (game.seats, game.row_length, game.pick_count)

    def begin(self, seed: int, number: int, asked: dict[str, Any]) -> TerraGame:
        """The game of an episode, before its first pick."""
        name_unknown(asked, self.options)
        factions = list(asked.get("factions", self.factions))
        if len(factions) != self.shape[0] or asked.get("seats", self.shape[0]) != self.shape[0]:
            raise ValueError(f"factions, seats: expected {self.shape[0]} factions, found {len(factions)}")
        return TerraGame(factions, board=asked.get("board", self.board), seed=f"{seed}/{number}")

    def pick(self, game: TerraGame, pick: int) -> None:
        """Makes a pick."""
        game.pick(pick)


class GameSeating:
    """Any game by its name, such as a Titan battle. A pick is a place in the legal list; a row holds the numbers of the view."""

    options = ("rules", "seats")

    def __init__(self, name: str = "high-card", *, seats: int | None = None, options: Sequence[str] = ()) -> None:
        self.kind, self.seats, self.rules = name, seats, list(options)
        game = Game(name, seats=seats, options=self.rules)
        self.shape = (game.seats, game.row_length, game.pick_count)

    def begin(self, seed: int, number: int, asked: dict[str, Any]) -> Game:
        """The game of an episode, before its first pick."""
        name_unknown(asked, self.options)
        rules = list(asked.get("rules", self.rules))
        game = Game(self.kind, seats=asked.get("seats", self.seats), options=rules, seed=seed, number=number)
        if game.seats != self.shape[0]:
            raise ValueError(f"seats: expected {self.shape[0]}, found {game.seats}")
        game.settle()
        return game

    def pick(self, game: Game, pick: int) -> None:
        """Makes a pick and draws what chance follows."""
        game.pick(pick)


Seating = CatanSeating | TerraSeating | GameSeating


def layout(game: AnyGame) -> dict[str, slice]:
    """Where each part of a row lies, by name; a game by name has one part, ``view``.

    >>> import hexwright as hw
    >>> layout(hw.CatanGame(hw.Map.preset("base")))["robber"]
    slice(457, 476, None)
    """
    parts = getattr(game, "row_parts", None) or [("view", game.row_length)]
    ends = np.cumsum([length for _, length in parts]).tolist()
    return {name: slice(end - length, end) for (name, length), end in zip(parts, ends)}


def meanings(game: AnyGame) -> list[str]:
    """What each pick means; places of a legal list mean something else in each position.

    >>> import hexwright as hw
    >>> meanings(hw.CatanGame(hw.Map.preset("base")))[:3]
    ['roll', 'end-turn', 'pass']
    """
    texts = getattr(game, "pick_texts", None)
    return texts() if texts else [f"action {place} of the list" for place in range(game.pick_count)]


class Named:
    """An environment that says in words what its numbers mean."""

    game: AnyGame

    @property
    def action_meanings(self) -> list[str]:
        """What each action means."""
        return meanings(self.game)

    @property
    def observation_layout(self) -> dict[str, slice]:
        """Where each part of an observation lies."""
        return layout(self.game)
