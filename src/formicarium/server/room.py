"""The room: all tables that this server holds in memory, and everything that happens at them.

What happens at a table happens one thing after the other: checked, made, stored, and only then told.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from formicarium import View
from formicarium.bots import levels, names
from formicarium.server import metrics
from formicarium.server.bus import Bus, Event
from formicarium.server.clock import NONE
from formicarium.server.frames import Album
from formicarium.server.schema import Change, ChatLine, Entry, SeatRow, entry_changes, sit_change, table_changes
from formicarium.server.settings import Settings
from formicarium.server.storage import Storage
from formicarium.server.tables import Person, Table, TableError, new_table
from formicarium.server.thinking import Thinkers

log = logging.getLogger("formicarium.server")


CAREFUL_TRIES = 2  # then a bot that fails is replaced by the simplest one


class Held:
    """A table in memory with its lock, its pictures and its thinking bots."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.album = Album(table)
        self.lock = asyncio.Lock()
        self.bots: dict[int, asyncio.Task[None]] = {}
        self.online: Counter[str] = Counter()  # connections of each person
        self.seen: dict[str, float] = {}  # when a person was last connected
        self.counters = {by: metrics.actions_made.labels(table.row.game, by) for by in ("person", "bot")}
        self.version = 0  # rises with everything that is told
        self.used = time.monotonic()
        self.alarm: asyncio.TimerHandle | None = None


def _bot_acts(held: Held, seen: View, action: str) -> list[Entry]:
    """Make a bot's action, if its seat still sees what the bot has seen."""
    table = held.table
    if seen.seat not in table.bots_to_act or table.match.view(seen.seat) != seen:
        raise TableError("number/stale", "the view has changed", table.number)
    return table.act(seen.seat, action, time.time())


