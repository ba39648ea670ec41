"""All subjects about people, plugged together; a site can be without any of them."""

from __future__ import annotations

from formicarium.server.people.lobby import Lobby
from formicarium.server.people.profiles import Profiles
from formicarium.server.people.ratings import Ratings
from formicarium.server.room.room import Room


class People:
    """What a running server knows and does about people beyond its tables."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.ratings = Ratings(room.storage)
        self.lobby = Lobby(room, self.ratings.store)
        self.profiles = Profiles(room.storage, self.ratings.store)
        room.when_over.append(self.ratings.match_is_over)

    async def start(self) -> None:
        """Begin."""
        self.ratings.start()
        await self.lobby.start()

    async def stop(self) -> None:
        """Stop; what is stored goes on at the next start, or in other processes."""
        await self.lobby.stop()
        await self.ratings.stop()
