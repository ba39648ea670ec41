"""Our games as Gymnasium environments: one seat learns, bots have the others. Importing this module registers them.

>>> import gymnasium
>>> import formicarium.interop.gymnasium_env
>>> environment = gymnasium.make("Formicarium/Grasshopper-v1", seats=3, mode="winter", opponents="greedy")
>>> observation, info = environment.reset(seed=7)
>>> observation.shape, int(info["action_mask"].sum())
((527,), 4)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from formicarium.bots import Bot, bot
from formicarium.engine.errors import OptionError
from formicarium.engine.game import Game, find, names
from formicarium.interop.spaces import action_space, observation_space
from formicarium.interop.vector import Vector

LOST = -1.0


class SeatEnv(gymnasium.Env[NDArray[np.int8], np.int64]):
    """One seat of a match; the other seats are bots, `opponents` naming a level for all or one for each.

    The observation is the features of the seat's view. `action_masks()`, where sb3-contrib looks for it, and
    `info["action_mask"]` tell the legal actions; any other action loses the match at once. `reset(seed=7)` begins the
    match that `fm.Match(game, seed=7)` is.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 # Gymnasium has it so

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] = "random",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.batch = Vector(game, 1, seats, again=False, **options)
        self.game, self.seat, self.render_mode = self.batch.game, _check_seat(self.batch, seat), render_mode
        others = [other for other in range(self.batch.seats) if other != seat]
        levels = [opponents] * len(others) if isinstance(opponents, str) else list(opponents)
        if len(levels) != len(others):
            raise OptionError("option/value", f"there are {len(others)} opponents, not {len(levels)}")
        self._levels = dict(zip(others, levels, strict=True))
        for level in levels:
            bot(self.game, level)  # an unknown one is refused now
        self._bots: dict[int, Bot] = {}
        self._illegal = False
        self.observation_space = observation_space(self.game)
        self.action_space = action_space(self.game)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin a match, and let the others act until it is the learner's turn."""
        super().reset(seed=seed)
        self.batch.reset(seeds=[self.np_random.integers(1 << 62) if seed is None else seed])
        (own,) = self.batch.seeds
        self._bots = {
            other: bot(self.game, level, seed=("opponent", own, other)) for other, level in self._levels.items()
        }
        self._illegal = False
        self._let_bots_act()
        return self._observation(), self._info()

    def step(self, action: int | np.integer[Any]) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Make an action, and let the others act until it is the learner's turn again."""
        if not self.batch.masks[0, action]:
            self._illegal = True
            return self._observation(), LOST, True, False, {**self._info(), "illegal": True}
        self.batch.step([int(action)])
        self._let_bots_act()
        return self._observation(), float(self.batch.rewards[0, self.seat]), self._over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions."""
        masks: NDArray[np.bool_] = self.batch.masks[0].copy()
        return masks

    def render(self) -> Any:
        """The seat's view as text."""
        return str(self.batch.view(0, self.seat)) if self.render_mode == "ansi" else None

    @property
    def _over(self) -> bool:
        return bool(self.batch.movers[0] < 0)

    def _let_bots_act(self) -> None:
        while not self._over and self.batch.movers[0] != self.seat:
            mover = int(self.batch.movers[0])
            self.batch.step([self._bots[mover].choose(self.batch.view(0, mover))])

    def _observation(self) -> NDArray[np.int8]:
        return self.batch.observation(0, self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.batch.masks[0].view(np.int8).copy()}


class SeatVectorEnv(VectorEnv[NDArray[np.int8], NDArray[np.int64], NDArray[Any]]):
    """Many matches at once, stepped in compiled code: one seat of each learns, the others play at random.

    A match that ends is followed by the next in the same step. An action that is not legal raises `ActionError`.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        seats: int | None = None,
        *,
        seat: int = 0,
        threads: int = 1,
        **options: Any,
    ) -> None:
        self.batch = Vector(game, num_envs, seats, threads=threads, learners=seat, **options)
        self.num_envs, self.seat, self.render_mode = num_envs, _check_seat(self.batch, seat), None
        self.single_observation_space = observation_space(self.batch.game)
        self.single_action_space = action_space(self.batch.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._going_on = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin all matches: environment `i` with the seed `seed + i`, as Gymnasium has it."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        if seed is None:
            seeds: Sequence[int] = self.np_random.integers(1 << 62, size=self.num_envs).tolist()
        elif isinstance(seed, int):
            seeds = range(seed, seed + self.num_envs)
        else:
            seeds = [int(self.np_random.integers(1 << 62)) if one is None else one for one in seed]
        self.batch.reset(seeds=seeds)
        return self.batch.observations.copy(), self._info()

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.int8], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Make an action in each match."""
        self.batch.step(actions)
        rewards = self.batch.rewards[:, self.seat].astype(np.float64)
        return self.batch.observations.copy(), rewards, self.batch.ended.copy(), self._going_on.copy(), self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of each match."""
        return self.batch.masks.copy()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.batch.masks.view(np.int8).copy()}


def _check_seat(batch: Vector, seat: int) -> int:
    if not 0 <= seat < batch.seats:
        raise OptionError("option/seats", f"there are seats 0 to {batch.seats - 1}, not {seat}")
    return seat


for _name in names():
    gymnasium.register(
        f"Formicarium/{_name.capitalize()}-v{find(_name).version}",
        entry_point="formicarium.interop.gymnasium_env:SeatEnv",
        vector_entry_point="formicarium.interop.gymnasium_env:SeatVectorEnv",
        kwargs={"game": _name},
    )
