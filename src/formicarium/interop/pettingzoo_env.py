"""Our games as PettingZoo environments: every seat is an agent, and nature acts by herself.

`TableEnv` asks one agent after the other, also where several choose in secret: none sees what another has chosen.
`ParallelTableEnv` asks all of those at once; who has nothing to choose is offered action 0 alone, and it is ignored.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from formicarium.core.kernel import NATURE, SPECTATOR
from formicarium.engine.game import Game
from formicarium.engine.vector import Vector
from formicarium.errors import ActionError
from formicarium.interop.gymnasium_env import RENDER_MODES, check_render_mode, rendered
from formicarium.interop.spaces import Form, Sight, action_space


class Table:
    """What both forms share: a match at which the agents `seat_0`, `seat_1` … sit.

    An observation is a dict of the features of the agent's view, `observation`, in one of the forms of `spaces`, and of
    `action_mask`. `reset(seed=7)` begins the match that `fm.Match(game, seed=7)` is; without a seed, one that follows
    from the last seed. Options of the game stand in `options`.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        *,
        form: Form = "flat",
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.batch = Vector(game, 1, seats, again=False, **(options or {}))
        name = f"{self.batch.game.name}_v{self.batch.game.version}"
        self.metadata = {"name": name, "render_modes": list(RENDER_MODES), "is_parallelizable": False}
        self.render_mode = check_render_mode(render_mode)
        self._later = np.random.default_rng()  # the seeds of matches for which none is given
        self._sight = Sight(self.batch, form)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.batch.seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._masks = self.batch.masks.view(np.int8)[0]
        self._nothing = np.zeros_like(self._masks)
        self._action = np.zeros(1, np.int64)
        sees = {"observation": self._sight.space, "action_mask": _mask_space(self.batch.game)}
        self.observation_spaces = {agent: spaces.Dict(sees) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.batch.game) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees: the features of the game, and its legal actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The action codes of the game."""
        return self.action_spaces[agent]

    def begin(self, seed: int | None) -> None:
        """Begin a match, with all agents at the table."""
        if seed is not None:
            self._later = np.random.default_rng(seed)
        self.batch.reset(seeds=[int(self._later.integers(1 << 62)) if seed is None else seed])
        self.agents = self.possible_agents[:]

    def render(self) -> Any:
        """The view of a spectator as text, as SVG, or as an array of pixels."""
        return rendered(self.batch.view(0, SPECTATOR), self.render_mode)

    def text(self, agent: str) -> str:
        """The view of an agent as text, for those who read."""
        return str(self.batch.view(0, self._seats[agent]))

    def close(self) -> None:
        """Nothing is open."""


class TableEnv(Table, AECEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """A match in which one agent is asked after the other."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match."""
        self.begin(seed)
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
        return {"observation": self._sight(self.batch.observation(0, seat)), "action_mask": mask.copy()}

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


class ParallelTableEnv(Table, ParallelEnv[str, Any, Any]):  # type: ignore[misc]
    """A match in which all agents that may act now are asked at once; `acting` tells who they are."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begin a match."""
        self.begin(seed)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
        """Make the actions of all agents that may act now; those of the others mean nothing."""
        agents, waiting = self.agents, set(self._actors())
        while self.batch.movers[0] in waiting:
            mover = int(self.batch.movers[0])
            self.batch.step([actions[self.possible_agents[mover]]])
            waiting.remove(mover)
        over = bool(self.batch.movers[0] < 0)
        if over:
            self.agents = []
        seen = {agent: self._observation(agent, ()) for agent in agents} if over else self._observations()
        rewards = dict(zip(agents, self.batch.rewards[0].tolist(), strict=True))
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), {agent: {} for agent in agents}

    @property
    def acting(self) -> list[str]:
        """The agents whose actions count in the next step."""
        return [self.possible_agents[seat] for seat in self._actors()]

    def _actors(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.batch.position(0).actors if seat != NATURE)

    def _observations(self) -> dict[str, Any]:
        actors = self._actors()
        return {agent: self._observation(agent, actors) for agent in self.agents}

    def _observation(self, agent: str, actors: tuple[int, ...]) -> dict[str, Any]:
        seat, mask = self._seats[agent], self._nothing.copy()
        if seat in actors:
            mask[list(self.batch.position(0).codes(seat))] = 1
        elif actors:
            mask[0] = 1  # what is drawn from a mask must find something
        return {"observation": self._sight(self.batch.observation(0, seat)), "action_mask": mask}


def _mask_space(game: Game) -> spaces.Space[Any]:
    return spaces.Box(0, 1, (game.action_count,), np.int8)
