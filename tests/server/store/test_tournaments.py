"""Tournaments as they are stored: of two who do the same one does it, and what is asked often finds an index."""

import asyncio

import pytest
import sqlalchemy as sa

from formicarium.errors import Conflict
from formicarium.server.store import tournaments as stored
from formicarium.server.store.tournaments import (
    OPEN,
    PLAYING,
    Entrant,
    PairingRow,
    RoundRow,
    TournamentRow,
    TournamentStore,
    entrant_write,
    over_write,
    round_writes,
    state_write,
    tournament_write,
)

from ..conftest import with_storage
from .test_plans import SCANS, fill, plans

CLOCK = {"kind": "live", "seconds": 60, "increment": 1}
CUP = TournamentRow(
    "cup", "Cup", "sisimizi", {}, 2, "swiss", 3, CLOCK, 60.0, "ada", "Ada", None, True, None, None, OPEN, None, 1.0
)
PAIRED = [PairingRow(1, 1, [1, 2], "t1"), PairingRow(1, 2, [3], None, [2], True)]


def test_everything_comes_back_as_it_was_written(database_url):
    async def work(storage):
        store = TournamentStore(storage)
        entrants = [
            Entrant(1, "ada", "Ada", None),
            Entrant(2, None, "Lasius", "gentle"),
            Entrant(3, "ben", "Ben", None),
        ]
        await storage.commit([tournament_write(CUP), *(entrant_write("cup", one) for one in entrants)])
        await storage.commit([state_write(CUP, PLAYING, 2, 5.0), *round_writes("cup", RoundRow(1, 2.0, 62.0), PAIRED)])
        whole = await store.load("cup")
        assert whole.row.state == PLAYING and whole.row.rounds == 2 and whole.entrants == entrants
        assert whole.pairings == PAIRED and whole.rounds == [RoundRow(1, 2.0, 62.0)]
        await storage.commit([over_write("cup", PAIRED[0], (2, 0))])
        await storage.commit([over_write("cup", PAIRED[0], (0, 2))])  # who says so first is believed
        await storage.commit([state_write(CUP, "off", 9, None)])  # it is not open any more: nothing
        whole = await store.load("cup")
        assert whole.pairings[0].points == [2, 0] and whole.pairings[0].over and whole.row.state == PLAYING
        assert await store.counts(["cup"]) == {"cup": 3} and await store.running("ada") == 1
        assert [row.id for row in await store.of_person("ben", 9)] == ["cup"] == [r.id for r in await store.listed(9)]
        assert await store.load("nowhere") is None and await store.load("\0") is None

    with_storage(database_url, work)


def test_of_two_who_pair_a_round_or_take_a_number_one_does(database_url):
    async def work(storage):
        await storage.commit([tournament_write(CUP)])
        for writes in (
            [round_writes("cup", RoundRow(1, at, at), PAIRED) for at in (1.0, 2.0)],
            [[entrant_write("cup", Entrant(1, who, who, None))] for who in ("ada", "ben")],
            [[entrant_write("cup", Entrant(number, "cleo", "Cleo", None))] for number in (7, 8)],
        ):
            done = await asyncio.gather(*map(storage.commit, writes), return_exceptions=True)
            assert sum(isinstance(one, Conflict) for one in done) == 1
        whole = await TournamentStore(storage).load("cup")
        assert len(whole.rounds) == 1 and len(whole.pairings) == 2 and len(whole.entrants) == 2

    with_storage(database_url, work)


def test_what_is_due_is_found_by_indexes_however_much_was_played(database_url):
    async def work(storage):
        await fill(storage)  # tables t0, t1 … that are over
        store = TournamentStore(storage)
        many = [{**tournament_write(CUP)[1], "id": f"c{n}", "due": None, "state": PLAYING} for n in range(1000)]
        many[7] |= {"due": 3.0}
        rows = [
            {
                "tournament_id": f"c{n}",
                "round": 1,
                "number": 1,
                "entrants": [1, 2],
                "table_id": f"t{n}",
                "points": [2, 0],
            }
            | {"over": n > 2}
            for n in range(1000)
        ]
        async with storage.transaction() as connection:
            await connection.execute(sa.insert(stored.tournaments), many)
            await connection.execute(sa.insert(stored.pairings), rows)
        async with storage.transaction() as connection:
            await connection.execute(sa.text("analyze"))
        assert await store.due(4.0) == ["c0", "c1", "c2", "c7"] and await store.due(2.0) == ["c0", "c1", "c2"]
        assert await store.next_due() == 3.0
        lines = [*await plans(storage, lambda: store.due(4.0)), *await plans(storage, store.next_due)]
        return [line for line in lines for scan in SCANS if scan in line and "USING" not in line.upper()]

    scanned = with_storage(database_url, work)
    assert not any(table in line for line in scanned for table in ("tournaments", "pairings", "tables"))


@pytest.mark.parametrize("kind", stored.WRITES)
def test_each_kind_of_writing_has_a_key(kind):
    assert kind in stored.KEYS
