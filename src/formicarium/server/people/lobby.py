"""The lobby: which tables are open and who waits, told to all who visit it as it changes.

All visitors of a process are told from one picture of it. What changes is looked up in the database, at most twenty
times a second, whoever has changed it: the bus only says that there is something to look up.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Literal, cast

from formicarium.errors import Unavailable
from formicarium.server.people.matchmaking import Matchmaking
from formicarium.server.people.strengths import POOLS, is_provisional, mode_of
from formicarium.server.room.room import Room
from formicarium.server.store.ratings import RatingStore, Strength
from formicarium.server.store.seeks import OpenTable as Stored
from formicarium.server.store.seeks import Seek as Sought
from formicarium.server.table.rows import SeatRow
from formicarium.server.table.table import Person, Table
from formicarium.server.wire import visiting
from formicarium.server.wire.events import Event
from formicarium.server.wire.messages import Clock, encode

CHANNEL = "people:lobby"  # of the bus
PAUSE_SECONDS = 0.05  # between two looks
LOOK_SECONDS = 2.0  # after which it is looked even if nothing was heard
SLACK = 5.0  # seconds that a look goes back before the last one: what ends is stored a little later

Kind = Literal["human", "bot", "local", "open"]
log = logging.getLogger("formicarium.server")


class Visitor:
    """Somebody in the lobby; `say` sends what was encoded."""

    def __init__(self, person: Person | None, say: Callable[[bytes], None]) -> None:
        self.person, self.say = person, say
        self.told: tuple[str, bool] | None = None  # the seek that it knows of


class Lobby:
    """What there is in the lobby, and who visits it here."""

    def __init__(self, room: Room, ratings: RatingStore) -> None:
        self._room, self._ratings = room, ratings
        self.matchmaking = Matchmaking(room, ratings, self.people, self.tell)
        self._visitors: set[Visitor] = set()
        self._tables: dict[str, visiting.OpenTable] = {}
        self._waiting: list[visiting.Queue] = []
        self._seeks: dict[str, Sought] = {}  # by person
        self._ends: set[str] = set()  # seeks that have ended of late, and whose people were told
        self._looked = 0.0
        self._began = 0.0  # when the last look did, by the clock of this machine
        self._wake = asyncio.Event()
        self._looking = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        room.when_listed.append(self._list)

    async def start(self) -> None:
        """Begin to listen."""
        self._room.bus.subscribe(CHANNEL, self._hear)
        await self._room.bus.follow(CHANNEL)
        self._looked = await self.matchmaking.store.now()
        self._task = asyncio.create_task(self._work(), name="lobby")
        self.matchmaking.start()

    async def stop(self) -> None:
        """Stop."""
        await self.matchmaking.stop()
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def people(self) -> set[str]:
        """Who is here."""
        return {visitor.person.id for visitor in self._visitors if visitor.person}

    def tell(self) -> None:
        """Something has changed: all processes shall look."""
        self._room.bus.publish(CHANNEL, {"type": "lobby"})

    def _list(self, table: Table) -> None:
        self.tell()

    def _hear(self, event: Event) -> None:
        self._wake.set()
        self.matchmaking.look()

    # Visiting

    async def enter(self, visitor: Visitor) -> None:
        """Somebody comes: it is told everything, and from then on what changes."""
        await self.look()
        found = await self.shown_to(visitor.person)
        self._visitors.add(visitor)
        visitor.told = self._known(visitor.person)
        visitor.say(encode(found))
        self.matchmaking.look()

    def leave(self, visitor: Visitor) -> None:
        """Somebody goes."""
        self._visitors.discard(visitor)

    async def shown_to(self, person: Person | None) -> visiting.Lobby:
        """Everything as it is now; with the table that became of what somebody looked for last."""
        now = await self.matchmaking.store.now()
        table = await self.matchmaking.store.last_table(person.id) if person else None
        seek = self._seeks.get(person.id) if person else None  # from here on nothing waits: no change is missed
        return {
            "type": "lobby",
            "tables": list(self._tables.values()),
            "waiting": self._waiting,
            "seek": _told(seek, now) if seek else None,
            "table": None if seek else table,
        }

    async def told(self, seek: Sought) -> visiting.Seek:
        """What somebody looks for, as it is told."""
        return _told(seek, await self.matchmaking.store.now())

    def _known(self, person: Person | None) -> tuple[str, bool] | None:
        seek = self._seeks.get(person.id) if person else None
        return (seek.id, seek.bots) if seek else None

    # Looking

    async def _work(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._wake.wait()
            self._wake.clear()
            if self._visitors:
                try:
                    await self.look()
                except Unavailable as error:
                    log.warning("the lobby waits for the database", extra={"code": error.code})
                except Exception:  # whatever it is, visitors are told of what comes later
                    log.exception("the lobby was not looked at")
            await asyncio.sleep(PAUSE_SECONDS)

    async def look(self) -> None:
        """Look up what there is, and tell the visitors what has changed. Who asks meanwhile shares the next look."""
        asked = time.monotonic()
        async with self._looking:
            if self._began > asked:
                return
            self._began = time.monotonic()
            store = self.matchmaking.store
            now = await store.now()
            ends = await store.ends_since(self._looked - SLACK)  # before the seeks: none is missed between the two
            seeks = {seek.person: seek for seek in await store.all()}
            open_tables = await store.open_tables(self._room.settings.lobby_tables)
            owners = {seat.owner for table in open_tables for seat in table.seats if seat.owner}
            strengths = await self._ratings.strengths(owners)
            self._looked, self._seeks = now, seeks
            self._tell_all({table.id: _open(table, strengths) for table in open_tables}, _queues(seeks))
            fresh = {person: table for seek, person, table in ends if seek not in self._ends}
            self._ends = {seek for seek, _, _ in ends}
            for visitor in tuple(self._visitors):
                self._tell_one(visitor, fresh, now)

    def _tell_all(self, tables: dict[str, visiting.OpenTable], waiting: list[visiting.Queue]) -> None:
        changed = [table for name, table in tables.items() if self._tables.get(name) != table]
        gone = [name for name in self._tables if name not in tables]
        if changed or gone or waiting != self._waiting:
            self._tables, self._waiting = tables, waiting
            change: visiting.LobbyChange = {"type": "lobby-change", "tables": changed, "gone": gone, "waiting": waiting}
            said = encode(change)
            for visitor in tuple(self._visitors):
                visitor.say(said)

    def _tell_one(self, visitor: Visitor, ends: dict[str, str | None], now: float) -> None:
        """Tell somebody what has become of what it looks for."""
        person = visitor.person
        if person is None or (person.id not in ends and visitor.told == self._known(person)):
            return
        seek = self._seeks.get(person.id)
        visitor.told = self._known(person)
        sought: visiting.Sought = {
            "type": "sought",
            "seek": _told(seek, now) if seek else None,
            "table": None if seek else ends.get(person.id),
        }
        visitor.say(encode(sought))


def _told(seek: Sought, now: float) -> visiting.Seek:
    return {
        "game": seek.game,
        "options": seek.options,
        "clock": cast(Clock, seek.clock),
        "seats": seek.seats,
        "waited": round(max(0.0, now - seek.created), 1),
        "bots_after": seek.bots_after,
        "bots": seek.bots,
    }


def _open(table: Stored, strengths: dict[tuple[str, str, str, str], Strength]) -> visiting.OpenTable:
    mode = mode_of(table.options)

    def visible(seat: SeatRow) -> visiting.Visible:
        rating = strengths.get((seat.owner or "", table.game, mode, POOLS[0]))
        return {
            "name": seat.name,
            "kind": cast(Kind, seat.kind),
            "rating": round(rating.strength, 1) if rating else None,
            "provisional": rating is not None and is_provisional(rating),
        }

    return {
        "id": table.id,
        "game": table.game,
        "options": table.options,
        "clock": cast(Clock, table.clock),
        "language": table.language,
        "created": table.created,
        "seats": [visible(seat) for seat in table.seats],
    }


def _queues(seeks: dict[str, Sought]) -> list[visiting.Queue]:
    counted = Counter((seek.game, mode_of(seek.options)) for seek in seeks.values())
    return [{"game": game, "mode": mode, "people": people} for (game, mode), people in sorted(counted.items())]
