"""Storage: tables and their logs in a database. One writer gathers what is waiting and commits it at once."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from formicarium.errors import Conflict, SettingError, Unavailable
from formicarium.server import metrics
from formicarium.server.store.databases import CALM, TAKEN, Database, database, trouble, unavailable
from formicarium.server.store.schema import (
    SETTLED,
    Write,
    actions,
    affairs,
    alarms,
    branches,
    chat,
    facts,
    kept_secrets,
    results,
    reviews,
    seats,
    tables,
    terms,
    tokens,
    turns,
)
from formicarium.server.table.rows import (
    OVER,
    PLAYING,
    ChatLine,
    Fact,
    Guided,
    Listed,
    LogRow,
    SeatRow,
    Stored,
    TableRow,
)

MIGRATIONS = Path(__file__).with_name("migrations")
LOG = [actions.c[name] for name in ("kind", "seat", "action", "time", "clock")]  # as `LogRow` has them
USUAL = {"strangers": False, "delay": 0, "silent": False}
TERMS = [sa.func.coalesce(terms.c[name], usual).label(name) for name, usual in USUAL.items()]
LINES_AT_ONCE = 1000  # of a log that are read between two turns of others
ANSWER_SECONDS = 2.0  # in which a database that is well has answered
PROBE_SECONDS = 1.0  # between two changes that are tried only to find out

log = logging.getLogger("formicarium.server")

Submission = tuple[Sequence[Write], asyncio.Future[None]]


class Storage:
    """The database. Changes of all tables that wait at the same time share one transaction."""

    def __init__(self, url: str) -> None:
        self.database: Database = database(url)
        self._waiting: list[Submission] = []
        metrics.commits_waiting.set_function(lambda: self.waiting)
        self._wake = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._probing: asyncio.Future[None] | None = None
        self._probed = 0.0  # when it began
        self._trouble: str | None = None  # the code of why changes are not stored at present

    @property
    def shared(self) -> bool:
        """Whether other processes may change what is stored."""
        return self.database.shared

    def claim(self) -> None:
        """Be the server of this database; refused if another one is, and there can be only one."""
        self.database.claim()

    async def reach(self) -> None:
        """Refuse to start with a database that does not answer; nothing of it is kept for the loop that comes."""
        try:
            async with self.database.engine.connect() as connection:
                await connection.execute(sa.text("select 1"))
        except self.database.errors as error:
            said = self.database.engine.url.render_as_string(hide_password=True)
            reason = str(getattr(error, "orig", None) or error).strip().split("\n")[0]
            raise SettingError("database/away", f"the database {said} does not answer: {reason}") from error
        finally:
            await self.database.engine.dispose()

    async def start(self) -> None:
        """Bring the database up to date and begin to write."""
        async with self.transaction() as connection:
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

    def commit(self, changes: Sequence[Write]) -> asyncio.Future[None]:
        """Store changes together; done when they are on disk. `Conflict` if one row exists already."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((changes, done))
        self._wake.set()
        return done

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while batch := self._waiting:
                self._waiting = []
                await asyncio.shield(self._commit(batch))

    async def _commit(self, batch: list[Submission]) -> None:
        changes = [change for changes, _ in batch for change in changes]
        try:
            if changes:
                with metrics.commit_seconds.time():
                    await self.database.write(changes)
        except Exception as error:
            explained = self._explained(error)
            self._note(explained)
            if len(batch) > 1 and not _is_lost(error):  # one spoils the whole: it is looked for by halves
                middle = len(batch) // 2
                await self._commit(batch[:middle])
                await self._commit(batch[middle:])
                return
            for _, done in batch:
                if not done.done():
                    done.set_exception(explained)
        else:
            if changes:
                self._note(None)
            metrics.commit_size.observe(len(batch))
            for _, done in batch:
                if not done.done():
                    done.set_result(None)

    # Reading

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to ask on; each question sees what is stored when it is asked."""
        try:
            async with self.database.reader.connect() as connection:
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
        try:
            async with self.database.engine.connect() as connection:
                await self.database.hold_still(connection)
                yield connection
        except self.database.errors as error:
            raise self._explained(error) from error

    def _explained(self, error: Exception) -> Exception:
        if isinstance(error, TAKEN):
            return Conflict("table/conflict", "somebody was faster: nothing was changed; look again and repeat")
        if isinstance(error, self.database.errors) and not isinstance(error, Unavailable):  # which is a lost connection
            return unavailable(trouble(error))
        return error

    def _note(self, error: Exception | None) -> None:
        """Tell the log when the database begins to refuse, and when it takes changes again; not each time."""
        if isinstance(error, Unavailable) and error.code != self._trouble:
            self._trouble, self._probed = error.code, 0.0  # what was found out before is no answer any more
            log.error("the database takes no changes", extra={"code": error.code, "reason": str(error)})
        elif error is None and self._trouble:
            self._trouble, self._probed = None, 0.0
            log.warning("the database takes changes again")

    async def load(self, table: str) -> Stored | None:
        """Everything about a table, `None` if there is no such one."""
        return await self._after(table, 0, 0)

    async def numbers(self, table: str) -> tuple[int, int, int]:
        """The last numbers of a table's log, chat and facts."""
        last = [
            sa.select(sa.func.coalesce(sa.func.max(of.c.number), 0)).where(of.c.table_id == table).scalar_subquery()
            for of in (actions, chat, facts)
        ]
        async with self.reading() as connection:
            number, said, fact = (await connection.execute(sa.select(*last))).one()
        return number, said, fact

    async def news(self, table: str, number: int, said: int, fact: int) -> Stored | None:
        """What came after these numbers of a table's log, chat and facts; `None` if nothing did."""
        if await self.numbers(table) == (number, said, fact):
            return None
        return await self._after(table, number, said)

    async def _after(self, table: str, number: int, said: int) -> Stored | None:
        """A table without the first so many entries and lines of chat.

        The last fact is read before what it is about: what is read is never older than its number.
        """
        if not table.isprintable():
            return None  # no name of ours, and not every database can even be asked for it
        async with self.reading() as connection:
            last = sa.select(facts).where(facts.c.table_id == table).order_by(facts.c.number.desc()).limit(1)
            fact = (await connection.execute(last)).mappings().first()
            known = sa.select(tables, *TERMS).outerjoin(terms, terms.c.table_id == tables.c.id)
            row = (await connection.execute(known.where(tables.c.id == table))).mappings().first()
            if row is None:
                return None
            settled = sa.select(*(affairs.c[name] for name in SETTLED)).where(affairs.c.table_id == table)
            agreed = (await connection.execute(settled.order_by(affairs.c.number.desc()).limit(1))).mappings().first()
            stored = Stored(TableRow(**row, **(agreed or {})), (await _seats_of(connection, [table]))[table])
            if fact:
                stored.fact = Fact(fact["number"], fact["time"], fact["clock"])
            lines = sa.select(chat).where(chat.c.table_id == table, chat.c.number > said).order_by(chat.c.number)
            for line in (await connection.execute(lines)).mappings():
                stored.chat.append(ChatLine(line["number"], line["seat"], line["name"], line["text"], line["time"]))
            log = sa.select(*LOG).where(actions.c.table_id == table, actions.c.number > number)
            for lines_at_once in (await connection.execute(log.order_by(actions.c.number))).partitions(LINES_AT_ONCE):
                stored.log += [LogRow(*line) for line in lines_at_once]
                await asyncio.sleep(0)  # a long log takes a while: others have their turn
            return stored

    async def tables_of(self, owner: str, *states: str, most: int = 50) -> list[Listed]:
        """The tables in these states at which a person sits or which it set up, the latest first; without logs."""
        query = sa.select(tables.c.id).where(tables.c.state.in_(states)).order_by(tables.c.changed.desc()).limit(most)
        made = query.where(tables.c.owner == owner).subquery()
        sits = query.where(tables.c.id.in_(sa.select(seats.c.table_id).where(seats.c.owner == owner))).subquery()
        halves = sa.union(sa.select(made.c.id), sa.select(sits.c.id))  # each has an index, which both at once have not
        return await self._listed(tables.c.id.in_(halves), most)

    async def tutorials_of(self, owner: str, most: int = 200) -> list[Guided]:
        """The guided matches that a person has begun, the latest first, with how many entries their logs have."""
        last = sa.select(sa.func.max(actions.c.number)).where(actions.c.table_id == tables.c.id).scalar_subquery()
        query = sa.select(tables.c.id, tables.c.game, tables.c.tutorial, tables.c.state, last.label("entries"))
        mine = query.where(tables.c.owner == owner, tables.c.state.in_((PLAYING, OVER)), tables.c.tutorial.is_not(None))
        async with self.reading() as connection:
            found = await connection.execute(mine.order_by(tables.c.changed.desc()).limit(most))
            return [Guided(*row) for row in found]

    async def open_tables(self, most: int = 50) -> list[Listed]:
        """The tables that everybody may join or watch, the latest first; without logs."""
        return await self._listed(sa.and_(tables.c.open, tables.c.state == "playing"), most)

    async def tables_named(self, names: Sequence[str]) -> list[Listed]:
        """Those of some tables that there are, the latest first; without logs."""
        return await self._listed(tables.c.id.in_(names), len(names)) if names else []

    async def next_rings(self, most: int) -> list[tuple[str, float]]:
        """The tables whose clocks ring next, and when, the earliest first."""
        query = sa.select(alarms).where(alarms.c.rings.is_not(None)).order_by(alarms.c.rings).limit(most)
        async with self.reading() as connection:
            return [(row.table_id, row.rings) for row in await connection.execute(query)]

    async def _listed(self, condition: sa.ColumnElement[bool], most: int) -> list[Listed]:
        """Tables with who sits at them, who may act, when somebody did last and how they ended, in two statements."""
        joined = tables.outerjoin(turns, turns.c.table_id == tables.c.id)
        joined = joined.outerjoin(results, results.c.table_id == tables.c.id)
        last = sa.select(actions.c.time).where(actions.c.table_id == tables.c.id).order_by(actions.c.number.desc())
        acted = sa.func.coalesce(last.limit(1).scalar_subquery(), tables.c.changed).label("acted")
        chosen = sa.select(tables, turns.c.to_act, acted, results.c.result).select_from(joined).where(condition)
        async with self.reading() as connection:
            rows = [
                dict(row) for row in (await connection.execute(chosen.order_by(acted.desc()).limit(most))).mappings()
            ]
            sitting = await _seats_of(connection, [row["id"] for row in rows])
        beside = [(row.pop("to_act"), row.pop("acted"), row.pop("result")) for row in rows]
        return [Listed(TableRow(**row), sitting[row["id"]], *more) for row, more in zip(rows, beside, strict=True)]

    async def owner_of(self, token_hash: str) -> tuple[str, str] | None:
        """Whose token it is, and its name."""
        async with self.reading() as connection:
            query = sa.select(tokens.c.owner, tokens.c.name).where(tokens.c.hash == token_hash)
            row = (await connection.execute(query)).first()
            return (row.owner, row.name) if row else None

    async def tokens_of(self, owner: str) -> list[dict[str, Any]]:
        """The tokens of a person, by their hashes."""
        async with self.reading() as connection:
            query = sa.select(tokens).where(tokens.c.owner == owner).order_by(tokens.c.created)
            return [dict(row) for row in (await connection.execute(query)).mappings()]

    async def secret(self, name: str) -> str:
        """The server's own secret of that name, made at the first call. Of several who call, all get the same."""
        query = sa.select(kept_secrets.c.value).where(kept_secrets.c.name == name)
        while True:
            async with self.reading() as connection:
                row = (await connection.execute(query)).first()
            if row:
                return str(row.value)
            with suppress(Conflict):
                await self.commit([("secret", {"name": name, "value": secrets.token_hex(32)})])

    async def review_of(self, table: str) -> str | None:
        """What was found out about a match, packed."""
        async with self.reading() as connection:
            found = await connection.execute(sa.select(reviews.c.review).where(reviews.c.table_id == table))
            return found.scalars().first()

    async def branches_of(self, source: str, most: int) -> list[str]:
        """The tables that go on from a position of another, the first ones."""
        query = sa.select(branches.c.table_id).where(branches.c.source == source).order_by(branches.c.created)
        async with self.reading() as connection:
            return list((await connection.execute(query.limit(most))).scalars())

    async def probe(self) -> None:
        """Find out whether a change would be stored now; all who ask within a second share the answer."""
        now = time.monotonic()
        if self._probing is None or (self._probing.done() and now - self._probed >= PROBE_SECONDS):
            self._probing, self._probed = asyncio.ensure_future(self._probe()), now
            self._probing.add_done_callback(lambda done: done.cancelled() or done.exception())  # if nobody waits
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await asyncio.shield(self._probing)
        except TimeoutError:
            raise unavailable(CALM) from None

    async def _probe(self) -> None:
        try:
            await self.database.probe()
        except Exception as error:
            explained = self._explained(error)
            self._note(explained)
            raise explained from error
        self._note(None)


def _is_lost(error: Exception) -> bool:
    """Whether the database takes nothing at all now, so that it is no use to try again at once."""
    gone = isinstance(error, OSError | sa.exc.TimeoutError) or getattr(error, "connection_invalidated", False)
    return gone or trouble(error) != CALM


async def _seats_of(connection: AsyncConnection, of: list[str]) -> dict[str, list[SeatRow]]:
    """Who sits at some tables."""
    sitting: dict[str, list[SeatRow]] = {table: [] for table in of}
    if of:
        chosen = sa.select(seats).where(seats.c.table_id.in_(of)).order_by(seats.c.table_id, seats.c.seat)
        for row in (await connection.execute(chosen)).mappings():
            values = dict(row)
            sitting[values.pop("table_id")].append(SeatRow(**values))
    return sitting


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
    revisions = connection.execute(sa.text("select version_num from alembic_version"))
    return revisions.scalars().all() == [newest_revision()]
