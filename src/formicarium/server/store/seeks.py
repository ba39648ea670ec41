"""Who looks for a match, as it is stored, and in which language open tables are.

A seek ends in one way only: a row in `settled` says how, written with what ends it. So of those who end it at the same
moment, as it is paired, taken back or given up, one is first and the others find that out.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from formicarium.server.store.schema import Write, metadata, seats, tables
from formicarium.server.table.rows import PLAYING, SeatRow

if TYPE_CHECKING:
    from formicarium.server.store.storage import Storage

LEASE_SECONDS = 3.0  # for which one process pairs; if it says nothing more, another one does
FORGET_SECONDS = 3600.0  # after which nobody asks what became of a seek

seeks = sa.Table(
    "seeks",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("person", sa.String),
    sa.Column("name", sa.String),
    sa.Column("game", sa.String),
    sa.Column("options", sa.JSON),
    sa.Column("clock", sa.JSON),
    sa.Column("seats", sa.JSON),
    sa.Column("strength", sa.Float),
    sa.Column("bots_after", sa.Float),
    sa.Column("bots", sa.Boolean),
    sa.Column("created", sa.Float),
    sa.Column("seen", sa.Float),
)
settled = sa.Table(  # what became of seeks: a table, or nothing
    "settled",
    metadata,
    sa.Column("seek", sa.String, primary_key=True),
    sa.Column("person", sa.String),
    sa.Column("table_id", sa.String),
    sa.Column("time", sa.Float),
)
pairers = sa.Table(  # which process pairs; one row
    "pairers",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("process", sa.String),
    sa.Column("until", sa.Float),
)
listings = sa.Table(  # what the lobby tells of an open table beyond the table itself
    "listings",
    metadata,
    sa.Column("table_id", sa.String, primary_key=True),
    sa.Column("language", sa.String),
)
WRITES: dict[str, Any] = {
    "listing": sa.insert(listings),
    "settled": sa.insert(settled),
    "unseek": sa.delete(seeks).where(seeks.c.id == sa.bindparam("of")),
    "seek": sa.insert(seeks),
    "seen": sa.update(seeks).where(seeks.c.id == sa.bindparam("of")).values(seen=sa.bindparam("at")),
    "bots": sa.update(seeks).where(seeks.c.id == sa.bindparam("of")).values(bots=True),
    "forget": sa.delete(settled).where(settled.c.time < sa.bindparam("before")),
    "seeks gone": sa.delete(seeks).where(seeks.c.person == sa.bindparam("of")),
    "settled gone": sa.delete(settled).where(settled.c.person == sa.bindparam("of")),
}
KEYS: dict[str, tuple[str, ...]] = {
    "listing": ("table_id",),
    "settled": ("seek",),
    "unseek": ("of",),
    "seek": ("id",),
    "seen": ("of",),
    "bots": ("of",),
    "forget": ("before",),
    "seeks gone": ("of",),
    "settled gone": ("of",),
}


@dataclass(frozen=True, slots=True)
class Seek:
    """Somebody looks for a match."""

    id: str
    person: str
    name: str
    game: str
    options: dict[str, str]
    clock: dict[str, Any]
    seats: list[int]  # how many may play, ascending
    strength: float
    bots_after: float | None  # seconds after which bots are offered
    bots: bool  # whether they were taken
    created: float
    seen: float  # when its person was last there


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table with a free seat that everybody may take."""

    id: str
    game: str
    options: dict[str, str]
    clock: dict[str, Any]
    created: float
    language: str
    seats: list[SeatRow]


def seek_write(seek: Seek) -> Write:
    """That somebody looks for a match."""
    return "seek", asdict(seek)


def settled_writes(seek: Seek, table: str | None, now: float) -> list[Write]:
    """The end of a seek, at a table or not."""
    row = {"seek": seek.id, "person": seek.person, "table_id": table, "time": now}
    return [("settled", row), ("unseek", {"of": seek.id})]


def seen_write(seek: str, now: float) -> Write:
    """That who looks for a match is there."""
    return "seen", {"of": seek, "at": now}


def bots_write(seek: str) -> Write:
    """That bots may take the seats that nobody has."""
    return "bots", {"of": seek}


def forget_write(now: float) -> Write:
    """That nobody asks any more for what became of seeks long ago."""
    return "forget", {"before": now - FORGET_SECONDS}


