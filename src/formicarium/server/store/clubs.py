"""Clubs as they are stored: who belongs to them, with what say, and which tables are theirs."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from formicarium.server.store.members import plain
from formicarium.server.store.schema import Write, metadata

if TYPE_CHECKING:
    from formicarium.server.store.storage import Storage

MODERATOR, MEMBER, LEFT, REMOVED = "moderator", "member", "left", "removed"  # what somebody is to a club

clubs = sa.Table(
    "clubs",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("name", sa.String),
    sa.Column("about", sa.String),
    sa.Column("code", sa.String),
    sa.Column("owner", sa.String),
    sa.Column("created", sa.Float),
    sa.Column("silent", sa.Boolean),
)
club_people = sa.Table(
    "club_people",
    metadata,
    sa.Column("club_id", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("person", sa.String),
    sa.Column("name", sa.String),
    sa.Column("role", sa.String),
    sa.Column("joined", sa.Float),
)
club_tables = sa.Table(
    "club_tables",
    metadata,
    sa.Column("table_id", sa.String, primary_key=True),
    sa.Column("club_id", sa.String),
    sa.Column("created", sa.Float),
)

WRITES: dict[str, Any] = {
    "club": sa.insert(clubs),
    "club person": sa.insert(club_people),
    "club table": sa.insert(club_tables),
    "club code": sa.update(clubs).where(clubs.c.id == sa.bindparam("of")).values(code=sa.bindparam("now")),
    "club silent": sa.update(clubs).where(clubs.c.id == sa.bindparam("of")).values(silent=sa.bindparam("now")),
    "club role": sa.update(club_people)
    .where(club_people.c.club_id == sa.bindparam("of"), club_people.c.number == sa.bindparam("who"))
    .values(role=sa.bindparam("now"), name=sa.bindparam("called")),
    # Of a founder who leaves for good: whoever has moderated longest follows, else whoever has been there longest
    "club heir": sa.text(
        "update club_people set role = 'moderator' where club_id in (select id from clubs where owner = :of)"
        " and number = (select heirs.number from club_people heirs"
        " where heirs.club_id = club_people.club_id and heirs.person <> :of"
        " and heirs.role in ('moderator', 'member') order by heirs.role desc, heirs.number limit 1)"
    ),
    "club handed on": sa.text(
        "update clubs set owner = coalesce((select person from club_people where club_id = clubs.id and person <> :of"
        " and role = 'moderator' order by number limit 1), :nobody) where owner = :of"
    ),
    "clubs gone": sa.text("update club_people set person = :nobody, name = '…', role = 'left' where person = :of"),
}
KEYS: dict[str, tuple[str, ...]] = {
    "club": ("id",),
    "club person": ("club_id", "number"),
    "club table": ("table_id",),
    "club code": ("of",),
    "club silent": ("of",),
    "club role": ("of", "who"),
    "club heir": ("of",),
    "club handed on": ("of",),
    "clubs gone": ("of",),
}


@dataclass(frozen=True)
class ClubRow:
    """A club as it was made."""

    id: str
    name: str
    about: str
    code: str  # who knows it may join
    owner: str
    created: float
    silent: bool = False  # nobody chats at its new tables


@dataclass(frozen=True)
class ClubPerson:
    """Somebody who belongs to a club, or did."""

    number: int
    person: str
    name: str
    role: str
    joined: float


def club_writes(row: ClubRow, founder: ClubPerson) -> list[Write]:
    """A new club, and who made it."""
    return [("club", asdict(row)), person_write(row.id, founder)]


def person_write(club: str, person: ClubPerson) -> Write:
    """Somebody joins."""
    return "club person", {"club_id": club, **asdict(person)}


def role_write(club: str, person: ClubPerson) -> Write:
    """What somebody is to a club now, and by which name."""
    return "club role", {"of": club, "who": person.number, "now": person.role, "called": person.name}


def code_write(club: str, code: str) -> Write:
    """A new invitation; the old one is no use any more."""
    return "club code", {"of": club, "now": code}


def silent_write(club: str, *, silent: bool) -> Write:
    """Whether there is no chat at new tables of a club."""
    return "club silent", {"of": club, "now": silent}


def table_write(club: str, table: str, now: float) -> Write:
    """A table that was set up for a club."""
    return "club table", {"table_id": table, "club_id": club, "created": now}


def forget_writes(owner: str, nobody: str) -> list[Write]:
    """That somebody belongs to no club, and did under no name."""
    both = {"of": owner, "nobody": nobody}
    return [("club heir", {"of": owner}), ("club handed on", both), ("clubs gone", both)]


class ClubStore:
    """What is asked about clubs."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def load(self, club: str) -> tuple[ClubRow, list[ClubPerson]] | None:
        """A club and all who belong to it or did, `None` if there is no such one."""
        if not club.isprintable():
            return None
        async with self._storage.reading() as connection:
            row = (await connection.execute(sa.select(clubs).where(clubs.c.id == club))).mappings().first()
            if row is None:
                return None
            _, *fields = club_people.columns
            query = sa.select(*fields).where(club_people.c.club_id == club).order_by(club_people.c.number)
            people = [ClubPerson(**one) for one in (await connection.execute(query)).mappings()]
        return ClubRow(**row), people

    async def of_person(self, person: str) -> list[ClubRow]:
        """The clubs that somebody belongs to, the latest first."""
        belongs = sa.and_(club_people.c.person == person, club_people.c.role.in_((MODERATOR, MEMBER)))
        mine = sa.select(clubs).join(club_people, club_people.c.club_id == clubs.c.id).where(belongs)
        async with self._storage.reading() as connection:
            found = await connection.execute(mine.order_by(club_people.c.joined.desc()))
            return [ClubRow(**row) for row in found.mappings()]

    async def data(self, person: str) -> list[dict[str, Any]]:
        """What somebody is and was to clubs, for who takes its data along."""
        called = [club_people.c[name] for name in ("name", "role", "joined")]
        mine = sa.select(clubs.c.id, clubs.c.name.label("club"), *called)
        mine = mine.join(club_people, club_people.c.club_id == clubs.c.id).where(club_people.c.person == person)
        async with self._storage.reading() as connection:
            return [plain(row) for row in (await connection.execute(mine)).mappings()]

    async def role(self, club: str, person: str) -> str | None:
        """What somebody is to a club; `None` if it never was there."""
        query = sa.select(club_people.c.role).where(club_people.c.club_id == club, club_people.c.person == person)
        async with self._storage.reading() as connection:
            return (await connection.execute(query)).scalars().first()

    async def is_silent(self, club: str) -> bool:
        """Whether there is no chat at new tables of a club."""
        async with self._storage.reading() as connection:
            found = await connection.execute(sa.select(clubs.c.silent).where(clubs.c.id == club))
            return bool(found.scalar())

    async def tables(self, club: str, most: int) -> list[str]:
        """The tables that were set up for a club, the latest first."""
        query = sa.select(club_tables.c.table_id).where(club_tables.c.club_id == club)
        async with self._storage.reading() as connection:
            found = await connection.execute(query.order_by(club_tables.c.created.desc()).limit(most))
            return list(found.scalars())
