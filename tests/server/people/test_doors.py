"""Doors: a live connection ends when what was shown for it ends, whichever process is told, and when nobody is told."""

import asyncio

from formicarium.server.people import doors as module
from formicarium.server.people.doors import Doors
from formicarium.server.store.members import TOKEN, Members
from formicarium.server.table.table import Person
from formicarium.server.wire.bus import LocalBus

from ..conftest import with_storage

TOKENS = {"hash": "t", "owner": "ada", "name": "bot", "created": 1.0}


class Room:
    """As much of a room as doors need."""

    def __init__(self, storage):
        self.storage, self.bus, self.tasks = storage, LocalBus(), set()

    def spawn(self, work):
        task = asyncio.create_task(work)
        self.tasks.add(task)
        return task

    def all_held(self):
        return []


async def opened(room):
    found = Doors(room, Members(room.storage, 1.0))
    await found.start()
    return found


def test_a_door_closes_for_who_was_let_in_by_what_is_gone(database_url):
    async def work(storage):
        room = Room(storage)
        await storage.commit([("token", TOKENS)])
        doors = await opened(room)
        staying = [
            asyncio.create_task(doors.stay(person, asyncio.sleep(60)))
            for person in (Person("ada", "", TOKEN + "t"), Person("ada"), Person("ben"))
        ]
        await asyncio.sleep(0.05)
        assert not any(one.done() for one in staying)
        await storage.commit([("tokens gone", {"of": "ada"})])
        doors.changed("ada")
        assert await staying[0] is False
        assert not staying[1].done() and not staying[2].done(), "a guest who is no member is let be"
        for task in (*staying[1:], *room.tasks):
            task.cancel()

    with_storage(database_url, work)


def test_who_is_out_before_anybody_listens_does_not_get_in(database_url):
    async def work(storage):
        doors = await opened(room := Room(storage))
        assert await doors.stay(Person("ada", "", TOKEN + "t"), asyncio.sleep(60)) is False
        assert await doors.stay(None, asyncio.sleep(0)) is True
        assert await doors.stay(Person("ada"), asyncio.sleep(0)) is True
        for task in room.tasks:
            task.cancel()

    with_storage(database_url, work)


def test_while_the_bus_is_silent_doors_look_by_themselves(database_url, monkeypatch):
    monkeypatch.setattr(module, "LOOK_SECONDS", 0.01)

    async def work(storage):
        room = Room(storage)
        room.bus.connected = False
        await storage.commit([("token", TOKENS)])
        doors = await opened(room)
        staying = asyncio.create_task(doors.stay(Person("ada", "", TOKEN + "t"), asyncio.sleep(60)))
        await storage.commit([("tokens gone", {"of": "ada"})])
        assert await asyncio.wait_for(staying, 30) is False
        for task in room.tasks:
            task.cancel()

    with_storage(database_url, work)
