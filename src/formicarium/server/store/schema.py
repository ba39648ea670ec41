"""The schema: what the database keeps, as rows, and every kind of writing to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa

from formicarium.server.table.rows import OVER, ChatLine, Fact, LogRow, SeatRow, Stored, TableRow

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
    sa.Column("tutorial", sa.String),
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
    sa.Column("rest", sa.Float),  # until when its person is on holiday
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
turns = sa.Table(  # who may act now, as bits, so that lists need not look into the log
    "turns", metadata, sa.Column("table_id", sa.String, primary_key=True), sa.Column("to_act", sa.Integer)
)
affairs = sa.Table(  # what those at a table have settled among themselves, with the number of the fact: the last counts
    "affairs",
    metadata,
    sa.Column("table_id", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("hints", sa.Boolean),
    sa.Column("paused", sa.Boolean),
    sa.Column("asked", sa.JSON(none_as_null=True)),
    sa.Column("resigned", sa.JSON),
    sa.Column("ending", sa.String),
)
results = sa.Table(  # how matches ended, for lists
    "results", metadata, sa.Column("table_id", sa.String, primary_key=True), sa.Column("result", sa.JSON)
)
reviews = sa.Table(  # what was found out about matches that are over, packed; the finest that there is
    "reviews",
    metadata,
    sa.Column("table_id", sa.String, primary_key=True),
    sa.Column("iterations", sa.Integer),
    sa.Column("review", sa.Text),
)
branches = sa.Table(  # tables that go on from a position of another, to see what could have happened
    "branches",
    metadata,
    sa.Column("table_id", sa.String, primary_key=True),
    sa.Column("source", sa.String),
    sa.Column("created", sa.Float),
)
terms = sa.Table(  # on which people meet at a table, where those are not the usual ones
    "terms",
    metadata,
    sa.Column("table_id", sa.String, primary_key=True),
    sa.Column("strangers", sa.Boolean),
    sa.Column("delay", sa.Integer),
    sa.Column("silent", sa.Boolean),
)
TERMS = ("strangers", "delay", "silent")
SETTLED = ("hints", "paused", "asked", "resigned", "ending")  # what a row of `affairs` tells of a table
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
alarms = sa.Table(  # when the next time ends at a table with a clock; empty while none runs
    "alarms", metadata, sa.Column("table_id", sa.String, primary_key=True), sa.Column("rings", sa.Float)
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

# Each kind of writing is one statement, so that all rows of it go to the database together, in this order.
WRITES: dict[str, Any] = {
    "table": sa.insert(tables),
    "terms": sa.insert(terms),
    "seat": sa.insert(seats),
    "action": sa.insert(actions),
    "fact": sa.insert(facts),
    "turn": sa.insert(turns),
    "turned": sa.update(turns).where(turns.c.table_id == sa.bindparam("of")).values(to_act=sa.bindparam("now")),
    "ring": sa.text(
        "insert into alarms (table_id, rings) values (:of, :at)"
        " on conflict (table_id) do update set rings = excluded.rings"
    ),
    "rang": sa.update(alarms)
    .where(alarms.c.table_id == sa.bindparam("of"), alarms.c.rings == sa.bindparam("was"))
    .values(rings=sa.bindparam("at")),
    "chat": sa.insert(chat),
    "token": sa.insert(tokens),
    "secret": sa.insert(kept_secrets),
    "state": sa.update(tables)
    .where(tables.c.id == sa.bindparam("of"))
    .values(state=sa.bindparam("now"), changed=sa.bindparam("at")),
    "affairs": sa.insert(affairs),
    "result": sa.insert(results),
    "review": sa.text(
        "insert into reviews (table_id, iterations, review) values (:of, :iterations, :review)"
        " on conflict (table_id) do update set iterations = excluded.iterations, review = excluded.review"
        " where reviews.iterations < excluded.iterations"
    ),
    "branch": sa.insert(branches),
    "rematch": sa.update(tables).where(tables.c.id == sa.bindparam("of")).values(rematch=sa.bindparam("by")),
    "skip": sa.update(tables).where(tables.c.id == sa.bindparam("of")).values(tutorial=None),
    "sit": sa.update(seats)
    .where(seats.c.table_id == sa.bindparam("of"), seats.c.seat == sa.bindparam("at"))
    .values(
        kind=sa.bindparam("now"),
        name=sa.bindparam("called"),
        owner=sa.bindparam("by"),
        level=sa.bindparam("as_level"),
        away=sa.bindparam("gone"),
        rest=sa.bindparam("resting"),
    ),
    "claim": sa.insert(claims).from_select(
        ["table_id", "process"],
        sa.select(sa.bindparam("of", type_=sa.String), sa.bindparam("by", type_=sa.String)).where(
            ~sa.exists().where(claims.c.table_id == sa.bindparam("of", type_=sa.String))
        ),
    ),
    "revoke": sa.delete(tokens).where(tokens.c.hash == sa.bindparam("of"), tokens.c.owner == sa.bindparam("by")),
}
KEYS: dict[str, tuple[str, ...]] = {  # what names the row that is written
    "table": ("id",),
    "terms": ("table_id",),
    "seat": ("table_id", "seat"),
    "action": ("table_id", "number"),
    "fact": ("table_id", "number"),
    "turn": ("table_id",),
    "turned": ("of",),
    "ring": ("of",),
    "rang": ("of",),
    "chat": ("table_id", "number"),
    "token": ("hash",),
    "secret": ("name",),
    "state": ("of",),
    "affairs": ("table_id", "number"),
    "result": ("table_id",),
    "review": ("of",),
    "branch": ("table_id",),
    "rematch": ("of",),
    "skip": ("of",),
    "sit": ("of", "at"),
    "claim": ("of",),
    "revoke": ("of",),
}
Write = tuple[str, dict[str, Any]]  # of which kind, and its values


def table_writes(stored: Stored, to_act: int) -> list[Write]:
    """What must be stored for a new table, and who may act at it."""
    identity = stored.row.id
    row = {name: value for name, value in asdict(stored.row).items() if name not in (*SETTLED, *TERMS)}
    writes: list[Write] = [("table", row), affairs_write(stored.row, 0)]
    if any(getattr(stored.row, name) for name in TERMS):
        writes.append(("terms", {"table_id": identity, **{name: getattr(stored.row, name) for name in TERMS}}))
    writes += [("seat", {"table_id": identity, **asdict(seat)}) for seat in stored.seats]
    return [
        *writes,
        ("turn", {"table_id": identity, "to_act": to_act}),
        *log_writes(identity, 0, stored.log),
    ]


def log_writes(table: str, start: int, log: Sequence[LogRow]) -> list[Write]:
    """New lines of a table's log, the first of them with the number after `start`."""
    return [
        (
            "action",
            {
                "table_id": table,
                "number": number,
                "kind": line.kind,
                "seat": line.seat,
                "action": line.action,
                "clock": line.clock,
                "time": line.time,
            },
        )
        for number, line in enumerate(log, start + 1)
    ]


