"""Our games as PettingZoo environments: every seat is an agent, and nature acts by herself.

There is no parallel form: no game of ours lets all seats act in every step. Where several choose in secret, they are
asked one after the other, and none sees what another has chosen.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from formicarium.engine.errors import ActionError
from formicarium.engine.game import Game
from formicarium.engine.kernel import SPECTATOR
from formicarium.interop.spaces import action_space, observation_space
from formicarium.interop.vector import Vector


class TableEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """A match at which the agents `seat_0`, `seat_1` … sit.

    An observation is a dict of the features of the agent's view, `observation`, and of `action_mask`. `reset(seed=7)`
    begins the match that `fm.Match(game, seed=7)` is; without a seed, a new one that follows from the last.
    """

    def __init__(
        self, game: str | Game, seats: int | None = None, *, render_mode: str | None = None, **options: Any
    ) -> None:
        self.batch = Vector(game, 1, seats, again=False, **options)
        name = self.batch.game.name
        self.metadata = {"name": f"{name}_v1", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.batch.seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._masks = self.batch.masks.view(np.int8)[0]
        self._nothing = np.zeros_like(self._masks)
        self._action = np.zeros(1, np.int64)
        sees = {"observation": observation_space(self.batch.game), "action_mask": _mask_space(self.batch.game)}
        self.observation_spaces = {agent: spaces.Dict(sees) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.batch.game) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees: the features of the game, and its legal actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The action codes of the game."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match."""
        (last,) = self.batch.seeds
        self.batch.reset(seeds=[("after", last) if seed is None else seed])
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.batch.movers[0]]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now; only who is to act has legal actions."""
        seat = self._seats[agent]
        mask = self._masks if seat == self.batch.movers[0] else self._nothing
        return {"observation": self.batch.observation(0, seat), "action_mask": mask.copy()}

    def step(self, action: int | None) -> None:
        """Make an action of the agent that is selected."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ActionError("action/unreadable", f"{agent} is to act, and None is no action")
        self._action[0] = action
        self.batch.step(self._action)
        mover = self.batch.movers[0]
        if mover >= 0:
            self.agent_selection = self.possible_agents[mover]
            return
        rewards = self.batch.rewards[0].tolist()
        for other, reward in zip(self.agents, rewards, strict=True):
            self.rewards[other] = self._cumulative_rewards[other] = reward
            self.terminations[other] = True
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        """The view of a spectator as text."""
        return str(self.batch.view(0, SPECTATOR)) if self.render_mode == "ansi" else None

    def text(self, agent: str) -> str:
        """The view of an agent as text, for those who read."""
        return str(self.batch.view(0, self._seats[agent]))

    def close(self) -> None:
        """Nothing is open."""


def _mask_space(game: Game) -> spaces.Space[Any]:
    return spaces.Box(0, 1, (game.action_count,), np.int8)
