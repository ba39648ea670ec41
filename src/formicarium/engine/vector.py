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
import weakref
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from math import prod
from threading import Thread
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from formicarium.core import batch as loops
from formicarium.core import jit, packing, random, team
from formicarium.core.features import Feature
from formicarium.core.kernel import SEATS
from formicarium.engine.calls import direct, prepare
from formicarium.engine.game import Game, find
from formicarium.engine.helpers import Helpers
from formicarium.engine.position import Position, View
from formicarium.errors import ActionError, OptionError

INT = np.int64
FORMS = {"int8": np.int8, "float32": np.float32, "bits": np.uint8}  # of observations
ALIGNMENT = 64  # bytes
TOLD = ("movers", "masks", "rewards", "ended", "observations")
OPENED = frozenset(  # what a copy makes anew
    {"movers", "rewards", "ended", "_views", "_helpers", "_loop", "_sample", "_begin", "_illegal", "_observe"}
)


class Vector:
    """So many matches of a game side by side. In each the mover has a choice; `step` makes one action in all of them.

    `fm.vector("sisimizi", 1000)` makes one. Nature acts by herself. Where several seats choose in secret, the first of
    them is the mover. Match `i` runs as a `Match` with the seed `seeds[i]` does. A match that ends tells its rewards,
    and the next one begins in its place, unless `again` is False: then it stays at its end. With `learners`, a seat for
    each match, all other seats play at random, and only the choices of the learners are asked for.

    The arrays are read-only and always the same ones: copy what must last, or let `step` write into arrays of your own.

    `movers` (count): the seat that is to act, -1 where the match is over.
    `masks` (count, actions): which action codes are legal for the mover; with `form="bits"` eight of them a byte, as
    `np.unpackbits(masks, axis=1, count=actions, bitorder="little")` reads them.
    `rewards` (count, seats): what the last step brought each seat; a lone winner gets 1, the sum is 0.
    `ended` (count): whether the last step ended the match.
    `observations` (count, features): what the mover sees, as the features of the game; written when asked for. Their
    `form` is "int8", "float32" with the same numbers, or "bits", packed, which `unpack` reads.
    `parts`: the same part by part, under the names and in the shapes of `game.seen(seats)`.

    All matches begin at `start`, if a position is given. A batch can be copied and pickled; the copy goes its own way.
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
        form: str = "int8",
        start: Position | None = None,
        **options: Any,
    ) -> None:
        self.game = find(game)
        self.seats = self.game.check_seats(seats)
        self.options = self.game.check_options(options, self.seats)
        if count < 1 or threads < 1:
            raise OptionError("option/value", f"a batch has at least 1 match and 1 thread, not {count} and {threads}")
        if form not in FORMS:
            raise OptionError("option/value", f"a form is int8, float32 or bits, not {form!r}")
        self.count, self.again, self.form = count, again, form
        self._threads = min(threads, count)
        self._positions = np.zeros(count + 1 + self._threads, self.game.kernel.record)
        begin = start or Position.start(self.game, self.seats, self.game.encode_options(self.options))
        if begin.game is not self.game or begin.seats != self.seats:
            raise OptionError("option/value", f"that is no position of {self.game.name} with {self.seats} seats")
        # After the last match: the start position, which all begin with
        self._positions[count : count + 1].view(np.uint8)[:] = begin.records.view(np.uint8)
        self._keys = np.zeros((count, 2), np.uint64)  # of nature
        self._drawn = np.zeros(count, INT)
        self._past = np.zeros(count, INT)  # how many matches have ended in each place
        self._learners = self._check_learners(learners)
        self._opponents, self._streams = np.zeros((2, count, 1), np.uint64)
        self._movers = np.zeros(count, np.int8)
        self._legal = np.zeros((count, self.game.action_count), np.bool_)
        self._rewards = np.zeros((count, self.seats), np.float32)
        self._ended = np.zeros(count, np.bool_)
        self._sampled = np.zeros(count, INT)
        self._planes = self._mask_planes = None
        self._masks, width = self._legal, self.game.feature_count(self.seats)
        self._rows = np.zeros((self._threads, width), np.int8)  # before they are packed
        if form == "bits":
            self._planes = packing.planes(self.game.seen(self.seats))
            self._mask_planes = packing.planes([Feature("legal", "legal actions", (self.game.action_count,))])
            self._masks, width = (
                np.zeros((count, packing.total(self._mask_planes)), np.uint8),
                packing.total(self._planes),
            )
        self._observations = np.zeros((count, width), FORMS[form])
        self._written: set[str] = set()  # what has been written since the last step
        self._open()
        self.reset(seed)

    def _open(self) -> None:
        """Let the arrays be read, and threads work on them."""
        for name in ("movers", "legal", "rewards", "ended", "observations"):
            setattr(self, f"_{name}", _aligned(getattr(self, f"_{name}")))
        self._masks = _aligned(self._masks) if self.form == "bits" else self._legal  # else they are one array
        self.movers: NDArray[np.int8] = _read_only(self._movers)
        self.rewards: NDArray[np.float32] = _read_only(self._rewards)
        self.ended: NDArray[np.bool_] = _read_only(self._ended)
        self._views = {name: _read_only(getattr(self, f"_{name}")) for name in ("masks", "observations")}
        self._helpers = Helpers(self._threads, self.count)
        weakref.finalize(self, self._helpers.dismiss)

    def __getstate__(self) -> dict[str, Any]:
        own = {name: value for name, value in vars(self).items() if name not in OPENED}
        return {**own, "_positions": self._positions.view(np.uint8)}  # their padding too

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._positions = self._positions.view(self.game.kernel.record)
        self._open()

    def reset(
        self,
        seed: object = None,
        *,
        seeds: Sequence[object] | None = None,
        out: Mapping[str, Any] | None = None,
    ) -> None:
        """Begin all matches anew: match `i` with the seed `(seed, i)`, or with `seeds[i]` if they are given.

        `out` is as in `step`.
        """
        given = self._check_out(out)
        if seeds is None:
            seed = secrets.token_hex(16) if seed is None else _plain(seed)
            self._seeds: list[object] = [(seed, i) for i in range(self.count)]
        else:
            self._seeds = [_plain(one) for one in seeds]
        texts = [random.key_text(one) for one in self._seeds]
        self._sizes = np.array(list(map(len, texts)), INT)
        room = self._sizes.max() + random.KEY_ROOM
        self._texts = np.frombuffer(bytearray(b"".join(text.ljust(room) for text in texts)), np.uint8)
        self._texts = self._texts.reshape(self.count, room)
        self._past[:] = 0
        for i, one in enumerate(self._seeds):
            self._keys[i] = random.nature_key(one)
            self._opponents[i], self._streams[i] = random.stream(("opponents", one)), random.stream(("sample", one))
        self._written.clear()
        self._run(loops.BEGIN, self._sampled, given)

    @property
    def seeds(self) -> list[object]:
        """The seed of each match that is running now: `fm.Match(game, seed=batch.seeds[i])` is the same match."""
        return [(one, past) if past else one for one, past in zip(self._seeds, self._past.tolist(), strict=True)]

    def step(self, actions: ArrayLike, out: Mapping[str, Any] | None = None) -> None:
        """Make an action in every match; if one of them is not legal, nothing happens and `ActionError` is raised.

        `out` names arrays of yours that are written too, any of `movers`, `masks`, `rewards`, `ended` and
        `observations`: numpy arrays, torch tensors or shared memory, each of the same type and shape as the array of
        that name here. Observations go nowhere else then: they are written in the same pass that steps the matches.
        """
        given = self._check_out(out)
        chosen = np.ascontiguousarray(actions, INT)
        if chosen.shape != (self.count,):
            raise ActionError("action/unreadable", f"a step is {self.count} actions, not an array of {chosen.shape}")
        wrong = self._illegal(chosen, self._movers, self._legal)
        if wrong >= 0:
            raise self._refusal(wrong, int(chosen[wrong]))
        self._written.clear()
        self._run(loops.ACT, chosen, given)

    def restart(self, matches: Iterable[int]) -> None:
        """Begin the next match in each of these places, as it begins by itself where a batch goes on `again`."""
        self._written.clear()
        for i in matches:
            self._past[i] += 1
            self._keys[i] = random.nature_key((self._seeds[i], int(self._past[i])))
            self._rewards[i], self._ended[i] = 0, False
            state = self._drawn, self._learners, self._opponents, self._movers, self._legal
            self._begin(self._positions, i, self._keys[i], *state)

    def sample(self) -> NDArray[np.int64]:
        """A uniformly random legal action for every match, in an array that the next call uses again."""
        self._helpers.everywhere(self._sample)
        return self._sampled

    @property
    def masks(self) -> NDArray[Any]:
        """Which action codes are legal for the mover, none where the match is over."""
        return self._look("masks") if self.form == "bits" else self._views["masks"]

    @property
    def observations(self) -> NDArray[Any]:
        """What each mover sees: the features of its view, and all 0 where the match is over."""
        return self._look("observations")

    @property
    def parts(self) -> dict[str, NDArray[Any]]:
        """`observations` part by part, each in its shape: `batch.parts["board"]`. Nothing is copied."""
        if self.form == "bits":
            raise OptionError("option/value", "observations in bits have no parts before they are unpacked")
        return split(self.game, self.seats, self.observations)

    def _look(self, name: str) -> NDArray[Any]:
        if name not in self._written:
            self._run(loops.LOOK, self._sampled, {name: getattr(self, f"_{name}")})
            self._written.add(name)
        return self._views[name]

    def shared(self, name: str) -> NDArray[Any]:
        """One of the arrays of a batch as other libraries take it without a copy: `jax.dlpack.from_dlpack(...)`.

        It is the batch's own memory, so the next step writes into it, and nobody else should. Torch takes the
        read-only arrays too: `torch.from_dlpack(batch.observations)`.
        """
        if name not in TOLD:
            raise OptionError("option/unknown", f"a batch has {', '.join(TOLD)}, and no {name!r}")
        getattr(self, name)  # so that it has been written
        array: NDArray[Any] = getattr(self, f"_{name}")
        return array

    def observation(self, match: int, seat: int) -> NDArray[Any]:
        """What any seat sees of one match, as a new array."""
        out: NDArray[Any] = np.empty_like(self._observations[0])
        self._observe(self._positions, match, self.count + 1, seat, out, self._rows[0], self._planes)
        return out

    def unpack(self, observations: NDArray[np.uint8]) -> NDArray[np.int8]:
        """The features that observations in bits hold, one row for each of theirs."""
        if self._planes is None:
            raise OptionError("option/value", f"these observations are {self.form}, and not packed")
        return packing.unpack(observations, self._planes)

    def view(self, match: int, seat: int) -> View:
        """The view of a seat in one match, for bots and pictures."""
        return self.position(match).view(seat)

    def evaluate(self) -> NDArray[np.float64]:
        """The shares of victory (count, seats) that the game estimates in each match, as `Position.evaluate` does.

        It knows what is hidden. So an agent may be paid by it while it learns, and must not see it.
        """
        estimate, shares = prepare(self.game).evaluate, np.zeros((self.count, SEATS))

        def look(part: int) -> None:
            for match in range(part, self.count, self._threads):
                estimate(self._positions, match, shares[match])

        others = [Thread(target=look, args=(part,)) for part in range(1, self._threads)]
        for thread in others:
            thread.start()
        look(0)
        for thread in others:
            thread.join()
        return shares[:, : self.seats]

    def position(self, match: int) -> Position:
        """A copy of the position of one match."""
        return Position(self.game, self.seats, jit.clone(self._positions[match : match + 1]))

    def _check_learners(self, learners: ArrayLike) -> NDArray[np.int8]:
        asked = np.asarray(learners)
        if asked.size and not (asked.min() >= -1 and asked.max() < self.seats):
            raise OptionError("option/seats", f"learners are seats 0 to {self.seats - 1}, -1 for all, not {asked}")
        return np.broadcast_to(asked.astype(np.int8), self.count).copy()

    def _check_out(self, out: Mapping[str, Any] | None) -> dict[str, NDArray[Any]]:
        """Arrays that the caller owns, as numpy sees them; compiled code does not look at what it is given."""
        given = {}
        for name, array in (out or {}).items():
            if name not in TOLD:
                raise OptionError("option/unknown", f"a step tells {', '.join(TOLD)}, and no {name!r}")
            like: NDArray[Any] = getattr(self, f"_{name}")
            own = np.asarray(array)
            shared = own is array or own.base is not None  # not a copy, as of a list
            if not shared or not own.flags.carray or own.dtype != like.dtype or own.shape != like.shape:
                wanted = f"a contiguous array of {like.dtype} in the shape {like.shape} that can be written"
                actual = f"{own.dtype} in the shape {own.shape}" if shared else f"a {type(array).__name__}"
                raise OptionError("option/value", f"{name} must be {wanted}, not {actual}")
            given[name] = own
        return given

    def _run(self, what: int, actions: NDArray[np.int64], given: Mapping[str, NDArray[Any]]) -> None:
        """Do something in all matches, and tell of it."""
        masks, observations = (given.get(name, getattr(self, f"_{name}")[:0]) for name in ("masks", "observations"))
        fixed = (
            *(self._helpers.desk, self._positions, self._keys, self._drawn, self._texts, self._sizes, self._past),
            *(self._learners, self._opponents, self._movers, self._legal, self._rewards, self._ended),
            *(self.seats, self.again, self._rows, self._planes, self._mask_planes),
        )
        arguments = (*fixed, what, actions, masks, observations)
        self._helpers.everywhere(partial(self._loop, *arguments))
        for name in ("movers", "rewards", "ended"):
            if name in given:
                given[name][...] = getattr(self, f"_{name}")

    # The compiled loops, each compiled when it is first needed and called without Numba's look at the types

    @cached_property
    def _loop(self) -> Any:
        count, positions = self.count, self._positions
        numbers, words, streams = np.zeros(count, INT), np.zeros((count, 2), np.uint64), np.zeros((count, 1), np.uint64)
        return direct(
            *(
                loops.run,
                self._helpers.desk,
                positions,
                words,
                numbers,
                np.zeros((count, 1), np.uint8),
                numbers,
                numbers,
            ),
            *(self._learners, streams, self._movers, self._legal, self._rewards, self._ended, self.seats, self.again),
            *(
                self._rows,
                self._planes,
                self._mask_planes,
                loops.ACT,
                numbers,
                self._masks,
                self._observations,
                team.tickets(1),
                0,
                0,
            ),
        )

    @cached_property
    def _sample(self) -> Any:
        arguments = self._helpers.desk, self._positions, self._movers, self._streams, self._sampled
        return partial(direct(loops.sample, *arguments, team.tickets(1), 0, 0), *arguments)

    @cached_property
    def _begin(self) -> Any:
        state = self._drawn, self._learners, self._opponents, self._movers, self._legal
        return direct(loops.begin, self._positions, 0, self._keys[0], *state)

    @cached_property
    def _illegal(self) -> Any:
        return direct(loops.illegal, self._sampled, self._movers, self._legal)

    @cached_property
    def _observe(self) -> Any:
        return direct(loops.observe, self._positions, 0, 0, 0, self._observations[0], self._rows[0], self._planes)

    def _refusal(self, match: int, code: int) -> ActionError:
        if not 0 <= code < self.game.action_count:
            most = self.game.action_count - 1
            return ActionError("action/unreadable", f"there is no action {code}: {self.game.name} has 0 to {most}")
        legal = np.flatnonzero(self._legal[match])
        some = ", ".join(self.game.actions[k].text for k in legal[:10].tolist())
        more = f" and {len(legal) - 10} more" if len(legal) > 10 else ""
        what = f"seat {self._movers[match]} cannot play {self.game.actions[code].text!r} in match {match}"
        return ActionError("action/illegal", f"{what}; possible: {some}{more}")


def split(game: Game, seats: int, observations: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """Features part by part: views of the last axis, by the names and in the shapes that the game gives them."""
    parts, at = {}, 0
    for feature in game.seen(seats):
        size = prod(feature.shape)
        parts[feature.name] = observations[..., at : at + size].reshape(*observations.shape[:-1], *feature.shape)
        at += size
    return parts


vector = Vector  # what one calls, as `fm.bot` and `fm.game`; the class is for type hints


def _plain(seed: object) -> object:
    """A seed whose `repr` does not depend on numpy."""
    return seed.item() if isinstance(seed, np.generic) else seed


def _aligned(array: NDArray[Any]) -> NDArray[Any]:
    """The same numbers where JAX takes them without a copy: at an address that is a multiple of 64."""
    if array.ctypes.data % ALIGNMENT == 0:
        return array
    room = np.zeros(array.nbytes + ALIGNMENT, np.uint8)
    at = -room.ctypes.data % ALIGNMENT
    new: NDArray[Any] = room[at : at + array.nbytes].view(array.dtype).reshape(array.shape)
    new[...] = array
    return new


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view
