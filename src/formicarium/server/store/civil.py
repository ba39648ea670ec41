"""Being civil, as it is stored: what people want of chat and of each other, reports, moderators and what they did."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from formicarium.server.store.members import members
from formicarium.server.store.schema import Write, metadata, tables

if TYPE_CHECKING:
    from formicarium.server.store.storage import Storage

ON, OFF, MUTE, BLOCK = "on", "off", "mute", "block"  # what manners say: of chat as a whole, or of somebody
SETTLE, STRIKE, SILENCE, SUSPEND, CLOSE, RENAME = "settle", "strike", "silence", "suspend", "close", "rename"
APPOINT, DISMISS = "appoint", "dismiss"  # of moderators, by who runs the site

manners = sa.Table(  # what somebody wants of chat, or of somebody else, at a table or everywhere
    "manners",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("person", sa.String),
    sa.Column("other", sa.String),  # empty: of chat as a whole
    sa.Column("table_id", sa.String),  # empty: everywhere
    sa.Column("how", sa.String),
    sa.Column("name", sa.String),  # of the other, as it was called then
    sa.Column("created", sa.Float),
)
reports = sa.Table(
    "reports",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("reporter", sa.String),
    sa.Column("person", sa.String),
    sa.Column("name", sa.String),
    sa.Column("table_id", sa.String),  # empty: of a profile
    sa.Column("line", sa.Integer),
    sa.Column("reason", sa.String),
    sa.Column("text", sa.String),
    sa.Column("said", sa.JSON),
    sa.Column("created", sa.Float),
    sa.Column("settled", sa.Float),
)
moderators = sa.Table(
    "moderators", metadata, sa.Column("person", sa.String, primary_key=True), sa.Column("since", sa.Float)
)
measures = sa.Table(  # what moderators did: the audit log. Rows are added, and neither changed nor removed
    "measures",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("moderator", sa.String),  # empty: who runs the site
    sa.Column("what", sa.String),
    sa.Column("person", sa.String),
    sa.Column("report", sa.String),
    sa.Column("why", sa.String),
    sa.Column("until", sa.Float),  # of a silence or a suspension
    sa.Column("time", sa.Float),
)

MINE = "table_id in (select table_id from seats where owner = :of)"
THEIRS = "exists (select 1 from seats where table_id = chat.table_id and seat = chat.seat and owner = :of)"
SAID = f"{MINE} and {THEIRS}"

WRITES: dict[str, Any] = {
    "manner": sa.text(
        "insert into manners (id, person, other, table_id, how, name, created)"
        " values (:id, :person, :other, :table_id, :how, :name, :created)"
        " on conflict (person, other, table_id) do update set how = excluded.how, created = excluded.created"
    ),
    "manner gone": sa.delete(manners).where(manners.c.id == sa.bindparam("of"), manners.c.person == sa.bindparam("by")),
    "manners gone": sa.text("delete from manners where person = :of or other = :of"),
    "report": sa.insert(reports),
    "report settled": sa.update(reports)
    .where(reports.c.id == sa.bindparam("of"), reports.c.settled.is_(None))
    .values(settled=sa.bindparam("at")),
    "reports swept": sa.delete(reports).where(reports.c.settled < sa.bindparam("before")),
    "reports about gone": sa.delete(reports).where(reports.c.person == sa.bindparam("of")),
    "reports by gone": sa.update(reports)
    .where(reports.c.reporter == sa.bindparam("of"))
    .values(reporter=sa.bindparam("nobody"), text=""),
    "moderator": sa.insert(moderators),
    "moderator gone": sa.delete(moderators).where(moderators.c.person == sa.bindparam("of")),
    "measure": sa.insert(measures),
    "unsay line": sa.text("update chat set name = '', text = '…' where table_id = :of and number = :line"),
    # Somebody is called otherwise wherever others read it
    "rename said": sa.text(f"update chat set name = :called where {SAID}"),  # nosec B608  # words of ours alone
    "rename seats": sa.text("update seats set name = :called where owner = :of and kind in ('human', 'local')"),
    "rename club": sa.text("update club_people set name = :called where person = :of"),
    "rename entrant": sa.text("update entrants set name = :called where person = :of"),
    "rename profile": sa.text("update profiles set name = :called where person = :of"),
    "rename seek": sa.text("update seeks set name = :called where person = :of"),
}
KEYS: dict[str, tuple[str, ...]] = {
    kind: {
        "manner": ("person", "other", "table_id"),
        "report": ("id",),
        "moderator": ("person",),
        "measure": ("id",),
        "unsay line": ("of", "line"),
        "reports swept": ("before",),
    }.get(kind, ("of",))
    for kind in WRITES
}


@dataclass(frozen=True)
class Manner:
    """What somebody wants of chat, or of somebody else."""

    id: str
    person: str
    other: str
    table_id: str
    how: str
    name: str
    created: float


@dataclass(frozen=True)
class Report:
    """That somebody is said to have misbehaved, with what was said around it."""

    id: str
    reporter: str
    person: str
    name: str
    table_id: str
    line: int | None
    reason: str
    text: str
    said: list[dict[str, Any]]
    created: float
    settled: float | None = None


@dataclass(frozen=True)
class Measure:
    """What a moderator did, to whom, when and why."""

    id: str
    moderator: str
    what: str
    person: str
    report: str
    why: str
    until: float | None
    time: float


def manner_write(manner: Manner) -> Write:
    """What somebody wants from now on; it replaces what it wanted of the same before."""
    return "manner", asdict(manner)


def unmanner_write(identity: str, person: str) -> Write:
    """That somebody wants it no more."""
    return "manner gone", {"of": identity, "by": person}


def report_write(report: Report) -> Write:
    """A report."""
    return "report", asdict(report)


def measure_write(measure: Measure) -> Write:
    """A row of the audit log."""
    return "measure", asdict(measure)


def rename_writes(person: str, name: str) -> list[Write]:
    """A guest is called otherwise wherever others read it."""
    kinds = ("said", "seats", "club", "entrant", "profile", "seek")
    return [(f"rename {kind}", {"of": person, "called": name}) for kind in kinds]


def forget_writes(person: str, nobody: str) -> list[Write]:
    """That somebody is gone: nothing that it wanted, or that was said about it, is kept."""
    of = {"of": person}
    gone: list[Write] = [(kind, of) for kind in ("manners gone", "reports about gone", "moderator gone")]
    return [*gone, ("reports by gone", {"of": person, "nobody": nobody})]


class CivilStore:
    """What is asked about how people treat each other."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def manners(self, person: str, table: str | None = None) -> list[Manner]:
        """What somebody wants, the latest first; with a table, only what counts there."""
        query = sa.select(manners).where(manners.c.person == person)
        if table is not None:
            query = query.where(manners.c.table_id.in_(("", table)))
        return [Manner(**row) for row in await self._rows(query.order_by(manners.c.created.desc(), manners.c.id))]

    async def blocks(self, people: Collection[str]) -> set[tuple[str, str]]:
        """Who of some people has blocked whom of them."""
        if not people:
            return set()
        among = sa.and_(manners.c.person.in_(people), manners.c.other.in_(people), manners.c.how == BLOCK)
        rows = await self._rows(sa.select(manners.c.person, manners.c.other).where(among))
        return {(row["person"], row["other"]) for row in rows}

    async def until(self, person: str, what: str) -> float:
        """Until when somebody is silenced or suspended: what was decided last counts. 0 if it is not."""
        mine = sa.select(measures.c.until).where(measures.c.person == person, measures.c.what == what)
        rows = await self._rows(mine.order_by(measures.c.time.desc()).limit(1))
        return float(rows[0]["until"] or 0.0) if rows else 0.0

    async def reports(self, *, of: str | None = None, settled: bool = False, most: int = 1000) -> list[Report]:
        """Reports that wait, or were settled, the oldest first; with `of`, those of somebody."""
        query = sa.select(reports).where(reports.c.settled.is_not(None) if settled else reports.c.settled.is_(None))
        if of is not None:
            query = query.where(reports.c.reporter == of)
        return [Report(**row) for row in await self._rows(query.order_by(reports.c.created).limit(most))]

    async def open_reports(self) -> int:
        """How many reports wait."""
        waiting = sa.select(sa.func.count().label("many")).select_from(reports).where(reports.c.settled.is_(None))
        return int((await self._rows(waiting))[0]["many"])

    async def report(self, identity: str) -> Report | None:
        """A report."""
        rows = await self._rows(sa.select(reports).where(reports.c.id == identity)) if identity.isprintable() else []
        return Report(**rows[0]) if rows else None

    async def is_moderator(self, person: str) -> bool:
        """Whether somebody moderates the site."""
        return bool(await self._rows(sa.select(moderators.c.person).where(moderators.c.person == person)))

    async def moderators(self) -> list[tuple[str, str]]:
        """Who moderates the site: ids and names."""
        joined = moderators.join(members, members.c.id == moderators.c.person)
        query = sa.select(members.c.id, members.c.name).select_from(joined).order_by(members.c.name)
        return [(row["id"], row["name"]) for row in await self._rows(query)]

    async def measures(self, most: int, *, of: str | None = None) -> list[Measure]:
        """What moderators did, the latest first; with `of`, what was done to somebody."""
        query = sa.select(measures)
        if of is not None:
            query = query.where(measures.c.person == of)
        rows = await self._rows(query.order_by(measures.c.time.desc(), measures.c.id).limit(most))
        return [Measure(**row) for row in rows]

    async def names(self, people: Collection[str]) -> dict[str, str]:
        """What some people are called: members by their names, others as they were when somebody reported them."""
        reported = sa.select(reports.c.person, reports.c.name).where(reports.c.person.in_(people))
        known = sa.select(members.c.id.label("person"), members.c.name).where(members.c.id.in_(people))
        return {row["person"]: row["name"] for query in (reported, known) for row in await self._rows(query)}

    async def has_table(self, table: str) -> bool:
        """Whether there is such a table."""
        return bool(await self._rows(sa.select(tables.c.id).where(tables.c.id == table)))

    async def _rows(self, query: Any) -> list[dict[str, Any]]:
        async with self._storage.reading() as connection:
            return [
                {str(name): value for name, value in row.items()}
                for row in (await connection.execute(query)).mappings()
            ]
