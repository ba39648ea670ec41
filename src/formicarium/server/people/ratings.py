"""Ratings: every match that ends is given the next number, and its people what it makes of their ratings.

Any process may do it. Each takes what it finds over and without a number; of two that take the same, one was faster.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from formicarium.errors import Conflict, Unavailable
from formicarium.server import metrics
from formicarium.server.people import strengths
from formicarium.server.store.ratings import (
    Finished,
    Rated,
    RatingStore,
    Strength,
    rated_writes,
    restanding_write,
)
from formicarium.server.store.storage import Storage
from formicarium.server.table import clock
from formicarium.server.table.table import Table

AT_ONCE = 100  # matches that are rated in one transaction
LOOK_SECONDS = 30.0  # between two looks for matches that ended while nobody rated
SLACK = 3600.0  # seconds that a look goes back before the last: clocks differ, and what ends is stored later
TRIES = 50  # of a number that others take

Key = tuple[str, str, str, str]  # person, game, mode, pool
log = logging.getLogger("formicarium.server")


class Ratings:
    """Rates what ends, in the background."""

    def __init__(self, storage: Storage) -> None:
        self._storage, self.store = storage, RatingStore(storage)
        self._wake = asyncio.Event()
        self._since = 0.0
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, with what ended while nobody rated."""
        self._task = asyncio.create_task(self._work(), name="ratings")

    async def stop(self) -> None:
        """Stop; what is not rated yet is found again."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def match_is_over(self, table: Table) -> None:
        """A match has ended here."""
        self._wake.set()

    async def _work(self) -> None:
        while True:
            self._wake.clear()
            try:
                await asyncio.to_thread(strengths.model)  # to load it takes a tenth of a second, once
                await self.catch_up()
            except Unavailable as error:
                log.warning("ratings wait for the database", extra={"code": error.code})
            except Exception:  # whatever it is, it is tried again
                log.exception("matches were not rated")
            try:
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._wake.wait()
            except TimeoutError:
                pass

    async def catch_up(self) -> int:
        """Rate all that is over and has no number yet; how many that were."""
        began, count = clock.now(), 0
        while found := await self.store.unrated(self._since, AT_ONCE):
            try:
                await self._rate(found)
                count += len(found)
            except Conflict:
                await asyncio.sleep(0)  # another process was faster: what is left is looked for again
        self._since = began - SLACK
        return count

    async def backlog(self) -> int:
        """How many matches are over and have no number yet."""
        return await self.store.backlog(self._since)

    async def _rate(self, found: list[Finished]) -> None:
        number = await self.store.last_number()  # read first: what is read afterwards is never older
        lines = [strengths.line_up(match) for match in found]
        people = {one.person for _, seated in lines for one in seated if one.person is not None}
        known: dict[Key, Strength] = await self.store.strengths(people)
        matches = [
            Rated(number + place, one.table, one.game, strengths.mode_of(one.options), pool, one.ended, seated)
            for place, (one, (pool, seated)) in enumerate(zip(found, lines, strict=True), 1)
        ]
        writes = [write for match in fold(matches, known) for write in rated_writes(match)]
        await self._storage.commit(writes)
        metrics.matches_rated.inc(sum(pool is not None for pool, _ in lines))


def fold(matches: Iterable[Rated], known: dict[Key, Strength]) -> list[Rated]:
    """Matches with what each made of the ratings, one after the other; `known` goes along."""
    done = []
    for match in matches:
        if match.pool is None:
            done.append(match)
            continue
        place = match.game, match.mode, match.pool
        people = [one.person for one in match.seated if one.person is not None]
        before = {person: known[person, *place] for person in people if (person, *place) in known}
        seated = strengths.after(match, before)
        for one in seated:
            if one.person is not None and one.strength is not None:
                known[one.person, *place] = one.strength
        done.append(replace(match, seated=seated))
    return done


class Recount(NamedTuple):
    """What reckoning all ratings anew has found: so many matches that count, ratings, and those that were otherwise."""

    matches: int
    ratings: int
    changed: int


async def recount(storage: Storage) -> Recount:
    """Reckon all ratings anew from the stored matches, in their order; what was otherwise is stored.

    What is changed takes a number of its own: a match that is rated at the same moment is rated once more, after it.
    """
    store = RatingStore(storage)
    for _ in range(TRIES):
        await Ratings(storage).catch_up()
        known: dict[Key, Strength] = {}
        last = count = changed = 0
        writes = []
        async for matches in store.matches():
            for was, now in zip(matches, fold(matches, known), strict=True):
                last, count = was.number, count + (was.pool is not None)
                for old, new in zip(was.seated, now.seated, strict=True):
                    if new.strength is not None and old.strength != new.strength:
                        writes.append(restanding_write(was.number, new.seat, new.strength))
                        changed += new.person is not None  # of bots, an earlier version has kept nothing
        if writes:
            try:
                mark = Rated(last + 1, None, "", "", None, clock.now(), ())
                await storage.commit([*rated_writes(mark), *writes])
            except Conflict:
                continue
        return Recount(count, len(known), changed)
    raise Conflict("table/conflict", "matches end all the time: nothing was changed; try again")
