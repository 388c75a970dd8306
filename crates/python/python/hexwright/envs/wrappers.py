"""Masks as learners expect them."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces


class MaskInObservation(gymnasium.Wrapper):
    """The mask inside the observation, as RLlib's action masking takes it: ``{"observations": row, "action_mask": mask}``.

    sb3-contrib needs no wrapper: it calls ``action_masks()`` of ``CatanGym`` and its siblings.

    >>> from hexwright.envs import CatanGym, MaskInObservation
    >>> env = MaskInObservation(CatanGym(bots=("random",)))
    >>> seen, _ = env.reset(seed=1)
    >>> sorted(seen)
    ['action_mask', 'observations']
    """

    def __init__(self, env: gymnasium.Env, *, mask: str = "action_mask", observation: str = "observations") -> None:
        super().__init__(env)
        assert isinstance(env.action_space, spaces.Discrete)
        self._names = (mask, observation)
        masks = spaces.Box(0.0, 1.0, (int(env.action_space.n),), np.float32)
        self.observation_space = spaces.Dict({mask: masks, observation: env.observation_space})

    def _seen(self, row: Any) -> dict[str, Any]:
        mask, observation = self._names
        return {mask: self.action_masks().astype(np.float32), observation: row}

    def action_masks(self) -> np.ndarray:
        """The mask as MaskablePPO asks for it."""
        return self.env.unwrapped.action_masks()  # type: ignore[attr-defined]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins an episode."""
        row, info = self.env.reset(seed=seed, options=options)
        return self._seen(row), info

    def step(self, action: Any) -> tuple[dict[str, Any], Any, bool, bool, dict[str, Any]]:
        """Makes a pick."""
        row, reward, ended, cut, info = self.env.step(action)
        return self._seen(row), reward, ended, cut, info
