"""Talk: the one rule of who hears and says what at a table.

A person chats where the site and the table have chat, the person has not switched it off for itself and, at a table of
strangers, has turned it on there. A silent table, such as one of a club for the young, has none. Who has it off neither
hears nor speaks; who is muted or blocked is not heard.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from formicarium.errors import TableError
from formicarium.server.room.changes import Say
from formicarium.server.store.civil import BLOCK, MUTE, OFF, ON, SILENCE, CivilStore
from formicarium.server.table import clock
from formicarium.server.table.ears import Ears
from formicarium.server.table.rows import ChatLine
from formicarium.server.table.table import Person, Table
from formicarium.server.wire.bus import Listener

if TYPE_CHECKING:
    from formicarium.server.room.room import Room

CHANNEL = "people:manners"  # of the bus


class Talk:
    """What is said at all tables, and who hears it."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._store = CivilStore(room.storage) if room.settings.people else None

    async def start(self) -> None:
        """Begin to hear what people want on other processes."""
        if self._store:
            await self._room.bus.follow(CHANNEL)

    async def ears(self, table: Table, person: Person | None) -> Ears:
        """What somebody hears at a table."""
        if table.row.silent or not self._room.settings.chat:
            return Ears("never")
        if self._store is None:
            return Ears()
        manners = await self._store.manners(person.id, table.id) if person else []
        of_chat = {manner.how for manner in manners if not manner.other}
        shunned = frozenset(manner.other for manner in manners if manner.how in (MUTE, BLOCK))
        if OFF in of_chat:
            return Ears("never", shunned)
        return Ears("on" if not table.row.strangers or ON in of_chat else "off", shunned)

    async def say(self, table: Table, person: Person, text: str) -> ChatLine:
        """Somebody says something, if it may."""
        talk = (await self.ears(table, person)).talk
        if talk == "never":
            raise TableError(
                "chat/never",
                "there is no chat: the site or the table has none, or you have switched it off for yourself",
            )
        if talk == "off":
            raise TableError("chat/off", "chat is off here until you turn it on: nobody at this table has to know you")
        until = await self._store.until(person.id, SILENCE) if self._store else 0.0
        if until > clock.now():
            raise TableError("chat/silenced", f"a moderator lets you say nothing until {clock.told(until)}")
        return await self._room.do(table.id, Say(person, text, self._room.settings.chat_lines))

    def changed(self, person: str) -> None:
        """Somebody wants something else; it is stored already. Its connections on all processes look."""
        self._room.bus.publish(CHANNEL, {"type": "manners", "person": person})

    def listen(self, hear: Listener) -> Callable[[], None]:
        """Hear of such changes until the returned function is called."""
        return self._room.bus.subscribe(CHANNEL, hear)
