"""Storage: tables and their logs in a database. One writer gathers what is waiting and commits it at once."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from formicarium.engine.errors import FormicariumError
from formicarium.server import metrics
from formicarium.server.databases import Database, database
from formicarium.server.schema import (
    Change,
    ChatLine,
    Entry,
    Fact,
    SeatRow,
    Stored,
    TableRow,
    actions,
    chat,
    facts,
    kept_secrets,
    seats,
    tables,
    tokens,
)

MIGRATIONS = Path(__file__).with_name("migrations")
ANSWER_SECONDS = 2.0  # in which a database that is well has answered

Submission = tuple[Sequence[Change], asyncio.Future[None]]


class Conflict(FormicariumError):
    """A change that another one has overtaken: nothing of it was stored."""


class Unavailable(FormicariumError):
    """The database does not answer; whether the last change was stored will be seen when it does."""


class Storage:
    """The database. Changes of all tables that wait at the same time share one transaction."""

    def __init__(self, url: str) -> None:
        self.database: Database = database(url)
        self._waiting: list[Submission] = []
        self._wake = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None

    @property
    def shared(self) -> bool:
        """Whether other processes may change what is stored."""
        return self.database.shared

    async def start(self) -> None:
        """Bring the database up to date and begin to write."""
        async with self.database.engine.begin() as connection:
            await connection.run_sync(migrate, self.database)
        self.database.start()
        self._writer = asyncio.create_task(self._write(), name="writer")

    async def stop(self) -> None:
        """Write what is waiting, then close."""
        if self._writer:
            await self.commit([])
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
            self._writer = None
        await self.database.stop()

    @property
    def waiting(self) -> int:
        """How many changes wait to be stored."""
        return len(self._waiting)

    def commit(self, changes: Sequence[Change]) -> asyncio.Future[None]:
        """Store changes together; done when they are on disk. `Conflict` if one row exists already."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((changes, done))
        metrics.commits_waiting.set(len(self._waiting))
        self._wake.set()
        return done

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                await asyncio.shield(self._commit_waiting())

    async def _commit_waiting(self) -> None:
        batch, self._waiting = self._waiting, []
        metrics.commits_waiting.set(0)
        await self._commit(batch)

    async def _commit(self, batch: list[Submission]) -> None:
        changes = [change for changes, _ in batch for change in changes]
        try:
            if changes:
                with metrics.commit_seconds.time():
                    await self._transaction(changes)
        except Exception as error:
            if len(batch) > 1 and not _is_lost(error):  # one spoils the whole: it is looked for by halves
                middle = len(batch) // 2
                await self._commit(batch[:middle])
                await self._commit(batch[middle:])
                return
            for _, done in batch:
                if not done.done():
                    done.set_exception(self._explained(error))
        else:
            metrics.commit_size.observe(len(batch))
            for _, done in batch:
                if not done.done():
                    done.set_result(None)

    async def _transaction(self, changes: list[Change]) -> None:
        await self.database.write(changes)

    # Reading

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to ask on."""
        try:
            async with self.database.engine.connect() as connection:
                yield connection
        except self.database.errors as error:
            raise self._explained(error) from error

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """A transaction of its own, for what does not wait with the rest."""
        try:
            async with self.database.engine.begin() as connection:
                yield connection
        except self.database.errors as error:
            raise self._explained(error) from error

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncConnection]:
        """A connection on which all is seen as it is at one moment, whatever is written meanwhile."""
        async with self._reading() as connection:
            await self.database.hold_still(connection)
            yield connection

    def _explained(self, error: Exception) -> Exception:
        if isinstance(error, sa.exc.IntegrityError):
            return Conflict("table/conflict", "somebody was faster: nothing was changed; look again and repeat")
        if isinstance(error, self.database.errors):
            return Unavailable("storage/unavailable", "the database does not answer: look again in a moment and repeat")
        return error

    async def load(self, table: str) -> Stored | None:
        """Everything about a table, `None` if there is no such one."""
        return await self._after(table, 0, 0)

    async def news(self, table: str, number: int, said: int, fact: int) -> Stored | None:
        """What came after these numbers of a table's log, chat and facts; `None` if nothing did."""
        last = [
            sa.select(sa.func.coalesce(sa.func.max(of.c.number), 0)).where(of.c.table_id == table).scalar_subquery()
            for of in (actions, chat, facts)
        ]
        async with self._reading() as connection:
            if tuple((await connection.execute(sa.select(*last))).one()) == (number, said, fact):
                return None
        return await self._after(table, number, said)

    async def _after(self, table: str, number: int, said: int) -> Stored | None:
        """A table without the first so many entries and lines of chat.

        The last fact is read before what it is about: what is read is never older than its number.
        """
        if not table.isprintable():
            return None  # no name of ours, and not every database can even be asked for it
        async with self._reading() as connection:
            last = sa.select(facts).where(facts.c.table_id == table).order_by(facts.c.number.desc()).limit(1)
            fact = (await connection.execute(last)).mappings().first()
            row = (await connection.execute(sa.select(tables).where(tables.c.id == table))).mappings().first()
            if row is None:
                return None
            stored = Stored(TableRow(**row), await _seats_of(connection, table))
            if fact:
                stored.fact = Fact(fact["number"], fact["time"], fact["clock"])
            lines = sa.select(chat).where(chat.c.table_id == table, chat.c.number > said).order_by(chat.c.number)
            for line in (await connection.execute(lines)).mappings():
                stored.chat.append(ChatLine(line["number"], line["seat"], line["name"], line["text"], line["time"]))
            log = sa.select(actions).where(actions.c.table_id == table, actions.c.number > number)
            for line in (await connection.execute(log.order_by(actions.c.number))).mappings():
                stored.entries.append(Entry(line["kind"], line["seat"], line["action"], line["time"], line["clock"]))
            return stored

    async def tables_of(self, owner: str, most: int = 50) -> list[Stored]:
        """The tables at which a person sits or which it set up, the latest first; without logs."""
        sits = sa.select(seats.c.table_id).where(seats.c.owner == owner)
        return await self._listed(sa.or_(tables.c.owner == owner, tables.c.id.in_(sits)), most)

    async def open_tables(self, most: int = 50) -> list[Stored]:
        """The tables that everybody may join or watch, the latest first; without logs."""
        return await self._listed(sa.and_(tables.c.open, tables.c.state == "playing"), most)

    async def clocked_tables(self) -> list[str]:
        """The tables that are played by a clock, for a server that starts."""
        async with self._reading() as connection:
            kind = tables.c.clock["kind"].as_string()
            found = sa.select(tables.c.id).where(tables.c.state == "playing", kind != "none")
            return [row.id for row in await connection.execute(found)]

    async def _listed(self, condition: sa.ColumnElement[bool], most: int) -> list[Stored]:
        async with self._reading() as connection:
            found = sa.select(tables).where(condition).order_by(tables.c.changed.desc()).limit(most)
            rows = (await connection.execute(found)).mappings().all()
            return [Stored(TableRow(**row), await _seats_of(connection, row["id"])) for row in rows]

    async def owner_of(self, token_hash: str) -> tuple[str, str] | None:
        """Whose token it is, and its name."""
        async with self._reading() as connection:
            found = sa.select(tokens.c.owner, tokens.c.name).where(tokens.c.hash == token_hash)
            row = (await connection.execute(found)).first()
            return (row.owner, row.name) if row else None

    async def tokens_of(self, owner: str) -> list[dict[str, Any]]:
        """The tokens of a person, by their hashes."""
        async with self._reading() as connection:
            found = sa.select(tokens).where(tokens.c.owner == owner).order_by(tokens.c.created)
            return [dict(row) for row in (await connection.execute(found)).mappings()]

    async def secret(self, name: str) -> str:
        """The server's own secret of that name, made at the first call. Of several who call, all get the same."""
        found = sa.select(kept_secrets.c.value).where(kept_secrets.c.name == name)
        while True:
            async with self._reading() as connection:
                row = (await connection.execute(found)).first()
            if row:
                return str(row.value)
            with suppress(Conflict):
                await self.commit([("secret", {"name": name, "value": secrets.token_hex(32)})])

    async def answers(self) -> bool:
        """Whether the database can be asked now."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS), self._reading() as connection:
                await connection.execute(sa.text("select 1"))
        except (Unavailable, TimeoutError):
            return False
        return True


def _is_lost(error: Exception) -> bool:
    """Whether the database could not be reached, so that it is no use to try again at once."""
    return isinstance(error, OSError | sa.exc.TimeoutError) or getattr(error, "connection_invalidated", False)


async def _seats_of(connection: AsyncConnection, table: str) -> list[SeatRow]:
    found = sa.select(seats).where(seats.c.table_id == table).order_by(seats.c.seat)
    rows = (await connection.execute(found)).mappings()
    return [SeatRow(**{name: value for name, value in row.items() if name != "table_id"}) for row in rows]


def migrate(connection: sa.Connection, kind: Database, revision: str = "head") -> None:
    """Bring a database up to a revision."""
    if revision == "head" and _is_up_to_date(connection):
        return
    from alembic import command
    from alembic.config import Config

    kind.lock_schema(connection)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def newest_revision() -> str:
    """The revision of the schema that this code reads."""
    return max(path.name for path in (MIGRATIONS / "versions").glob("[0-9]*.py")).partition("_")[0]


def _is_up_to_date(connection: sa.Connection) -> bool:
    """Whether there is nothing to migrate; most starts find that out without loading what migrates."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return False
    found = connection.execute(sa.text("select version_num from alembic_version"))
    return found.scalars().all() == [newest_revision()]
