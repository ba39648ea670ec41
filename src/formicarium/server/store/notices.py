"""What is kept of notices: where people want to be told that a table waits for them, and what they were told."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa

from formicarium.server.store.members import members, spent
from formicarium.server.store.schema import Write, metadata, seats, tables, turns
from formicarium.server.table.rows import PLAYING

if TYPE_CHECKING:  # it writes what stands here
    from formicarium.server.store.storage import Storage

DIGEST = "letter of day "  # so begins what is spent when a member has had it

subscriptions = sa.Table(  # a browser of a person, as its push service knows it
    "subscriptions",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("owner", sa.String),
    sa.Column("endpoint", sa.String),
    sa.Column("p256dh", sa.String),
    sa.Column("auth", sa.String),
    sa.Column("language", sa.String),
    sa.Column("created", sa.Float),
)
notices = sa.Table(  # what somebody was told of a table when its log had so many entries: nobody is told twice
    "notices",
    metadata,
    sa.Column("table_id", sa.String, primary_key=True),
    sa.Column("owner", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
)
digests = sa.Table(  # the members who want a letter a day when tables wait
    "digests", metadata, sa.Column("member", sa.String, primary_key=True), sa.Column("language", sa.String)
)

WRITES: dict[str, Any] = {
    "digest": sa.text(
        "insert into digests (member, language) values (:of, :speaks)"
        " on conflict (member) do update set language = excluded.language"
    ),
    "digest gone": sa.delete(digests).where(digests.c.member == sa.bindparam("of")),
    "subscribe": sa.text(
        "insert into subscriptions (id, owner, endpoint, p256dh, auth, language, created)"
        " values (:id, :owner, :endpoint, :p256dh, :auth, :language, :created)"
        " on conflict (id) do update set owner = excluded.owner, p256dh = excluded.p256dh,"
        " auth = excluded.auth, language = excluded.language"
    ),
    "unsubscribe": sa.delete(subscriptions).where(subscriptions.c.id == sa.bindparam("of")),
    "subscriptions gone": sa.delete(subscriptions).where(subscriptions.c.owner == sa.bindparam("of")),
    "notices gone": sa.delete(notices).where(notices.c.owner == sa.bindparam("of")),
    "notices before": sa.delete(notices).where(
        notices.c.table_id == sa.bindparam("of"),
        notices.c.owner == sa.bindparam("by"),
        notices.c.number < sa.bindparam("before"),
    ),
    "notice told": sa.insert(notices),
}
KEYS = {
    "digest": ("of",),
    "digest gone": ("of",),
    "subscribe": ("id",),
    "unsubscribe": ("of",),
    "subscriptions gone": ("of",),
    "notices gone": ("of",),
    "notices before": ("of", "by"),
    "notice told": ("table_id", "owner", "number"),
}


@dataclass(frozen=True)
class Subscription:
    """A browser that can be reached through its push service, and who reads what arrives there."""

    owner: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    created: float

    @property
    def id(self) -> str:
        """The name of the browser: of its address, which is as long as its service likes."""
        return endpoint_id(self.endpoint)


def endpoint_id(endpoint: str) -> str:
    """How an address of a push service is stored."""
    return hashlib.sha256(endpoint.encode()).hexdigest()[:32]


def subscribe_write(subscription: Subscription) -> Write:
    """That a browser wants to be told; whoever uses it now is told there, and nobody else."""
    return "subscribe", {"id": subscription.id, **asdict(subscription)}


def unsubscribe_write(endpoint: str) -> Write:
    """That a browser wants to be told no more."""
    return "unsubscribe", {"of": endpoint_id(endpoint)}


def forget_writes(owner: str, _nobody: str) -> list[Write]:
    """That a person is told nothing more, and was not."""
    return [(kind, {"of": owner}) for kind in ("subscriptions gone", "notices gone", "digest gone")]


def notice_writes(table: str, owner: str, number: int) -> list[Write]:
    """That somebody is told of a table as it stands now; a `Conflict` if it was told already."""
    return [
        ("notices before", {"of": table, "by": owner, "before": number}),
        ("notice told", {"table_id": table, "owner": owner, "number": number}),
    ]


def digest_write(member: str, language: str | None) -> Write:
    """That a member wants a letter a day in a language; none for no letter."""
    return ("digest", {"of": member, "speaks": language}) if language else ("digest gone", {"of": member})


def spend_write(member: str, day: int, until: float) -> Write:
    """That a member has had the letter of a day; a `Conflict` if another process has written it."""
    return "spend", {"hash": f"{DIGEST}{day} {member}", "until": until}


class Reader(NamedTuple):
    """Who gets a letter."""

    member: str
    name: str
    email: str
    language: str


class Notices:
    """Reads what is kept of notices."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def of(self, owners: Collection[str]) -> dict[str, list[Subscription]]:
        """The browsers of people, the latest first."""
        query = sa.select(subscriptions).where(subscriptions.c.owner.in_(owners))
        found: dict[str, list[Subscription]] = {}
        async with self._storage.reading() as connection:
            for row in (await connection.execute(query.order_by(subscriptions.c.created.desc()))).mappings():
                values = {name: value for name, value in row.items() if name != "id"}
                found.setdefault(row["owner"], []).append(Subscription(**values))
        return found

    async def digest_of(self, member: str) -> bool:
        """Whether a member wants a letter a day."""
        async with self._storage.reading() as connection:
            found = await connection.execute(sa.select(digests).where(digests.c.member == member))
            return found.first() is not None

    async def readers(self, day: int, most: int) -> list[Reader]:
        """Who has not had the letter of a day."""
        had = sa.exists().where(spent.c.hash == sa.literal(f"{DIGEST}{day} ") + digests.c.member)
        chosen = sa.select(members.c.id, members.c.name, members.c.email, digests.c.language)
        chosen = chosen.join(digests, digests.c.member == members.c.id).where(members.c.email.is_not(None), ~had)
        async with self._storage.reading() as connection:
            return [Reader(*row) for row in await connection.execute(chosen.order_by(members.c.id).limit(most))]

    async def waiting(self, most: int) -> list[str]:
        """The tables that wait for somebody who wants to be told, those that have waited longest first."""
        sits = sa.and_(seats.c.owner == subscriptions.c.owner, sa.not_(seats.c.away))
        joined = subscriptions.join(seats, sits).join(tables, tables.c.id == seats.c.table_id)
        joined = joined.join(turns, turns.c.table_id == tables.c.id)
        to_act = turns.c.to_act.op("&")(sa.literal(1).op("<<")(seats.c.seat)) != 0
        query = sa.select(tables.c.id, tables.c.changed).select_from(joined).where(tables.c.state == PLAYING, to_act)
        async with self._storage.reading() as connection:
            rows = await connection.execute(query.distinct().order_by(tables.c.changed).limit(most))
            return [row.id for row in rows]
