"""What is kept of a table, as plain values: how it was set up, its seats, its log, its chat."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from formicarium import NATURE
from formicarium.engine.ledger import Entry

PLAYING, OVER, RECORD = "playing", "over", "record"  # the states of a table


@dataclass(slots=True)
class TableRow:
    """A table as it was set up; the log and the seats have rows of their own."""

    id: str
    game: str
    options: dict[str, str]
    clock: dict[str, Any]
    seed: str  # secret until the end
    commitment: str
    given: int  # so many entries of the log came from another match or a record: the seed did not make them
    first: int | None  # the seat that was chosen to begin, not drawn
    open: bool
    state: str  # playing, over, or record for one that was imported
    owner: str
    rematch: str | None
    created: float
    changed: float
    tutorial: str | None = None  # which one guides here, unless it was skipped
    strangers: bool = False  # whether people sit here who need not know each other
    delay: int = 0  # turns after which those who only watch see what happens
    silent: bool = False  # whether nobody chats here, whatever they want
    hints: bool = True  # whether those who sit may ask for advice
    paused: bool = False  # while it is, nobody acts and no clock runs
    asked: dict[str, Any] | None = None  # what somebody asks the others for, and who has agreed
    resigned: list[int] = field(default_factory=list)  # the seats that have given up
    ending: str | None = None  # how those at the table ended the match, if it did not end by its rules


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where: a person, a bot, a person beside others at one screen, or nobody yet."""

    seat: int
    kind: str  # human, bot, local, open
    name: str
    owner: str | None
    level: str  # of the bot, also of the one that plays while a person is away
    away: bool = False
    rest: float | None = None  # until when its person is on holiday, and its clock stands


Kind = Literal["act", "nature", "undo"]


@dataclass(frozen=True, slots=True)
class LogRow:
    """One line of a table's log, which only grows: an action, nature's answer, or that the last one was taken back."""

    kind: Kind
    seat: int
    action: str
    time: float
    clock: dict[str, Any] | None = None

    @classmethod
    def of(cls, entry: Entry, now: float, clock: dict[str, Any] | None = None) -> LogRow:
        """The line of an entry."""
        kind: Kind = "undo" if entry.undone else "nature" if entry.move.seat == NATURE else "act"
        return cls(kind, entry.move.seat, entry.move.text, now, clock)


@dataclass(frozen=True, slots=True)
class ChatLine:
    """Something said at a table."""

    number: int
    seat: int | None
    name: str
    text: str
    time: float


@dataclass(frozen=True, slots=True)
class Fact:
    """The last change of who sits where, and the clock as it stood then."""

    number: int = 0
    time: float = 0.0
    clock: dict[str, Any] | None = None


@dataclass
class Stored:
    """Everything about one table; or, of one that is known already, what came after."""

    row: TableRow
    seats: list[SeatRow]
    log: list[LogRow] = field(default_factory=list)
    chat: list[ChatLine] = field(default_factory=list)
    fact: Fact = field(default=Fact())


@dataclass
class Listed:
    """A table as lists show it."""

    row: TableRow
    seats: list[SeatRow]
    to_act: int | None  # the mask of who may act now; none where an earlier version has not noted it
    acted: float  # when something happened last
    result: dict[str, Any] | None  # of a match that is over; none where an earlier version has not noted it


@dataclass(frozen=True, slots=True)
class Guided:
    """A guided match that somebody has begun."""

    id: str
    game: str
    tutorial: str
    state: str
    entries: int  # of its log
