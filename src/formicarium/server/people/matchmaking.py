"""Matchmaking: people look for a match, and one process after the other pairs them.

Who is paired is stored together with the table, in one commit. So it does not matter when a process dies: either it has
happened, and whoever looks finds the table, or the next process that pairs does it.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import orjson

from formicarium.bots import levels
from formicarium.engine.game import find
from formicarium.errors import Conflict, Preparing, TableError, Unavailable
from formicarium.server import metrics
from formicarium.server.people.pairing import Group, Waiting, pair
from formicarium.server.people.strengths import POOLS, bots, mode_of, start
from formicarium.server.room.room import Room
from formicarium.server.store.civil import CivilStore
from formicarium.server.store.ratings import RatingStore
from formicarium.server.store.seeks import (
    Seek,
    SeekStore,
    bots_write,
    forget_write,
    seek_write,
    seen_write,
    settled_writes,
)
from formicarium.server.table import clock
from formicarium.server.table.names import bot_name, distinct
from formicarium.server.table.rows import SeatRow
from formicarium.server.table.setup import new_table
from formicarium.server.table.table import Person

PASS_SECONDS = 1.0  # between two looks at who waits, if nobody comes
SEEN_SECONDS = 2.0  # after which it is said again that somebody is there
FORGET_PASSES = 600  # between two times that seeks of long ago are forgotten
TRIES = 5  # of a seek that is settled meanwhile

log = logging.getLogger("formicarium.server")


@dataclass(frozen=True)
class Wish:
    """What somebody would like to play."""

    game: str
    options: Mapping[str, str]
    seats: Sequence[int]
    clock: dict[str, Any]
    bots_after: float | None


class Matchmaking:
    """Who looks for a match, on this process and all others."""

    def __init__(
        self, room: Room, ratings: RatingStore, here: Callable[[], Collection[str]], tell: Callable[[], None]
    ) -> None:
        self._room, self._ratings, self._here, self._tell = room, ratings, here, tell
        self.store = SeekStore(room.storage)
        self._civil = CivilStore(room.storage)
        self.process = secrets.token_hex(6)
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._passes = 0

    def start(self) -> None:
        """Begin to pair."""
        self._task = asyncio.create_task(self._work(), name="matchmaking")

    async def stop(self) -> None:
        """Stop; other processes go on at once."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        with suppress(Unavailable):
            await self.store.resign(self.process)

    def look(self) -> None:
        """Somebody may have come: look before it is time."""
        self._wake.set()

    # What people ask for

    async def seek(self, person: Person, wish: Wish) -> Seek | None:
        """Look for a match, and no more for what was looked for before; nothing if that is found at this moment."""
        game = find(wish.game)
        seats = sorted(set(wish.seats))
        if not seats or not set(seats) <= set(game.seats):
            raise TableError("seek/seats", f"{game.name} is for {game.seats[0]} to {game.seats[-1]} players")
        options = dict(game.check_options(wish.options, seats[0]))
        strength = await self._strength(person, game.name, options)
        now = await self.store.now()
        wanted = (game.name, options, wish.clock, seats, strength, wish.bots_after)
        seek = Seek(secrets.token_urlsafe(12), person.id, person.name, *wanted, bots=False, created=now, seen=now)
        for _ in range(TRIES):
            before = await self.store.of(person.id)
            ending = settled_writes(before, None, now) if before else []
            try:
                await self._room.storage.commit([*ending, seek_write(seek)])
            except Conflict:
                if before and await self.store.last_table(person.id):
                    return None
                continue
            self._tell()
            return seek
        raise TableError("seek/none", "you look for a match in several places at once: try again")

    async def give_up(self, person: Person) -> None:
        """Look for a match no more; too late if it is found."""
        seek = await self.store.of(person.id)
        if seek is None:
            raise TableError("seek/none", "you do not look for a match")
        with suppress(Conflict):
            await self._room.storage.commit(settled_writes(seek, None, await self.store.now()))
        self._tell()

    async def take_bots(self, person: Person) -> Seek:
        """Let bots take the seats that nobody has."""
        seek = await self.store.of(person.id)
        if seek is None:
            raise TableError("seek/none", "you do not look for a match")
        await self._room.storage.commit([bots_write(seek.id)])
        self._tell()
        return replace(seek, bots=True)

    async def note(self, person: Person) -> None:
        """Somebody asks, and so is there."""
        seek = await self.store.of(person.id)
        if seek:
            await self._room.storage.commit([seen_write(seek.id, await self.store.now())])

    async def _strength(self, person: Person, game: str, options: Mapping[str, str]) -> float:
        """How strong somebody is taken to be: against people if that is known, else against bots."""
        known = await self._ratings.strengths([person.id])
        found = (known.get((person.id, game, mode_of(options), pool)) for pool in POOLS)
        return next((one.strength for one in found if one), start().strength)

    # Pairing

    async def _work(self) -> None:
        while True:
            try:
                await self.look_around()
            except Unavailable as error:
                log.warning("nobody is paired", extra={"code": error.code})
            except Exception:  # whatever it is, those who come later are paired
                log.exception("nobody is paired")
            with suppress(TimeoutError):
                async with asyncio.timeout(PASS_SECONDS):
                    await self._wake.wait()
            self._wake.clear()

    async def look_around(self) -> None:
        """Say who is here; and if it is for this process to pair, pair whom it can."""
        seeks = await self.store.all()
        if not seeks:
            return
        now, here = await self.store.now(), self._here()
        present = [seek for seek in seeks if seek.person in here and now - seek.seen > SEEN_SECONDS]
        if present:
            await self._room.storage.commit([seen_write(seek.id, now) for seek in present])
        if not await self.store.lead(self.process):
            return
        self._passes += 1
        if self._passes % FORGET_PASSES == 1:
            await self._room.storage.commit([forget_write(now)])
        gone = {
            seek.id for seek in seeks if now - seek.seen > self._room.settings.seek_seconds and seek.person not in here
        }
        for seek in seeks:
            if seek.id in gone:
                with suppress(Conflict):
                    await self._room.storage.commit(settled_writes(seek, None, now))
        waiting = {seek.id: seek for seek in seeks if seek.id not in gone}
        blocks = await self._civil.blocks([seek.person for seek in waiting.values()])
        avoided = {*blocks, *((other, person) for person, other in blocks)}
        groups = pair((_waiting(seek, avoided) for seek in waiting.values()), now)
        for group in groups:
            await self._begin_or_drop(group, waiting, now)
        if gone or groups:
            self._tell()

    async def _begin_or_drop(self, group: Group, waiting: Mapping[str, Seek], now: float) -> None:
        """Let a group play; if there can be no such table, nobody of it waits any more, and keeps others waiting."""
        try:
            with suppress(Conflict, Preparing):  # somebody has just given up; or the game is not ready: look again
                await self._begin(group, waiting, now)
        except Unavailable:
            raise  # the database takes nothing now: that is nobody's fault here
        except Exception:  # whatever it is, such as options that an older version knew
            log.exception("a group cannot play", extra={"game": waiting[group.people[0].seek].game})
            for one in group.people:
                with suppress(Conflict):
                    await self._room.storage.commit(settled_writes(waiting[one.seek], None, now))

    async def _begin(self, group: Group, waiting: Mapping[str, Seek], now: float) -> None:
        """Set up the table of a group, and end what its people looked for, all in one commit."""
        seeks = [waiting[one.seek] for one in group.people]
        first = seeks[0]
        await self._room.readiness.check(first.game)
        ladder = levels(first.game)
        rows: list[SeatRow] = []
        strength = sum(seek.strength for seek in seeks) / len(seeks)
        seated: list[Seek | None] = [*seeks, *[None] * (group.seats - len(seeks))]
        for seat, seek in enumerate(random.SystemRandom().sample(seated, len(seated))):
            others = [row.name for row in rows]
            if seek:
                rows.append(SeatRow(seat, "human", distinct(seek.name, others), seek.person, ladder[-1]))
            else:
                level = level_for(first.game, strength)
                rows.append(SeatRow(seat, "bot", bot_name(level, others), None, level))
        stored = new_table(
            first.game,
            rows,
            first.options,
            clock.now(),
            owner=first.person,
            clock=first.clock,
            hints=False,
            strangers=True,
        )
        ends = [write for seek in seeks for write in settled_writes(seek, stored.row.id, now)]
        await self._room.create(stored, ends)
        metrics.people_paired.inc(len(seeks))
        metrics.pairing_seconds.observe(max(0.0, now - first.created))


def level_for(game: str, strength: float) -> str:
    """The level of the bots of a game that is nearest to a strength."""
    known = bots().get(game, {})
    ladder = [level for level in levels(game) if level in known]
    return min(ladder, key=lambda level: abs(known[level].strength - strength)) if ladder else levels(game)[0]


def _waiting(seek: Seek, avoided: Collection[tuple[str, str]]) -> Waiting:
    avoids = frozenset(other for person, other in avoided if person == seek.person)
    wish = orjson.dumps([seek.game, seek.options, seek.clock], option=orjson.OPT_SORT_KEYS).decode()
    return Waiting(seek.id, seek.person, wish, tuple(seek.seats), seek.strength, seek.created, seek.bots, avoids)
