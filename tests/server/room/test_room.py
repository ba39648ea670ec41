"""The room without a network: a change is stored, then told; what is refused is neither; memory can be left."""

import asyncio

import pytest

from formicarium.errors import TableError
from formicarium.server.room.changes import Act
from formicarium.server.room.room import Room
from formicarium.server.room.thinking import Thinkers
from formicarium.server.settings import Settings
from formicarium.server.store.storage import Storage
from formicarium.server.table.ears import Ears
from formicarium.server.table.rows import SeatRow
from formicarium.server.table.setup import new_table
from formicarium.server.table.table import Person
from formicarium.server.wire.bus import LocalBus
from formicarium.server.wire.looks import Viewer
from server.tables import ADA, BEN


def in_a_room(tmp_path, work, url=None, **more):
    async def within():
        settings = Settings(database_url=url or f"sqlite:///{tmp_path / 'tables.db'}", **more)
        storage, bus = Storage(settings.database_url), LocalBus()
        await storage.start()
        room = Room(settings, storage, Thinkers(1, 60.0), bus, b"secret")
        await room.start()
        try:
            await work(room)
        finally:
            await room.stop()
            await room.readiness.stop()
            await storage.stop()

    asyncio.run(within())


def stored():
    seats = [SeatRow(seat, "human", who.name, who.id, "random") for seat, who in enumerate((ADA, BEN))]
    return new_table("sisimizi", seats, {}, 0.0, owner=ADA.id, first=0)


def test_a_change_is_stored_and_then_told(tmp_path):
    async def work(room):
        table, told = (await room.create(stored())).table.id, []
        room.bus.subscribe(table, told.append)
        assert await room.do(table, Act(ADA, 1, "ant e5")) == 2
        assert [event["type"] for event in told] == ["moved"]
        with pytest.raises(TableError) as refused:
            await room.do(table, Act(ADA, 1, "ant e6"))
        assert (refused.value.code, refused.value.number) == ("number/stale", 2) and len(told) == 1
        assert len((await room.storage.load(table)).log) == 2

    in_a_room(tmp_path, work)


def test_a_table_that_has_left_memory_is_as_it_was(tmp_path):
    async def work(room):
        held = await room.create(stored())
        await room.do(held.table.id, Act(ADA, 1, "ant e5"))
        room._drop(held)
        assert not room.all_held() and not room.holds(held)
        again = await room.held(held.table.id)
        assert again is not held and again.table.match.position == held.table.match.position
        with pytest.raises(TableError) as refused:
            await room.held("nowhere")
        assert refused.value.code == "table/unknown"

    in_a_room(tmp_path, work)


def test_who_only_watched_is_not_missed(tmp_path):
    async def work(room):
        held = await room.create(stored())
        for who in (ADA, Person("eve", "Eve")):
            room.arrive(held, who)
            room.depart(held, who)
        assert list(held.presence.report()[1]) == ["ada"]

    in_a_room(tmp_path, work)


def test_where_people_sit_at_more_tables_than_fit_pictures_stay(tmp_path):
    """Each further table made all others forget theirs, and every viewer was drawn whole again, twice."""

    async def work(room):
        connected = []
        for _ in range(3):
            held = await room.create(stored())
            room.arrive(held, ADA)
            held.album.full(Viewer(0, "en"), ADA, room.around(held), 0.0, Ears())
            connected.append(held)
        passing = await room.create(stored())
        assert room.all_held() == [*connected, passing]
        held = await room.create(stored())
        assert room.all_held() == [*connected, held]  # at the other one nobody was
        for at in connected:
            await room.do(at.table.id, Act(ADA, 1, "ant e5"))
        assert all(at.album._looks and at.table.ledger._recent for at in connected)
        room._let_rest(connected[1].used)  # who was used since is left alone
        assert [bool(at.album._looks) for at in connected] == [False, True, True]
        assert [bool(at.table.ledger._recent) for at in connected] == [False, True, True]

    in_a_room(tmp_path, work, tables_in_memory=2)


@pytest.mark.parametrize("asks", ["look", "act"])
def test_a_stranger_who_asks_the_database_keeps_no_player_waiting(postgres, asks):
    """The table was locked meanwhile, once for each look and each refusal."""
    eve = Person("eve", "Eve")

    async def work(room):
        table, answers, asked = (await room.create(stored())).table.id, asyncio.Event(), asyncio.Event()
        numbers = room.storage.numbers

        async def late(of):
            asked.set()
            await answers.wait()
            return await numbers(of)

        room.storage.numbers = late
        asking = room.held(table, fresh=True) if asks == "look" else room.do(table, Act(eve, 1, "ant e5"))
        stranger = asyncio.create_task(asking)
        await asked.wait()
        async with asyncio.timeout(60):
            assert await room.do(table, Act(ADA, 1, "ant e5")) == 2
        assert not stranger.done()
        answers.set()
        if asks == "look":
            assert (await stranger).table.number == 2
        else:
            with pytest.raises(TableError) as refused:
                await stranger
            assert refused.value.code == "seat/none"

    in_a_room(None, work, postgres.new_database())


def test_what_another_process_has_stored_makes_a_change_possible(postgres):
    """Though nobody has told of it here yet."""
    url = postgres.new_database()

    async def work(room):
        table = (await room.create(stored())).table.id
        other = Room(room.settings, room.storage, room.thinkers, LocalBus(), b"secret")
        await other.held(table)
        assert await other.do(table, Act(ADA, 1, "ant e5")) == 2
        assert room.in_memory(table).table.number == 1
        assert await room.do(table, Act(ADA, 2, "done")) == 3
        with pytest.raises(TableError) as refused:
            await other.do(table, Act(ADA, 2, "ant e6"))
        assert (refused.value.code, refused.value.number) == ("number/stale", 3)

    in_a_room(None, work, url)
