"""Reviews: what matches that are over were decided by. A first one within seconds, then a finer one; both are kept.

The first is made when people end a match, so that it is there when they look for it; the finer one when somebody looks.
They are made where bots think, passage by passage, so that bots have their turns in between. Who asks reads what is
there: another process may have made it. If two make the same one at once, it is the same.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, field
from typing import Any, NamedTuple  # Any: a step as JSON has it

from formicarium import Match
from formicarium.coach import review
from formicarium.coach.review import FINER, Review, first_iterations
from formicarium.coach.story import Story
from formicarium.errors import FormicariumError, LimitError, TableError
from formicarium.server.room.desk import Desk
from formicarium.server.room.thinking import Thinkers
from formicarium.server.store.schema import review_write
from formicarium.server.store.storage import Storage
from formicarium.server.table import agreements
from formicarium.server.table.table import PEOPLE, Table
from formicarium.server.wire.telling import names_of

AT_ONCE = 4  # passages of a first review that wait for a place to think; of a finer one, one
KEPT = 32  # finished reviews in memory
TOLD = 64  # of those, in words, in so many languages
FORESEEN = 1024  # tables of which is remembered that their first review was begun

log = logging.getLogger("formicarium.server")


class Known(NamedTuple):
    """What was found out about a match."""

    iterations: int
    packed: str
    final: bool  # whether nothing finer is made


@dataclass
class Work:
    """A review that is being made."""

    finer: bool = True  # somebody wants more than the first
    done: int = 0
    of: int = 1
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    @property
    def share(self) -> float:
        """How much of it is done."""
        return self.done / max(1, self.of)


class Reviews:
    """The reviews of a server."""

    def __init__(self, storage: Storage, thinkers: Thinkers, desk: Desk, most: int) -> None:
        self._storage, self._thinkers, self._desk, self._most = storage, thinkers, desk, most
        self._works: dict[str, Work] = {}
        self._kept: OrderedDict[str, Known] = OrderedDict()
        self._foreseen: OrderedDict[str, None] = OrderedDict()  # begun before anybody asked: chat tells of them again
        self._told: OrderedDict[tuple[str, int, str, tuple[str, ...]], Story] = OrderedDict()

    async def stop(self) -> None:
        """Give up what is being made; whoever asks again begins it again."""
        tasks = [work.task for work in self._works.values() if work.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def known(self, table: Table) -> Known | None:
        """What is known about a match that is over, the finest that any process has made."""
        check_over(table)
        if table.id in self._kept:
            self._kept.move_to_end(table.id)
            return self._kept[table.id]
        packed = await self._storage.review_of(table.id)
        if packed is None:
            return None
        iterations = review.searched(packed)
        found = Known(iterations, packed, iterations >= FINER * first_iterations(table.match))
        if found.final:
            self._kept[table.id] = found
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found

    def progress(self, table: str) -> float | None:
        """How much is done of what is being made here; `None` where nothing is."""
        work = self._works.get(table)
        return work.share if work else None

    def is_refined(self, table: str) -> bool:
        """Whether somebody has asked for what is being made here: it will be as fine as any."""
        work = self._works.get(table)
        return work is not None and work.finer

    def begin(self, table: Table, known: Known | None) -> None:
        """Make what is missing, in the background; refused if too many are being made."""
        check_over(table)
        if known and known.final:
            return
        if table.id in self._works:
            self._works[table.id].finer = True
            return
        if len(self._works) >= self._most:
            raise LimitError("limit/busy", "too many matches are being reviewed: ask again in a while")
        self._start(table, Work())

    def match_is_over(self, table: Table) -> None:
        """Make the first review before anybody asks, where a person sat; not while many others are being made."""
        seen = table.id in self._works or table.id in self._foreseen
        if seen or 2 * len(self._works) >= self._most or not any(seat.kind in PEOPLE for seat in table.seats):
            return
        self._foreseen[table.id] = None
        if len(self._foreseen) > FORESEEN:
            self._foreseen.popitem(last=False)
        self._start(table, Work(finer=False))

    def _start(self, table: Table, work: Work) -> None:
        outcome = agreements.outcome(table)
        result = tuple(outcome.shares) if outcome else None
        self._works[table.id] = work
        work.task = asyncio.create_task(self._make(table, result, work))

    async def _make(self, of: Table, result: tuple[float, ...] | None, work: Work) -> None:
        table, match = of.id, of.match
        try:
            known = await self.known(of)  # here, or made by another process
            first = first_iterations(match)
            if known is None:
                await self._review(table, match, result, first, AT_ONCE, work)
            if work.finer and (known is None or not known.final):
                await self._review(table, match, result, FINER * first, 1, work)
        except* (FormicariumError, BrokenExecutor) as group:
            reasons = ", ".join(dict.fromkeys(str(error) for error in group.exceptions))
            log.warning("a review was given up", extra={"table": table, "reason": reasons})
        finally:
            del self._works[table]

    async def _review(
        self, table: str, match: Match, result: tuple[float, ...] | None, iterations: int, width: int, work: Work
    ) -> None:
        passages = await asyncio.to_thread(review.passages, match, iterations, result)
        work.done, work.of = 0, len(passages)
        door = asyncio.Semaphore(width)

        async def judge(passage: review.Passage) -> list[dict[str, Any]]:
            async with door:
                steps = await self._thinkers.examine(passage)
            work.done += 1
            return steps

        async with asyncio.TaskGroup() as group:
            judged = [group.create_task(judge(passage)) for passage in passages]
        steps = [step for one in judged for step in one.result()]
        final = review.final(match, result)
        packed = await asyncio.to_thread(review.pack, match.game.name, match.seats, iterations, final, steps)
        await self._storage.commit([review_write(table, iterations, packed)])

    def is_told(self, table: Table, known: Known, language: str) -> bool:
        """Whether somebody has asked for it in words before, and it is still there."""
        return _key(table, known, language) in self._told

    async def told(self, table: Table, known: Known, language: str) -> Story:
        """What is known in words."""
        key = _key(table, known, language)
        *_, names = key
        if key not in self._told:
            told = await self._desk.narrate(table.match.text(), known.packed, language, names)
            self._told[key] = told
            if len(self._told) > TOLD:
                self._told.popitem(last=False)
        return self._told[key]

    async def remark(self, match: Match, known: Known) -> None:
        """Write what decisions cost into the comments of a match."""
        found: Review = await asyncio.to_thread(review.unpack, known.packed)
        found.annotate(match)


def _key(table: Table, known: Known, language: str) -> tuple[str, int, str, tuple[str, ...]]:
    return table.id, known.iterations, language, names_of(table, language)


def check_over(table: Table) -> None:
    """Refuse a match that goes on: what it hides would be shown."""
    if not table.revealed:
        raise TableError("table/not-over", "a match can be reviewed when it is over")
