"""The schema: what the code reads is what migrations make, and all write in the same order."""

import sqlalchemy as sa

from formicarium.server.store import schema
from formicarium.server.store.schema import KEYS, WRITES, statements

from ..conftest import with_storage


async def nothing(storage):
    return None


def test_migrations_make_the_schema_that_the_code_reads(database_url):
    with_storage(database_url, nothing)
    with_storage(database_url, nothing)  # a second start finds everything done

    def check(connection):
        inspector = sa.inspect(connection)
        for name, expected in schema.metadata.tables.items():
            found = {column["name"] for column in inspector.get_columns(name)}
            assert found == set(expected.columns.keys())
            keys = inspector.get_pk_constraint(name)["constrained_columns"]
            assert keys == [key.name for key in expected.primary_key]

    async def look(storage):
        async with storage.database.engine.connect() as connection:
            await connection.run_sync(check)

    with_storage(database_url, look)


def test_rows_of_one_kind_go_together_in_one_order_whoever_writes():
    writes = [("chat", {"table_id": "b", "number": 1}), ("action", {"table_id": "a", "number": 2})]
    writes += [("chat", {"table_id": "a", "number": 7}), ("action", {"table_id": "a", "number": 1})]
    made = list(statements(writes))
    assert [statement for statement, _ in made] == [WRITES["action"], WRITES["chat"]]
    assert [[(row["table_id"], row["number"]) for row in rows] for _, rows in made] == [
        [("a", 1), ("a", 2)],
        [("a", 7), ("b", 1)],
    ]
    assert WRITES.keys() == KEYS.keys(), "each kind says what names its row"
