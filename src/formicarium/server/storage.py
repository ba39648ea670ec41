"""Storage: tables and their logs in a database. One writer gathers what is waiting and commits it at once."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from formicarium.engine.errors import FormicariumError
from formicarium.server import metrics

MIGRATIONS = Path(__file__).with_name("migrations")
LOG_PAGES = 8000  # of SQLite's log before it is copied into the database: all who write wait meanwhile, so rarely
PAGE = 4096

schema = sa.MetaData()
tables = sa.Table(
    "tables",
    schema,
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
    schema,
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
    schema,
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
    schema,
    sa.Column("table_id", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer),
    sa.Column("name", sa.String),
    sa.Column("text", sa.String),
    sa.Column("time", sa.Float),
)
tokens = sa.Table(
    "tokens",
    schema,
    sa.Column("hash", sa.String, primary_key=True),
    sa.Column("owner", sa.String),
    sa.Column("name", sa.String),
    sa.Column("created", sa.Float),
)
kept_secrets = sa.Table(
    "secrets", schema, sa.Column("name", sa.String, primary_key=True), sa.Column("value", sa.String)
)

# Each kind of change is one statement, so that all rows of it go to the database together, in this order.
CHANGES: dict[str, Any] = {
    "table": sa.insert(tables),
    "seat": sa.insert(seats),
    "action": sa.insert(actions),
    "chat": sa.insert(chat),
    "token": sa.insert(tokens),
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
    "revoke": sa.delete(tokens).where(tokens.c.hash == sa.bindparam("of"), tokens.c.owner == sa.bindparam("by")),
}
Change = tuple[str, dict[str, Any]]
Submission = tuple[Sequence[Change], asyncio.Future[None]]


class Conflict(FormicariumError):
    """A change that another one has overtaken: nothing of it was stored."""


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


@dataclass
class Stored:
    """Everything about one table."""

    row: TableRow
    seats: list[SeatRow]
    entries: list[Entry] = field(default_factory=list)
    chat: list[ChatLine] = field(default_factory=list)


class Storage:
    """The database. Changes of all tables that wait at the same time share one transaction."""

    def __init__(self, url: str) -> None:
        self.url = make_url(url)
        if self.url.database and self.url.get_backend_name() == "sqlite":
            Path(self.url.database).parent.mkdir(parents=True, exist_ok=True)
        self.engine: AsyncEngine = create_async_engine(self.url)
        self._thread: WriterThread | None = None
        if self.url.get_backend_name() == "sqlite":
            sa.event.listen(self.engine.sync_engine, "connect", _prepare_sqlite)
            self._thread = WriterThread(self.url)
        self._waiting: list[Submission] = []
        self._wake = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Bring the database up to date and begin to write."""
        async with self.engine.begin() as connection:
            await connection.run_sync(migrate)
        if self._thread:
            self._thread.start()
        self._writer = asyncio.create_task(self._write(), name="writer")

    async def stop(self) -> None:
        """Write what is waiting, then close."""
        if self._writer:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
            while self._waiting:
                await self._commit_waiting()
        if self._thread:
            self._thread.stop()
        await self.engine.dispose()

    def commit(self, changes: Sequence[Change]) -> asyncio.Future[None]:
        """Store changes together; done when they are on disk. `Conflict` if one row exists already."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((changes, done))
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
        await self._commit(batch)

    async def _commit(self, batch: list[Submission]) -> None:
        changes = [change for changes, _ in batch for change in changes]
        try:
            if changes:
                with metrics.commit_seconds.time():
                    await self._transaction(changes)
        except Exception as error:
            if len(batch) > 1:  # one spoils the whole: each for itself
                for submission in batch:
                    await self._commit([submission])
            elif not batch[0][1].done():
                batch[0][1].set_exception(_explained(error))
        else:
            metrics.commit_size.observe(len(batch))
            for _, done in batch:
                if not done.done():
                    done.set_result(None)

    async def _transaction(self, changes: list[Change]) -> None:
        if self._thread:
            await self._thread.write(changes)
            return
        async with self.engine.begin() as connection:
            for statement, rows in _statements(changes):
                await connection.execute(statement, rows)

    # Reading

    async def load(self, table: str) -> Stored | None:
        """Everything about a table, `None` if there is no such one."""
        async with self.engine.connect() as connection:
            row = (await connection.execute(sa.select(tables).where(tables.c.id == table))).mappings().first()
            if row is None:
                return None
            stored = Stored(TableRow(**row), await _seats_of(connection, table))
            log = sa.select(actions).where(actions.c.table_id == table).order_by(actions.c.number)
            for line in (await connection.execute(log)).mappings():
                stored.entries.append(Entry(line["kind"], line["seat"], line["action"], line["time"], line["clock"]))
            said = sa.select(chat).where(chat.c.table_id == table).order_by(chat.c.number)
            for line in (await connection.execute(said)).mappings():
                stored.chat.append(ChatLine(line["number"], line["seat"], line["name"], line["text"], line["time"]))
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
        async with self.engine.connect() as connection:
            kind = tables.c.clock["kind"].as_string()
            found = sa.select(tables.c.id).where(tables.c.state == "playing", kind != "none")
            return [row.id for row in await connection.execute(found)]

    async def _listed(self, condition: sa.ColumnElement[bool], most: int) -> list[Stored]:
        async with self.engine.connect() as connection:
            found = sa.select(tables).where(condition).order_by(tables.c.changed.desc()).limit(most)
            rows = (await connection.execute(found)).mappings().all()
            return [Stored(TableRow(**row), await _seats_of(connection, row["id"])) for row in rows]

    async def owner_of(self, token_hash: str) -> tuple[str, str] | None:
        """Whose token it is, and its name."""
        async with self.engine.connect() as connection:
            found = sa.select(tokens.c.owner, tokens.c.name).where(tokens.c.hash == token_hash)
            row = (await connection.execute(found)).first()
            return (row.owner, row.name) if row else None

    async def tokens_of(self, owner: str) -> list[dict[str, Any]]:
        """The tokens of a person, by their hashes."""
        async with self.engine.connect() as connection:
            found = sa.select(tokens).where(tokens.c.owner == owner).order_by(tokens.c.created)
            return [dict(row) for row in (await connection.execute(found)).mappings()]

    async def secret(self, name: str) -> str:
        """The server's own secret of that name, made at the first call."""
        async with self.engine.begin() as connection:
            found = sa.select(kept_secrets.c.value).where(kept_secrets.c.name == name)
            row = (await connection.execute(found)).first()
            if row:
                return str(row.value)
            value = secrets.token_hex(32)
            await connection.execute(sa.insert(kept_secrets), [{"name": name, "value": value}])
            return value

    async def answers(self) -> bool:
        """Whether the database can be asked now."""
        try:
            async with self.engine.connect() as connection:
                await connection.execute(sa.text("select 1"))
        except sa.exc.SQLAlchemyError:
            return False
        return True


