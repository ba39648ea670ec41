"""Storage: migrations from nothing, group commit, conflicts, secrets."""

import asyncio
from functools import partial

import sqlalchemy as sa

from formicarium.errors import Conflict
from formicarium.server.store import schema
from formicarium.server.store.schema import log_writes, table_writes
from formicarium.server.store.storage import Storage, migrate, newest_revision
from formicarium.server.table.rows import LogRow, SeatRow
from formicarium.server.table.setup import new_table

from ..conftest import with_storage

BEFORE = "0014"  # the schema before the newest change of it


def table(game="sisimizi"):
    seats = [SeatRow(seat, "human", f"P{seat}", "me", "random") for seat in range(2)]
    return new_table(game, seats, {}, 1.0, owner="me")


async def nothing(storage):
    return None


def test_writes_survive_and_are_synchronous(database_url):
    embedded = database_url.startswith("sqlite")

    async def settings(storage):
        asked = ("pragma journal_mode", "pragma synchronous") if embedded else ("show fsync", "show synchronous_commit")
        async with storage.database.engine.connect() as connection:
            return [(await connection.execute(sa.text(text))).scalar() for text in asked]

    assert with_storage(database_url, settings) == (["wal", 2] if embedded else ["on", "on"])


def test_a_table_comes_back_as_it_was_stored(database_url):
    stored = table("formica")

    async def keep(storage):
        await storage.commit(table_writes(stored, 1))

    with_storage(database_url, keep)
    assert with_storage(database_url, lambda storage: storage.load(stored.row.id)) == stored
    assert with_storage(database_url, lambda storage: storage.load("nothing")) is None


def test_the_finest_review_is_kept_and_branches_come_in_their_order(database_url):
    made = [table() for _ in range(4)]
    source, *others = (stored.row.id for stored in made)

    async def review(storage):
        for stored in made:
            await storage.commit(table_writes(stored, 1))
        assert await storage.review_of(source) is None
        for iterations in (16, 128, 64):
            await storage.commit([schema.review_write(source, iterations, f"with {iterations}")])
        for at, other in enumerate(others):
            await storage.commit([schema.branch_write(other, source, 3.0 - at)])
        return await storage.review_of(source), await storage.branches_of(source, 2)

    assert with_storage(database_url, review) == ("with 128", others[:0:-1])


def test_changes_that_wait_together_share_a_transaction(database_url):
    async def many(storage):
        made, sizes = [table() for _ in range(20)], []
        original = storage.database.write

        async def counted(changes):
            sizes.append(len(changes))
            await original(changes)

        storage.database.write = counted
        await asyncio.gather(*(storage.commit(table_writes(stored, 1)) for stored in made))
        return sizes

    sizes = with_storage(database_url, many)
    assert len(sizes) <= 2 and sum(sizes) == 20 * 6


def test_a_number_is_taken_once_and_a_conflict_spoils_nobody_else(database_url):
    first, second = table(), table()

    async def clash(storage):
        for stored in (first, second):
            await storage.commit(table_writes(stored, 1))
        entry = [LogRow("act", 0, "done", 2.0)]
        return await asyncio.gather(
            storage.commit(log_writes(first.row.id, 1, entry)),
            storage.commit(log_writes(first.row.id, 1, entry)),
            storage.commit(log_writes(second.row.id, 1, entry)),
            return_exceptions=True,
        )

    outcomes = with_storage(database_url, clash)
    assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, type(None)]
    for stored in (first, second):
        found = with_storage(database_url, partial(Storage.load, table=stored.row.id))
        assert len(found.log) == 2


def test_a_connection_that_the_database_has_closed_is_replaced(postgres):
    """Whether it is still open is not asked for each change: who acts would wait for that."""
    url, first, second = postgres.new_database(), table(), table()

    async def closed(storage):
        await storage.commit(table_writes(first, 1))
        async with storage.database.engine.connect() as connection:
            driver = (await connection.get_raw_connection()).driver_connection
        other = Storage(url)
        async with other.transaction() as connection:
            others = sa.text("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()")
            await connection.execute(sa.text(f"{others} and datname = current_database()"))
        await other.stop()
        async with asyncio.timeout(60):
            while not driver.is_closed():
                await asyncio.sleep(0.01)
        await storage.commit(table_writes(second, 1))
        assert await storage.load(second.row.id) == second

    with_storage(url, closed)


def test_what_waits_at_the_stop_is_written(database_url):
    stored = table()

    async def late(storage):
        done = storage.commit(table_writes(stored, 1))
        await storage.stop()
        await done

    with_storage(database_url, late)
    assert with_storage(database_url, lambda storage: storage.load(stored.row.id)) is not None


def test_the_secret_is_made_once(database_url):
    first = with_storage(database_url, lambda storage: storage.secret("server"))
    assert with_storage(database_url, lambda storage: storage.secret("server")) == first and len(first) == 64
    assert with_storage(database_url, lambda storage: storage.secret("other")) != first


def test_processes_that_start_together_agree(database_url):
    """Both migrate, both make the secret."""

    async def together():
        storages = [Storage(database_url), Storage(database_url)]
        if not storages[0].shared:
            storages.pop()
        await asyncio.gather(*(storage.start() for storage in storages))
        try:
            return await asyncio.gather(*(storage.secret("server") for storage in storages))
        finally:
            for storage in storages:
                await storage.stop()

    assert len(set(asyncio.run(together()))) == 1


def test_a_name_that_cannot_be_is_no_error(database_url):
    assert with_storage(database_url, partial(Storage.load, table="\0")) is None


def test_processes_of_the_version_before_go_on_while_the_schema_changes(postgres):
    """What they read and write stays possible before, during and after; only who sets up a table waits a moment."""
    url, old = postgres.new_database(), table()
    entry = [LogRow("act", 0, "done", 2.0)]

    async def work():
        before, new = Storage(url), Storage(url)
        async with before.database.engine.begin() as connection:
            await connection.run_sync(migrate, before.database, BEFORE)
        await before.database.write(table_writes(old, 1))
        async with new.database.engine.begin() as connection:
            await connection.run_sync(migrate, new.database)
            async with asyncio.timeout(10):  # the new schema is not committed yet
                await before.database.write(log_writes(old.row.id, 1, entry))
                assert await entries(before) == 2
            making = asyncio.create_task(before.database.write(table_writes(table(), 1)))
            await asyncio.sleep(0.1)
        await asyncio.wait_for(making, 10)
        await before.database.write(log_writes(old.row.id, 2, entry))
        found = await new.load(old.row.id)
        for storage in (before, new):
            await storage.stop()
        return found

    async def entries(storage):
        asked = sa.select(sa.func.count()).where(schema.actions.c.table_id == old.row.id)
        async with storage.database.engine.connect() as connection:
            return (await connection.execute(asked)).scalar()

    assert len(asyncio.run(work()).log) == 3


def test_the_version_before_is_the_one_before_the_newest():
    assert int(newest_revision()) == int(BEFORE) + 1
