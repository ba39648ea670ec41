"""All subjects about people, plugged together; a site can be without any of them."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from formicarium.errors import FormicariumError, Unavailable
from formicarium.server import metrics
from formicarium.server.people.civil import Civil
from formicarium.server.people.clubs import Clubs
from formicarium.server.people.digests import Digests
from formicarium.server.people.doors import Doors
from formicarium.server.people.entering import Entering
from formicarium.server.people.holidays import Holidays
from formicarium.server.people.leaving import Leaving
from formicarium.server.people.links import Links
from formicarium.server.people.lobby import Lobby
from formicarium.server.people.mail import Mail
from formicarium.server.people.members import SWEEP_SECONDS, Accounts
from formicarium.server.people.moderation import Moderation
from formicarium.server.people.notices import Notices, Say
from formicarium.server.people.plans import Plans
from formicarium.server.people.profiles import Profiles
from formicarium.server.people.push import Push
from formicarium.server.people.ratings import Ratings
from formicarium.server.people.tournaments import Tournaments
from formicarium.server.room.room import Room
from formicarium.server.store import civil, clubs, days, notices, profiles, ratings, seeks, tournaments
from formicarium.server.store.days import DayStore
from formicarium.server.store.members import Members
from formicarium.server.store.storage import ANSWER_SECONDS

log = logging.getLogger("formicarium.server")


class People:
    """What a running server knows and does about people beyond its tables; `say` knows the languages of the pages."""

    def __init__(self, room: Room, members: Members, secret: str, say: Say) -> None:
        self._room, self._say = room, say
        self.mail = Mail(room.settings)
        self.doors = Doors(room, members)
        self.accounts = Accounts(room, members, self.doors, secret)
        self.links = Links(room, self.accounts, self.mail)
        self.digests = Digests(room, self.mail, secret, say)
        self.leaving = Leaving(room, self.accounts, self.doors)
        self.ratings = Ratings(room.storage)
        self.lobby = Lobby(room, self.ratings.store)
        self.profiles = Profiles(room.storage, self.ratings.store)
        room.when_over.append(self.ratings.match_is_over)
        kept = DayStore(room.storage)
        self.holidays, self.plans = Holidays(room, kept), Plans(room, kept)
        self.civil = Civil(room)
        self.moderation = Moderation(room, members, self.doors, self.lobby.matchmaking)
        self.clubs = Clubs(room)
        self.tournaments = Tournaments(room)
        self.entering = Entering(self.tournaments)

    async def start(self) -> None:
        """Begin."""
        self.mail.start()
        await self.doors.start()
        key = await self._room.storage.secret("push")
        self.notices = Notices(self._room, Push(self._room.settings, key), self._say)
        self.notices.start()
        self.digests.start()
        self.plans.start()
        self.leaving.exports |= {
            "browsers": self.notices.data,
            "letters": self.digests.wants,
            "holidays": self.holidays.data,
            "plans": self.plans.data,
            "profile": self.profiles.store.data,
            "rated": self.ratings.store.matches_of,
            "seek": self.lobby.matchmaking.store.data,
            "clubs": self.clubs.store.data,
            "tournaments": self.tournaments.store.data,
            "civil": self.civil.data,
        }
        subjects = (notices, profiles, ratings, seeks, clubs, tournaments, days, civil)
        self.leaving.forgetting += [subject.forget_writes for subject in subjects]
        self.leaving.forgotten.append(self.tournaments.forget)
        self.ratings.start()
        await self.lobby.start()
        await self.tournaments.start()
        self._room.spawn(self._sweep())

    async def stop(self) -> None:
        """Stop; what is stored goes on at the next start, or in other processes."""
        await self.tournaments.stop()
        await self.lobby.stop()
        await self.ratings.stop()
        await self.notices.push.stop()
        await self.mail.stop()

    async def count(self) -> None:
        """Count what waits, for who watches the server; it stays as it was if the database does not answer."""
        with suppress(Unavailable, TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._count()

    async def _count(self) -> None:
        metrics.people_waiting.set(await self.lobby.matchmaking.store.count())
        metrics.reports_open.set(await self.civil.store.open_reports())
        metrics.matches_unrated.set(await self.ratings.backlog())

    async def _sweep(self) -> None:
        while True:
            try:
                await self.accounts.sweep()
                await self.civil.sweep()
            except FormicariumError as error:
                log.warning("what is old was not swept", extra={"reason": str(error)})
            await asyncio.sleep(SWEEP_SECONDS)
