"""One seat of a game as an environment of Gymnasium; bots by name have the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from .render import MODES, checked, shown
from .seating import AnyGame, Named, Seating


class SeatGym(Named, gymnasium.Env):
    """The observation is the row alone, so that ordinary policies take it; ``info["action_mask"]`` and ``action_masks()`` carry the mask.

    An illegal action ends the episode with -1 unless ``strict`` makes it an error. A game won brings 1, a game lost -1. ``limit`` is
    the number of own picks after which a game is cut off. ``reset(options=…)`` may change what the episode is played on.

    >>> import gymnasium, hexwright.envs
    >>> env = gymnasium.make("hexwright/Catan-v1", bots=("random",), render_mode="rgb_array")
    >>> row, info = env.reset(seed=1)
    >>> row, reward, ended, cut, info = env.step(int(info["action_mask"].argmax()))
    >>> env.render().shape[1:]
    (800, 3)
    """

    metadata: dict[str, Any] = {"render_modes": MODES, "render_fps": 4}

    def __init__(
        self,
        seating: Seating,
        seat: int,
        bots: Sequence[str],
        limit: int,
        strict: bool,
        render_mode: str | None,
    ) -> None:
        seats, row, picks = seating.shape
        if len(bots) != seats - 1:
            raise ValueError(f"bots: expected {seats - 1} names for a table of {seats}, found {len(bots)}")
        if not 0 <= seat < seats:
            raise ValueError(f"seat: expected a seat from 0 to {seats - 1}, found {seat}")
        if limit < 1:
            raise ValueError(f"limit: expected at least 1, found {limit}")
        self.seating, self.seat, self.limit, self.strict = seating, seat, limit, strict
        self.render_mode = checked(render_mode)
        self._players: list[str] = [*bots[:seat], "", *bots[seat:]]
        self.game: AnyGame = seating.begin(1, 0, {})
        for name in set(bots):
            self._try_bot(name)
        self._made = self._episode = 0
        self.observation_space = spaces.Box(0, 255, (row,), np.float32)
        self.action_space = spaces.Discrete(picks)

    def _try_bot(self, name: str) -> None:
        """An unknown bot is refused when the environment is made, not in the middle of an episode."""
        trial = self.game.clone()
        if trial.decider is not None:
            trial.ask(name)

    def _advance(self) -> None:
        """Lets chance and the bots play until this seat must act or the game is over."""
        game: Any = self.game
        while True:
            if hasattr(game, "settle"):
                game.settle()
            seat = game.decider
            if seat is None or seat == self.seat:
                return
            game.play(game.ask(self._players[seat]), seat)

    def _seen(self) -> tuple[np.ndarray, dict[str, Any]]:
        return self.game.row(self.seat).astype(np.float32), {"action_mask": self.action_masks()}

    def action_masks(self) -> np.ndarray:
        """The mask as MaskablePPO asks for it; all ones when nothing is to be decided."""
        if self.game.decider != self.seat:
            return np.ones(self.game.pick_count, np.int8)
        return self.game.mask(self.seat)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begins an episode; its seed is drawn from the environment's generator."""
        super().reset(seed=seed)
        if seed is not None:
            self._episode = 0
        self.game = self.seating.begin(int(self.np_random.integers(2**63)), self._episode, dict(options or {}))
        self._episode += 1
        self._made = 0
        self._advance()
        if self.render_mode == "human":
            self.render()
        return self._seen()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Makes a pick; then bots and chance play until this seat must act again."""
        try:
            self.seating.pick(self.game, int(action))  # type: ignore[arg-type]
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
        if self.render_mode == "human":
            self.render()
        return row, reward, winners is not None, winners is None and self._made >= self.limit, info

    def render(self) -> str | np.ndarray | None:
        """The table in the render mode."""
        return shown(self.game, self.render_mode)
