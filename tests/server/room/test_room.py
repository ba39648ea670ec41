"""The room without a network: a change is stored, then told; what is refused is neither; memory can be left."""

import asyncio

import pytest

from formicarium.errors import TableError
from formicarium.server.room.changes import Act
from formicarium.server.room.room import Room
from formicarium.server.room.thinking import Thinkers
from formicarium.server.settings import Settings
from formicarium.server.store.storage import Storage
from formicarium.server.table.rows import SeatRow
from formicarium.server.table.setup import new_table
from formicarium.server.wire.bus import LocalBus
from server.tables import ADA, BEN


def in_a_room(tmp_path, work):
    async def within():
        settings = Settings(database_url=f"sqlite:///{tmp_path / 'tables.db'}")
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
