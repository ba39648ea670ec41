"""Doors: live connections of people, ended at once when what they have shown is not good any more.

All processes hear on the bus that something about a person has changed, and look into the database. While the bus is
silent they look by themselves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any  # Any: what a coroutine never yields

from formicarium.errors import Unavailable
from formicarium.server.room.room import Room
from formicarium.server.store.members import TOKEN, Members
from formicarium.server.table.table import Person
from formicarium.server.wire.events import Event

CHANNEL = "people:members"
LOOK_SECONDS = 1.0  # between two looks while the bus is silent


class Doors:
    """Who is connected live, and by what."""

    def __init__(self, room: Room, members: Members) -> None:
        self._room, self._members = room, members
        self._open: dict[asyncio.Task[None], Person] = {}
        self._ended: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Begin to listen."""
        self._room.bus.subscribe(CHANNEL, self._hear)
        await self._room.bus.follow(CHANNEL)
        self._room.spawn(self._watch())

    async def stay(self, person: Person | None, work: Coroutine[Any, Any, None]) -> bool:
        """Do somebody's work until it is done; whether it was, or the person was signed out before."""
        if person is None:
            await work
            return True
        task = asyncio.create_task(work)
        self._open[task] = person
        try:
            await self._check({task: person})  # what happened before anybody listened here was not heard
            await asyncio.wait([task])
        finally:
            task.cancel()
            del self._open[task]
            await asyncio.gather(task, return_exceptions=True)
        if task in self._ended:
            self._ended.discard(task)
            return False
        await task
        return True

    def changed(self, person: str, *, gone: bool = False) -> None:
        """Tell all processes that something about a person has changed; it is stored already."""
        self._members.forget(person)
        self._room.bus.publish(CHANNEL, {"type": "member", "person": person, "gone": gone})

    def _hear(self, event: Event) -> None:
        if event["type"] == "member":
            self._room.spawn(self._look(event["person"]))
            if event["gone"]:
                self._look_at_tables(event["person"])
        else:
            self._room.spawn(self._look(None))

    def _look_at_tables(self, person: str) -> None:
        """Look again at who sits at tables that are in memory here."""
        for held in self._room.all_held():
            if person in {held.table.row.owner, *(seat.owner for seat in held.table.seats)}:
                held.sound = False
                self._room.neighbours.mend(held)

    async def _look(self, person: str | None) -> None:
        """Look again at a person's connections, or at all."""
        try:
            await self._check({task: who for task, who in self._open.items() if person in (None, who.id)})
        except Unavailable:
            await asyncio.sleep(LOOK_SECONDS)
            self._room.spawn(self._look(person))

    async def _check(self, some: dict[asyncio.Task[None], Person]) -> None:
        for task, person in some.items():
            if task in self._open and not await self._is_good(person):
                self._ended.add(task)
                task.cancel()

    async def _is_good(self, person: Person) -> bool:
        if person.shown.startswith(TOKEN):
            return await self._room.storage.owner_of(person.shown.removeprefix(TOKEN)) is not None
        return await self._members.known(person) is not None

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if not self._room.bus.connected:
                await self._look(None)
