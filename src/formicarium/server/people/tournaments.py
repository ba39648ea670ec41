"""Tournaments: they run by themselves. A round begins when the last one is over, and its tables are made.

What happens is stored first, with a key that is its own; whoever finds it done goes on from there. So several
processes may look at the same tournament at once, and one that dies leaves nothing undone for long.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any  # Any: JSON, and what pairing asks for

import formicarium as fm
from formicarium.bots import levels
from formicarium.errors import Conflict, FormicariumError, Preparing, Unavailable
from formicarium.server import metrics
from formicarium.server.people.fixtures import Pairing, pods, round_robin, rounds_of, swiss
from formicarium.server.people.standings import Played, bye, score
from formicarium.server.room.changes import REFUSALS
from formicarium.server.room.room import Room
from formicarium.server.room.thinking import Pool
from formicarium.server.room.verdicts import Expire
from formicarium.server.store.clubs import ClubStore
from formicarium.server.store.schema import Write
from formicarium.server.store.tournaments import (
    CALLED_OFF,
    OPEN,
    OVER,
    PLAYING,
    Entrant,
    PairingRow,
    RoundRow,
    TournamentRow,
    TournamentStore,
    Whole,
    entrant_write,
    over_write,
    round_writes,
    state_write,
)
from formicarium.server.table import clock
from formicarium.server.table.names import BOTS, distinct
from formicarium.server.table.rows import OVER as TABLE_OVER
from formicarium.server.table.rows import Listed, SeatRow
from formicarium.server.table.setup import new_table
from formicarium.server.table.table import Table

SWISS, ALL, PODS = "swiss", "all", "pods"  # the formats
OWNER = "tournament "  # how the owner of a tournament's tables begins: nobody's id has a blank
NEIGHBOURS_LOOK = 3.0  # seconds between two looks where other processes may leave something undone
FRESH_SECONDS = 1.0  # in which what was read of a tournament is shown again: many may watch the same one
REST_SECONDS = 60.0  # before a tournament that could not be moved on is looked at again
TRIES = 3  # to begin with all who are there
FEW = 16  # entrants that are paired in some milliseconds; 64 took up to 5 s
PAIRING_SECONDS = 300.0  # after which that is given up, and tried again later
KEPT = 200  # tournaments that are kept in memory to be shown

log = logging.getLogger("formicarium.server")


class Tournaments:
    """All tournaments of a site. One worker in each process moves on those whose time has come."""

    def __init__(self, room: Room) -> None:
        self.room, self.store = room, TournamentStore(room.storage)
        self._moving = asyncio.Lock()  # one tournament after the other
        self._woken: set[str] = set()
        self._wake = asyncio.Event()
        self._worker: asyncio.Task[None] | None = None
        self._shown: dict[str, tuple[float, Whole]] = {}
        room.when_over.append(self._table_over)

    async def start(self) -> None:
        """Begin to look; bots whose process has ended with the last server go on."""
        self._worker = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        """Stop; what is stored goes on in other processes, or at the next start."""
        if self._worker:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)

    # Looking

    async def look(self, tournament: str) -> Whole | None:
        """A tournament as it is stored; where no other process changes it, as it was when this one did last."""
        if self.room.storage.shared:
            return await self.store.load(tournament)
        now = time.monotonic()
        known = self._shown.get(tournament)
        if known and now - known[0] < FRESH_SECONDS:
            return known[1]
        whole = await self.store.load(tournament)
        if whole:
            if len(self._shown) >= KEPT:
                self._shown.clear()
            self._shown[tournament] = now, whole
        return whole

    def changed(self, tournament: str) -> None:
        """What was shown of it is not so any more."""
        self._shown.pop(tournament, None)

    def forget(self) -> None:
        """What was shown of all of them may not be so any more."""
        self._shown.clear()

    # Moving on

    def wake(self, tournament: str) -> None:
        """Look at a tournament soon."""
        self.changed(tournament)
        self._woken.add(tournament)
        self._wake.set()

    def _table_over(self, table: Table) -> None:
        tournament = tournament_of(table.row.owner)
        if tournament:
            self.wake(tournament)

    async def _watch(self) -> None:
        longest = NEIGHBOURS_LOOK if self.room.storage.shared else self.room.settings.tournament_look
        if not self.room.storage.shared:  # where there are others, those look after the bots of each other
            with suppress(FormicariumError):
                for table in await self.store.waiting_bots():
                    await self.room.keep(table)
        while True:
            self._wake.clear()
            sleep = longest
            try:
                woken, self._woken = self._woken, set()
                for tournament in sorted({*woken, *await self.store.due(clock.now())}):
                    await self._move_on(tournament)
                due = await self.store.next_due()
                sleep = longest if due is None else min(longest, max(0.2, due - clock.now()))
            except Unavailable:
                pass
            except Exception:  # whatever it is, those whose time comes later go on
                log.exception("tournaments could not be looked at")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), sleep)

    async def _move_on(self, tournament: str) -> None:
        """Move a tournament on; what goes wrong with one does not touch the others."""
        try:
            await self.move_on(tournament)
        except (Unavailable, Preparing):
            pass  # it is looked at again until the database answers, and the game is ready
        except Exception:
            log.exception("a tournament could not go on", extra={"tournament": tournament})
            whole = await self.store.load(tournament)
            if whole:
                later = state_write(whole.row, whole.row.state, whole.row.rounds, clock.now() + REST_SECONDS)
                await self.room.storage.commit([later])

    async def move_on(self, tournament: str) -> None:
        """Do all that is due in a tournament."""
        async with self._moving:
            while await self._step(tournament):
                pass
        self.changed(tournament)

    async def _step(self, tournament: str) -> bool:
        """Do what is due next; whether there may be more."""
        whole = await self.store.load(tournament)
        if whole is None:
            return False
        row, now = whole.row, clock.now()
        if row.state == OPEN and row.starts is not None and row.starts <= now:
            await self._begin(whole)
            return True
        if row.state != PLAYING:
            return False
        await self.room.readiness.check(row.game)
        left = [pairing for pairing in whole.pairings if not pairing.over]
        if left:
            return await self._tend(whole, left, now)
        if len(whole.rounds) < row.rounds:
            return await self._pair(whole, len(whole.rounds) + 1)
        await self._commit([state_write(row, OVER, row.rounds, None)])
        metrics.tournaments_over.inc()
        return False

    async def _commit(self, writes: Sequence[Write]) -> bool:
        """Store a step, unless another process has; whether it was this one."""
        try:
            await self.room.storage.commit(writes)
        except Conflict:
            return False
        return True

    # Rounds

    async def begin(self, tournament: str) -> None:
        """Begin now, as its owner wishes; called off if too few take part."""
        async with self._moving:
            whole = await self.store.load(tournament)
            while whole and whole.row.state == OPEN:  # again if somebody enters at the same moment
                await self._begin(whole)
                whole = await self.store.load(tournament)
        await self.move_on(tournament)

    async def _begin(self, whole: Whole) -> None:
        """Begin with all who are there; again if somebody comes or goes meanwhile, but not for ever."""
        for _ in range(TRIES):
            entered = [*whole.entrants]
            writes = await self._first_round(whole)
            now = await self.store.load(whole.row.id)
            if now is None or now.entrants == entered:
                break
            whole = now
        if not writes:
            await self._commit([state_write(whole.row, CALLED_OFF, whole.row.rounds, None)])
        else:
            await self._commit_round(writes)

    async def _first_round(self, whole: Whole) -> list[Write]:
        """Complete the tables with bots where that is wished, and pair who is there; nothing if too few are."""
        row = whole.row
        staying = [entrant for entrant in whole.entrants if entrant.gone is None]
        writes: list[Write] = []
        if row.fill and staying:
            most = self.capacity(row)
            while len(staying) < row.seats or (len(staying) % row.seats and len(staying) < most):
                added = self.bot(whole, row.fill)
                whole.entrants.append(added)
                staying.append(added)
                writes.append(entrant_write(row.id, added))
        if len(staying) < row.seats:
            return []
        count = len(staying)
        wanted = {SWISS: min(row.rounds, rounds_of(count)), ALL: rounds_of(count), PODS: row.rounds}[row.format]
        begun = replace(row, rounds=wanted)
        paired = await self._paired(replace(whole, row=begun), [one.number for one in staying], 1)
        return [*writes, state_write(row, PLAYING, wanted, clock.now()), *paired]

    async def _pair(self, whole: Whole, number: int) -> bool:
        """Pair a round; whether there is one: not when too few are left."""
        row = whole.row
        gone = {entrant.number for entrant in whole.entrants if entrant.gone is not None}
        roster = [entrant for entrant in drawn(whole) if entrant not in gone]
        if len(roster) < row.seats:
            await self._commit([state_write(row, OVER, len(whole.rounds), None)])
            return False
        writes = await self._paired(whole, roster, number)
        await self._commit_round([state_write(row, PLAYING, row.rounds, clock.now()), *writes])
        return True

    async def _commit_round(self, writes: Sequence[Write]) -> None:
        if await self._commit(writes):
            metrics.rounds_paired.inc()

    async def _paired(self, whole: Whole, roster: Sequence[int], number: int) -> list[Write]:
        """What is to be stored for a round of those who are still there."""
        row, order = whole.row, sorted(roster, key=lambda entrant: lot(whole.row.id, entrant))
        if row.format == ALL:
            found = everybody(whole, order, number)
        elif row.format == SWISS:
            found = await apart(len(order), swiss, order, played(whole), row.rounds - number)
        else:
            found = await apart(len(order), pods, order, played(whole), row.seats)
        now = clock.now()
        paired = []
        for place, entrants in enumerate(found, 1):
            alone = len(entrants) == 1
            table, points = (None, [bye(row.seats)]) if alone else (secrets.token_urlsafe(12), None)
            paired.append(PairingRow(number, place, list(entrants), table, points, alone))
        return round_writes(row.id, RoundRow(number, now, now + row.round_seconds), paired)

    async def _tend(self, whole: Whole, left: Sequence[PairingRow], now: float) -> bool:
        """Make the tables that are missing, note how matches ended, end what has taken too long; whether it did any."""
        row, ends, done = whole.row, whole.rounds[-1].ends, False
        listed = await self.room.storage.tables_named([pairing.table_id for pairing in left if pairing.table_id])
        tables = {table.row.id: table for table in listed}
        for pairing in left:
            table = tables.get(str(pairing.table_id))
            if table is None:
                await self._make_table(whole, pairing)
            elif table.row.state == TABLE_OVER:
                await self._commit([over_write(row.id, pairing, points_of(table))])
                done = True
            elif now >= ends:
                with suppress(*REFUSALS):  # it has just ended by itself
                    await self.room.do(table.row.id, Expire())
                    done = True
        if not done and (row.due is None or row.due <= now):
            due = ends if ends > now else now + REST_SECONDS
            await self._commit([state_write(row, PLAYING, row.rounds, due)])
        return done

    async def _make_table(self, whole: Whole, pairing: PairingRow) -> None:
        row, by_number = whole.row, {entrant.number: entrant for entrant in whole.entrants}
        strongest = levels(fm.game(row.game))[-1]
        seats = [
            SeatRow(seat, "human" if one.person else "bot", one.name, one.person, one.level or strongest)
            for seat, one in enumerate(by_number[number] for number in pairing.entrants)
        ]
        timed = {**row.clock, "strict": True}
        made = new_table(
            row.game,
            seats,
            row.options,
            clock.now(),
            owner=OWNER + row.id,
            first=0,
            clock=timed,
            hints=False,
            strangers=row.club_id is None,
            silent=row.club_id is not None and await ClubStore(self.room.storage).is_silent(row.club_id),
        )
        made.row.id = str(pairing.table_id)
        with suppress(Conflict):  # another process has made it
            await self.room.create(made)

    # Who takes part

    def capacity(self, row: TournamentRow) -> int:
        """How many may take part."""
        settings = self.room.settings
        return min(settings.tournament_entrants, settings.tournament_rounds + 1 if row.format == ALL else 10**6)

    @staticmethod
    def bot(whole: Whole, level: str) -> Entrant:
        """One more bot of a level, with a name of its own."""
        alike = sum(entrant.level == level for entrant in whole.entrants)
        kinds = BOTS[level]  # in turn, so that many are not all called alike
        name = distinct(kinds[alike % len(kinds)], (entrant.name for entrant in whole.entrants))
        return Entrant(len(whole.entrants) + 1, None, name, level)


def tournament_of(owner: str) -> str:
    """The tournament that has set up a table, by the owner of that; none for others."""
    return owner.removeprefix(OWNER) if owner.startswith(OWNER) else ""


def lot(tournament: str, entrant: int) -> str:
    """What is drawn for an entrant: the same whoever asks."""
    return hashlib.sha256(f"{tournament} {entrant}".encode()).hexdigest()


def drawn(whole: Whole) -> list[int]:
    """All who were there at the first round, in the order that was drawn."""
    there = {entrant for pairing in whole.pairings if pairing.round == 1 for entrant in pairing.entrants}
    return sorted(there, key=lambda entrant: lot(whole.row.id, entrant))


def played(whole: Whole) -> list[Played]:
    """The matches that are over, as standings count them."""
    return [Played(tuple(one.entrants), tuple(one.points)) for one in whole.pairings if one.points is not None]


def everybody(whole: Whole, roster: Sequence[int], number: int) -> list[Pairing]:
    """Who meets whom in a round of everybody against everybody, of those who are still there."""
    there = [tuple(one for one in pairing if one in roster) for pairing in round_robin(drawn(whole) or roster, number)]
    return [pairing for pairing in there if pairing]


async def apart(size: int, how: Callable[..., list[Pairing]], *arguments: Any) -> list[Pairing]:
    """Pair so many: a few in a thread, many in a process of its own, for whose seconds nobody else waits."""
    if size <= FEW:
        return await asyncio.to_thread(how, *arguments)
    pool = Pool(1)
    try:
        reckoned = asyncio.get_running_loop().run_in_executor(pool, how, *arguments)
        return await asyncio.wait_for(reckoned, PAIRING_SECONDS)
    finally:
        pool.end()


def points_of(table: Listed) -> tuple[int, ...]:
    """The half points of a match that is over: who has left it, or was out of time, gets none."""
    assert table.result is not None
    gone = [seat.seat for seat in table.seats if seat.kind == "human" and seat.away]
    return score(table.result["places"], gone)
