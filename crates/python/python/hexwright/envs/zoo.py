"""The three doors PettingZoo's games have: ``env`` with the usual wrappers, ``raw_env`` without, ``parallel_env`` for learners that act at once.

``catan_v1``, ``terra_v1`` and ``battle_v1`` of ``hexwright.envs`` have all three, as modules of PettingZoo do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from .aec import SeatsAEC


class Doors:
    """The doors of one kind of game.

    >>> from hexwright.envs import catan_v1
    >>> env = catan_v1.env(seats=2)
    >>> env.reset(seed=1)
    >>> env.agent_selection
    'seat_0'
    """

    def __init__(self, raw_env: Callable[..., SeatsAEC]) -> None:
        #: Makes the environment without wrappers.
        self.raw_env = raw_env

    def env(self, **how: Any) -> AECEnv:
        """The environment with the usual wrappers: an illegal action ends the episode with -1, wrong order is an error."""
        made: AECEnv = wrappers.TerminateIllegalWrapper(self.raw_env(**how), illegal_reward=-1.0)
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))

    def parallel_env(self, **how: Any) -> ParallelEnv:
        """All seats act at once; the action of whoever is not asked counts for nothing."""
        made = self.raw_env(**how)
        made.metadata = {**made.metadata, "is_parallelizable": True}
        return turn_based_aec_to_parallel(made)
