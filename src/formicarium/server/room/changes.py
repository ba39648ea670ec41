"""Every change to a table as a value. It is made in memory, and says what is to be written, told and answered.

A change may be made more than once: what another process has overtaken is made again on top of that.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Generic, Protocol, TypeVar

from formicarium import View
from formicarium.coach.tutorials import SEAT
from formicarium.errors import ActionError, TableError, UndoError
from formicarium.server.store.schema import (
    Write,
    affairs_write,
    chat_write,
    fact_write,
    log_writes,
    over_writes,
    rematch_write,
    ring_write,
    sit_write,
    skip_write,
    table_writes,
    turn_write,
)
from formicarium.server.table import agreements, clock, setup
from formicarium.server.table.names import distinct
from formicarium.server.table.rows import RECORD, ChatLine, LogRow, SeatRow
from formicarium.server.table.table import Person, Table
from formicarium.server.wire.events import Event

REFUSALS = (TableError, ActionError, UndoError)  # what cannot be done, as a table stands

Answer = TypeVar("Answer")
Before = tuple[int, tuple[int, ...]]  # before somebody acted: the number of the table, and who was to act


@dataclass(frozen=True)
class Made(Generic[Answer]):
    """A change that was made in memory."""

    answer: Answer
    writes: list[Write] = field(default_factory=list)  # none if nothing is to be stored
    event: Event | None = None  # to tell all who listen, once it is stored
    new: Table | None = None  # a table that is set up with it


class Change(Protocol[Answer]):
    """Something that somebody wants to happen at a table."""

    by: ClassVar[str]  # whose action it is, for the count of actions; empty for what is none

    @property
    def person(self) -> Person | None:
        """Who wants it."""

    def make(self, table: Table, now: float) -> Made[Answer]:
        """Make it in memory, or refuse and change nothing."""


def rings(table: Table, now: float) -> list[Write]:
    """When the clock of a table rings next, to be stored with whatever changes it; nothing without a clock."""
    return [] if table.clock.kind == clock.NONE else [ring_write(table.id, table.rings(now))]


def _logged(table: Table, before: Before, log: list[LogRow], now: float, person: Person | None = None) -> Made[int]:
    """What has become of an action or of taking one back: where the table stands afterwards, for a person."""
    start, actors = before
    writes = log_writes(table.id, start, log)
    if table.actors != actors:
        writes.append(turn_write(table.id, table.to_act))
    writes += rings(table, now)
    if table.over:
        writes += over_writes(table.id, now, agreements.result(table, now))
    return Made(table.number_for(person), writes, {"type": "moved", "number": table.number, "log": log})


@dataclass(frozen=True)
class Act:
    """A person acts, having seen the table at a number."""

    person: Person
    number: int
    action: str
    seat: int | None = None
    by: ClassVar[str] = "person"

    def make(self, table: Table, now: float) -> Made[int]:
        """Make the action; nature answers at once."""
        before = table.number, table.actors
        seat = table.check_seat(self.person.id, self.seat)
        table.check_number(self.person, seat, self.number)
        return _logged(table, before, table.act(seat, self.action, now), now, self.person)


@dataclass(frozen=True)
class BotActs:
    """A bot acts, if its seat still sees what the bot has seen."""

    seen: View
    action: str
    person: ClassVar[None] = None
    by: ClassVar[str] = "bot"

    def make(self, table: Table, now: float) -> Made[int]:
        """Make the action; nature answers at once."""
        before, seat = (table.number, table.actors), self.seen.seat
        if seat not in table.bots_to_act or table.match.view(seat) != self.seen:
            raise TableError("number/stale", "the view has changed")
        return _logged(table, before, table.act(seat, self.action, now), now)


@dataclass(frozen=True)
class Undo:
    """A person takes its last action back."""

    person: Person
    number: int
    most: int  # entries that the log of a table has before nothing more is taken back: a match itself comes to an end
    seat: int | None = None
    by: ClassVar[str] = "person"

    def make(self, table: Table, now: float) -> Made[int]:
        """Take it back, for the seat that acted last if it is one of the person's."""
        before, standing = (table.number, table.actors), table.known(self.person).standing
        last = table.ledger.entries[standing[-1] - 1].move if standing else None
        acted = last.seat if last and last.seat in table.seats_of(self.person.id) else None
        seat = table.check_seat(self.person.id, acted if self.seat is None else self.seat)
        if self.number != table.number_for(self.person):
            raise table.stale(self.person, self.number)
        if table.number >= self.most:
            said = "the log of this table is full: nothing more is taken back, but you can play on"
            raise UndoError("undo/full", said)
        return _logged(table, before, table.undo(seat, now), now, self.person)