class WriterThread:
    """Writes to SQLite from a thread of its own, a whole transaction at a time.

    The async driver goes to its thread and back for each statement; here that happens once for all who wait.
    """

    def __init__(self, url: sa.URL) -> None:
        self._engine = sa.create_engine(url.set(drivername="sqlite"), connect_args={"check_same_thread": False})
        sa.event.listen(self._engine, "connect", _prepare_sqlite)
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._connection: sa.Connection | None = None

    def start(self) -> None:
        """Connect; nobody waits for that but the first who writes."""
        self._pool.submit(self._connect)

    def _connect(self) -> None:
        self._connection = self._engine.connect()
        _grow_log(self._connection)

    def write(self, changes: list[Change]) -> asyncio.Future[None]:
        """Store changes in one transaction."""
        return asyncio.get_running_loop().run_in_executor(self._pool, self._write, changes)

    def _write(self, changes: list[Change]) -> None:
        assert self._connection is not None
        with self._connection.begin():
            for statement, rows in _statements(changes):
                self._connection.execute(statement, rows)

    def stop(self) -> None:
        """Finish and close."""
        self._pool.shutdown()
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()


def _statements(changes: list[Change]) -> Iterator[tuple[Any, list[dict[str, Any]]]]:
    """The statements that store changes, each with all its rows."""
    for kind, statement in CHANGES.items():
        rows = [values for name, values in changes if name == kind]
        if rows:
            yield statement, rows


async def _seats_of(connection: AsyncConnection, table: str) -> list[SeatRow]:
    found = sa.select(seats).where(seats.c.table_id == table).order_by(seats.c.seat)
    rows = (await connection.execute(found)).mappings()
    return [SeatRow(**{name: value for name, value in row.items() if name != "table_id"}) for row in rows]


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


def migrate(connection: sa.Connection, revision: str = "head") -> None:
    """Bring a database up to a revision."""
    if revision == "head" and _is_up_to_date(connection):
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _is_up_to_date(connection: sa.Connection) -> bool:
    """Whether there is nothing to migrate; most starts find that out without loading what migrates."""
    newest = max(path.name for path in (MIGRATIONS / "versions").glob("[0-9]*.py")).partition("_")[0]
    if not sa.inspect(connection).has_table("alembic_version"):
        return False
    found = connection.execute(sa.text("select version_num from alembic_version"))
    return found.scalars().all() == [newest]


def _prepare_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=wal", "synchronous=full", "foreign_keys=on", "busy_timeout=10000"):
        cursor.execute(f"pragma {pragma}")
    cursor.close()


def _grow_log(connection: sa.Connection) -> None:
    """Let the write-ahead log have its full size from the start.

    To write over what is there and sync it takes about half the time of making a file longer.
    """
    for statement in (
        f"pragma wal_autocheckpoint={LOG_PAGES}",
        "create table if not exists filling (bytes blob)",
        f"insert into filling values (zeroblob({LOG_PAGES // 2 * PAGE}))",
        "drop table filling",  # which writes every page once more
        "pragma wal_checkpoint(restart)",
    ):
        connection.exec_driver_sql(statement)
        connection.commit()


def _explained(error: Exception) -> Exception:
    if isinstance(error, sa.exc.IntegrityError):
        return Conflict("table/conflict", "somebody was faster: nothing was changed; look again and repeat")
    return error
