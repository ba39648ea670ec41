"""Members, as rows: by what they sign in, where they are signed in, and the links that were sent to them.

Who is signed in is asked with every request. One process that has a database to itself remembers the answers, since
nothing changes them but itself; where several share one, the database is asked each time.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from formicarium.server.store.schema import actions, chat, metadata, results, seats, tables, tokens
from formicarium.server.table.table import Person

if TYPE_CHECKING:
    from formicarium.server.store.storage import Storage

TOKEN = "token "  # nosec B105  # so begins what a program shows
REMEMBERED = 20_000  # answers about who is signed in
SEEN_SECONDS = 3600.0  # between two notes that a device is still used
TABLES_AT_ONCE = 50  # whose rows are read together

members = sa.Table(
    "members",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("name", sa.String),
    sa.Column("name_key", sa.String),  # what a hasty eye sees of it: unique
    sa.Column("email", sa.String),
    sa.Column("email_key", sa.String),  # unique, too
    sa.Column("created", sa.Float),
)
passkeys = sa.Table(
    "passkeys",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("member", sa.String),
    sa.Column("public_key", sa.String),
    sa.Column("count", sa.BigInteger),  # how often it was used, as it says itself
    sa.Column("name", sa.String),
    sa.Column("created", sa.Float),
    sa.Column("used", sa.Float),
)
sessions = sa.Table(  # the devices on which members are signed in
    "sessions",
    metadata,
    sa.Column("hash", sa.String, primary_key=True),
    sa.Column("member", sa.String),
    sa.Column("device", sa.String),
    sa.Column("created", sa.Float),
    sa.Column("used", sa.Float),
)
links = sa.Table(  # that were sent by e-mail
    "links",
    metadata,
    sa.Column("hash", sa.String, primary_key=True),
    sa.Column("kind", sa.String),
    sa.Column("member", sa.String),
    sa.Column("name", sa.String),
    sa.Column("email", sa.String),
    sa.Column("email_key", sa.String),
    sa.Column("created", sa.Float),
)
spent = sa.Table(  # what works once and was used; forgotten when it would not work any more anyway
    "spent", metadata, sa.Column("hash", sa.String, primary_key=True), sa.Column("until", sa.Float)
)

WRITES: dict[str, Any] = {
    "spend": sa.insert(spent),
    "member": sa.insert(members),
    "member name": sa.update(members)
    .where(members.c.id == sa.bindparam("of"))
    .values(name=sa.bindparam("called"), name_key=sa.bindparam("seen_as")),
    "member email": sa.update(members)
    .where(members.c.id == sa.bindparam("of"))
    .values(email=sa.bindparam("now"), email_key=sa.bindparam("now_key")),
    "passkey": sa.insert(passkeys),
    "passkey used": sa.update(passkeys)
    .where(passkeys.c.id == sa.bindparam("of"), passkeys.c.count <= sa.bindparam("now"))
    .values(count=sa.bindparam("now"), used=sa.bindparam("at")),
    "session": sa.insert(sessions),
    "session used": sa.update(sessions).where(sessions.c.hash == sa.bindparam("of")).values(used=sa.bindparam("at")),
    "session gone": sa.delete(sessions).where(sessions.c.hash == sa.bindparam("of")),
    "sessions gone": sa.delete(sessions).where(sessions.c.member == sa.bindparam("of")),
    "link": sa.insert(links),
    "links gone": sa.delete(links).where(links.c.member == sa.bindparam("of")),
    "tokens gone": sa.delete(tokens).where(tokens.c.owner == sa.bindparam("of")),
    "swept": sa.delete(spent).where(spent.c.until < sa.bindparam("before")),
    "links swept": sa.delete(links).where(links.c.created < sa.bindparam("before")),
    "sessions swept": sa.delete(sessions).where(sessions.c.used < sa.bindparam("before")),
    # Of somebody who leaves for good: what was said first, as long as it is known who sat where
    "unsay": sa.text(
        "update chat set name = '', text = '…' where table_id in (select table_id from seats where owner = :of)"
        " and exists (select 1 from seats where seats.table_id = chat.table_id and seats.seat = chat.seat"
        " and seats.owner = :of)"
    ),
    "unsay beside": sa.text(
        "update chat set name = '', text = '…' where seat is null"
        " and table_id in (select id from tables where owner = :of)"
    ),
    "notice": sa.text(  # who sits where is looked up again: the same fact, with a new number
        "insert into facts (table_id, number, kind, clock, time)"
        " select sitting.table_id, coalesce(last.number, 0) + 1, 'seats', last.clock, coalesce(last.time, 0.0)"
        " from (select distinct table_id from seats where owner = :of) sitting left join facts last"
        " on last.table_id = sitting.table_id"
        " and last.number = (select max(number) from facts where facts.table_id = sitting.table_id)"
    ),
    "unseat": sa.text("update seats set name = '', owner = :nobody where owner = :of"),
    "disown": sa.text("update tables set owner = :nobody where owner = :of"),
    "passkeys gone": sa.delete(passkeys).where(passkeys.c.member == sa.bindparam("of")),
    "member gone": sa.delete(members).where(members.c.id == sa.bindparam("of")),
}
KEYS: dict[str, tuple[str, ...]] = {
    kind: {"spend": ("hash",), "member": ("id",), "passkey": ("id",), "session": ("hash",), "link": ("hash",)}.get(
        kind, ("before",) if kind.endswith("swept") else ("of",)
    )
    for kind in WRITES
}


def is_signed_in(person: Person | None) -> bool:
    """Whether somebody is a member and asks by itself: neither a guest nor a program that acts for somebody."""
    return person is not None and bool(person.shown) and not person.shown.startswith(TOKEN)


class Members:
    """Who is a member, and who is signed in."""

    def __init__(self, storage: Storage, days: float) -> None:
        self._storage = storage
        self._seconds = days * 86_400  # a device that was not used for so long is signed out
        self._known: OrderedDict[str, tuple[Person | None, float]] = OrderedDict()
        self._changes = 0  # since the start: what was asked before one of them may be answered after it

    async def known(self, person: Person) -> Person | None:
        """Who asks, if what it shows is still good for that: a guest that is no member, or a stored session."""
        found, changes = self._known.get(person.shown or person.id), self._changes
        if found is None:
            found = await self._look(person)
            if not self._storage.shared and changes == self._changes:
                self._known[person.shown or person.id] = found
                if len(self._known) > REMEMBERED:
                    self._known.popitem(last=False)
        member, used = found
        if member is None or member.id != person.id:
            return None
        if not person.shown:
            return person  # a guest is called as it says
        if time.time() - used > self._seconds:
            return None
        if time.time() - used > SEEN_SECONDS:
            self._note_use(member)
        return member

    async def _look(self, person: Person) -> tuple[Person | None, float]:
        async with self._storage.reading() as connection:
            if not person.shown:
                query = sa.select(members.c.id).where(members.c.id == person.id)
                is_member = (await connection.execute(query)).first() is not None
                return (None if is_member else person), 0.0
            joined = sessions.join(members, members.c.id == sessions.c.member)
            asked = sa.select(members.c.id, members.c.name, sessions.c.used).select_from(joined)
            row = (await connection.execute(asked.where(sessions.c.hash == person.shown))).first()
        if row is None:
            return None, 0.0
        return Person(row.id, row.name, person.shown), row.used

    def _note_use(self, member: Person) -> None:
        now = time.time()
        if member.shown in self._known:
            self._known[member.shown] = member, now
        noted = self._storage.commit([("session used", {"of": member.shown, "at": now})])
        noted.add_done_callback(lambda done: done.cancelled() or done.exception())  # it can be noted another time

    def forget(self, person: str) -> None:
        """What is known about somebody may not be so any more."""
        self._changes += 1
        for key in [key for key, (who, _) in self._known.items() if key == person or (who and who.id == person)]:
            del self._known[key]

    async def one(self, member: str) -> dict[str, Any] | None:
        """A member's row."""
        return next(iter(await self._rows(members, members.c.id == member)), None)

    async def of_name(self, key: str) -> str | None:
        """Whose name it is."""
        found = await self._rows(members, members.c.name_key == key)
        return found[0]["id"] if found else None

    async def of_email(self, key: str) -> dict[str, Any] | None:
        """Whose address it is."""
        return next(iter(await self._rows(members, members.c.email_key == key)), None)

    async def passkey(self, identity: str) -> dict[str, Any] | None:
        """A passkey by its own name."""
        return next(iter(await self._rows(passkeys, passkeys.c.id == identity)), None)

    async def passkeys_of(self, member: str) -> list[dict[str, Any]]:
        """A member's passkeys, the oldest first."""
        return await self._rows(passkeys, passkeys.c.member == member, passkeys.c.created)

    async def drop_way(self, member: str, passkey: str | None, *, mails: bool) -> bool:
        """Let a member sign in by a passkey no more, or by e-mail if none is named; not the last way. Whether it is so.

        Of two ways that are dropped at the same time, the second waits for the first: both write to the member first.
        """
        mine = members.c.id == member
        async with self._storage.transaction() as connection:
            await connection.execute(sa.update(members).where(mine).values(created=members.c.created))
            keys = set(
                (await connection.execute(sa.select(passkeys.c.id).where(passkeys.c.member == member))).scalars()
            )
            email = (await connection.execute(sa.select(members.c.email).where(mine))).scalar()
            if not (keys - {passkey} or (passkey and mails and email)):
                return False
            if passkey:
                gone = sa.delete(passkeys).where(passkeys.c.member == member, passkeys.c.id == passkey)
                await connection.execute(gone)
            else:
                await connection.execute(sa.update(members).where(mine).values(email=None, email_key=None))
                await connection.execute(sa.delete(links).where(links.c.member == member))
        return True

    async def sessions_of(self, member: str) -> list[dict[str, Any]]:
        """Where a member is signed in, the last used first."""
        live = sa.and_(sessions.c.member == member, sessions.c.used >= time.time() - self._seconds)
        return await self._rows(sessions, live, sessions.c.used.desc())

    async def link(self, digest: str) -> dict[str, Any] | None:
        """A link that was sent, unless it was used."""
        used = sa.exists().where(spent.c.hash == links.c.hash)
        return next(iter(await self._rows(links, sa.and_(links.c.hash == digest, ~used))), None)

    async def links_since(self, email_key: str, then: float) -> int:
        """How many links were sent to an address since then."""
        return len(await self._rows(links, sa.and_(links.c.email_key == email_key, links.c.created >= then)))

    async def _rows(self, of: sa.Table, condition: Any, order: Any = None) -> list[dict[str, Any]]:
        query = sa.select(of).where(condition)
        async with self._storage.reading() as connection:
            found = await connection.execute(query if order is None else query.order_by(order))
            return [plain(row) for row in found.mappings()]

    async def tables_with(self, person: str) -> AsyncIterator[dict[str, Any]]:
        """All tables at which somebody sits or which it set up, with what it did and said there."""
        mine = sa.union(
            sa.select(tables.c.id).where(tables.c.owner == person),
            sa.select(seats.c.table_id).where(seats.c.owner == person),
        )
        async with self._storage.reading() as connection:
            names = sorted((await connection.execute(mine)).scalars())
        for start in range(0, len(names), TABLES_AT_ONCE):
            for made in await self._whole(person, names[start : start + TABLES_AT_ONCE]):
                yield made

    async def _whole(self, person: str, names: list[str]) -> list[dict[str, Any]]:
        shown = [tables.c[name] for name in ("id", "game", "options", "clock", "state", "created", "changed")]
        made: dict[str, dict[str, Any]] = {}
        async with self._storage.reading() as connection:
            for row in (await connection.execute(sa.select(*shown).where(tables.c.id.in_(names)))).mappings():
                made[row["id"]] = plain(row) | {"seats": [], "actions": [], "chat": [], "result": None}
            sitting = sa.select(seats).where(seats.c.table_id.in_(names)).order_by(seats.c.seat)
            mine: set[tuple[str, int]] = set()
            for row in (await connection.execute(sitting)).mappings():
                is_mine = row["owner"] == person
                if is_mine:
                    mine.add((row["table_id"], row["seat"]))
                seat = {"seat": row["seat"], "name": row["name"], "kind": row["kind"], "mine": is_mine}
                made[row["table_id"]]["seats"].append(seat)
            done = sa.select(actions).where(actions.c.table_id.in_(names)).order_by(actions.c.number)
            for row in (await connection.execute(done)).mappings():
                if (row["table_id"], row["seat"]) in mine:
                    action = {name: row[name] for name in ("number", "kind", "seat", "action", "time")}
                    made[row["table_id"]]["actions"].append(action)
            said = sa.select(chat).where(chat.c.table_id.in_(names)).order_by(chat.c.number)
            for row in (await connection.execute(said)).mappings():
                if (row["table_id"], row["seat"]) in mine:
                    made[row["table_id"]]["chat"].append({"text": row["text"], "time": row["time"]})
            for row in (await connection.execute(sa.select(results).where(results.c.table_id.in_(names)))).mappings():
                made[row["table_id"]]["result"] = row["result"]
        return list(made.values())


def plain(row: Mapping[Any, Any]) -> dict[str, Any]:
    """A row by the plain names of its columns."""
    return {str(name): value for name, value in row.items()}
