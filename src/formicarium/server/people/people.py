"""All subjects about people, plugged together; a site can be without any of them."""

from __future__ import annotations

from formicarium.server.people.clubs import Clubs
from formicarium.server.people.entering import Entering
from formicarium.server.people.tournaments import Tournaments
from formicarium.server.room.room import Room


class People:
    """What a running server knows and does about people beyond its tables."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.clubs = Clubs(room)
        self.tournaments = Tournaments(room)
        self.entering = Entering(self.tournaments)

    async def start(self) -> None:
        """Begin."""
        await self.tournaments.start()

    async def stop(self) -> None:
        """Stop; what is stored goes on at the next start, or in other processes."""
        await self.tournaments.stop()
