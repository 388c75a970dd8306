"""The batch as a vector environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from .._hexwright import Map
from ..vector import NO_PICK, CatanVec


class CatanVectorEnv(VectorEnv):
    """``num_envs`` games of Catan, one seat of each against random players; ``raw`` is the ``CatanVec`` beneath.

    Observations are rows of uint8. ``seat="turn"`` (the default) plays another seat in each game, so that no seat is favoured;
    rows count seats from the viewer, so a policy need not know. ``infos`` carry ``action_mask`` (int8), ``seats`` (whose pick it is)
    and, when games end, ``final_obs`` with ``_final_obs`` in the mode ``SAME_STEP``. Every mode of autoreset is there. With
    ``seat=None`` every seat's picks are asked for, as in self-play: an observation belongs to the seat that moves next, a
    reward to the seat that moved, and ``infos["rewards"]`` has those of all seats.

    >>> from hexwright.envs import CatanVectorEnv
    >>> env = CatanVectorEnv(16, seats=2)
    >>> rows, infos = env.reset(seed=1)
    >>> rows, rewards, ended, cut, infos = env.step(infos["action_mask"].argmax(axis=1))
    >>> rows.shape == env.observation_space.shape and infos["action_mask"].shape == (16, env.single_action_space.n)
    True
    """

    def __init__(
        self,
        num_envs: int,
        map: Map | Sequence[Map] | None = None,
        *,
        seat: int | str | None = "turn",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **how: Any,
    ) -> None:
        if render_mode is not None:
            raise ValueError(f"render_mode: a batch has no picture; expected None, found {render_mode!r}")
        self.raw = CatanVec(
            Map.preset("base") if map is None else map, num_envs, seat=seat, observe=True, finals=True, **how
        )
        batch = self.raw.batch
        self.num_envs = num_envs
        self.render_mode = None
        self.mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.mode, "render_modes": []}
        self.single_observation_space = spaces.Box(0, 255, (batch.row_length,), np.uint8)
        self.single_action_space = spaces.Discrete(batch.pick_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seat = seat
        # games that have ended and wait to be begun, as far as the caller knows
        self._over = np.zeros(num_envs, bool)

    def _infos(self) -> dict[str, Any]:
        return {
            "action_mask": self.raw.legal().astype(np.int8),
            "seats": self.raw.seats.copy(),
            "rewards": self.raw.rewards.copy(),
        }

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins all games, or with ``options={"reset_mask": …}`` those that have ended and are named."""
        asked = dict(options or {})
        mask = asked.pop("reset_mask", None)
        if asked:
            raise ValueError(f"options: expected reset_mask, found {', '.join(map(repr, sorted(asked)))}")
        assert self.raw.rows is not None
        if mask is not None:
            mask = np.asarray(mask)
            if mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
                raise ValueError(f"reset_mask: expected {self.num_envs} truth values, found {mask.dtype} {mask.shape}")
            if (mask & ~self._over).any():
                raise ValueError("reset_mask: expected games that have ended; one of these is still played")
            # the next games have begun already, unseen
            self._over &= ~mask
            return self.raw.rows.copy(), self._infos()
        if seed is not None and not isinstance(seed, int):
            raise ValueError("seed: expected one number; game i of the batch is game number i under it")
        if seed is not None:
            self._np_random, self._np_random_seed = np.random.default_rng(seed), seed
        number = int(self.np_random.integers(2**63)) if seed is None else seed
        self.raw.reset(number)
        self._over[:] = False
        return self.raw.rows.copy(), self._infos()

    def step(
        self, actions: NDArray[np.integer]
    ) -> tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """One pick in each game. Games that have just ended are treated as the mode of autoreset says."""
        picks = self.raw._whole(actions)
        waiting = self._over
        if self.mode is AutoresetMode.DISABLED and waiting.any():
            raise ValueError(f"game {int(waiting.argmax())} has ended; reset it with options={{'reset_mask': …}}")
        mover = self.raw.seats.copy()
        self.raw.step(np.where(waiting, np.uint32(NO_PICK), picks))
        done = self.raw.dones > 0
        rewards = self.raw.rewards[np.arange(self.num_envs), mover].astype(np.float64)
        infos = self._infos()
        assert self.raw.rows is not None and self.raw.finals is not None
        rows = self.raw.rows.copy()
        if self.mode is AutoresetMode.SAME_STEP:
            if done.any():
                infos["final_obs"] = np.where(done[:, None], self.raw.finals, 0).astype(np.uint8)
                infos["_final_obs"] = done.copy()
            self._over[:] = False
        else:
            rows[done] = self.raw.finals[done]
            infos["action_mask"][done] = 1
            self._over = done.copy()
        return rows, rewards, self.raw.dones == 1, self.raw.dones == 2, infos
