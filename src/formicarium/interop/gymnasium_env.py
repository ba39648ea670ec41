"""Our games as Gymnasium environments: one seat learns, bots have the others. Importing this module registers them.

>>> import gymnasium
>>> import formicarium.interop.gymnasium_env
>>> environment = gymnasium.make(
...     "Formicarium/Grasshopper-v1", seats=3, options={"mode": "winter"}, opponents="greedy"
... )
>>> observation, info = environment.reset(seed=7)
>>> observation.shape, int(info["action_mask"].sum())
((490,), 4)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from types import MappingProxyType
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from formicarium.bots import Bot, bot
from formicarium.engine.game import Game, find, names
from formicarium.engine.position import View
from formicarium.engine.vector import Vector
from formicarium.errors import ActionError, OptionError
from formicarium.interop.spaces import Form, Sight, action_space

LOST = -1.0
RENDER_MODES = ("ansi", "svg", "rgb_array")


class SeatEnv(gymnasium.Env[Any, np.int64]):
    """One seat of a match; the other seats are bots, `opponents` naming a level for all or one for each.

    The observation is the features of the seat's view, in one of the forms of `spaces`. `action_masks()`, where
    sb3-contrib looks for it, and `info["action_mask"]` tell the legal actions; any other action loses the match at
    once. `reset(seed=7)` begins the match that `fm.Match(game, seed=7)` is. Options of the game stand in `options`.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        *,
        seat: int = 0,
        opponents: str | Sequence[str] = "random",
        form: Form = "flat",
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.batch = Vector(game, 1, seats, again=False, **(options or {}))
        self.game, self.seat = self.batch.game, _check_seat(self.batch, seat)
        self.render_mode = check_render_mode(render_mode)
        others = [other for other in range(self.batch.seats) if other != seat]
        levels = [opponents] * len(others) if isinstance(opponents, str) else list(opponents)
        if len(levels) != len(others):
            raise OptionError("option/value", f"there are {len(others)} opponents, not {len(levels)}")
        self._levels = dict(zip(others, levels, strict=True))
        for level in levels:
            bot(self.game, level)  # an unknown one is refused now
        self._bots: dict[int, Bot] = {}
        self._sight = Sight(self.batch, form)
        self.observation_space = self._sight.space
        self.action_space = action_space(self.game)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a match, and let the others act until it is the learner's turn."""
        super().reset(seed=seed)
        self.batch.reset(seeds=[self.np_random.integers(1 << 62) if seed is None else seed])
        (own,) = self.batch.seeds
        self._bots = {
            other: bot(self.game, level, seed=("opponent", own, other)) for other, level in self._levels.items()
        }
        self._let_bots_act()
        return self._observation(), self._info()

    def step(self, action: int | np.integer[Any]) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make an action, and let the others act until it is the learner's turn again."""
        if not is_legal(self.batch.masks, np.array([action]))[0]:
            return self._observation(), LOST, True, False, {**self._info(), "illegal": True}
        self.batch.step([int(action)])
        self._let_bots_act()
        return self._observation(), float(self.batch.rewards[0, self.seat]), self._over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions."""
        masks: NDArray[np.bool_] = self.batch.masks[0].copy()
        return masks

    def render(self) -> Any:
        """The seat's view as text, as SVG, or as an array of pixels."""
        return rendered(self.batch.view(0, self.seat), self.render_mode)

    @property
    def _over(self) -> bool:
        return bool(self.batch.movers[0] < 0)

    def _let_bots_act(self) -> None:
        while not self._over and self.batch.movers[0] != self.seat:
            mover = int(self.batch.movers[0])
            self.batch.step([self._bots[mover].choose(self.batch.view(0, mover))])

    def _observation(self) -> Any:
        return self._sight(self.batch.observation(0, self.seat))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.batch.masks[0].view(np.int8).copy()}


class Masked(gymnasium.Wrapper[Any, np.int64, Any, np.int64]):
    """A seat whose observations are dicts that hold the mask of legal actions too, where some libraries look for it.

    `observation` and `mask` are the names that they give them: RLlib says "observations" and "action_mask".
    """

    def __init__(self, seat: SeatEnv, observation: str = "observation", mask: str = "action_mask") -> None:
        super().__init__(seat)
        self._names = observation, mask
        legal = gymnasium.spaces.Box(0, 1, (seat.game.action_count,), np.int8)
        self.observation_space = gymnasium.spaces.Dict({observation: seat.observation_space, mask: legal})

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a match."""
        seen, info = self.env.reset(seed=seed, options=options)
        return self._both(seen, info), info

    def step(self, action: np.int64) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Make an action."""
        seen, reward, over, cut_off, info = self.env.step(action)
        return self._both(seen, info), reward, over, cut_off, info

    def _both(self, seen: Any, info: dict[str, Any]) -> dict[str, Any]:
        return dict(zip(self._names, (seen, info["action_mask"]), strict=True))


