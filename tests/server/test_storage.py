"""Storage: migrations from nothing, group commit, conflicts, secrets."""

import asyncio
import sqlite3

import pytest
import sqlalchemy as sa

from formicarium.server import schema
from formicarium.server.schema import Entry, SeatRow, entry_changes, table_changes
from formicarium.server.storage import Conflict, Storage
from formicarium.server.tables import new_table


def run(tmp_path, work):
    async def within():
        storage = Storage(f"sqlite:///{tmp_path / 'tables.db'}")
        await storage.start()
        try:
            return await work(storage)
        finally:
            await storage.stop()

    return asyncio.run(within())


def table(game="sisimizi"):
    seats = [SeatRow(seat, "human", f"P{seat}", "me", "random") for seat in range(2)]
    return new_table(game, seats, {}, 1.0, owner="me")


async def nothing(storage):
    return None


def test_migrations_make_the_schema_that_the_code_reads(tmp_path):
    run(tmp_path, nothing)
    run(tmp_path, nothing)  # a second start finds everything done
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'tables.db'}")
    inspector = sa.inspect(engine)
    for name, expected in schema.metadata.tables.items():
        found = {column["name"] for column in inspector.get_columns(name)}
        assert found == set(expected.columns.keys())
        assert inspector.get_pk_constraint(name)["constrained_columns"] == [key.name for key in expected.primary_key]
    engine.dispose()


def test_writes_survive_and_are_synchronous(tmp_path):
    async def pragmas(storage):
        async with storage.database.engine.connect() as connection:
            return [
                (await connection.execute(sa.text(f"pragma {name}"))).scalar()
                for name in ("journal_mode", "synchronous")
            ]

    assert run(tmp_path, pragmas) == ["wal", 2]


def test_a_table_comes_back_as_it_was_stored(tmp_path):
    stored = table("formica")

    async def keep(storage):
        await storage.commit(table_changes(stored))

    run(tmp_path, keep)
    assert run(tmp_path, lambda storage: storage.load(stored.row.id)) == stored
    assert run(tmp_path, lambda storage: storage.load("nothing")) is None


def test_changes_that_wait_together_share_a_transaction(tmp_path):
    async def many(storage):
        made, sizes = [table() for _ in range(20)], []
        original = storage._transaction

        async def counted(changes):
            sizes.append(len(changes))
            await original(changes)

        storage._transaction = counted
        await asyncio.gather(*(storage.commit(table_changes(stored)) for stored in made))
        return sizes

    sizes = run(tmp_path, many)
    assert len(sizes) <= 2 and sum(sizes) == 20 * 4


def test_a_number_is_taken_once_and_a_conflict_spoils_nobody_else(tmp_path):
    first, second = table(), table()

    async def clash(storage):
        for stored in (first, second):
            await storage.commit(table_changes(stored))
        entry = [Entry("act", 0, "done", 2.0)]
        return await asyncio.gather(
            storage.commit(entry_changes(first.row.id, 1, entry)),
            storage.commit(entry_changes(first.row.id, 1, entry)),
            storage.commit(entry_changes(second.row.id, 1, entry)),
            return_exceptions=True,
        )

    outcomes = run(tmp_path, clash)
    assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, type(None)]
    with sqlite3.connect(tmp_path / "tables.db") as database:
        counts = dict(database.execute("select table_id, count(*) from actions group by table_id"))
    database.close()
    assert counts == {first.row.id: 2, second.row.id: 2}


def test_what_waits_at_the_stop_is_written(tmp_path):
    stored = table()

    async def late(storage):
        done = storage.commit(table_changes(stored))
        await storage.stop()
        await done

    run(tmp_path, late)
    assert run(tmp_path, lambda storage: storage.load(stored.row.id)) is not None


def test_the_secret_is_made_once(tmp_path):
    first = run(tmp_path, lambda storage: storage.secret("server"))
    assert run(tmp_path, lambda storage: storage.secret("server")) == first and len(first) == 64
    with pytest.raises(AssertionError):
        assert run(tmp_path, lambda storage: storage.secret("other")) == first
