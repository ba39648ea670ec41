"""Many matches at once: compiled code steps them all in one call, and all is read from arrays that stay in place.

>>> import formicarium as fm
>>> batch = fm.vector("sisimizi", 3, seed=7)
>>> while not batch.ended.any():
...     batch.step(batch.sample())
>>> batch.rewards.sum(axis=1)
array([0., 0., 0.], dtype=float32)
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from formicarium.engine import batch as loops
from formicarium.engine import jit, random
from formicarium.engine.calls import direct, prepare
from formicarium.engine.errors import ActionError, OptionError
from formicarium.engine.game import Game, find
from formicarium.engine.position import Position, View

INT = np.int64


def vector(
    game: str | Game,
    count: int,
    seats: int | None = None,
    *,
    seed: object = None,
    threads: int = 1,
    again: bool = True,
    learners: ArrayLike = -1,
    **options: Any,
) -> Vector:
    """So many matches of a game, stepped side by side."""
    return Vector(game, count, seats, seed=seed, threads=threads, again=again, learners=learners, **options)


class Vector:
    """A batch of matches. In each the mover has a choice; `step` makes one action in all of them.

    Nature acts by herself. Where several seats choose in secret, the first of them is the mover. Match `i` runs as a
    `Match` with the seed `seeds[i]` does. A match that ends tells its rewards, and the next one begins in its place,
    unless `again` is False: then it stays at its end. With `learners`, a seat for each match, all other seats play at
    random, and only the choices of the learners are asked for.

    The arrays are read-only and always the same ones: copy what must last.

    `movers` (count): the seat that is to act, -1 where the match is over.
    `masks` (count, actions): which action codes are legal for the mover.
    `rewards` (count, seats): what the last step brought each seat; a lone winner gets 1, the sum is 0.
    `ended` (count): whether the last step ended the match.
    `observations` (count, features): what the mover sees, as the features of the game; written when asked for.
    """

    def __init__(
        self,
        game: str | Game,
        count: int,
        seats: int | None = None,
        *,
        seed: object = None,
        threads: int = 1,
        again: bool = True,
        learners: ArrayLike = -1,
        **options: Any,
    ) -> None:
        self.game = find(game)
        self.seats = self.game.check_seats(seats)
        self.options = self.game.check_options(options, self.seats)
        if count < 1 or threads < 1:
            raise OptionError("option/value", f"a batch has at least 1 match and 1 thread, not {count} and {threads}")
        self.count, self.again = count, again
        self._threads = min(threads, count)
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None
        self._edges = [count * part // self._threads for part in range(self._threads + 1)]
        self._positions = np.zeros(count + 1 + self._threads, self.game.kernel.record)
        prepare(self.game).setup(
            self._positions, count, self.seats, self.game.encode_options(self.options)
        )  # after the last match: the start position, which all begin with
        self._keys = np.zeros((count, 2, 2), np.uint64)  # of nature: of this match and of the next
        self._drawn = np.zeros(count, INT)
        self._learners = np.broadcast_to(np.asarray(learners, np.int8), count).copy()
        self._opponents, self._streams = np.zeros((2, count, 1), np.uint64)
        self._movers = np.zeros(count, np.int8)
        self._masks = np.zeros((count, self.game.action_count), np.bool_)
        self._rewards = np.zeros((count, self.seats), np.float32)
        self._ended = np.zeros(count, np.bool_)
        self._observations = np.zeros((count, self.game.feature_count), np.int8)
        self._sampled = np.zeros(count, INT)
        self._seen = False
        self._has_chance = self.game.choices != len(self.game.actions)
        self.movers: NDArray[np.int8] = _read_only(self._movers)
        self.masks: NDArray[np.bool_] = _read_only(self._masks)
        self.rewards: NDArray[np.float32] = _read_only(self._rewards)
        self.ended: NDArray[np.bool_] = _read_only(self._ended)
        self._calls = _Calls(self)
        self.reset(seed)

    def reset(self, seed: object = None, *, seeds: Sequence[object] | None = None) -> None:
        """Begin all matches anew: match `i` with the seed `(seed, i)`, or with `seeds[i]` if they are given."""
        if seeds is None:
            seed = secrets.token_hex(16) if seed is None else _plain(seed)
            self._seeds: list[object] = [(seed, i) for i in range(self.count)]
        else:
            self._seeds = [_plain(one) for one in seeds]
        self._matches = [0] * self.count  # how many have ended in each place
        for i, one in enumerate(self._seeds):
            self._keys[i, 0], self._keys[i, 1] = random.nature_key(one), random.nature_key((one, 1))
            self._opponents[i], self._streams[i] = random.stream(("opponents", one)), random.stream(("sample", one))
        self._rewards[:] = 0
        self._ended[:] = False
        self._seen = False
        self._calls.start()

    @property
    def seeds(self) -> list[object]:
        """The seed of each match that is running now: `fm.Match(game, seed=batch.seeds[i])` is the same match."""
        return [(one, past) if past else one for one, past in zip(self._seeds, self._matches, strict=True)]

    def step(self, actions: ArrayLike) -> None:
        """Make an action in every match; if one of them is not legal, nothing happens and `ActionError` is raised."""
        chosen = np.ascontiguousarray(actions, INT)
        if chosen.shape != (self.count,):
            raise ActionError("action/unreadable", f"a step is {self.count} actions, not an array of {chosen.shape}")
        wrong = self._calls.illegal(chosen, self._movers, self._masks)
        if wrong >= 0:
            raise self._refusal(wrong, int(chosen[wrong]))
        self._seen = False
        endings = self._everywhere(lambda low, high, part: self._calls.step(low, high, chosen))
        if self.again and sum(endings):
            for i in np.flatnonzero(self._ended).tolist():
                self._matches[i] += 1
                if self._has_chance:
                    self._keys[i, 1] = random.nature_key((self._seeds[i], self._matches[i] + 1))

    def sample(self) -> NDArray[np.int64]:
        """A uniformly random legal action for every match, in an array that the next call uses again."""
        self._everywhere(lambda low, high, part: self._calls.sample(low, high))
        return self._sampled

    @property
    def observations(self) -> NDArray[np.int8]:
        """What each mover sees: the features of its view, and all 0 where the match is over."""
        if not self._seen:
            self._everywhere(self._calls.observe)
            self._seen = True
        return _read_only(self._observations)

    def observation(self, match: int, seat: int) -> NDArray[np.int8]:
        """What any seat sees of one match, as a new array."""
        out = np.empty(self.game.feature_count, np.int8)
        self._calls.observe_as(match, seat, out)
        return out

    def view(self, match: int, seat: int) -> View:
        """The view of a seat in one match, for bots and pictures."""
        return self.position(match).view(seat)

    def position(self, match: int) -> Position:
        """A copy of the position of one match."""
        return Position(self.game, self.seats, jit.clone(self._positions[match : match + 1]))

    def _everywhere(self, work: Callable[[int, int, int], Any]) -> list[Any]:
        """Do something for all matches, each thread for its part: from where to before where, and which part it is."""
        if self._pool is None:
            return [work(0, self.count, 0)]
        return list(self._pool.map(work, self._edges[:-1], self._edges[1:], range(self._threads)))

    def _refusal(self, match: int, code: int) -> ActionError:
        if not 0 <= code < self.game.action_count:
            most = self.game.action_count - 1
            return ActionError("action/unreadable", f"there is no action {code}: {self.game.name} has 0 to {most}")
        legal = np.flatnonzero(self._masks[match])
        some = ", ".join(self.game.actions[k].text for k in legal[:10].tolist())
        more = f" and {len(legal) - 10} more" if len(legal) > 10 else ""
        what = f"seat {self._movers[match]} cannot play {self.game.actions[code].text!r} in match {match}"
        return ActionError("action/illegal", f"{what}; possible: {some}{more}")


class _Calls:
    """The compiled loops with the arrays of one batch, called without Numba's look at their types."""

    def __init__(self, batch: Vector) -> None:
        b = batch
        positions, state = b._positions, (b._keys, b._drawn, b._learners, b._opponents, b._movers, b._masks)
        told = (b._rewards, b._ended, b.seats, b.again)
        step = direct(loops.step, positions, 0, 0, b._sampled, *state, *told)
        observe = direct(loops.observe, positions, 0, 0, 0, b._movers, b._observations)
        observe_as = direct(loops.observe_as, positions, 0, 0, 0, b._observations[0])
        sample = direct(loops.sample, positions, 0, 0, b._movers, b._streams, b._sampled)
        start = direct(loops.start, positions, *state)
        spare = b.count + 1
        self.illegal = direct(loops.illegal, b._sampled, b._movers, b._masks)
        self.start: Any = lambda: start(positions, *state)
        self.step: Any = lambda low, high, actions: step(positions, low, high, actions, *state, *told)
        self.observe: Any = lambda low, high, part: observe(
            positions, low, high, spare + part, b._movers, b._observations
        )
        self.observe_as: Any = lambda match, seat, out: observe_as(positions, match, spare, seat, out)
        self.sample: Any = lambda low, high: sample(positions, low, high, b._movers, b._streams, b._sampled)


def _plain(seed: object) -> object:
    """A seed whose `repr` does not depend on numpy."""
    return seed.item() if isinstance(seed, np.generic) else seed


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view
