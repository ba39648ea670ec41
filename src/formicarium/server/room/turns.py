"""Turns: what happens by itself at a table. Bots think and act when it is their turn, and clocks ring."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import math
from contextlib import suppress
from typing import TYPE_CHECKING

from formicarium import View
from formicarium.bots import levels
from formicarium.errors import BotsAway, Preparing, Unavailable
from formicarium.server.room.changes import REFUSALS, BotActs
from formicarium.server.room.held import Held
from formicarium.server.room.verdicts import Flag
from formicarium.server.store.schema import rang_write
from formicarium.server.table import clock
from formicarium.server.table.table import PEOPLE, Table

if TYPE_CHECKING:
    from formicarium.server.room.room import Room

CAREFUL_TRIES = 2  # then a bot that fails is replaced by the simplest one
STAND_IN_SECONDS = 0.25  # a bot that plays for a person who left waits so long: whoever comes back finds a match
AGAIN_SECONDS = 0.3  # between two attempts to reach a database, or a cluster, that does not answer
RINGS_AT_ONCE = 50  # clocks that ring, before others have their turn
LONGEST_SLEEP = 86_400.0  # seconds, where nobody else sets clocks …
NEIGHBOURS_SLEEP = 1.0  # … and where others do

log = logging.getLogger("formicarium.server")


class Turns:
    """The bots and the clocks of all tables of a room.

    When a clock rings next is stored with its table, which need not be in memory. One alarm looks after all of them.
    """

    def __init__(self, room: Room) -> None:
        self._room = room
        self._next = math.inf  # when the alarm rings …
        self._sooner = asyncio.Event()  # … unless somebody's time ends before that

    def look_at(self, held: Held) -> None:
        """After a change: let bots think that are to act, and let the alarm ring in time."""
        if not self._room.stopping:
            self.let_bots_think(held)
            rings = held.table.rings(clock.now())
            if rings is not None and rings < self._next:
                self._next = rings
                self._sooner.set()

    # Clocks

    async def watch(self) -> None:
        """Ring for the tables whose time has come."""
        longest = NEIGHBOURS_SLEEP if self._room.storage.shared else LONGEST_SLEEP
        while True:
            self._sooner.clear()
            self._next, late = math.inf, False
            with suppress(Unavailable):
                for table, rings in await self._room.storage.next_rings(RINGS_AT_ONCE):
                    if rings > clock.now():
                        self._next = min(self._next, rings)
                        break
                    late = True
                    await self._ring(table, rings)
            sleep = AGAIN_SECONDS if late else min(max(0.0, self._next - clock.now()), longest)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._sooner.wait(), sleep)

    async def _ring(self, table: str, rings: float) -> None:
        """Ring for a table, unless another process has claimed it: that does."""
        room = self._room
        try:
            if await room.leases.claim(table):
                await room.held(table, fresh=True)
                await room.do(table, Flag(rings))
        except Unavailable:
            raise
        except Preparing:
            pass  # it rings again until its game is ready
        except Exception:  # a table that cannot be shown tells so itself; the clocks of others go on
            log.exception("a clock could not ring", extra={"table": table})
            await room.storage.commit([rang_write(table, rings, None)])

    # Bots

    def let_bots_think(self, held: Held) -> None:
        """Begin to think for every seat whose bot is to act; stop for those that are not any more."""
        to_act = held.table.bots_to_act if held.sound else []
        for seat, task in held.bots.items():
            if seat not in to_act and held.table.plays(seat) != "bot":
                task.cancel()
        for seat in to_act:
            if seat not in held.bots:
                held.bots[seat] = self._room.spawn(self._think(held, seat))

    async def _think(self, held: Held, seat: int) -> None:
        """A bot chooses and acts for a seat, as long as it is to act and nobody takes the seat back.

        Where another process has claimed the bots of the table, it does; should that die, we are asked again.
        """
        room, failures, told = self._room, 0, False
        try:
            if not await room.leases.claim(held.table.id):
                return
            room.tell(held, {"type": "thinking", "seat": seat, "on": True})
            told = True
            while True:
                if held.table.seats[seat].kind in PEOPLE:
                    await asyncio.sleep(STAND_IN_SECONDS)
                async with held.lock:
                    if not held.sound:
                        await room.neighbours.catch_up(held)
                    if seat not in held.table.bots_to_act:
                        return
                    view, number = held.table.match.view(seat), held.table.number
                try:
                    action = await self._choose(held.table, view, number, careful=failures < CAREFUL_TRIES)
                    await room.do(held.table.id, BotActs(view, action))
                except REFUSALS:
                    continue  # the view has changed meanwhile
                except Unavailable:
                    raise
                except BotsAway:
                    await asyncio.sleep(AGAIN_SECONDS)
                except Exception:
                    failures += 1
                    log.exception("a bot failed", extra={"table": held.table.id, "seat": seat, "failures": failures})
                    await asyncio.sleep(min(failures, 30))
        except Unavailable:
            await asyncio.sleep(AGAIN_SECONDS)
            room.neighbours.mend(held)  # when the database answers, bots that are to act are let think
        finally:
            del held.bots[seat]
            if told and not room.stopping:
                room.tell(held, {"type": "thinking", "seat": seat, "on": False})

    async def _choose(self, table: Table, view: View, number: int, *, careful: bool) -> str:
        """The choice of a seat's bot; of the weakest there is if the bot has failed, so that the match goes on."""
        level = table.seats[view.seat].level if careful else levels(view.game)[0]
        seed = hashlib.sha256(f"{table.row.seed} bot {view.seat} {number}".encode()).hexdigest()
        return await self._room.thinkers.choose(view, level, seed, table.row.owner)
