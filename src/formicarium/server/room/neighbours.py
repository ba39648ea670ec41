"""Neighbours: other processes that serve the same tables. What they tell is taken over, who dies is succeeded."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from formicarium.errors import FormicariumError, Unavailable
from formicarium.server import metrics
from formicarium.server.room.held import Held
from formicarium.server.room.turns import AGAIN_SECONDS
from formicarium.server.store.leases import RENEW_SECONDS
from formicarium.server.table.rows import LogRow
from formicarium.server.wire.events import Event, Moved

if TYPE_CHECKING:
    from formicarium.server.room.room import Room

log = logging.getLogger("formicarium.server")


class Neighbours:
    """What a room hears from other processes, and what it says to them."""

    def __init__(self, room: Room) -> None:
        self._room = room

    # Taking over what is stored

    async def is_up_to_date(self, held: Held) -> bool:
        """Whether exactly what is stored is in memory. Asked without the lock: nobody at the table waits for that."""
        if not held.sound:
            return False
        if not self._room.storage.shared:
            return True
        stored, table = await self._room.storage.numbers(held.table.id), held.table
        return held.sound and stored == (table.number, len(table.chat), table.fact.number)

    async def catch_up(self, held: Held) -> bool:
        """Take over what is stored and not here; whether there was something. The lock is held."""
        room, table = self._room, held.table
        number, said, fact, rematch = table.number, len(table.chat), table.fact, table.row.rematch
        if not held.sound:
            stored = await room.stored(table.id)
            stored.ledger.remember_secrets(
                table.ledger
            )  # to find them out anew takes a tenth of a second in some games
            held.put(stored)
            room.tell_here(held, {"type": "lost"})
        else:
            if not room.storage.shared:
                return False
            news = await room.storage.news(table.id, number, said, fact.number)
            if news is None:
                return False
            held.sound = False  # should anything be amiss with the news
            table.take_over(news)
            held.sound = True
            if table.number > number:
                room.tell_here(held, {"type": "moved", "number": table.number})
            if table.fact != fact:
                room.tell_here(held, {"type": "seats"})
            for line in table.chat[said:]:
                room.tell_here(held, {"type": "chat", "number": line.number})
            if table.row.rematch and table.row.rematch != rematch:
                room.tell_here(held, {"type": "rematch", "table": table.row.rematch})
        room.turns.look_at(held)
        return True

    def mend(self, held: Held) -> None:
        """Look again until the database answers."""
        if held.mending is None and not self._room.stopping:
            held.mending = self._room.spawn(self._mend(held))

    async def _mend(self, held: Held) -> None:
        try:
            while self._room.holds(held):
                try:
                    async with held.lock:
                        await self.catch_up(held)
                    return
                except Unavailable:
                    await asyncio.sleep(AGAIN_SECONDS)
        finally:
            held.mending = None

    def renew(self, table: str) -> None:
        """What is stored of a table was changed, not only added to: all processes read it anew."""
        event: Event = {"type": "anew"}
        self.hear(table, event)
        self._room.bus.publish(table, event)

    # Hearing

    def hear(self, table: str, event: Event) -> None:
        """Another process says that something has changed."""
        room = self._room
        if ":" in table:  # of no table: who listens to it looks by itself
            room.bus.tell(table, event)
            return
        held = room.in_memory(table)
        if held is None or room.stopping:
            return
        if event["type"] == "thinking":
            room.tell_here(held, event)
        elif event["type"] == "anew":
            held.sound = False
            self.mend(held)
        elif event["type"] == "who":
            self.say_who_is_here(held)
        elif event["type"] == "here":
            if held.presence.hear(event["process"], event["people"], event["left"]):
                room.tell_here(held, {"type": "seats"})
        else:
            if event["type"] == "gap":  # who came and went meanwhile was not heard, here or there
                room.bus.publish(table, {"type": "who"})
                self.say_who_is_here(held)
            knows = event["type"] == "moved" and self._move_on(held, event)
            if self._is_needed(held) and not held.behind and not knows:
                held.behind = True
                room.spawn(self._follow(held))

    def _move_on(self, held: Held, event: Moved) -> bool:
        """Take over what another process says that it has stored; whether nothing is missing here afterwards."""
        table, lines = held.table, event.get("log", [])
        if event["number"] == table.number:
            return True
        if not self._is_needed(held) or not held.sound or held.lock.locked():
            return False
        if held.behind or event["number"] != table.number + len(lines):
            return False
        held.sound = False
        try:
            table.follow([LogRow(**line) for line in lines])  # type: ignore[arg-type]  # as JSON has them
        except (FormicariumError, TypeError):
            return False  # the database will tell
        held.sound = True
        self._room.tell_here(held, {"type": "moved", "number": table.number})
        if self._room.leases.has(table.id):
            self._room.turns.let_bots_think(held)  # else they are claimed by who stored it, or another one
        return True

    async def _follow(self, held: Held) -> None:
        try:
            async with held.lock:
                held.behind = False
                await self.catch_up(held)
        except Unavailable:
            self.mend(held)

    def _is_needed(self, held: Held) -> bool:
        """Whether somebody here must know at once what happens at a table."""
        return held.presence.connections > 0 or self._room.leases.has(held.table.id)

    # Telling, and watching over each other

    def ask_who_is_there(self, table: str) -> None:
        """Ask the others who is connected to them."""
        if self._room.storage.shared:
            self._room.bus.publish(table, {"type": "who"})

    def say_who_is_here(self, held: Held) -> None:
        """Tell other processes who is connected to this one, and who was and how long ago."""
        people, left = held.presence.report()
        if self._room.storage.shared and (people or left):
            process = self._room.leases.process
            event: Event = {"type": "here", "process": process, "people": people, "left": left}
            self._room.bus.publish(held.table.id, event)

    async def watch(self) -> None:
        """Say that this process lives, take over from those that died, and look ourselves while the bus is silent."""
        thorough = True  # the first time
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            try:
                await self._look_around(thorough=thorough)
                thorough = False
            except FormicariumError as error:
                log.warning("a look at the other processes failed", extra={"error": str(error)})

    async def _look_around(self, *, thorough: bool) -> None:
        room = self._room
        name = room.leases.process
        orphans = await room.leases.renew(thorough=thorough)
        for held in room.all_held():
            if held.presence.forget_all_but(room.leases.alive):
                room.tell_here(held, {"type": "seats"})
            if room.leases.process != name:
                self.say_who_is_here(held)  # the others have forgotten who was here
        for table in orphans:
            if await room.leases.claim(table):
                metrics.bots_taken_over.inc()
                log.info("bots taken over", extra={"table": table})
                await room.keep(table)
        for held in room.all_held():
            if not room.bus.connected and self._is_needed(held):
                async with held.lock:
                    await self.catch_up(held)
        idle = {held.table.id: held for held in room.all_held() if held.table.bots_to_act and not held.bots}
        for table in await room.leases.unclaimed(idle):
            room.turns.let_bots_think(idle[table])
