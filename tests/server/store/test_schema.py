"""The schema: what the code reads is what migrations make."""

import sqlalchemy as sa

from formicarium.server.store import schema

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