def seated(table: Table, before: list[SeatRow], now: float) -> Made[None]:
    """What has become of a change of who sits where; nothing is stored or told if all sit as before."""
    changed = [seat for seat, old in zip(table.seats, before, strict=True) if seat != old]
    if not changed:
        return Made(None)
    writes = [sit_write(table.id, seat) for seat in changed]
    fact = fact_write(table.id, "seats", table.new_fact(now))
    return Made(None, [*writes, fact, *rings(table, now)], {"type": "seats"})


@dataclass(frozen=True)
class Join:
    """A person takes an open seat."""

    seat: int
    person: Person
    level: str  # of the bot that steps in where it leaves
    by: ClassVar[str] = ""

    def make(self, table: Table, now: float) -> Made[None]:
        """Sit down."""
        before = list(table.seats)
        table.join(self.seat, self.person, self.level, now)
        return seated(table, before, now)


@dataclass(frozen=True)
class Leave:
    """A person leaves its seat to a bot."""

    seat: int
    person: Person
    by: ClassVar[str] = ""

    def make(self, table: Table, now: float) -> Made[None]:
        """Get up."""
        before = list(table.seats)
        table.leave(self.seat, self.person.id, now)
        return seated(table, before, now)


@dataclass(frozen=True)
class Return:
    """A person takes its seat again."""

    seat: int
    person: Person
    by: ClassVar[str] = ""

    def make(self, table: Table, now: float) -> Made[None]:
        """Sit down again."""
        before = list(table.seats)
        table.come_back(self.seat, self.person.id, now)
        return seated(table, before, now)


@dataclass(frozen=True)
class Fill:
    """Those at the table let a bot take an open seat."""

    seat: int
    person: Person
    level: str
    by: ClassVar[str] = ""

    def make(self, table: Table, now: float) -> Made[None]:
        """Let the bot sit down."""
        before = list(table.seats)
        table.fill(self.seat, self.person.id, self.level, now)
        return seated(table, before, now)


@dataclass(frozen=True)
class HandOver:
    """The others at the table let a bot go on for a person who is absent; each of them has to ask."""

    seat: int
    person: Person
    absent: bool
    wanted_by: frozenset[str]  # who has asked before
    by: ClassVar[str] = ""

    def make(self, table: Table, now: float) -> Made[None]:
        """Let the bot go on."""
        before = list(table.seats)
        table.hand_over(self.seat, self.person.id, now, absent=self.absent, wanted_by=self.wanted_by)
        return seated(table, before, now)


@dataclass(frozen=True)
class Call:
    """A person is called otherwise."""

    seat: int
    person: Person
    by: ClassVar[str] = ""

    def make(self, table: Table, now: float) -> Made[None]:
        """Take the new name."""
        before = list(table.seats)
        table.call(self.seat, self.person, now)
        return seated(table, before, now)


def settled(table: Table, start: int, log: list[LogRow], before: list[SeatRow], now: float) -> Made[None]:
    """What has become of something that those at a table settle among themselves."""
    fact = table.new_fact(now)
    writes = [
        *log_writes(table.id, start, log),
        turn_write(table.id, table.to_act),
        fact_write(table.id, "affairs", fact),
        affairs_write(table.row, fact.number),
        *rings(table, now),
    ]
    writes += [sit_write(table.id, seat) for seat, old in zip(table.seats, before, strict=True) if seat != old]
    if table.over:
        writes += over_writes(table.id, now, agreements.result(table, now))
    return Made(None, writes, {"type": "seats"})


