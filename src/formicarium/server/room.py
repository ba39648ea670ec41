"""The room: all tables that this process holds in memory, and everything that happens at them.

What happens at a table happens one thing after the other: checked, made, stored, and only then told.
Other processes may hold the same table: what they have stored is taken over when the bus tells of it, or somebody asks.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from typing import Any

from formicarium import View
from formicarium.bots import levels, names
from formicarium.engine.errors import FormicariumError
from formicarium.server import metrics
from formicarium.server.bus import Bus, Event
from formicarium.server.clock import NONE
from formicarium.server.frames import Album
from formicarium.server.leases import RENEW_SECONDS, Leases
from formicarium.server.limits import LimitError
from formicarium.server.schema import (
    Change,
    ChatLine,
    Entry,
    SeatRow,
    Stored,
    entry_changes,
    fact_change,
    sit_change,
    table_changes,
)
from formicarium.server.settings import Settings
from formicarium.server.storage import Conflict, Storage, Unavailable
from formicarium.server.tables import PEOPLE, Person, Table, TableError, new_table
from formicarium.server.thinking import Thinkers
from formicarium.server.thoughts import Away

log = logging.getLogger("formicarium.server")


CAREFUL_TRIES = 2  # then a bot that fails is replaced by the simplest one
OVERTAKEN_TRIES = 5  # of a change that others overtake, before its client is asked to look again
STAND_IN_SECONDS = 0.25  # a bot that plays for a person who left waits so long: whoever comes back finds a match
AGAIN_SECONDS = 0.3  # between two attempts to reach a database, or a cluster, that does not answer


class Held:
    """A table in memory with its lock, its pictures and its thinking bots."""

    def __init__(self, table: Table) -> None:
        self.lock = asyncio.Lock()
        self.bots: dict[int, asyncio.Task[None]] = {}
        self.online: Counter[str] = Counter()  # connections of each person
        self.elsewhere: dict[str, set[str]] = {}  # the people who are connected to other processes
        self.connections = 0
        self.seen: dict[str, float] = {}  # when a person was last connected
        self.behind = False  # whether news are on their way from the database
        self.mending: asyncio.Task[None] | None = None  # while the database does not answer
        self.counters = {by: metrics.actions_made.labels(table.row.game, by) for by in ("person", "bot")}
        self.version = 0  # rises with everything that is told
        self.used = time.monotonic()
        self.alarm: asyncio.TimerHandle | None = None
        self.put(table)

    def put(self, table: Table) -> None:
        """Hold a table as it is stored."""
        self.table, self.album = table, Album(table)
        self.sound = True  # not while what is in memory may differ from what is stored


def _bot_acts(held: Held, seen: View, action: str) -> list[Entry]:
    """Make a bot's action, if its seat still sees what the bot has seen."""
    table = held.table
    if seen.seat not in table.bots_to_act or table.match.view(seen.seat) != seen:
        raise TableError("number/stale", "the view has changed", table.number)
    return table.act(seen.seat, action, time.time())


def _again(found: Table, now: float) -> Stored:
    """The same table for another match, the seats moved on by one."""
    old = found.seats
    rotated = [old[(seat + 1) % len(old)] for seat in range(len(old))]
    again = [
        SeatRow(seat, who.kind, who.name, who.owner, who.level, who.away and who.kind != "bot")
        for seat, who in enumerate(rotated)
    ]
    return new_table(
        found.row.game,
        again,
        found.row.options,
        now,
        owner=found.row.owner,
        first=found.row.first,
        clock=found.row.clock,
        open_to_all=found.row.open,
    )


