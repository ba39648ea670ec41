"""Position: one record of a game with friendly methods. A View is a position that shows only what one seat may know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from formicarium.engine import entry, jit, random
from formicarium.engine.actions import Action
from formicarium.engine.calls import prepare
from formicarium.engine.game import Game, Tally
from formicarium.engine.kernel import CHANCE, MOST_ACTIONS, NATURE, SEATS, SPECTATOR

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

    __slots__ = ("_calls", "_legal", "game", "listed", "records", "seats")

    def __init__(self, game: Game, seats: int, records: NDArray[np.void]) -> None:
        self.game = game
        self.seats = seats
        self.records = records  # an array of one record
        self._calls = prepare(game)
        self._legal = np.empty(MOST_ACTIONS, np.int32)
        self.listed = self._legal.data  # the codes that `step` or `codes` found last, and old ones behind them

    @classmethod
    def start(cls, game: Game, seats: int, options: NDArray[np.int64]) -> Position:
        """The position in which a match begins."""
        position = cls(game, seats, np.zeros(1, game.kernel.record))
        position._calls.setup(position.records, 0, seats, options)
        return position

    @property
    def record(self) -> Any:
        """The numpy record itself, with one attribute a field."""
        return self.records[0]

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now, `(NATURE,)` before a chance outcome, `()` at the end."""
        mask: int = self._calls.actors(self.records, 0)
        return _SEATS_IN[mask]

    def codes(self, seat: int) -> NDArray[np.int32]:
        """The legal action codes of a seat, ascending; the array is used again by the next call."""
        return self._legal[: self._calls.legal(self.records, 0, seat, self._legal)]

    def chance(self) -> list[tuple[Action, int]]:
        """Nature's possible outcomes with their weights."""
        weights = np.empty(MOST_ACTIONS, np.int32)
        count = self._calls.chance(self.records, 0, self._legal, weights)
        return [(self.game.actions[self._legal[k]], int(weights[k])) for k in range(count)]

    def apply(self, seat: int, code: int) -> None:
        """Make a legal action."""
        self._calls.apply(self.records, 0, seat, code)

    def replay(self, seats: list[int], codes: list[int]) -> None:
        """Make a whole history of legal actions."""
        self._calls.replay(self.records, 0, np.array(seats, np.int32), np.array(codes, np.int32), len(codes))

    def step(self, seat: int, code: int) -> tuple[tuple[int, ...], int]:
        """Make a legal action; return who may act now, and how many legal codes of the first of them `listed` holds.

        `apply`, `actors` and `codes` in one, for loops that make millions of moves. For nature, nothing is listed.
        """
        now = self._calls.step(self.records, 0, seat, code, self._legal)
        return _SEATS_IN[now & 255], now >> 8

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

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, `None` while the match goes on."""
        if self._calls.actors(self.records, 0):
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

    def ending(self, language: str = "en") -> str:
        """How the match ended and who won, in words; empty while it goes on."""
        outcome, words = self.outcome, self.game.words(language)
        if outcome is None:
            return ""
        winners = [words.seat(seat, self.seats) for seat, share in enumerate(outcome.shares) if share > 0]
        how = "one" if len(winners) == 1 else "all" if len(winners) == self.seats else "some"
        victory = words(f"won.{how}", seat=words.listed(winners), points=f"{max(outcome.points):g}")
        return f"{words(f'reason.{outcome.reason}')} {victory}"

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

    def to_dict(self) -> dict[str, Any]:
        """The fields of the record as plain Python values."""
        fields = _plain(self.records.tolist()[0], self.records.dtype)
        del fields[next(iter(fields))]  # the first one only names the game
        return fields


class View(Position):
    """What one seat can see of a position: a record of the same type with the secrets blanked."""

    __slots__ = ("seat",)

    def __init__(self, game: Game, seats: int, records: NDArray[np.void], seat: int) -> None:
        super().__init__(game, seats, records)
        self.seat = seat

    def legal(self) -> list[Action]:
        """The legal actions of the viewing seat, none when it is not to act."""
        if self.seat >= SEATS or self.seat not in self.actors:
            return []
        return [self.game.actions[code] for code in self.codes(self.seat)]

    def legal_texts(self) -> list[str]:
        """The same in notation."""
        return [action.text for action in self.legal()]

    def world(self, rng: random.Stream) -> Position:
        """A random position that fits everything this seat has seen."""
        world = Position(self.game, self.seats, jit.clone(self.records))
        self._calls.determinize(world.records, 0, self.seat, rng)
        return world

    def copy(self) -> View:
        """An independent copy."""
        return View(self.game, self.seats, jit.clone(self.records), self.seat)

    def scene(self, language: str = "en") -> Any:
        """The view as a scene: nodes that a browser or a picture can draw."""
        return self.game.draw(self, self.game.words(language))

    def svg(self, theme: str = "light", language: str = "en") -> str:
        """The view as a picture."""
        picture: str = self.scene(language).svg(theme)
        return picture

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.game.diagram(self)


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
