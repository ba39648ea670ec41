"""The room: all tables that this process holds in memory, and the one door through which they change.

What happens at a table happens one thing after the other: checked, made, stored, and only then told.
Other processes may hold the same table: what they have stored is taken over when the bus tells of it, or somebody asks.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from heapq import nsmallest
from operator import attrgetter
from typing import Any, TypeVar  # Any: what a function takes is its own affair

from formicarium.errors import Conflict, LimitError, Preparing, TableError, Unavailable
from formicarium.server import metrics
from formicarium.server.room.changes import REFUSALS, Change, HandOver, Made, rings
from formicarium.server.room.held import Held
from formicarium.server.room.invitations import Invitations
from formicarium.server.room.neighbours import Neighbours
from formicarium.server.room.talk import Talk
from formicarium.server.room.thinking import Thinkers
from formicarium.server.room.turns import Turns
from formicarium.server.settings import Settings
from formicarium.server.store.leases import Leases
from formicarium.server.store.schema import Write, claim_write, table_writes
from formicarium.server.store.storage import Storage
from formicarium.server.table import clock
from formicarium.server.table.rows import Stored
from formicarium.server.table.table import Person, Table
from formicarium.server.wire.bus import Bus
from formicarium.server.wire.events import Event
from formicarium.server.wire.frames import Around

SWEEP_SECONDS = 30.0  # between two looks for tables that nobody needs in memory
LONG_LOG = 500  # entries; a longer one is worth a thread
OVERTAKEN_TRIES = 5  # of a change that others overtake, before its client is asked to look again

Answer = TypeVar("Answer")
log = logging.getLogger("formicarium.server")


async def _aside(stored: Stored, make: Callable[..., Answer], *arguments: Any, **more: Any) -> Answer:
    """Make something of what is stored; of a long log in a thread, so that others have their turn."""
    if len(stored.log) < LONG_LOG:
        return make(*arguments, **more)
    return await asyncio.to_thread(make, *arguments, **more)


class Room:
    """Finds tables, changes them and tells those who listen."""

    def __init__(self, settings: Settings, storage: Storage, thinkers: Thinkers, bus: Bus, secret: bytes) -> None:
        self.settings, self.storage, self.thinkers, self.bus = settings, storage, thinkers, bus
        self.readiness = thinkers.readiness
        self.leases = Leases(storage)
        self.invitations = Invitations(secret)
        self.turns = Turns(self)
        self.neighbours = Neighbours(self)
        self.talk = Talk(self)
        self.when_told: list[Callable[[Table], None]] = []  # told of a table at which something has happened
        self.when_over: list[Callable[[Table], None]] = []  # told of a match that is over here, maybe again
        self.when_listed: list[Callable[[Table], None]] = []  # told of an open table that lists show otherwise now
        self.stopping = False
        self._began = clock.now()
        self._held: dict[str, Held] = {}
        self._loading: dict[str, asyncio.Future[Held]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Begin: tables come as they are asked for, or when their clocks ring."""
        await self.bus.start(self.neighbours.hear)
        await self.talk.start()
        if self.storage.shared:
            await self.leases.renew()
            self.spawn(self.neighbours.watch())
        self.spawn(self.turns.watch())
        self.spawn(self._sweep())

    async def stop(self) -> None:
        """Stop the bots and the clocks; what was stored goes on in other processes, or at the next start."""
        self.stopping = True
        for held in self.all_held():
            self._drop(held)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(Unavailable):
            await self.leases.end()
        await self.bus.stop()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:  # Any: what a coroutine never yields
        """Do something beside; it ends with the room at the latest."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Finding tables

    async def held(self, table: str, *, fresh: bool = False) -> Held:
        """A table, from memory or rebuilt from its log; a fresh one has all that any process has acknowledged."""
        held = self._held.get(table)
        if held is None:
            if table not in self._loading:
                self._loading[table] = asyncio.ensure_future(self._load(table))
                self._loading[table].add_done_callback(lambda _: self._loading.pop(table, None))
            held = await asyncio.shield(self._loading[table])
        elif not held.sound or (fresh and not await self.neighbours.is_up_to_date(held)):
            async with held.lock:
                await self.neighbours.catch_up(held)
        held.used = time.monotonic()
        return held

    async def keep(self, table: str) -> None:
        """Hold a table whose bots or clock go on by themselves; as soon as its game is ready, if it is not yet."""
        try:
            await self.held(table, fresh=True)
        except TableError:
            pass
        except Preparing as error:
            self.spawn(self._keep_later(table, error.game))

    async def _keep_later(self, table: str, game: str) -> None:
        await self.readiness.rules(game)
        await self.keep(table)

    def in_memory(self, table: str) -> Held | None:
        """A table that is in memory already."""
        return self._held.get(table)

    def all_held(self) -> list[Held]:
        """All tables in memory."""
        return list(self._held.values())

    def holds(self, held: Held) -> bool:
        """Whether a table is still the one in memory."""
        return self._held.get(held.table.id) is held

    async def stored(self, table: str) -> Table:
        """A table as it is stored."""
        await self.storage.commit([])  # what was given up here may still be on its way to the disk
        stored = await self.storage.load(table)
        if stored is None:
            raise TableError("table/unknown", f"there is no table {table!r}")
        await self.readiness.check(stored.row.game)
        return await _aside(stored, Table, stored, None if self.storage.shared else self._began)

    async def _load(self, table: str) -> Held:
        await self.bus.follow(table)  # first, so that nothing that comes after is missed
        try:
            return self._hold(await self.stored(table))
        except BaseException:
            if table not in self._held:
                self.bus.leave(table)
            raise

    def _hold(self, table: Table) -> Held:
        if table.id in self._held:
            return self._held[table.id]  # another process has told of it meanwhile
        self._make_room()
        held = self._held[table.id] = Held(table)
        metrics.tables_held.set(len(self._held))
        self.neighbours.ask_who_is_there(table.id)
        self.turns.look_at(held)
        return held

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, self.settings.idle_seconds))
            self._let_rest(time.monotonic() - self.settings.idle_seconds)

    def _let_rest(self, since: float) -> None:
        """Let go of tables that nobody has used since then; where somebody is, of their pictures."""
        for held in [held for held in self.all_held() if held.used < since and not held.lock.locked()]:
            if held.idle:
                self._drop(held)
            else:
                held.rest()

    def _make_room(self) -> None:
        """Let go of tables at which nobody is while there are too many, the longest unused first; all others stay."""
        too_many = len(self._held) + 1 - self.settings.tables_in_memory
        if too_many > 0:
            idle = (held for held in self._held.values() if held.idle)
            for held in nsmallest(too_many, idle, key=attrgetter("used")):
                self._drop(held)

    def _drop(self, held: Held) -> None:
        for task in held.bots.values():
            task.cancel()
        self._held.pop(held.table.id, None)
        self.bus.leave(held.table.id)
        if self.storage.shared and self.leases.has(held.table.id) and not self.stopping:
            self.spawn(self._release(held.table.id))
        metrics.tables_held.set(len(self._held))

    async def _release(self, table: str) -> None:
        with suppress(Unavailable):
            await self.leases.release(table)

    # Changing tables

    async def create(self, stored: Stored, more: Sequence[Write] = ()) -> Held:
        """Set up a table, and store what belongs to it."""
        table = await _aside(stored, Table, stored)
        writes = await _aside(stored, table_writes, stored, table.to_act)
        await self.storage.commit([*writes, *more, *rings(table, stored.row.created), *self._claim(table)])
        metrics.tables_made.labels(stored.row.game).inc()
        log.info("table made", extra={"table": stored.row.id, "game": stored.row.game})
        await self.bus.follow(table.id)
        self._list(table)
        return self._hold(table)

    async def do(self, table: str, change: Change[Answer]) -> Answer:
        """Make a change, store it, tell of it; its answer comes when it is on disk."""
        held = await self.held(table)
        try:
            try:
                return await self._do(held, change)
            except REFUSALS:
                if await self.neighbours.is_up_to_date(held):
                    raise
            return await self._do(held, change, anew=True)  # what others have stored may make it possible
        except REFUSALS as error:
            metrics.refusals.labels(error.code).inc()
            raise

    async def _do(self, held: Held, change: Change[Answer], *, anew: bool = False) -> Answer:
        """The same, with what is in memory; or `anew`, with what is stored."""
        async with held.lock:
            try:
                made = await self._store(held, change, anew=anew)
            except REFUSALS as error:
                error.number = held.table.number_for(change.person)
                raise
            if change.by:
                held.counters[change.by].inc()
            if made.event:
                self.tell(held, made.event)
                self.turns.look_at(held)
                for listener in (*self.when_told, *(self.when_over if held.table.over else ())):
                    listener(held.table)
                if held.table.over or made.event["type"] == "seats":
                    self._list(held.table)
        if made.new:
            self._list(made.new)
            await self.bus.follow(made.new.id)
            self._hold(made.new)
        return made.answer

    async def _store(self, held: Held, change: Change[Answer], *, anew: bool) -> Made[Answer]:
        """Make a change in memory and store it. The lock is held.

        What another process has overtaken is made again on top of that, if it still can be.
        If it is not known whether it was stored, memory is not trusted until the database answers.
        """
        if self.storage.waiting >= self.settings.changes_waiting:
            raise LimitError("limit/busy", "too many act at once for the database: nothing was changed; try again")
        try:
            if anew or not held.sound:
                await self.neighbours.catch_up(held)
            for _ in range(OVERTAKEN_TRIES):
                made = change.make(held.table, clock.now())
                try:
                    if made.writes:
                        claims = [*self._claim(held.table), *(self._claim(made.new) if made.new else [])]
                        await self.storage.commit([*made.writes, *claims])
                    return made
                except BaseException as error:
                    held.sound = False
                    if not isinstance(error, Conflict):
                        raise
                await self.neighbours.catch_up(held)
        finally:
            if not held.sound:
                self.neighbours.mend(held)
        raise TableError("number/stale", "others are faster all the time: look again")

    def _claim(self, table: Table) -> list[Write]:
        """The claim on the bots that are to act, stored with what made them so: whatever dies, somebody knows."""
        if not table.bots_to_act or self.leases.has(table.id):
            return []
        return [claim_write(table.id, self.leases.process)]

    def _list(self, table: Table) -> None:
        for listener in self.when_listed if table.row.open else ():
            listener(table)

    # Telling

    def tell(self, held: Held, event: Event) -> None:
        """Tell all who listen to a table, in any process, that something has changed."""
        held.version += 1
        self.bus.publish(held.table.id, event)

    def tell_here(self, held: Held, event: Event) -> None:
        """Tell those who listen to a table in this process."""
        held.version += 1
        self.bus.tell(held.table.id, event)

    def around(self, held: Held) -> Around:
        """What is known about a table at this moment, beyond the table itself."""
        table = held.table
        if held.around.version != held.version:
            invites = () if table.complete else self.invitations.of(table)
            full = table.number >= self.settings.log_entries
            held.around = Around(held.presence.online, frozenset(table.bots_to_act), invites, held.version, full)
        return held.around

    # Who is here

    def arrive(self, held: Held, person: Person | None) -> None:
        """A connection opens."""
        if held.presence.arrive(person):
            self._presence_changed(held, person)

    def depart(self, held: Held, person: Person | None) -> None:
        """A connection closes."""
        held.used = time.monotonic()
        if held.presence.depart(person, sits=bool(person and held.table.seats_of(person.id))):
            self._presence_changed(held, person)

    def _presence_changed(self, held: Held, person: Person | None) -> None:
        if person and held.table.seats_of(person.id):
            self.tell_here(held, {"type": "seats"})
            self.neighbours.say_who_is_here(held)

    async def hand_over(self, held: Held, seat: int, person: Person) -> None:
        """Let a bot go on for a person who has not been connected for long enough, if all others want it too."""
        owner = held.table.seat(seat).owner
        # Who has a token may play by a program that asks now and then, of whatever process.
        may_ask = owner is not None and bool(await self.storage.tokens_of(owner))
        absent = not (owner is None or may_ask) and held.presence.is_absent(owner, self.settings.absence_seconds)
        wanted_by = held.presence.wish(seat, person) if absent else frozenset[str]()
        await self.do(held.table.id, HandOver(seat, person, absent, wanted_by))
