"""Talk: the one rule of who hears and says what, by what a person and its table are."""

import asyncio

import pytest

from formicarium.server.people.civil import Civil
from formicarium.server.room.room import Room
from formicarium.server.room.thinking import Thinkers
from formicarium.server.settings import Settings
from formicarium.server.store.storage import Storage
from formicarium.server.table.rows import SeatRow
from formicarium.server.table.setup import new_table
from formicarium.server.table.table import Person
from formicarium.server.wire.bus import LocalBus

from ..conftest import QUICK

ADA = Person("ada", "Ada")


@pytest.mark.parametrize(
    ("chat", "people", "strangers", "never", "here", "talk"),
    [
        (False, True, False, False, True, "never"),  # the site has none
        (False, False, False, False, False, "never"),
        (True, False, True, False, False, "on"),  # a site without people knows no strangers
        (True, True, False, False, False, "on"),
        (True, True, True, False, False, "off"),
        (True, True, True, False, True, "on"),
        (True, True, False, True, False, "never"),
        (True, True, True, True, True, "never"),
    ],
)
def test_the_rule(database_url, chat, people, strangers, never, here, talk):
    async def work():
        storage = Storage(database_url)
        await storage.start()
        settings = Settings(database_url=database_url, chat=chat, people=people, **QUICK)
        room = Room(settings, storage, Thinkers(1, 1.0), LocalBus(), b"secret")
        rows = [SeatRow(seat, "human", "", None, "random") for seat in range(2)]
        table = (await room.create(new_table("sisimizi", rows, {}, 1.0, owner="ada", strangers=strangers))).table
        civil = Civil(room)
        if never:
            await civil.allow_chat(ADA, False)
        if here:
            await civil.allow_chat(ADA, True, table.id)
        found = (await room.talk.ears(table, ADA)).talk, (await room.stored(table.id)).row.strangers
        await room.stop()
        await room.readiness.stop()
        await storage.stop()
        return found

    assert asyncio.run(work()) == (talk, strangers)