@dataclass(frozen=True)
class Resign:
    """A person gives its seat up for good."""

    seat: int
    person: Person
    by: ClassVar[str] = ""

    def make(self, table: Table, now: float) -> Made[None]:
        """Give up."""
        before, start = list(table.seats), table.number
        log = agreements.resign(table, self.seat, self.person, now)
        return settled(table, start, log, before, now)


@dataclass(frozen=True)
class Ask:
    """A person asks the others for a draw, to take back, or for a pause."""

    person: Person
    what: agreements.What
    by: ClassVar[str] = ""

    def make(self, table: Table, now: float) -> Made[None]:
        """Ask; where nobody else is to be asked, it is done."""
        before, start = list(table.seats), table.number
        return settled(table, start, agreements.ask(table, self.person, self.what, now), before, now)


@dataclass(frozen=True)
class Respond:
    """A person says yes or no to what somebody asks for."""

    person: Person
    yes: bool
    by: ClassVar[str] = ""

    def make(self, table: Table, now: float) -> Made[None]:
        """Agree or not; when all have agreed, it is done."""
        before, start = list(table.seats), table.number
        return settled(table, start, agreements.answer(table, self.person, self.yes, now), before, now)


@dataclass(frozen=True)
class Resume:
    """A person goes on after a pause."""

    person: Person
    by: ClassVar[str] = ""

    def make(self, table: Table, now: float) -> Made[None]:
        """Let the clocks run."""
        before, start = list(table.seats), table.number
        agreements.resume(table, self.person, now)
        return settled(table, start, [], before, now)


@dataclass(frozen=True)
class Skip:
    """A person goes on without the tutorial."""

    person: Person
    by: ClassVar[str] = ""

    def make(self, table: Table, now: float) -> Made[None]:
        """Let nothing guide any more."""
        table.check_own(SEAT, self.person.id)
        table.row.tutorial = None
        writes = [skip_write(table.id), fact_write(table.id, "tutorial", table.new_fact(now))]
        return Made(None, writes, {"type": "seats"})


@dataclass(frozen=True)
class Say:
    """Somebody who sits at the table says something."""

    person: Person
    text: str
    most: int  # lines that a table keeps
    by: ClassVar[str] = ""

    def make(self, table: Table, now: float) -> Made[ChatLine]:
        """Write down what was said."""
        if not self.text:
            raise TableError("chat/empty", "there is nothing to say")
        if len(table.chat) >= self.most:
            raise TableError("chat/full", f"a table keeps {self.most} lines of chat")
        mine = table.seats_of(self.person.id)
        if not mine and self.person.id != table.row.owner:
            raise TableError("seat/none", "only those who sit here can talk")
        seat = mine[0] if mine else None
        sitting = [row.name for row in table.seats]
        name = (sitting[seat] if seat is not None else "") or distinct(self.person.name, sitting)
        line = ChatLine(len(table.chat) + 1, seat, name, self.text, now)
        table.chat.append(line)
        return Made(line, [chat_write(table.id, line)], {"type": "chat", "number": line.number})


@dataclass(frozen=True)
class Rematch:
    """The same again, the seats moved on by one; asked twice, it is the same table."""

    person: Person
    by: ClassVar[str] = ""

    def make(self, table: Table, now: float) -> Made[str]:
        """Set up the table that follows, if there is none yet; its name."""
        if not table.over or table.row.state == RECORD:
            raise TableError("table/not-over", "a rematch can be had when the match is over")
        if not table.seats_of(self.person.id) and self.person.id != table.row.owner:
            raise TableError("seat/none", "only those who sat here can ask for a rematch")
        if table.row.rematch:
            return Made(table.row.rematch)
        stored = setup.again(table, now)
        following = Table(stored)
        table.row.rematch = stored.row.id
        writes = [
            *table_writes(stored, following.to_act),
            *rings(following, now),
            rematch_write(table.id, stored.row.id),
            fact_write(table.id, "rematch", table.new_fact(now)),
        ]
        return Made(stored.row.id, writes, {"type": "rematch", "table": stored.row.id}, following)
