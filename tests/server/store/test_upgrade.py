"""A site of the last version goes on in this one: its database is brought up to date, and its tables play on."""

import asyncio
import json
import sqlite3
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from formicarium.server.settings import Settings
from formicarium.server.store.storage import Storage, migrate, newest_revision

from ..conftest import QUICK, running, with_storage

SITE = Path(__file__).with_name("site-0002.sql")  # made by the last version: tables of Ada, played for a while
COOKIE = "WyJKTmNOQ0dhenZQTlhDVTRkIiwiQWRhIl0.Lcl3cfEdegirycrg2On7EKU39L8"
TABLES = {
    "sisimizi": "S_zakjoIilb4pb0G",
    "grasshopper": "iTN9s-lm0oGWq_qo",
    "formica": "Vw_4EvRbAT_nHzcP",
    "antics": "dYB9rQKdPn5p-_Dq",
}
NUMBERS = {"sisimizi": 27, "grasshopper": 46, "formica": 88, "antics": 48}
TO_ACT = {"sisimizi": [0], "grasshopper": [1], "formica": [1], "antics": [1]}
OVER, WAITING, CLOCKED = "wLxniS_qBJMDK-v_", "5MoHG5aoPfQd7ZGN", "cYaOlLIKmzFSqsyT"


@pytest.fixture(params=["sqlite", "postgres"])
def site(request, tmp_path):
    path, more = tmp_path / "tables.db", {}
    with sqlite3.connect(path) as database:
        database.executescript(SITE.read_text(encoding="utf-8"))
    if request.param == "sqlite":
        url = f"sqlite:///{path}"
        path.chmod(0o600)
    else:
        url, more = (
            request.getfixturevalue("postgres").new_database(),
            {"bus_url": request.getfixturevalue("redis").url},
        )
        asyncio.run(put_into(url, database))
    database.close()
    with running(Settings(database_url=url, **QUICK, **more)) as site:
        site.url = url
        yield site


async def put_into(url, source):
    """The same rows in another database, as the last version made its tables there."""
    database = Storage(url).database

    def fill(connection):
        migrate(connection, database, "0002")
        tables = sa.MetaData()
        tables.reflect(connection)
        for table in tables.sorted_tables:
            if table.name != "alembic_version":
                names = [column.name for column in table.columns]
                columns = ", ".join(f'"{name}"' for name in names)
                rows = source.execute(f'select {columns} from "{table.name}"').fetchall()
                values = [dict(zip(names, map(meant, table.columns, row), strict=True)) for row in rows]
                if values:
                    connection.execute(sa.insert(table), values)

    async with database.engine.begin() as connection:
        await connection.run_sync(fill)
    await database.engine.dispose()


def meant(column, value):
    """What SQLite has as a number or a text."""
    if value is None:
        return None
    if isinstance(column.type, sa.Boolean):
        return bool(value)
    return json.loads(value) if isinstance(column.type, sa.JSON) else value


def rows(url, query):
    async def read(storage):
        async with storage.reading() as connection:
            return [tuple(row) for row in await connection.execute(sa.text(query))]

    return with_storage(url, read)


def test_a_site_of_the_last_version_upgrades_in_place(site):
    ada = site.guest("Ada")
    ada.http.cookies.set("formicarium", COOKIE)
    assert rows(site.url, "select version_num from alembic_version") == [(newest_revision(),)]
    mine = {line["id"]: line for line in ada.get("/api/tables")["mine"]}
    assert {*TABLES.values(), WAITING, CLOCKED} <= mine.keys()
    for game, table in TABLES.items():
        frame = ada.frame(table, seat=0)
        assert frame["number"] == NUMBERS[game] and frame["you"] and frame["log"]
        assert [seat["seat"] for seat in frame["table"]["seats"] if seat["to_act"]] == TO_ACT[game]
        assert [line["text"] for line in frame["chat"]] == [f"hello {game}"]
        assert mine[table]["your_turn"], "found out from the log: that version did not note it"
        seat = TO_ACT[game][0]
        choices = ada.frame(table, seat=seat, scene="no")["choices"]
        ada.act(table, NUMBERS[game], choices[0], seat=seat)
    assert ada.frame(OVER)["table"]["state"] == "over" and ada.frame(OVER)["outcome"]
    assert mine[WAITING]["seats"][1]["kind"] == "open" and not mine[WAITING]["your_turn"]
    assert ada.frame(CLOCKED)["table"]["clock"] == {"kind": "days", "days": 3.0}
    assert any(seat["running"] for seat in ada.frame(CLOCKED)["table"]["seats"])
    deadline = time.monotonic() + 30
    while not (rings := dict(rows(site.url, "select table_id, rings from alarms")))[CLOCKED]:
        assert time.monotonic() < deadline  # that version did not note it either
        time.sleep(0.02)
    assert rings.keys() == {CLOCKED}