class Room:
    """Finds tables, changes them and tells those who listen."""

    def __init__(self, settings: Settings, storage: Storage, thinkers: Thinkers, bus: Bus, secret: bytes) -> None:
        self.settings, self.storage, self.thinkers, self.bus = settings, storage, thinkers, bus
        self._secret = secret
        self._held: dict[str, Held] = {}
        self._loading: dict[str, asyncio.Future[Held]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.stopping = False

    # Finding tables

    async def held(self, table: str) -> Held:
        """A table, from memory or rebuilt from its log."""
        found = self._held.get(table)
        if found is None:
            if table not in self._loading:
                self._loading[table] = asyncio.ensure_future(self._load(table))
                self._loading[table].add_done_callback(lambda _: self._loading.pop(table, None))
            found = await asyncio.shield(self._loading[table])
        found.used = time.monotonic()
        return found

    def in_memory(self, table: str) -> Held | None:
        """A table, if it is in memory."""
        return self._held.get(table)

    async def _load(self, table: str) -> Held:
        await self.storage.commit([])  # what was given up here may still be on its way to the disk
        stored = await self.storage.load(table)
        if stored is None:
            raise TableError("table/unknown", f"there is no table {table!r}")
        return self._hold(Table(stored, time.time()))

    def _hold(self, table: Table) -> Held:
        self._make_room()
        held = self._held[table.id] = Held(table)
        metrics.tables_held.set(len(self._held))
        self._after_change(held)
        return held

    def _make_room(self) -> None:
        """Let go of tables at which nobody is, the longest unused first."""
        now = time.monotonic()
        limit, idle = self.settings.tables_in_memory, self.settings.idle_seconds
        for held in sorted(self._held.values(), key=lambda held: held.used):
            if len(self._held) < limit and now - held.used < idle:
                break
            if not held.online and not held.bots and not held.lock.locked() and not held.alarm:
                self._drop(held)

    def _drop(self, held: Held) -> None:
        if held.alarm:
            held.alarm.cancel()
        for task in held.bots.values():
            task.cancel()
        self._held.pop(held.table.id, None)
        metrics.tables_held.set(len(self._held))

    async def start(self) -> None:
        """Begin: the tables whose clocks run are needed in memory."""
        await self.bus.start(self._hear)
        for table in await self.storage.clocked_tables():
            with suppress(TableError):
                await self.held(table)

    async def stop(self) -> None:
        """Stop the bots and the clocks; what was stored goes on at the next start."""
        self.stopping = True
        for held in list(self._held.values()):
            self._drop(held)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bus.stop()

    # Changing tables

    async def create(self, game: str, seats: list[SeatRow], options: dict[str, Any], **how: Any) -> Held:
        """Set up a table."""
        stored = new_table(game, seats, options, time.time(), **how)
        await self.storage.commit(table_changes(stored))
        metrics.tables_made.labels(stored.row.game).inc()
        log.info("table made", extra={"table": stored.row.id, "game": stored.row.game})
        return self._hold(Table(stored, time.time()))

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
        async with held.lock:
            start = held.table.number
            try:
                new = make(held)
            except TableError as error:
                metrics.refusals.labels(error.code).inc()
                raise
            changes = entry_changes(table, start, new)
            if held.table.over:
                changes.append(("state", {"of": table, "now": "over", "at": time.time()}))
            await self._store(held, changes)
            if held.table.over:
                held.table.row.state = "over"
            held.counters[by].inc()
            number = held.table.number
            self._tell(table, {"type": "moved", "number": number})
            self._after_change(held)
            return number

    async def _store(self, held: Held, changes: list[Change]) -> None:
        """Store what was made in memory; if that fails, memory is wrong and is given up."""
        try:
            await self.storage.commit(changes)
        except BaseException:
            self._drop(held)
            self._tell(held.table.id, {"type": "lost"})
            raise

    async def sit(self, table: str, change: Callable[[Table, float], None]) -> Held:
        """Change who sits where."""
        held = await self.held(table)
        async with held.lock:
            before = list(held.table.seats)
            change(held.table, time.time())
            changed = [seat for seat, old in zip(held.table.seats, before, strict=True) if seat != old]
            if changed:
                await self._store(held, [sit_change(table, seat) for seat in changed])
                self._tell(table, {"type": "seats"})
                for seat in changed:
                    if seat.seat in held.bots and held.table.plays(seat.seat) != "bot":
                        held.bots[seat.seat].cancel()
                self._after_change(held)
        return held

    async def say(self, table: str, person: Person, text: str) -> ChatLine:
        """A line of chat."""
        held = await self.held(table)
        async with held.lock:
            found, settings = held.table, self.settings
            if len(found.chat) >= settings.chat_lines:
                raise TableError("chat/full", f"a table keeps {settings.chat_lines} lines of chat", found.number)
            mine = found.seats_of(person.id)
            if not mine and person.id != found.row.owner:
                raise TableError("seat/none", "only those who sit here can talk", found.number)
            seat = mine[0] if mine else None
            name = (found.seats[seat].name if seat is not None else "") or person.name
            line = ChatLine(len(found.chat) + 1, seat, name, text, time.time())
            row = {
                "table_id": table,
                "number": line.number,
                "seat": line.seat,
                "name": line.name,
                "text": line.text,
                "time": line.time,
            }
            await self._store(held, [("chat", row)])
            found.chat.append(line)
            self._tell(table, {"type": "chat", "number": line.number})
            return line

    async def rematch(self, table: str, person: Person) -> Held:
        """The same again, the seats moved on by one; asked twice, the same table."""
        held = await self.held(table)
        async with held.lock:
            found = held.table
            if not found.over or found.row.state == "record":
                raise TableError("table/not-over", "a rematch can be had when the match is over", found.number)
            if not found.seats_of(person.id) and person.id != found.row.owner:
                raise TableError("seat/none", "only those who sat here can ask for a rematch", found.number)
            if found.row.rematch:
                return await self.held(found.row.rematch)
            old = found.seats
            rotated = [old[(seat + 1) % len(old)] for seat in range(len(old))]
            again = [
                SeatRow(seat, who.kind, who.name, who.owner, who.level, who.away and who.kind != "bot")
                for seat, who in enumerate(rotated)
            ]
            stored = new_table(
                found.row.game,
                again,
                found.row.options,
                time.time(),
                owner=found.row.owner,
                first=found.row.first,
                clock=found.row.clock,
                open_to_all=found.row.open,
            )
            await self._store(held, [*table_changes(stored), ("rematch", {"of": found.id, "by": stored.row.id})])
            found.row.rematch = stored.row.id
            self._tell(table, {"type": "rematch", "table": stored.row.id})
            return self._hold(Table(stored, time.time()))

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

    def _tell(self, table: str, event: Event) -> None:
        """Tell those who listen to a table that something has changed."""
        held = self._held.get(table)
        if held:
            held.version += 1
        self.bus.publish(table, event)

    def _hear(self, table: str, event: Event) -> None:
        """Another process says that something has changed."""

    def _after_change(self, held: Held) -> None:
        """Let bots think that are to act, and set the alarm of the clock."""
        if self.stopping:
            return
        for seat in held.table.bots_to_act:
            if seat not in held.bots:
                task = asyncio.create_task(self._think(held, seat))
                held.bots[seat] = task
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        if held.alarm:
            held.alarm.cancel()
            held.alarm = None
        end = None if held.table.clock.kind == NONE or held.table.over else held.table.clock.next_end()
        if end is not None:
            delay = min(max(0.0, end - time.time()), 86_400.0)
            held.alarm = asyncio.get_running_loop().call_later(delay, self._ring, held)

    def _ring(self, held: Held) -> None:
        held.alarm = None
        task = asyncio.create_task(self._flag(held))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _flag(self, held: Held) -> None:
        await self.sit(held.table.id, lambda table, now: table.flag(now))
        self._after_change(held)

    async def _think(self, held: Held, seat: int) -> None:
        """A bot chooses and acts for a seat, as long as it is to act and nobody takes the seat back."""
        table, failures = held.table, 0
        self._tell(table.id, {"type": "thinking", "seat": seat, "on": True})
        try:
            while True:
                async with held.lock:
                    if seat not in table.bots_to_act:
                        return
                    view, number = table.match.view(seat), table.number
                try:
                    action = await self._chosen(table, view, number, careful=failures < CAREFUL_TRIES)
                    await self._submit(table.id, partial(_bot_acts, seen=view, action=action), "bot")
                except TableError:
                    continue  # the view has changed meanwhile
                except Exception:
                    failures += 1
                    log.exception("a bot failed", extra={"table": table.id, "seat": seat, "failures": failures})
                    await asyncio.sleep(min(failures, 30))
        finally:
            del held.bots[seat]
            if not self.stopping:
                self._tell(table.id, {"type": "thinking", "seat": seat, "on": False})

    async def _chosen(self, table: Table, view: View, number: int, *, careful: bool) -> str:
        """The choice of a seat's bot; of the weakest there is if the bot has failed, so that the match goes on."""
        level = table.seats[view.seat].level if careful else levels(view.game)[0]
        seed = hashlib.sha256(f"{table.row.seed} bot {view.seat} {number}".encode()).hexdigest()
        return await self.thinkers.choose(view, level, seed)

    # Who is here

    def thinking(self, table: str) -> set[int]:
        """The seats whose bots think."""
        held = self._held.get(table)
        return set(held.bots) if held else set()

    def online(self, table: str) -> set[str]:
        """The people who are connected to a table."""
        held = self._held.get(table)
        return set(held.online) if held else set()

    def arrive(self, held: Held, person: Person | None) -> None:
        """A connection opens."""
        if person:
            held.online[person.id] += 1
            if held.online[person.id] == 1 and held.table.seats_of(person.id):
                self._tell(held.table.id, {"type": "seats"})

    def depart(self, held: Held, person: Person | None) -> None:
        """A connection closes."""
        held.used = time.monotonic()
        if person:
            held.online[person.id] -= 1
            if held.online[person.id] <= 0:
                del held.online[person.id]
                held.seen[person.id] = time.monotonic()
                if held.table.seats_of(person.id):
                    self._tell(held.table.id, {"type": "seats"})

    def is_absent(self, held: Held, seat: int) -> bool:
        """Whether the person of a seat has not been connected for long enough that others may act."""
        owner = held.table.seats[seat].owner
        if owner is None or owner in held.online:
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