def forget_writes(owner: str, _nobody: str) -> list[Write]:
    """That somebody looks for no match, and did not."""
    return [(kind, {"of": owner}) for kind in ("seeks gone", "settled gone")]


def listing_write(table: str, language: str) -> Write:
    """In which language an open table is."""
    return "listing", {"table_id": table, "language": language}


class SeekStore:
    """Reads seeks and open tables. Time is the database's own, the same for all processes."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._now = sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Float)

    async def now(self) -> float:
        """What time it is."""
        if not self._storage.shared:
            return time.time()
        async with self._storage.reading() as connection:
            return float((await connection.execute(sa.select(self._now))).scalar_one())

    async def count(self) -> int:
        """How many look for a match."""
        async with self._storage.reading() as connection:
            return int((await connection.execute(sa.select(sa.func.count()).select_from(seeks))).scalar_one())

    async def lead(self, process: str) -> bool:
        """Whether this process is the one that pairs, from now on for a while."""
        if not self._storage.shared:
            return True
        wanted = insert(pairers).values(id=1, process=process, until=self._now + LEASE_SECONDS)
        taken = wanted.on_conflict_do_update(
            index_elements=[pairers.c.id],
            set_={"process": wanted.excluded.process, "until": wanted.excluded.until},
            where=sa.or_(pairers.c.process == process, pairers.c.until < self._now),
        ).returning(pairers.c.id)
        async with self._storage.transaction() as connection:
            return (await connection.execute(taken)).first() is not None

    async def resign(self, process: str) -> None:
        """This process stops: another one may pair at once."""
        if self._storage.shared:
            async with self._storage.transaction() as connection:
                await connection.execute(sa.delete(pairers).where(pairers.c.process == process))

    async def all(self) -> list[Seek]:
        """All who look for a match."""
        async with self._storage.reading() as connection:
            rows = (await connection.execute(sa.select(seeks).order_by(seeks.c.created, seeks.c.id))).mappings()
            return [Seek(**row) for row in rows]

    async def of(self, person: str) -> Seek | None:
        """What somebody looks for."""
        async with self._storage.reading() as connection:
            row = (await connection.execute(sa.select(seeks).where(seeks.c.person == person))).mappings().first()
            return Seek(**row) if row else None

    async def data(self, person: str) -> dict[str, Any] | None:
        """What somebody looks for, for who takes its data along."""
        seek = await self.of(person)
        return asdict(seek) if seek else None

    async def ends_since(self, then: float) -> list[tuple[str, str, str | None]]:
        """The seeks that have ended after a time: whose they were, and their tables; the first of them first."""
        chosen = sa.select(settled.c.seek, settled.c.person, settled.c.table_id).where(settled.c.time >= then)
        async with self._storage.reading() as connection:
            found = await connection.execute(chosen.order_by(settled.c.time, settled.c.seek))
            return [(row.seek, row.person, row.table_id) for row in found]

    async def last_table(self, person: str) -> str | None:
        """The table that became of what somebody looked for last; none if nothing did."""
        chosen = sa.select(settled.c.table_id).where(settled.c.person == person).order_by(settled.c.time.desc())
        async with self._storage.reading() as connection:
            return (await connection.execute(chosen.limit(1))).scalars().first()

    async def open_tables(self, most: int) -> list[OpenTable]:
        """Open tables with a free seat, the latest first."""
        free = sa.exists().where(seats.c.table_id == tables.c.id, seats.c.kind == "open")
        named = (tables.c.id, tables.c.game, tables.c.options, tables.c.clock, tables.c.created)
        chosen = (
            sa.select(*named, listings.c.language)
            .select_from(tables.outerjoin(listings, listings.c.table_id == tables.c.id))
            .where(tables.c.open, tables.c.state == PLAYING, free)
            .order_by(tables.c.changed.desc(), tables.c.id)
            .limit(most)
        )
        async with self._storage.reading() as connection:
            rows = (await connection.execute(chosen)).all()
            sitting: dict[str, list[SeatRow]] = {row.id: [] for row in rows}
            asked = sa.select(seats).where(seats.c.table_id.in_(sitting)).order_by(seats.c.table_id, seats.c.seat)
            for found in (await connection.execute(asked)).mappings() if rows else ():
                values = dict(found)
                sitting[values.pop("table_id")].append(SeatRow(**values))
        return [OpenTable(*row[:5], row.language or "", sitting[row.id]) for row in rows]
