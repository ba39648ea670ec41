"""Position: one record of a game with friendly methods. A View is a position that shows only what one seat may know."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from formicarium.core import entry, jit, random
from formicarium.core.actions import Action
from formicarium.core.kernel import CHANCE, MOST_ACTIONS, NATURE, SEATS, SPECTATOR
from formicarium.engine import fields
from formicarium.engine.calls import prepare
from formicarium.engine.game import Game, Tally

if TYPE_CHECKING:
    from formicarium.scene import Kept, Scene

_UP_TO = [slice(count) for count in range(MOST_ACTIONS + 1)]
_SEATS_IN = [tuple(seat for seat in range(NATURE + 1) if mask >> seat & 1) for mask in range(2 * CHANCE)]


@dataclass(frozen=True)
class Outcome:
    """The end of a match: each seat's share of victory, place and points, and why it ended."""

    shares: tuple[float, ...]
    places: tuple[int, ...]
    points: tuple[float, ...]
    reason: str


class Position:
    """One position of a game, to be asked and changed.

    Nothing is checked here: `apply` takes legal codes only. `Match` is the safe way to play.
    """

    __slots__ = (
        *("game", "records", "seats"),
        *("_actors", "_apply", "_calls", "_codes", "_kind", "_legal", "_list", "_listed", "_place", "_record", "_step"),
    )

    def __init__(self, game: Game, seats: int, records: NDArray[np.void]) -> None:
        self.game = game
        self.seats = seats
        self.records = records  # an array of one record
        self._calls = calls = prepare(game)
        self._actors, self._list, self._apply, self._step = calls.actors, calls.legal, calls.apply, calls.step
        self._kind, self._place = game.kernel.record, calls.place(records)
        self._record: Any = None  # once it is asked for
        self._codes = 0  # where the room for codes lies, once it is needed: most positions are only looked at

    @classmethod
    def start(cls, game: Game, seats: int, options: NDArray[np.void]) -> Position:
        """The position in which a match begins."""
        kind = game.kernel.record
        position = cls(game, seats, np.frombuffer(bytearray(kind.itemsize), kind))
        position._calls.setup(position.records, 0, seats, options)
        return position

    @property
    def record(self) -> Any:
        """The numpy record itself, with one attribute a field."""
        if self._record is None:
            self._record = fields.first(self.records)
        return self._record

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now, `(NATURE,)` before a chance outcome, `()` at the end."""
        mask: int = self._actors(self._kind, self._place)
        return _SEATS_IN[mask]

    def codes(self, seat: int) -> memoryview[int]:
        """The legal action codes of a seat, ascending; the memory is used again by the next call."""
        if not self._codes:
            self._make_room()
        count: int = self._list(self._kind, self._place, seat, self._codes)
        return self._listed[_UP_TO[count]]

    @property
    def listed(self) -> memoryview[int]:
        """The codes that `step` or `codes` found last, and old ones behind them; always the same memory."""
        if not self._codes:
            self._make_room()
        return self._listed

    def _make_room(self) -> None:
        self._legal = np.empty(MOST_ACTIONS, np.int32)
        self._listed: memoryview[int] = self._legal.data
        self._codes = self._calls.place_of_codes(self._legal)

    def allows(self, seat: int, code: int) -> bool:
        """Whether an action is legal for a seat that may act, or an outcome possible for nature."""
        if seat == NATURE:
            return any(code == action for action, _ in self.chance())
        codes = self.codes(seat)
        place = bisect_left(codes, code)  # they ascend
        return place < len(codes) and codes[place] == code

    def chance(self) -> list[tuple[Action, int]]:
        """Nature's possible outcomes with their weights."""
        codes, weights = np.empty((2, MOST_ACTIONS), np.int32)
        count = self._calls.chance(self.records, 0, codes, weights)
        outcomes = zip(codes[:count].tolist(), weights[:count].tolist(), strict=True)
        return [(self.game.actions[code], weight) for code, weight in outcomes]

    def apply(self, seat: int, code: int) -> None:
        """Make a legal action."""
        self._apply(self._kind, self._place, seat, code)

    def replay(self, seats: list[int], codes: list[int]) -> None:
        """Make a whole history of legal actions."""
        self._calls.replay(self.records, 0, np.array(seats, np.int32), np.array(codes, np.int32), len(codes))

    def step(self, code: int) -> int:
        """Make a legal action of the first who may act; return how many legal codes of the next one `listed` holds.

        `actors`, `codes` and `apply` in one, for loops that make millions of moves. At the end there are none, and
        neither before nature acts: see `actors`.
        """
        if not self._codes:
            self._make_room()
        count: int = self._step(self._kind, self._place, code, self._codes)
        return count

    def draw(self, rng: random.Stream) -> Action:
        """One of nature's outcomes, by weight; it is not applied."""
        action: Action = self.game.actions[self._calls.draw_at(self.records, 0, rng)]
        return action

    def sample(self, seat: int, rng: random.Stream) -> Action:
        """A uniformly random legal action of a seat; it is not applied."""
        action: Action = self.game.actions[self._calls.sample(self.records, 0, seat, rng)]
        return action

    def evaluate(self) -> tuple[float, ...]:
        """Each seat's estimated share of victory."""
        out = np.zeros(SEATS)
        self._calls.evaluate(self.records, 0, out)
        return tuple(out[: self.seats].tolist())

    def parts(self, count: int) -> NDArray[np.float64]:
        """The estimated shares and what they are made of, a row each, as far as the game tells those who learn."""
        out = np.zeros((1 + count, SEATS))
        self._calls.evaluate(self.records, 0, out.reshape(-1))
        return out[:, : self.seats]

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, `None` while the match goes on."""
        if self._actors(self._kind, self._place):
            return None
        out = np.zeros((3, SEATS))
        reason = self._calls.outcome(self.records, 0, out)
        shares, places, points = out[:, : self.seats].tolist()
        return Outcome(tuple(shares), tuple(map(int, places)), tuple(points), self.game.reasons[reason])

    @property
    def points(self) -> tuple[float, ...]:
        """What each seat would score if the match ended now."""
        out = np.zeros((3, SEATS))
        self._calls.outcome(self.records, 0, out)
        return tuple(out[2, : self.seats].tolist())

    def ending(self, language: str = "en", names: Sequence[str] | None = None) -> str:
        """How the match ended and who won, in words; empty while it goes on."""
        outcome = self.outcome
        if outcome is None:
            return ""
        words = self.game.words(language)
        return f"{words(f'reason.{outcome.reason}')} {self.victory(outcome, language, names)}"

    def victory(self, outcome: Outcome, language: str = "en", names: Sequence[str] | None = None) -> str:
        """Who won by an outcome, in words."""
        words = self.game.words(language)
        called = names or [words.seat(seat, self.seats) for seat in range(self.seats)]
        winners = [seat for seat, share in enumerate(outcome.shares) if share > 0]
        how = "one" if len(winners) == 1 else "all" if len(winners) == self.seats else "some"
        points = max(outcome.points[seat] for seat in winners)
        return words(f"won.{how}", seat=words.listed([called[seat] for seat in winners]), points=f"{points:g}")

    def tally(self, language: str = "en") -> list[Tally]:
        """What the points of each seat are made of, in words; they add up to its points at the end."""
        return list(self.game.tally(self.view(SPECTATOR), self.game.words(language)))

    def copy(self) -> Position:
        """An independent copy."""
        return Position(self.game, self.seats, jit.clone(self.records))

    def view(self, seat: int) -> View:
        """What a seat can see; `SPECTATOR` for what everybody can."""
        view = View(self.game, self.seats, jit.clone(self.records), seat)
        view.redact(seat)
        return view

    def redact(self, seat: int) -> None:
        """Blank what a seat may not know, in place."""
        self._calls.redact(self.records, 0, seat)

    def tobytes(self) -> bytes:
        """The record as bytes: equal positions have equal bytes."""
        return self.records.tobytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and other.game is self.game and other.tobytes() == self.tobytes()

    def __hash__(self) -> int:
        return hash(self.tobytes())

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (type(self), self.game, self.seats, self.tobytes())

    def to_dict(self) -> dict[str, Any]:
        """The fields of the record as plain Python values."""
        fields = _plain(self.records.tolist()[0], self.records.dtype)
        del fields[next(iter(fields))]  # the first one only names the game
        return fields


class View(Position):
    """What one seat can see of a position: a record of the same type with the secrets blanked."""

    __slots__ = ("kept", "seat")

    def __init__(self, game: Game, seats: int, records: NDArray[np.void], seat: int) -> None:
        super().__init__(game, seats, records)
        self.seat = seat

    def bytes_of(self, *names: str) -> tuple[bytes, ...]:
        """The bytes of some fields: what a part of a picture depends on."""
        record = self.record
        return tuple([record[name].tobytes() for name in names])

    def legal(self) -> list[Action]:
        """The legal actions of the viewing seat, none when it is not to act."""
        if self.seat >= SEATS or self.seat not in self.actors:
            return []
        return list(map(_listed(self.game).__getitem__, self.codes(self.seat)))

    def legal_texts(self) -> list[str]:
        """The same in notation."""
        return [action.text for action in self.legal()]

    def world(self, rng: random.Stream) -> Position:
        """A random position that fits everything this seat has seen."""
        world = Position(self.game, self.seats, jit.clone(self.records))
        self._calls.determinize(world.records, 0, self.seat, rng)
        return world

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (View, self.game, self.seats, self.tobytes(), self.seat)

    def copy(self) -> View:
        """An independent copy."""
        return View(self.game, self.seats, jit.clone(self.records), self.seat)

    def scene(self, language: str = "en", names: Sequence[str] | None = None, kept: Kept | None = None) -> Scene:
        """The view as a scene: nodes that a browser or a picture can draw. `names` are those of the people.

        `kept` has what was drawn of the last view of the same seat at the same table, for people called the same.
        """
        from formicarium.scene import Kept  # only who draws needs it

        self.kept = kept or Kept()
        return self.game.scene(self, self.game.words(language, names))

    def svg(self, theme: str = "light", language: str = "en", names: Sequence[str] | None = None) -> str:
        """The view as a picture."""
        return self.scene(language, names).svg(theme)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.game.diagram(self)


@cache
def _listed(game: Game) -> list[Action]:
    """All actions of a game by their codes."""
    return list(game.actions)


def _unpickled(kind: type[Position], game: Game, seats: int, content: bytes, *more: int) -> Position:
    return kind(game, seats, np.frombuffer(bytearray(content), game.kernel.record), *more)


def _plain(record: tuple[Any, ...], layout: np.dtype[Any]) -> dict[str, Any]:
    """The fields of a record, which numpy has given as a tuple, by their names."""
    fields = dict(zip(layout.names or (), record, strict=True))
    for name, value in fields.items():
        if isinstance(value, np.ndarray):
            inner = value.dtype
            fields[name] = value.tolist() if inner.names is None else [_plain(row, inner) for row in value.tolist()]
        elif isinstance(value, tuple):
            fields[name] = _plain(value, layout[name])
    return fields


def perft(position: Position, depth: int) -> int:
    """The number of action sequences of a length from a position, nature's outcomes counted too."""
    if depth == 0:
        return 1
    records = np.zeros(depth + 1, position.game.kernel.record)
    records.view(np.uint8).reshape(depth + 1, -1)[0] = position.records.view(np.uint8)
    codes = np.empty((depth + 1, SEATS * MOST_ACTIONS), np.int32)
    return int(entry.perft(records, depth, codes, np.zeros(depth + 1, np.int64), np.zeros(depth + 1, np.int64)))
