"""All seats of a game as agents of PettingZoo."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from .render import MODES, checked, shown
from .seating import AnyGame, Named, Seating


class SeatsAEC(Named, AECEnv):
    """Agents are ``seat_0`` …; rewards come at the end: 1 for winners, -1 for the others.

    ``game`` is the game of the episode. A game longer than ``limit`` picks is cut off (truncated) without reward. Episode ``n`` after
    ``reset(seed=s)`` is game number ``n`` under ``s``. ``reset(options=…)`` may change what an episode is played on; each kind of
    game says what. ``action_meanings`` and ``observation_layout`` say what numbers mean.

    >>> from hexwright.envs import CatanAEC
    >>> env = CatanAEC(render_mode="ansi")
    >>> env.reset(seed=4)
    >>> env.agent_selection, env.observe("seat_0")["observation"].shape
    ('seat_0', (1316,))
    """

    metadata: dict[str, Any] = {"render_modes": MODES, "is_parallelizable": False, "render_fps": 4, "name": "hexwright"}

    def __init__(self, seating: Seating, limit: int, render_mode: str | None) -> None:
        super().__init__()
        if limit < 1:
            raise ValueError(f"limit: expected at least 1, found {limit}")
        self.seating = seating
        self.render_mode = checked(render_mode)
        self.limit = limit
        seats, row, picks = seating.shape
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._number = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, (row,), np.float32),
                    "action_mask": spaces.Box(0, 1, (picks,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(picks) for agent in self.possible_agents}
        self._picks = picks
        self._seed = 1
        self._episode = 0
        self._made = 0
        self.agents: list[str] = []
        self.game: AnyGame = seating.begin(self._seed, 0, {})

    def observation_space(self, agent: str) -> spaces.Space:
        """The space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """The space of what an agent does."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins the next episode, or the first under a seed."""
        if seed is not None:
            self._seed, self._episode = seed, 0
        self.game = self.seating.begin(self._seed, self._episode, dict(options or {}))
        self._episode += 1
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._made = 0
        self.agent_selection = self.agents[self.game.decider or 0]
        self._inform()

    def _inform(self) -> None:
        """Every agent's mask; only the seat that decides has a choice."""
        self._masks = {agent: np.zeros(self._picks, np.int8) for agent in self.agents}
        decider = self.game.decider
        if decider is not None:
            self._masks[self.possible_agents[decider]] = self.game.mask(decider)
        self.infos = {agent: {"action_mask": self._masks[agent]} for agent in self.agents}

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent may know, and what it may do."""
        row = self.game.row(self._number[agent]).astype(np.float32)
        mask = self._masks.get(agent)
        return {"observation": row, "action_mask": np.zeros(self._picks, np.int8) if mask is None else mask}

    def step(self, action: int | None) -> None:
        """Makes the pick of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"action: expected a number below {self._picks}, found None")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.seating.pick(self.game, int(action))  # type: ignore[arg-type]
        self._made += 1
        winners = self.game.winners
        if winners is not None:
            for other in self.agents:
                self.rewards[other] = 1.0 if self._number[other] in winners else -1.0
                self.terminations[other] = True
        elif self._made >= self.limit:
            self.truncations = dict.fromkeys(self.agents, True)
        decider = self.game.decider
        if decider is not None:
            self.agent_selection = self.possible_agents[decider]
        self._inform()
        self._accumulate_rewards()

    def render(self) -> str | np.ndarray | None:
        """The table in the render mode."""
        return shown(self.game, self.render_mode)

    def close(self) -> None:
        """Nothing is held that must be let go."""