class Room:
    """Finds tables, changes them and tells those who listen."""

    def __init__(self, settings: Settings, storage: Storage, thinkers: Thinkers, bus: Bus, secret: bytes) -> None:
        self.settings, self.storage, self.thinkers, self.bus = settings, storage, thinkers, bus
        self.leases = Leases(storage)
        self._secret = secret
        self._held: dict[str, Held] = {}
        self._loading: dict[str, asyncio.Future[Held]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.stopping = False

    # Finding tables

    async def held(self, table: str, *, fresh: bool = False) -> Held:
        """A table, from memory or rebuilt from its log; a fresh one has all that any process has acknowledged."""
        found = self._held.get(table)
        if found is None:
            if table not in self._loading:
                self._loading[table] = asyncio.ensure_future(self._load(table))
                self._loading[table].add_done_callback(lambda _: self._loading.pop(table, None))
            found = await asyncio.shield(self._loading[table])
        elif not found.sound or (fresh and self.storage.shared):
            async with found.lock:
                await self._catch_up(found)
        found.used = time.monotonic()
        return found

    async def _load(self, table: str) -> Held:
        await self.bus.follow(table)  # first, so that nothing that comes after is missed
        try:
            return self._hold(await self._stored(table))
        except BaseException:
            if table not in self._held:
                self.bus.leave(table)
            raise

    async def _stored(self, table: str) -> Table:
        await self.storage.commit([])  # what was given up here may still be on its way to the disk
        stored = await self.storage.load(table)
        if stored is None:
            raise TableError("table/unknown", f"there is no table {table!r}")
        return Table(stored, time.time(), stood=not self.storage.shared)

    def _hold(self, table: Table) -> Held:
        if table.id in self._held:
            return self._held[table.id]  # another process has told of it meanwhile
        self._make_room()
        held = self._held[table.id] = Held(table)
        metrics.tables_held.set(len(self._held))
        if self.storage.shared:
            self.bus.publish(table.id, {"type": "who"})
        self._after_change(held)
        return held

    async def _catch_up(self, held: Held) -> bool:
        """Take over what is stored and not here; whether there was something. The lock is held."""
        table = held.table
        number, said, fact, rematch = table.number, len(table.chat), table.fact, table.row.rematch
        if not held.sound:
            stored = await self._stored(table.id)
            stored.remember_secrets(table)  # to find them out anew takes a tenth of a second in some games
            held.put(stored)
            self._tell_here(held, {"type": "lost"})
        else:
            if not self.storage.shared:
                return False
            news = await self.storage.news(table.id, number, said, fact.number)
            if news is None:
                return False
            held.sound = False  # should anything be amiss with the news
            table.take_over(news)
            held.sound = True
            if table.number > number:
                self._tell_here(held, {"type": "moved", "number": table.number})
            if table.fact != fact:
                self._tell_here(held, {"type": "seats"})
            for line in table.chat[said:]:
                self._tell_here(held, {"type": "chat", "number": line.number})
            if table.row.rematch != rematch:
                self._tell_here(held, {"type": "rematch", "table": table.row.rematch})
        self._after_change(held)
        return True

    def _mend(self, held: Held) -> None:
        """Look again until the database answers."""
        if held.mending is None and not self.stopping:
            held.mending = self._spawn(self._mending(held))

    async def _mending(self, held: Held) -> None:
        try:
            while self._held.get(held.table.id) is held:
                try:
                    async with held.lock:
                        await self._catch_up(held)
                    return
                except Unavailable:
                    await asyncio.sleep(AGAIN_SECONDS)
        finally:
            held.mending = None

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _make_room(self) -> None:
        """Let go of tables at which nobody is, the longest unused first."""
        now = time.monotonic()
        limit, idle = self.settings.tables_in_memory, self.settings.idle_seconds
        for held in sorted(self._held.values(), key=lambda held: held.used):
            if len(self._held) < limit and now - held.used < idle:
                break
            if not held.connections and not held.bots and not held.lock.locked() and not held.alarm:
                self._drop(held)

    def _drop(self, held: Held) -> None:
        if held.alarm:
            held.alarm.cancel()
        for task in held.bots.values():
            task.cancel()
        self._held.pop(held.table.id, None)
        self.bus.leave(held.table.id)
        if self.storage.shared and self.leases.has(held.table.id) and not self.stopping:
            self._spawn(self._release(held.table.id))
        metrics.tables_held.set(len(self._held))

    async def _release(self, table: str) -> None:
        with suppress(Unavailable):
            await self.leases.release(table)

    async def start(self) -> None:
        """Begin: the tables whose clocks run are needed in memory."""
        await self.bus.start(self._hear)
        if self.storage.shared:
            await self.leases.renew()
            self._spawn(self._watch())
        for table in await self.storage.clocked_tables():
            with suppress(TableError):
                await self.held(table)

    async def stop(self) -> None:
        """Stop the bots and the clocks; what was stored goes on in other processes, or at the next start."""
        self.stopping = True
        for held in list(self._held.values()):
            self._drop(held)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(Unavailable):
            await self.leases.end()
        await self.bus.stop()

    async def _watch(self) -> None:
        """Say that this process lives, take over from those that died, and look ourselves while the bus is silent."""
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            try:
                name = self.leases.process
                orphans = await self.leases.renew()
                for held in self._held.values():
                    self._forget_the_dead(held)
                    if self.leases.process != name:
                        self._say_who_is_here(held)  # the others have forgotten who was here
                for table in orphans:
                    if await self.leases.claim(table):
                        metrics.bots_taken_over.inc()
                        log.info("bots taken over", extra={"table": table})
                        await self.held(table, fresh=True)
                for held in list(self._held.values()):
                    if not self.bus.connected and self._is_needed(held):
                        async with held.lock:
                            await self._catch_up(held)
                idle = {name: held for name, held in self._held.items() if held.table.bots_to_act and not held.bots}
                for table in await self.leases.unclaimed(idle):
                    self._let_bots_think(idle[table])
            except FormicariumError as error:
                log.warning("a look at the other processes failed", extra={"error": str(error)})

    def _is_needed(self, held: Held) -> bool:
        """Whether somebody here must know at once what happens at a table."""
        return held.connections > 0 or self.leases.has(held.table.id)

    # Changing tables

    async def create(self, game: str, seats: list[SeatRow], options: dict[str, Any], **how: Any) -> Held:
        """Set up a table."""
        stored = new_table(game, seats, options, time.time(), **how)
        table = Table(stored, stored.row.created)
        await self.storage.commit([*table_changes(stored), *self._claiming(table)])
        metrics.tables_made.labels(stored.row.game).inc()
        log.info("table made", extra={"table": stored.row.id, "game": stored.row.game})
        await self.bus.follow(table.id)
        return self._hold(table)

    async def act(self, table: str, person: Person, number: int, action: str, seat: int | None = None) -> int:
        """A person acts; the number of the table afterwards, when it is on disk."""

        def make(held: Held) -> list[Entry]:
            who = held.table.check_seat(person.id, seat)
            held.table.check_number(who, number)
            return held.table.act(who, action, time.time())

        return await self._submit(table, make, "person")

    async def undo(self, table: str, person: Person, number: int, seat: int | None = None) -> int:
        """A person takes its last action back."""

        def make(held: Held) -> list[Entry]:
            found, entries = held.table, held.table.entries
            mine = found.seats_of(person.id)
            last = entries[-1].seat if entries else None
            who = found.check_seat(person.id, seat if seat is not None else last if last in mine else None)
            if number != found.number:
                raise TableError("number/stale", f"the table is at {found.number}, you saw {number}", found.number)
            return found.undo(who, time.time())

        return await self._submit(table, make, "person")

    async def _submit(self, table: str, make: Callable[[Held], list[Entry]], by: str) -> int:
        held = await self.held(table)
        entries: list[Entry] = []

        def changes() -> list[Change]:
            start = held.table.number
            entries[:] = make(held)
            made = entry_changes(table, start, entries)
            if held.table.over:
                made.append(("state", {"of": table, "now": "over", "at": time.time()}))
            return made

        async with held.lock:
            try:
                await self._store(held, changes)
            except TableError as error:
                metrics.refusals.labels(error.code).inc()
                raise
            if held.table.over:
                held.table.row.state = "over"
            held.counters[by].inc()
            number = held.table.number
            self._tell(held, {"type": "moved", "number": number, "entries": entries})
            self._after_change(held)
            return number

    async def _store(self, held: Held, make: Callable[[], list[Change]]) -> None:
        """Make a change in memory and store it. The lock is held.

        What another process has overtaken is made again on top of that, if it still can be.
        If it is not known whether it was stored, memory is not trusted until the database answers.
        """
        if self.storage.waiting >= self.settings.changes_waiting:
            raise LimitError("limit/busy", "too many act at once for the database: nothing was changed; try again")
        try:
            if not held.sound:
                await self._catch_up(held)
            for _ in range(OVERTAKEN_TRIES):
                try:
                    changes = make()
                except TableError:
                    if not await self._catch_up(held):
                        raise
                    continue
                try:
                    if changes:
                        await self.storage.commit([*changes, *self._claiming(held.table)])
                    return
                except BaseException as error:
                    held.sound = False
                    if not isinstance(error, Conflict):
                        raise
                await self._catch_up(held)
        finally:
            if not held.sound:
                self._mend(held)
        raise TableError("number/stale", "others are faster all the time: look again", held.table.number)

    def _claiming(self, table: Table) -> list[Change]:
        """The claim on the bots that are to act, stored with what made them so: whatever dies, somebody knows."""
        if not table.bots_to_act or self.leases.has(table.id):
            return []
        return [("claim", {"of": table.id, "by": self.leases.process})]

    async def sit(self, table: str, change: Callable[[Table, float], None]) -> Held:
        """Change who sits where."""
        held = await self.held(table, fresh=True)
        changed: list[SeatRow] = []

        def changes() -> list[Change]:
            now, before = time.time(), list(held.table.seats)
            change(held.table, now)
            changed[:] = [seat for seat, old in zip(held.table.seats, before, strict=True) if seat != old]
            if not changed:
                return []
            held.table.fact = held.table.new_fact(now)
            return [*(sit_change(table, seat) for seat in changed), fact_change(table, "seats", held.table.fact)]

        async with held.lock:
            await self._store(held, changes)
            if changed:
                self._tell(held, {"type": "seats"})
                self._after_change(held)
        return held

    async def say(self, table: str, person: Person, text: str) -> ChatLine:
        """A line of chat."""
        held = await self.held(table)
        said: list[ChatLine] = []

        def changes() -> list[Change]:
            said[:] = [self._line(held.table, person, text)]
            return [("chat", {"table_id": table, **asdict(said[0])})]

        async with held.lock:
            await self._store(held, changes)
            held.table.chat.append(said[0])
            self._tell(held, {"type": "chat", "number": said[0].number})
            return said[0]

    def _line(self, found: Table, person: Person, text: str) -> ChatLine:
        if len(found.chat) >= self.settings.chat_lines:
            raise TableError("chat/full", f"a table keeps {self.settings.chat_lines} lines of chat", found.number)
        mine = found.seats_of(person.id)
        if not mine and person.id != found.row.owner:
            raise TableError("seat/none", "only those who sit here can talk", found.number)
        seat = mine[0] if mine else None
        name = (found.seats[seat].name if seat is not None else "") or person.name
        return ChatLine(len(found.chat) + 1, seat, name, text, time.time())

    async def rematch(self, table: str, person: Person) -> Held:
        """The same again, the seats moved on by one; asked twice, the same table."""
        held = await self.held(table)
        made: list[Table] = []

        def changes() -> list[Change]:
            made.clear()
            found, now = held.table, time.time()
            if not found.over or found.row.state == "record":
                raise TableError("table/not-over", "a rematch can be had when the match is over", found.number)
            if not found.seats_of(person.id) and person.id != found.row.owner:
                raise TableError("seat/none", "only those who sat here can ask for a rematch", found.number)
            if found.row.rematch:
                return []
            stored = _again(found, now)
            made.append(Table(stored, now))
            found.fact = found.new_fact(now)
            return [
                *table_changes(stored),
                *self._claiming(made[0]),
                ("rematch", {"of": found.id, "by": stored.row.id}),
                fact_change(found.id, "rematch", found.fact),
            ]

        async with held.lock:
            await self._store(held, changes)
            if not made:
                assert held.table.row.rematch is not None
                return await self.held(held.table.row.rematch)
            held.table.row.rematch = made[0].id
            self._tell(held, {"type": "rematch", "table": made[0].id})
        await self.bus.follow(made[0].id)
        return self._hold(made[0])

    async def continued(self, table: str, ply: int, seats: list[SeatRow], owner: str) -> Held:
        """A new table that goes on from a position of one whose secrets are open."""
        held = await self.held(table)
        found = held.table
        if not found.revealed:
            raise TableError("table/not-over", "a match can be continued elsewhere when it is over", found.number)
        history = found.match.history
        if not 0 <= ply <= len(history):
            raise TableError("ply/unknown", f"the match has {len(history)} actions, not {ply}", found.number)
        return await self.create(found.row.game, seats, found.row.options, owner=owner, given=history[:ply])

    # What follows a change

    def _tell(self, held: Held, event: Event) -> None:
        """Tell all who listen to a table, in any process, that something has changed."""
        held.version += 1
        self.bus.publish(held.table.id, event)

    def _tell_here(self, held: Held, event: Event) -> None:
        """Tell those who listen to a table in this process."""
        held.version += 1
        self.bus.tell(held.table.id, event)

    def _hear(self, table: str, event: Event) -> None:
        """Another process says that something has changed."""
        held, kind = self._held.get(table), event["type"]
        if held is None or self.stopping:
            return
        if kind == "gap":  # who came and went meanwhile was not heard, here or there
            self.bus.publish(table, {"type": "who"})
            self._say_who_is_here(held)
        if kind == "thinking":
            self._tell_here(held, event)
        elif kind == "who":
            self._say_who_is_here(held)
        elif kind == "here":
            self._hear_who_is_there(held, event["process"], set(event["people"]), event["left"])
        elif self._is_needed(held) and not held.behind and not (kind == "moved" and self._moves_on(held, event)):
            held.behind = True
            self._spawn(self._follow(held))

    def _moves_on(self, held: Held, event: Event) -> bool:
        """Take over what another process says that it has stored; whether nothing is missing here afterwards."""
        table, entries = held.table, event.get("entries", ())
        if event["number"] == table.number:
            return True
        if not held.sound or held.lock.locked() or event["number"] != table.number + len(entries):
            return False
        held.sound = False
        try:
            table.follow([Entry(**entry) for entry in entries])
        except (FormicariumError, TypeError):
            return False  # the database will tell
        held.sound = True
        self._tell_here(held, {"type": "moved", "number": table.number})
        if self.leases.has(table.id):
            self._let_bots_think(held)  # else they are claimed by who stored it, or another one
        self._set_alarm(held)
        return True

    async def _follow(self, held: Held) -> None:
        try:
            async with held.lock:
                held.behind = False
                await self._catch_up(held)
        except Unavailable:
            self._mend(held)

    def _after_change(self, held: Held) -> None:
        """Let bots think that are to act, and set the alarm of the clock."""
        if not self.stopping:
            self._let_bots_think(held)
            self._set_alarm(held)

    def _set_alarm(self, held: Held) -> None:
        if held.alarm:
            held.alarm.cancel()
            held.alarm = None
        end = None if held.table.clock.kind == NONE or held.table.over else held.table.clock.next_end()
        if end is not None:
            delay = min(max(0.0, end - time.time()), 86_400.0)
            held.alarm = asyncio.get_running_loop().call_later(delay, self._ring, held)

    def _let_bots_think(self, held: Held) -> None:
        to_act = held.table.bots_to_act if held.sound else []
        for seat, task in held.bots.items():
            if seat not in to_act and held.table.plays(seat) != "bot":
                task.cancel()
        for seat in to_act:
            if seat not in held.bots:
                held.bots[seat] = self._spawn(self._think(held, seat))

    def _ring(self, held: Held) -> None:
        held.alarm = None
        self._spawn(self._flag(held))

    async def _flag(self, held: Held) -> None:
        with suppress(Unavailable):  # the alarm is set anew when the database answers
            await self.sit(held.table.id, lambda table, now: table.flag(now))
        self._after_change(held)

    async def _think(self, held: Held, seat: int) -> None:
        """A bot chooses and acts for a seat, as long as it is to act and nobody takes the seat back.

        Where another process has claimed the bots of the table, it does; should that die, we are asked again.
        """
        failures, told = 0, False
        try:
            if not await self.leases.claim(held.table.id):
                return
            self._tell(held, {"type": "thinking", "seat": seat, "on": True})
            told = True
            while True:
                if held.table.seats[seat].kind in PEOPLE:
                    await asyncio.sleep(STAND_IN_SECONDS)
                async with held.lock:
                    if not held.sound:
                        await self._catch_up(held)
                    if seat not in held.table.bots_to_act:
                        return
                    view, number = held.table.match.view(seat), held.table.number
                try:
                    action = await self._chosen(held.table, view, number, careful=failures < CAREFUL_TRIES)
                    await self._submit(held.table.id, partial(_bot_acts, seen=view, action=action), "bot")
                except TableError:
                    continue  # the view has changed meanwhile
                except Unavailable:
                    raise
                except Away:
                    await asyncio.sleep(AGAIN_SECONDS)
                except Exception:
                    failures += 1
                    log.exception("a bot failed", extra={"table": held.table.id, "seat": seat, "failures": failures})
                    await asyncio.sleep(min(failures, 30))
        except Unavailable:
            await asyncio.sleep(AGAIN_SECONDS)
            self._mend(held)  # when the database answers, bots that are to act are let think
        finally:
            del held.bots[seat]
            if told and not self.stopping:
                self._tell(held, {"type": "thinking", "seat": seat, "on": False})

    async def _chosen(self, table: Table, view: View, number: int, *, careful: bool) -> str:
        """The choice of a seat's bot; of the weakest there is if the bot has failed, so that the match goes on."""
        level = table.seats[view.seat].level if careful else levels(view.game)[0]
        seed = hashlib.sha256(f"{table.row.seed} bot {view.seat} {number}".encode()).hexdigest()
        return await self.thinkers.choose(view, level, seed)

    # Who is here

    def thinking(self, table: str) -> set[int]:
        """The seats whose bots think."""
        held = self._held.get(table)
        return set(held.table.bots_to_act) if held else set()

    def online(self, table: str) -> set[str]:
        """The people who are connected to a table."""
        held = self._held.get(table)
        return set(held.online).union(*held.elsewhere.values()) if held else set()

    def arrive(self, held: Held, person: Person | None) -> None:
        """A connection opens."""
        held.connections += 1
        if person:
            held.online[person.id] += 1
            if held.online[person.id] == 1 and held.table.seats_of(person.id):
                self._presence_changed(held)

    def depart(self, held: Held, person: Person | None) -> None:
        """A connection closes."""
        held.connections -= 1
        held.used = time.monotonic()
        if person:
            held.online[person.id] -= 1
            if held.online[person.id] <= 0:
                del held.online[person.id]
                held.seen[person.id] = time.monotonic()
                if held.table.seats_of(person.id):
                    self._presence_changed(held)

    def _presence_changed(self, held: Held) -> None:
        self._tell_here(held, {"type": "seats"})
        self._say_who_is_here(held)

    def _say_who_is_here(self, held: Held) -> None:
        """Tell other processes who is connected to this one, and who was and how long ago."""
        if self.storage.shared and (held.online or held.seen):
            now = time.monotonic()
            left = {person: now - then for person, then in held.seen.items()}
            people = list(held.online)
            self.bus.publish(
                held.table.id, {"type": "here", "process": self.leases.process, "people": people, "left": left}
            )

    def _hear_who_is_there(self, held: Held, process: str, people: set[str], left: dict[str, float]) -> None:
        before, now = self.online(held.table.id), time.monotonic()
        held.elsewhere[process] = people
        for person, ago in left.items():
            held.seen[person] = max(held.seen.get(person, float("-inf")), now - ago)
        if self.online(held.table.id) != before:
            self._tell_here(held, {"type": "seats"})

    def _forget_the_dead(self, held: Held) -> None:
        """Nobody is connected to a process that is not alive; whoever speaks has said before that it lives."""
        dead = held.elsewhere.keys() - self.leases.alive
        for process in dead:
            if held.elsewhere.pop(process):
                self._tell_here(held, {"type": "seats"})

    def is_absent(self, held: Held, seat: int) -> bool:
        """Whether the person of a seat has not been connected for long enough that others may act."""
        owner = held.table.seats[seat].owner
        if owner is None or owner in self.online(held.table.id):
            return False
        return time.monotonic() - held.seen.get(owner, float("-inf")) >= self.settings.absence_seconds

    # Invitations

    def invitation(self, table: str, seat: int) -> str:
        """The token with which somebody may take a seat; it cannot be guessed and needs no storage."""
        return hmac.new(self._secret, f"invite {table} {seat}".encode(), hashlib.sha256).hexdigest()[:32]

    def is_invitation(self, table: str, seat: int, token: str) -> bool:
        """Whether a token invites to a seat."""
        return hmac.compare_digest(self.invitation(table, seat).encode(), token.encode())

    def invites(self, table: Table) -> list[dict[str, Any]]:
        """The open seats and the links by which they can be taken."""
        found = []
        for seat in table.seats:
            if seat.kind == "open":
                token = self.invitation(table.id, seat.seat)
                link = f"/table/{table.id}?seat={seat.seat}&invite={token}"
                found.append({"seat": seat.seat, "invite": token, "link": link})
        return found

    def check_level(self, game: str, level: str) -> str:
        """A level that the game's bots have."""
        if level not in names(game):
            raise TableError("unknown/bot", f"there is no bot {level!r}, only {', '.join(names(game))}")
        return level
