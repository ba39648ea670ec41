"""The databases that storage can use: one SQLite file for one process, PostgreSQL for any number of them."""

from __future__ import annotations

import asyncio
import fcntl
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from functools import lru_cache
from operator import itemgetter
from pathlib import Path
from typing import Any, Protocol

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from formicarium.errors import MissingExtra, SettingError, Unavailable
from formicarium.server.store.schema import Write
from formicarium.server.store.writing import statements

LOG_PAGES = 8000  # of SQLite's log before it is copied into the database: all who write wait meanwhile, so rarely
PAGE = 4096
ROOM = 16 * LOG_PAGES * PAGE  # bytes that must be free on the disk for the log to be made long ahead of time
OWN = 0o600  # the file has seeds and the key that signs: its owner may read it and nobody else
CONNECTIONS = 10  # of one process to PostgreSQL …
MORE_CONNECTIONS = 10  # … and for a rush
CONNECT_SECONDS = 5.0  # to wait for a new connection
CALM = "storage/unavailable"  # the trouble that passes by itself
MIGRATING = 0xA27  # the lock of who changes the schema
TAKEN = sa.exc.IntegrityError, sqlite3.IntegrityError  # what databases raise when there is such a row already


class Database(Protocol):
    """What differs between databases; everything else is said in SQLAlchemy's words."""

    engine: AsyncEngine
    reader: AsyncEngine  # the same, for single questions, which need no transaction around them
    shared: bool  # whether other processes may write too
    errors: tuple[type[Exception], ...]  # what it raises when it cannot be reached or does not do what it is asked

    def claim(self) -> None:
        """Be the server of this database, or be refused if there can be only one."""

    def start(self) -> None:
        """Get ready to write."""

    async def write(self, changes: list[Write]) -> None:
        """Store changes in one transaction."""

    async def probe(self) -> None:
        """Find out whether a change would be stored now."""

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
    raise SettingError("database/unknown", f"tables are kept in sqlite or postgresql, not in {kind}")


TROUBLES = {  # how SQLite says it, PostgreSQL's states for it, and what is told
    "storage/full": (("disk is full",), ("53100",), "the disk of the database is full"),
    "storage/read-only": (("readonly database",), ("25006",), "the database cannot be written"),
    "storage/damaged": (("malformed", "not a database"), ("XX001", "XX002"), "the database is damaged"),
}


def trouble(error: Exception) -> str:
    """The code of what is wrong with a database; only what itself says counts, not what it was given."""
    cause = getattr(error, "orig", error)
    said, state = str(cause) if isinstance(cause, sqlite3.Error) else "", getattr(cause, "sqlstate", None)
    for code, (signs, states, _) in TROUBLES.items():
        if state in states or any(sign in said for sign in signs):
            return code
    return CALM


def unavailable(code: str, detail: str = "") -> Unavailable:
    """What is told when a database does not do what it is asked."""
    if code == CALM:
        return Unavailable(code, "the database does not answer: look again in a moment and repeat")
    said = f"{TROUBLES[code][-1]} ({detail})" if detail else TROUBLES[code][-1]
    return Unavailable(code, f"{said}: who runs this site has to mend it")


class Postgres:
    """A server that many processes share. A commit is on its disk when it is acknowledged."""

    shared = True

    def __init__(self, url: sa.URL) -> None:
        try:
            self.engine = create_async_engine(
                url,
                pool_size=CONNECTIONS,
                max_overflow=MORE_CONNECTIONS,
                connect_args={"timeout": CONNECT_SECONDS},
            )
            from asyncpg import InterfaceError, PostgresError
        except ModuleNotFoundError as error:
            raise MissingExtra("postgres", "PostgreSQL") from error
        sa.event.listen(self.engine.sync_engine, "checkout", _check_open)
        self.reader = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self.errors: tuple[type[Exception], ...] = (
            sa.exc.DBAPIError,
            sa.exc.TimeoutError,
            OSError,
            PostgresError,
            InterfaceError,
        )

    def claim(self) -> None:
        """Nothing to do: any number of processes may share it."""

    def start(self) -> None:
        """Nothing to do: connections are made when they are needed."""

    async def write(self, changes: list[Write]) -> None:
        """Store changes in one transaction."""
        async with self.engine.begin() as connection:
            for statement, rows in statements(changes):
                await connection.execute(statement, rows)

    async def probe(self) -> None:
        """Ask whether it takes changes: one that only follows another does not."""
        async with self.engine.begin() as connection:
            said = (await connection.execute(sa.text("show transaction_read_only"))).scalar_one()
        if said != "off":
            raise unavailable("storage/read-only")

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
    errors: tuple[type[Exception], ...] = (sa.exc.DBAPIError, sqlite3.Error)

    def __init__(self, url: sa.URL) -> None:
        self._path = Path(url.database) if url.database and url.database != ":memory:" else None
        self._claim: int | None = None  # the descriptor of the lock
        if self._path:
            _keep_private(self._path)
        self.engine = self.reader = create_async_engine(url)
        sa.event.listen(self.engine.sync_engine, "connect", _prepare)
        self._thread = WriterThread(self._path)

    def claim(self) -> None:
        """Lock the file as long as this process lives, and look whether it is a database at all."""
        if self._path is None or self._claim is not None:
            return
        claim = os.open(f"{self._path}.lock", os.O_RDWR | os.O_CREAT, OWN)
        try:
            fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            by = os.read(claim, 20).decode(errors="replace").strip() or "unknown"
            os.close(claim)
            said = f"another server (process {by}) uses {self._path}: a SQLite file is for one server at a time"
            hint = "stop it, choose another folder with --data, or use PostgreSQL for several"
            raise SettingError("database/used", f"{said}; {hint}") from None
        os.ftruncate(claim, 0)
        os.write(claim, str(os.getpid()).encode())
        self._claim = claim
        try:
            with closing(sqlite3.connect(self._path)) as connection:
                connection.execute("select count(*) from sqlite_master").fetchone()
        except sqlite3.OperationalError:
            pass  # it is busy or cannot be opened: who starts will see
        except sqlite3.DatabaseError as error:
            self._let_go()
            raise unavailable("storage/damaged", f"{self._path}: {error}") from error

    def _let_go(self) -> None:
        if self._claim is not None:
            os.close(self._claim)
            self._claim = None

    def start(self) -> None:
        """Open the file for writing."""
        self._thread.start()

    async def write(self, changes: list[Write]) -> None:
        """Store changes in one transaction."""
        await self._thread.write(changes)

    async def probe(self) -> None:
        """Write to the file, as a change does."""
        await self._thread.probe()

    async def stop(self) -> None:
        """Finish and close."""
        self._thread.stop()
        await self.engine.dispose()
        self._let_go()

    def lock_schema(self, connection: sa.Connection) -> None:
        """Nobody else is there."""

    async def hold_still(self, connection: AsyncConnection) -> None:
        """The driver would begin with the first change only."""
        await connection.exec_driver_sql("begin")


