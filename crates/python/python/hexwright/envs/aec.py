"""What the multi-agent environments share: seats as agents, picks as actions."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from .._hexwright import CatanGame, Game, TerraGame


class SeatsAEC(AECEnv):
    """Agents are ``seat_0`` …; rewards come at the end: 1 for winners, -1 for the others.

    ``game`` is the game of the episode, set by the environment of each kind of game.
    A game longer than ``limit`` picks is cut off (truncated) without reward.
    """

    metadata = {"render_modes": ["ansi"], "is_parallelizable": False}
    game: CatanGame | Game | TerraGame

    def __init__(self, seats: int, row: int, picks: int, limit: int, render_mode: str | None) -> None:
        super().__init__()
        self.render_mode = render_mode
        self.limit = limit
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

    # what differs from game to game

    def _begin(self, seed: int, episode: int) -> None:
        raise NotImplementedError

    def _pick(self, pick: int) -> None:
        self.game.pick(pick)

    # what PettingZoo asks

    def observation_space(self, agent: str) -> spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._seed, self._episode = seed, 0
        self._begin(self._seed, self._episode)
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
        row = self.game.row(self._number[agent]).astype(np.float32)
        mask = self._masks.get(agent)
        return {"observation": row, "action_mask": np.zeros(self._picks, np.int8) if mask is None else mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._pick(int(action))  # type: ignore[arg-type]
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

    def render(self) -> str | None:
        raise NotImplementedError

    def close(self) -> None:
        pass
