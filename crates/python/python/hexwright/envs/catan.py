"""Catan as environments."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from .._hexwright import CatanGame, Map
from .aec import SeatsAEC


def _described(game: CatanGame) -> str:
    return f"turn {game.turns}, points {' '.join(map(str, game.scores))}, to act: {game.decider}"


class CatanAEC(SeatsAEC):
    """All seats of a game of Catan, one pick a step; dice, cards and thefts are drawn by the seed.

    Episode ``n`` after ``reset(seed=s)`` is game number ``n`` under ``s``. Offers between players are
    not part of the action space.
    """

    metadata = {**SeatsAEC.metadata, "name": "hexwright_catan_v1"}

    def __init__(
        self,
        map: Map | None = None,
        *,
        seats: int | None = None,
        board_seed: int | str = 1,
        ruleset: str | None = None,
        options: list[str] | None = None,
        limit: int = 20_000,
        render_mode: str | None = None,
    ) -> None:
        self.game = CatanGame(
            map or Map.preset("base"), seats=seats, board_seed=board_seed, ruleset=ruleset, options=options
        )
        row = sum(length for _, length in self.game.row_parts)
        super().__init__(self.game.seats, row, self.game.pick_count, limit, render_mode)

    def _begin(self, seed: int, episode: int) -> None:
        self.game.restart(seed, episode)
        self.game.settle()

    def _pick(self, pick: int) -> None:
        self.game.pick(pick)
        self.game.settle()

    def render(self) -> str | None:
        return _described(self.game) if self.render_mode == "ansi" else None


class CatanGym(gymnasium.Env):
    """One seat of Catan against bots by name. ``info`` and ``action_masks()`` carry the mask.

    The observation is the row alone, so that ordinary policies take it; an illegal action ends the episode
    with -1 unless ``strict`` makes it an error. A game won brings 1, a game lost -1.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        map: Map | None = None,
        *,
        seat: int = 0,
        bots: tuple[str, ...] = ("random", "random", "random"),
        board_seed: int | str = 1,
        ruleset: str | None = None,
        options: list[str] | None = None,
        limit: int = 5_000,
        strict: bool = False,
        render_mode: str | None = None,
    ) -> None:
        if not 0 <= seat <= len(bots):
            raise ValueError(f"expected a seat from 0 to {len(bots)}, found {seat}")
        self.game = CatanGame(
            map or Map.preset("base"),
            seats=len(bots) + 1,
            board_seed=board_seed,
            ruleset=ruleset,
            options=options,
        )
        self.seat, self.limit, self.strict, self.render_mode = seat, limit, strict, render_mode
        self._players: list[str] = [*bots[:seat], "", *bots[seat:]]
        row = sum(length for _, length in self.game.row_parts)
        self.observation_space = spaces.Box(0, 255, (row,), np.float32)
        self.action_space = spaces.Discrete(self.game.pick_count)

    def _advance(self) -> None:
        """Lets chance and the bots play until this seat must act or the game is over."""
        game = self.game
        while True:
            game.settle()
            seat = game.decider
            if seat is None or seat == self.seat:
                return
            game.play(game.ask(self._players[seat]), seat)

    def _seen(self) -> tuple[np.ndarray, dict[str, Any]]:
        return self.game.row(self.seat).astype(np.float32), {"action_mask": self.action_masks()}

    def action_masks(self) -> np.ndarray:
        """The mask as MaskablePPO asks for it."""
        if self.game.decider != self.seat:
            return np.ones(self.game.pick_count, np.int8)
        return self.game.mask(self.seat)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        self.game.restart(int(self.np_random.integers(2**63)), 0)
        self._made = 0
        self._advance()
        return self._seen()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        try:
            self.game.pick(int(action))
        except ValueError:
            if self.strict:
                raise
            row, info = self._seen()
            return row, -1.0, True, False, {**info, "illegal": True}
        self._advance()
        self._made += 1
        winners = self.game.winners
        reward = 0.0 if winners is None else 1.0 if self.seat in winners else -1.0
        row, info = self._seen()
        return row, reward, winners is not None, winners is None and self._made >= self.limit, info

    def render(self) -> str | None:
        return _described(self.game) if self.render_mode == "ansi" else None