class SeatVectorEnv(VectorEnv[Any, NDArray[np.int64], NDArray[Any]]):
    """Many matches at once, stepped in compiled code: one seat of each learns, the others play at random.

    After a match has ended, the next step begins the next one in its place, whatever its action (`NEXT_STEP`); with
    `autoreset_mode="SameStep"` it begins at once, and the end of the old one is in `info["final_obs"]` and
    `info["final_info"]`. An action that is not legal loses the match at once, as in `SeatEnv`.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        seats: int | None = None,
        *,
        seat: int = 0,
        threads: int = 1,
        form: Form = "flat",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.batch = Vector(game, num_envs, seats, threads=threads, learners=seat, again=False, **(options or {}))
        self.num_envs, self.seat, self.render_mode = num_envs, _check_seat(self.batch, seat), None
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        if self.autoreset_mode == AutoresetMode.DISABLED:
            raise OptionError("option/value", "autoreset_mode is NextStep or SameStep, not Disabled")
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self._sight = Sight(self.batch, form)
        self.single_observation_space = self._sight.space
        self.single_action_space = action_space(self.batch.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ended = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin all matches: environment `i` with the seed `seed + i`, as Gymnasium has it."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        if seed is None:
            seeds: Sequence[int] = self.np_random.integers(1 << 62, size=self.num_envs).tolist()
        elif isinstance(seed, int):
            seeds = range(seed, seed + self.num_envs)
        else:
            seeds = [int(self.np_random.integers(1 << 62)) if one is None else one for one in seed]
        self.batch.reset(seeds=seeds)
        self._ended[:] = False
        return self._observations(), self._info()

    def step(self, actions: ArrayLike) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Make an action in each match."""
        chosen = np.array(actions, np.int64)
        if chosen.shape != (self.num_envs,):
            raise ActionError("action/unreadable", f"a step is {self.num_envs} actions, not an array of {chosen.shape}")
        begins = self._ended.copy()  # under NEXT_STEP: these have ended, and their actions mean nothing
        lost = ~begins & ~is_legal(self.batch.masks, chosen)
        seen = {i: self.batch.observation(i, self.seat) for i in np.flatnonzero(lost).tolist()}
        idle = (lost | begins) & (self.batch.movers >= 0)
        chosen[idle] = self.batch.masks[idle].argmax(1)  # what they play does not matter any more
        self.batch.step(chosen)
        rewards = np.where(lost, LOST, self.batch.rewards[:, self.seat].astype(np.float64))
        ended = lost | self.batch.ended
        info: dict[str, Any] = {"illegal": lost, "_illegal": lost.copy()} if lost.any() else {}
        if self.autoreset_mode == AutoresetMode.NEXT_STEP:
            self.batch.restart(np.flatnonzero(begins))
            rewards[begins], ended[begins] = 0, False
            self._ended = ended
            return self._observations(seen), rewards, ended, np.zeros_like(ended), {**info, **self._info()}
        if ended.any():
            info |= self._final(np.flatnonzero(ended), seen)
            self.batch.restart(np.flatnonzero(ended))
        return self._observations(), rewards, ended, np.zeros_like(ended), {**info, **self._info()}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of each match."""
        return self.batch.masks.copy()

    def _final(self, ended: NDArray[np.int64], seen: Mapping[int, NDArray[np.int8]]) -> dict[str, Any]:
        """What the learners see at the end of matches, as Gymnasium wants it: an array of objects, None elsewhere."""
        last = np.full(self.num_envs, None, object)
        for i in ended.tolist():
            last[i] = self._sight(seen.get(i, self.batch.observation(i, self.seat)))
        there = np.isin(np.arange(self.num_envs), ended)
        masks = {"action_mask": np.zeros_like(self.batch.masks, np.int8), "_action_mask": there}
        return {"final_obs": last, "_final_obs": there, "final_info": masks, "_final_info": there}

    def _observations(self, lost: Mapping[int, NDArray[np.int8]] = MappingProxyType({})) -> Any:
        """What the learner sees of each match, also of those that are over, by the rules or by an illegal action."""
        over = np.flatnonzero(self.batch.movers < 0).tolist()
        if not over and not lost:
            return self._sight(self.batch.observations)
        observations = self.batch.observations.copy()
        for i in {*over, *lost}:
            observations[i] = lost[i] if i in lost else self.batch.observation(i, self.seat)
        return self._sight(observations)

    def _info(self) -> dict[str, Any]:
        there = np.ones(self.num_envs, np.bool_)
        return {"action_mask": self.batch.masks.view(np.int8).copy(), "_action_mask": there}


def is_legal(masks: NDArray[np.bool_], actions: NDArray[Any]) -> NDArray[np.bool_]:
    """Which of the actions, one for each match, are legal there."""
    codes = np.clip(actions, 0, masks.shape[1] - 1)
    legal: NDArray[np.bool_] = (codes == actions) & masks[np.arange(len(masks)), codes]
    return legal


def check_render_mode(mode: str | None) -> str | None:
    """The mode, if there is such a one."""
    if mode not in (None, *RENDER_MODES):
        raise OptionError("option/value", f"render_mode is {', '.join(RENDER_MODES)} or None, not {mode!r}")
    return mode


def rendered(view: View, mode: str | None) -> Any:
    """A view as text, as SVG, or as pixels by height, width and colour; nothing without a mode."""
    if mode == "rgb_array":
        from PIL import Image  # of the extra `draw`, which only pixels need

        return np.asarray(Image.open(BytesIO(view.scene().png())).convert("RGB"))
    if mode == "svg":
        return view.svg()
    return str(view) if mode else None


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
