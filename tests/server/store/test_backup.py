"""Backup and restore: what is put back is what was there, into any database; what is broken is refused."""

import asyncio
import gzip
import random

import pytest
import sqlalchemy as sa

from formicarium.errors import BackupError
from formicarium.server.people.ratings import Ratings, recount
from formicarium.server.store.backup import KEPT, backup, check, restore
from formicarium.server.store.schema import affairs_write, log_writes, metadata, over_writes, table_writes
from formicarium.server.table.rows import OVER, ChatLine, LogRow, SeatRow
from formicarium.server.table.setup import new_table

from ..conftest import with_storage

MOMENTARY = {
    *("processes", "claims", "pairers"),
    *("seeks", "settled"),  # who looked for a match when the backup was made
    *("sessions", "links", "spent"),  # who was signed out must not come back by it
}


def fill(url):
    """Two tables with logs and chat, resigned and rated; everything about them. And a row of all else that is kept."""
    made = []
    for game in ("sisimizi", "formica"):
        seats = [SeatRow(seat, "human", f"P{seat}", ("me", "you")[seat], "random") for seat in range(2)]
        made.append(new_table(game, seats, {}, 1.0, owner="me"))

    async def keep(storage):
        await storage.secret("server")
        for stored in made:
            start = len(stored.log)
            more = [
                LogRow("act", 0, "done", 2.0, {"left": [1.5, 2.0], "since": [None, 3.0]}),
                LogRow("act", 1, "done", 3.0),
            ]
            line = ChatLine(1, None, "Ada", "Grüße, 蟻", 4.0)
            said = {"table_id": stored.row.id, "number": 1, "seat": None, "name": "Ada", "text": line.text, "time": 4.0}
            await storage.commit([*table_writes(stored, 1), *log_writes(stored.row.id, start, more), ("chat", said)])
            stored.log += more
            stored.chat.append(line)
        stored.row.resigned, stored.row.ending, stored.row.state, stored.row.changed = [1], "resigned", OVER, 5.0
        ended = over_writes(stored.row.id, 5.0, {"places": [1, 2]})
        await storage.commit([affairs_write(stored.row, 1), *ended])
        assert await Ratings(storage).catch_up() == 1
        other = new_table("antics", stored.seats, {}, 1.0, owner="you")
        await storage.commit(table_writes(other, 1))
        async with storage.transaction() as connection:
            for table in KEPT:
                if not (await connection.execute(sa.select(table).limit(1))).first():
                    row = {column.name: SOME[type(column.type)] for column in table.columns}
                    row |= {name: other.row.id for name in ("table_id", "source") if name in row}
                    await connection.execute(sa.insert(table).values(row))

    with_storage(url, keep)
    return made


SOME = {
    sa.String: "Grüße, 蟻",
    sa.Integer: 1,
    sa.BigInteger: 2**40 + 1,
    sa.Float: 1.25,
    sa.Boolean: True,
    sa.JSON: {"ä": [1, None]},
}


def contents(url, made):
    async def read(storage):
        whole = [await storage.load(stored.row.id) for stored in made]
        rows = {}
        async with storage.reading() as connection:
            for table in KEPT:
                rows[table.name] = sorted(map(repr, (await connection.execute(sa.select(table))).all()))
        assert all(rows.values()), "there is something of everything"
        assert await recount(storage) == (1, 2, 0), "all ratings follow from the matches"
        return whole, await storage.secret("server"), await storage.tables_of("me", OVER), rows

    return with_storage(url, read)


@pytest.mark.parametrize("target", ["sqlite", "postgres"])
def test_what_is_restored_is_what_was_there(database_url, target, postgres, tmp_path):
    other = f"sqlite:///{tmp_path / 'other.db'}" if target == "sqlite" else postgres.new_database()
    made, file = fill(database_url), tmp_path / "all.backup"
    counts = asyncio.run(backup(database_url, file))
    assert counts["tables"] == 3 and counts["chat"] == 2 and file.stat().st_mode & 0o077 == 0
    assert asyncio.run(restore(other, file)) == counts
    assert contents(other, made) == contents(database_url, made) and contents(other, made)[0] == made
    with pytest.raises(BackupError) as full:
        asyncio.run(restore(other, file))
    assert full.value.code == "backup/not-empty"
    with pytest.raises(BackupError) as twice:
        asyncio.run(backup(database_url, file))
    assert twice.value.code == "backup/exists"


def test_everything_is_kept_but_what_processes_have_claimed_and_what_can_be_found_out_again():
    assert {table.name for table in KEPT} == metadata.tables.keys() - MOMENTARY - {"reviews"}


def test_a_broken_backup_is_refused(tmp_path):
    url, file = f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "all.backup"
    fill(url)
    asyncio.run(backup(url, file))
    whole, lots = gzip.decompress(file.read_bytes()), random.Random(1)
    lines = whole.splitlines(keepends=True)
    for broken in (
        whole.replace(b'"number":2', b'"number":7', 1),
        whole.replace(b"P0", b"P7", 1),
        b"".join(lines[:-1]),
        b"".join(lines[:3] + lines[4:]),
        whole + lines[3],
    ):
        file.write_bytes(gzip.compress(broken))
        with pytest.raises(BackupError):
            check(file)
    packed = bytearray(gzip.compress(whole))
    for _ in range(20):
        place = lots.randrange(20, len(packed))
        file.write_bytes(packed[:place])
        with pytest.raises(BackupError):
            check(file)
