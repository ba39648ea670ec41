"""All subjects about people, plugged together; a site can be without any of them."""

from __future__ import annotations

from formicarium.server.people.notices import Notices, Say
from formicarium.server.people.push import Push
from formicarium.server.room.room import Room


class People:
    """What a running server knows and does about people beyond its tables; `say` knows the languages of the pages."""

    def __init__(self, room: Room, say: Say) -> None:
        self._room, self._say = room, say

    async def start(self) -> None:
        """Begin."""
        secret = await self._room.storage.secret("push")
        self.notices = Notices(self._room, Push(self._room.settings, secret), self._say)
        self.notices.start()

    async def stop(self) -> None:
        """Stop; what is stored goes on at the next start, or in other processes."""
        await self.notices.push.stop()