def turn_write(table: str, to_act: int) -> Write:
    """Who may act now."""
    return "turned", {"of": table, "now": to_act}


def ring_write(table: str, at: float | None) -> Write:
    """When the clock of a table rings next, if it does."""
    return "ring", {"of": table, "at": at}


def rang_write(table: str, was: float, at: float | None) -> Write:
    """That the clock of a table has rung as it was to, and when it does next; nothing if that was changed meanwhile."""
    return "rang", {"of": table, "was": was, "at": at}


def chat_write(table: str, line: ChatLine) -> Write:
    """A line of chat."""
    return "chat", {"table_id": table, **asdict(line)}


def over_writes(table: str, now: float, result: dict[str, Any]) -> list[Write]:
    """That a match has ended, and how."""
    return [("state", {"of": table, "now": OVER, "at": now}), ("result", {"table_id": table, "result": result})]


def affairs_write(row: TableRow, number: int) -> Write:
    """What those at a table have settled among themselves, with the number of the fact."""
    return "affairs", {"table_id": row.id, "number": number, **{name: getattr(row, name) for name in SETTLED}}


def review_write(table: str, iterations: int, packed: str) -> Write:
    """What was found out about a match; kept if it is finer than what there is."""
    return "review", {"of": table, "iterations": iterations, "review": packed}


def branch_write(table: str, source: str, now: float) -> Write:
    """That a table goes on from a position of another."""
    return "branch", {"table_id": table, "source": source, "created": now}


def rematch_write(table: str, by: str) -> Write:
    """That a table is followed by another."""
    return "rematch", {"of": table, "by": by}


def skip_write(table: str) -> Write:
    """That nothing guides at a table any more."""
    return "skip", {"of": table}


def claim_write(table: str, process: str) -> Write:
    """That a process lets the bots of a table think, unless another one does."""
    return "claim", {"of": table, "by": process}


def fact_write(table: str, kind: str, fact: Fact) -> Write:
    """That who sits where has changed, or what follows."""
    row = {"table_id": table, "number": fact.number, "kind": kind, "clock": fact.clock, "time": fact.time}
    return "fact", row


def sit_write(table: str, seat: SeatRow) -> Write:
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
            "resting": seat.rest,
        },
    )
