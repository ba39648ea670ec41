"""The schema: what the database keeps, as rows, and every kind of change to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from operator import itemgetter
from typing import Any

import sqlalchemy as sa

metadata = sa.MetaData()
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("game", sa.String),
    sa.Column("options", sa.JSON),
    sa.Column("clock", sa.JSON),
    sa.Column("seed", sa.String),
    sa.Column("commitment", sa.String),
    sa.Column("given", sa.Integer),
    sa.Column("first", sa.Integer),
    sa.Column("open", sa.Boolean),
    sa.Column("state", sa.String),
    sa.Column("owner", sa.String),
    sa.Column("rematch", sa.String),
    sa.Column("created", sa.Float),
    sa.Column("changed", sa.Float),
)
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.String, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String),
    sa.Column("name", sa.String),
    sa.Column("owner", sa.String),
    sa.Column("level", sa.String),
    sa.Column("away", sa.Boolean),
)
actions = sa.Table(
    "actions",
    metadata,
    sa.Column("table_id", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String),
    sa.Column("seat", sa.Integer),
    sa.Column("action", sa.String),
    sa.Column("clock", sa.JSON(none_as_null=True)),
    sa.Column("time", sa.Float),
)
chat = sa.Table(
    "chat",
    metadata,
    sa.Column("table_id", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer),
    sa.Column("name", sa.String),
    sa.Column("text", sa.String),
    sa.Column("time", sa.Float),
)
facts = sa.Table(  # every change of who sits where and of what follows: of two at once, one finds its number taken
    "facts",
    metadata,
    sa.Column("table_id", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String),
    sa.Column("clock", sa.JSON(none_as_null=True)),
    sa.Column("time", sa.Float),
)
processes = sa.Table("processes", metadata, sa.Column("id", sa.String, primary_key=True), sa.Column("until", sa.Float))
claims = sa.Table(
    "claims", metadata, sa.Column("table_id", sa.String, primary_key=True), sa.Column("process", sa.String)
)
tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("hash", sa.String, primary_key=True),
    sa.Column("owner", sa.String),
    sa.Column("name", sa.String),
    sa.Column("created", sa.Float),
)
kept_secrets = sa.Table(
    "secrets", metadata, sa.Column("name", sa.String, primary_key=True), sa.Column("value", sa.String)
)

# Each kind of change is one statement, so that all rows of it go to the database together, in this order.
CHANGES: dict[str, Any] = {
    "table": sa.insert(tables),
    "seat": sa.insert(seats),
    "action": sa.insert(actions),
    "fact": sa.insert(facts),
    "chat": sa.insert(chat),
    "token": sa.insert(tokens),
    "secret": sa.insert(kept_secrets),
    "state": sa.update(tables)
    .where(tables.c.id == sa.bindparam("of"))
    .values(state=sa.bindparam("now"), changed=sa.bindparam("at")),
    "rematch": sa.update(tables).where(tables.c.id == sa.bindparam("of")).values(rematch=sa.bindparam("by")),
    "sit": sa.update(seats)
    .where(seats.c.table_id == sa.bindparam("of"), seats.c.seat == sa.bindparam("at"))
    .values(
        kind=sa.bindparam("now"),
        name=sa.bindparam("called"),
        owner=sa.bindparam("by"),
        level=sa.bindparam("as_level"),
        away=sa.bindparam("gone"),
    ),
    "claim": sa.insert(claims).from_select(
        ["table_id", "process"],
        sa.select(sa.bindparam("of", type_=sa.String), sa.bindparam("by", type_=sa.String)).where(
            ~sa.exists().where(claims.c.table_id == sa.bindparam("of", type_=sa.String))
        ),
    ),
    "revoke": sa.delete(tokens).where(tokens.c.hash == sa.bindparam("of"), tokens.c.owner == sa.bindparam("by")),
}
KEYS: dict[str, tuple[str, ...]] = {  # what names the row that a change is about
    "table": ("id",),
    "seat": ("table_id", "seat"),
    "action": ("table_id", "number"),
    "fact": ("table_id", "number"),
    "chat": ("table_id", "number"),
    "token": ("hash",),
    "secret": ("name",),
    "state": ("of",),
    "rematch": ("of",),
    "sit": ("of", "at"),
    "claim": ("of",),
    "revoke": ("of",),
}
Change = tuple[str, dict[str, Any]]


@dataclass
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


@dataclass
class SeatRow:
    """Who sits where: a person, a bot, a person beside others at one screen, or nobody yet."""

    seat: int
    kind: str  # human, bot, local, open
    name: str
    owner: str | None
    level: str  # of the bot, also of the one that plays while a person is away
    away: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table's log, which only grows: an action, nature's answer, or that the last one was taken back."""

    kind: str  # act, nature, undo
    seat: int
    action: str
    time: float
    clock: Any = None


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
    clock: Any = None


@dataclass
class Stored:
    """Everything about one table; or, of one that is known already, what came after."""

    row: TableRow
    seats: list[SeatRow]
    entries: list[Entry] = field(default_factory=list)
    chat: list[ChatLine] = field(default_factory=list)
    fact: Fact = field(default=Fact())


def statements(changes: list[Change]) -> Iterator[tuple[Any, list[dict[str, Any]]]]:
    """The statements that store changes, each with all its rows.

    All processes write in the same order, so that two of them never wait for each other.
    """
    for kind, statement in CHANGES.items():
        rows = [values for name, values in changes if name == kind]
        if rows:
            rows.sort(key=itemgetter(*KEYS[kind]))
            yield statement, rows


def table_changes(stored: Stored) -> list[Change]:
    """What must be stored for a new table."""
    identity = stored.row.id
    changes: list[Change] = [("table", asdict(stored.row))]
    changes += [("seat", {"table_id": identity, **asdict(seat)}) for seat in stored.seats]
    return changes + entry_changes(identity, 0, stored.entries)


def entry_changes(table: str, start: int, entries: Sequence[Entry]) -> list[Change]:
    """New lines of a table's log, the first of them with the number after `start`."""
    return [
        (
            "action",
            {
                "table_id": table,
                "number": number,
                "kind": entry.kind,
                "seat": entry.seat,
                "action": entry.action,
                "clock": entry.clock,
                "time": entry.time,
            },
        )
        for number, entry in enumerate(entries, start + 1)
    ]


def fact_change(table: str, kind: str, fact: Fact) -> Change:
    """That who sits where has changed, or what follows."""
    row = {"table_id": table, "number": fact.number, "kind": kind, "clock": fact.clock, "time": fact.time}
    return "fact", row


def sit_change(table: str, seat: SeatRow) -> Change:
    """A new occupant of a seat."""
    return (
        "sit",
        {
            "of": table,
            "at": seat.seat,
            "now": seat.kind,
            "called": seat.name,
            "by": seat.owner,
            "as_level": seat.level,
            "gone": seat.away,
        },
    )