class WriterThread:
    """Writes to SQLite from a thread of its own, a whole transaction at a time.

    The async driver goes to its thread and back for each statement; here that happens once for all who wait. Nor does
    SQLAlchemy stand between: it says once what the statements are, and what it does for each would take longer than
    SQLite itself.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._connection: sqlite3.Connection | None = None

    def start(self) -> None:
        """Connect; nobody waits for that but the first who writes."""
        self._pool.submit(self._connect)

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path or ":memory:", check_same_thread=False)
        _prepare(connection, None)
        self._connection = connection
        try:
            connection.execute(f"pragma wal_autocheckpoint={LOG_PAGES}")
            if self._path and shutil.disk_usage(self._path.parent).free >= ROOM:
                _grow_log(connection)
        except (sqlite3.OperationalError, OSError):
            connection.rollback()  # another process is at it, such as one that makes a backup: once is enough
        return connection

    def write(self, changes: list[Write]) -> asyncio.Future[None]:
        """Store changes in one transaction."""
        return asyncio.get_running_loop().run_in_executor(self._pool, self._write, changes)

    def probe(self) -> asyncio.Future[None]:
        """Store more than a page holds, and nothing in the end."""
        return asyncio.get_running_loop().run_in_executor(self._pool, self._probe)

    def _write(self, changes: list[Write]) -> None:
        with self._transaction() as connection:
            for statement, rows in statements(changes):
                text, values = _prepared(statement, tuple(rows[0]))
                connection.executemany(text, [tuple([put(row) for put in values]) for row in rows])

    def _probe(self) -> None:
        with self._transaction() as connection:
            connection.execute("insert into secrets values ('probe', ?)", ["." * PAGE])
            connection.execute("delete from secrets where name = 'probe'")

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """A transaction; after one that the file did not take, it is opened anew: what was wrong may be mended."""
        connection = self._connection or self._connect()
        try:
            with connection:  # commits, or takes everything back
                yield connection
        except sqlite3.OperationalError:
            self._connection = None
            with suppress(sqlite3.Error):
                connection.close()
            raise

    def stop(self) -> None:
        """Finish and close."""
        self._pool.shutdown()
        if self._connection is not None:
            self._connection.close()


_DIALECT = sqlite.dialect()


@lru_cache(256)
def _prepared(statement: Any, names: tuple[str, ...]) -> tuple[str, tuple[Callable[[dict[str, Any]], Any], ...]]:
    """A statement as text, and what takes each of its values from a row: found out once, not with every change."""
    compiled = statement.compile(dialect=_DIALECT, column_keys=names)
    return str(compiled), tuple(
        _value(name, compiled.binds[name], given=name in names) for name in compiled.positiontup
    )


def _value(name: str, bound: sa.BindParameter[Any], *, given: bool) -> Callable[[dict[str, Any]], Any]:
    process = bound.type.dialect_impl(_DIALECT).bind_processor(_DIALECT)
    if not given:  # the statement itself has it
        own = process(bound.value) if process else bound.value
        return lambda row: own
    return (lambda row: process(row[name])) if process else itemgetter(name)


def _keep_private(path: Path) -> None:
    """Make the file if there is none, readable by its owner only; what SQLite keeps beside it follows the file."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(OSError):  # a folder or a file that cannot be written is told by who writes
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWN))
    for ending in ("", "-wal", "-shm"):
        with suppress(OSError):
            Path(f"{path}{ending}").chmod(OWN)


def _check_open(connection: Any, _: Any, __: Any) -> None:
    """Let a connection be replaced that PostgreSQL has closed: that it was restarted is no error.

    The driver has heard of it already. To ask on each connection before it is used, as `pool_pre_ping` does, takes
    three more journeys to the database for each change, and whoever acts waits for all of them.
    """
    if connection.driver_connection.is_closed():
        raise sa.exc.InvalidatePoolError


def _prepare(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=wal", "synchronous=full", "foreign_keys=on", "busy_timeout=10000"):
        cursor.execute(f"pragma {pragma}")
    cursor.close()


def _grow_log(connection: sqlite3.Connection) -> None:
    """Let the write-ahead log have its full size from the start.

    To write over what is there and sync it takes about half the time of making a file longer.
    """
    for statement in (
        "create table if not exists filling (bytes blob)",
        f"insert into filling select zeroblob({LOG_PAGES // 2 * PAGE})",
        "drop table filling",  # which writes every page once more
        "pragma wal_checkpoint(restart)",
    ):
        connection.execute(statement)
        connection.commit()
