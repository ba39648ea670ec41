"""The databases that storage can use: one SQLite file for one process, PostgreSQL for any number of them."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol

import sqlalchemy as sa
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from formicarium.engine.errors import FormicariumError, MissingExtra
from formicarium.server.schema import Change, statements

LOG_PAGES = 8000  # of SQLite's log before it is copied into the database: all who write wait meanwhile, so rarely
PAGE = 4096
CONNECTIONS = 10  # of one process to PostgreSQL …
MORE_CONNECTIONS = 10  # … and for a rush
CONNECT_SECONDS = 5.0  # to wait for a new connection
MIGRATING = 0xA27  # the lock of who changes the schema


class Database(Protocol):
    """What differs between databases; everything else is said in SQLAlchemy's words."""

    engine: AsyncEngine
    shared: bool  # whether other processes may write too
    errors: tuple[type[Exception], ...]  # what it raises when it cannot be reached or does not do what it is asked

    def start(self) -> None:
        """Get ready to write."""

    async def write(self, changes: list[Change]) -> None:
        """Store changes in one transaction."""

    async def stop(self) -> None:
        """Close."""

    def lock_schema(self, connection: sa.Connection) -> None:
        """Let nobody else change the schema in this transaction."""

    async def hold_still(self, connection: AsyncConnection) -> None:
        """Let everything that is read in this transaction be of one moment."""


def database(url: str) -> Database:
    """The database of a URL such as `postgresql://user@host/name` or `sqlite:////folder/tables.db`."""
    made = make_url(url)
    kind = made.get_backend_name()
    if kind == "sqlite":
        return Sqlite(made.set(drivername="sqlite+aiosqlite"))
    if kind == "postgresql":
        return Postgres(made.set(drivername="postgresql+asyncpg"))
    raise FormicariumError("database/unknown", f"tables are kept in sqlite or postgresql, not in {kind}")


class Postgres:
    """A server that many processes share. A commit is on its disk when it is acknowledged."""

    shared = True

    def __init__(self, url: sa.URL) -> None:
        try:
            self.engine = create_async_engine(
                url,
                pool_pre_ping=True,  # a database that was restarted is no error
                pool_size=CONNECTIONS,
                max_overflow=MORE_CONNECTIONS,
                connect_args={"timeout": CONNECT_SECONDS},
            )
            from asyncpg import InterfaceError, PostgresError
        except ModuleNotFoundError as error:
            raise MissingExtra("postgres", "PostgreSQL") from error
        self.errors: tuple[type[Exception], ...] = (
            sa.exc.DBAPIError,
            sa.exc.TimeoutError,
            OSError,
            PostgresError,
            InterfaceError,
        )

    def start(self) -> None:
        """Nothing to do: connections are made when they are needed."""

    async def write(self, changes: list[Change]) -> None:
        """Store changes in one transaction."""
        async with self.engine.begin() as connection:
            for statement, rows in statements(changes):
                await connection.execute(statement, rows)

    async def stop(self) -> None:
        """Close all connections."""
        await self.engine.dispose()

    def lock_schema(self, connection: sa.Connection) -> None:
        """Processes that start at the same time migrate one after the other; all but the first find it done."""
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATING)))

    async def hold_still(self, connection: AsyncConnection) -> None:
        """A transaction that sees what was there at its first look."""
        await connection.execute(sa.text("set transaction isolation level repeatable read read only"))


class Sqlite:
    """One file, written by one process. Full sync: a commit is on disk when it is acknowledged."""

    shared = False
    errors: tuple[type[Exception], ...] = (sa.exc.DBAPIError,)

    def __init__(self, url: sa.URL) -> None:
        if url.database:
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        self.engine = create_async_engine(url)
        sa.event.listen(self.engine.sync_engine, "connect", _prepare)
        self._thread = WriterThread(url)

    def start(self) -> None:
        """Open the file for writing."""
        self._thread.start()

    async def write(self, changes: list[Change]) -> None:
        """Store changes in one transaction."""
        await self._thread.write(changes)

    async def stop(self) -> None:
        """Finish and close."""
        self._thread.stop()
        await self.engine.dispose()

    def lock_schema(self, connection: sa.Connection) -> None:
        """Nobody else is there."""

    async def hold_still(self, connection: AsyncConnection) -> None:
        """The driver would begin with the first change only."""
        await connection.exec_driver_sql("begin")


class WriterThread:
    """Writes to SQLite from a thread of its own, a whole transaction at a time.

    The async driver goes to its thread and back for each statement; here that happens once for all who wait.
    """

    def __init__(self, url: sa.URL) -> None:
        self._engine = sa.create_engine(url.set(drivername="sqlite"), connect_args={"check_same_thread": False})
        sa.event.listen(self._engine, "connect", _prepare)
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._connection: sa.Connection | None = None

    def start(self) -> None:
        """Connect; nobody waits for that but the first who writes."""
        self._pool.submit(self._connect)

    def _connect(self) -> None:
        self._connection = self._engine.connect()
        try:
            _grow_log(self._connection)
        except sa.exc.OperationalError:
            self._connection.rollback()  # another process is at it, such as one that makes a backup: once is enough

    def write(self, changes: list[Change]) -> asyncio.Future[None]:
        """Store changes in one transaction."""
        return asyncio.get_running_loop().run_in_executor(self._pool, self._write, changes)

    def _write(self, changes: list[Change]) -> None:
        assert self._connection is not None
        with self._connection.begin():
            for statement, rows in statements(changes):
                self._connection.execute(statement, rows)

    def stop(self) -> None:
        """Finish and close."""
        self._pool.shutdown()
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()


def _prepare(connection: Any, _: Any) -> None:
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
        f"insert into filling select zeroblob({LOG_PAGES // 2 * PAGE})",
        "drop table filling",  # which writes every page once more
        "pragma wal_checkpoint(restart)",
    ):
        connection.exec_driver_sql(statement)
        connection.commit()
