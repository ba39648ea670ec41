"""Checks: what the players were told and what is stored must fit, entry by entry and view by view."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator, Mapping

import sqlalchemy as sa

import formicarium as fm
from formicarium.server.store.schema import actions
from formicarium.server.store.storage import Storage
from formicarium.server.table.rows import LogRow, Stored

from .players import Sitting, Viewer, view_hash

CONVERGE_SECONDS = 5.0
SETTLE_SECONDS = 180.0  # for the last bots to act when nobody else does
QUIET_SECONDS = 20.0  # in which nothing is stored when all bots have acted: a busy machine starts a server in less


def stored(url: str, sittings: list[Sitting]) -> dict[str, Stored | None]:
    """What the database has of all tables, read past the server."""

    async def load() -> dict[str, Stored | None]:
        storage = Storage(url)
        try:
            return {sitting.table: await storage.load(sitting.table) for sitting in sittings}
        finally:
            await storage.stop()

    return asyncio.run(load())


def counts(url: str) -> dict[str, int]:
    """How many entries each table has; a missing number is an error."""

    async def count() -> dict[str, int]:
        storage = Storage(url)
        asked = sa.select(actions.c.table_id, sa.func.count(), sa.func.max(actions.c.number)).group_by(
            actions.c.table_id
        )
        try:
            async with storage.snapshot() as connection:
                rows = [tuple(row) for row in await connection.execute(asked)]
        finally:
            await storage.stop()
        assert all(found == last for _, found, last in rows), "a number is missing"
        return {table: found for table, found, _ in rows}

    return asyncio.run(count())


def settle(url: str, sittings: list[Sitting]) -> list[str]:
    """Wait until nothing is stored any more and everybody sees all that is; who does not, after a long time."""
    before, deadline = counts(url), time.monotonic() + SETTLE_SECONDS
    while True:
        time.sleep(QUIET_SECONDS)
        now = counts(url)
        late = [
            f"{sitting.table} ({sitting.game}): seat {viewer.seat} is at {viewer.number}, not {now.get(sitting.table)}"
            for sitting in sittings
            for viewer in sitting.viewers
            if viewer.number != now.get(sitting.table)
        ]
        if now == before and not late:
            return []
        if time.monotonic() > deadline:
            return [*late, *(f"{table} goes on by itself" for table in now if now[table] != before.get(table))]
        before = now


def slowest(recovered: float, sittings: list[Sitting], kept: Mapping[str, Stored | None]) -> float:
    """How long after a recovery the last viewer saw what had been made before it, acknowledged or not."""
    longest = 0.0
    for sitting in sittings:
        found = kept[sitting.table]
        number = sum(entry.time <= recovered for entry in found.log) if found else 0
        for viewer in sitting.viewers:
            saw = next((when for when, reached in viewer.reached if reached >= number), float("inf"))
            longest = max(longest, saw - recovered)
    return longest


def problems(sitting: Sitting, kept: Stored | None) -> Iterator[str]:
    """Everything that is wrong with one table."""
    if kept is None:
        yield "an acknowledged table is lost"
        return
    names = [viewer.seat for viewer in sitting.viewers]
    people = [viewer for viewer in sitting.viewers if viewer.seat != fm.SPECTATOR]
    for viewer in sitting.viewers:
        yield from viewer.problems
    for viewer in people:
        yield from _wishes(viewer, kept.log)
        yield from _chat(viewer, kept)
    views = dict(_views(sitting.game, kept, names))
    if views.pop("bots to act", None):
        yield "a bot's turn is lost"
    for viewer in sitting.viewers:
        for number, seen in viewer.views.items():
            if seen != {views.get((viewer.seat, number))}:
                yield f"seat {viewer.seat} saw something else at {number} than its view of the record"


def _wishes(viewer: Viewer, entries: list[LogRow]) -> Iterator[str]:
    """What a person wished and what is stored for its seat."""
    ends = [*(wish.number for wish in viewer.wishes[1:]), len(entries)]
    explained = 0
    for wish, following in zip(viewer.wishes, ends, strict=False):
        last = wish.made if wish.made is not None else following
        mine = [entry for entry in entries[wish.number : last] if entry.seat == viewer.seat]
        right = [entry for entry in mine if entry.kind == wish.kind and wish.action in ("", entry.action)]
        if wish.made is not None and not right:
            yield f"an acknowledged wish is lost: {wish}"
        if len(mine) > 1:
            yield f"made more than once: {wish}"
        if len(mine) != len(right):
            yield f"something else was made than wished: {wish}"
        if right and wish.refused and wish.tries == 1:
            yield f"refused and made: {wish}"
        explained += len(mine)
    if explained != sum(entry.seat == viewer.seat for entry in entries):
        yield f"something was made for seat {viewer.seat} that nobody wished"


def _chat(viewer: Viewer, kept: Stored) -> Iterator[str]:
    lines = Counter(line.text for line in kept.chat if line.seat == viewer.seat)
    for text, acknowledged in viewer.said.items():
        if lines[text] > 1 or (acknowledged and lines[text] != 1):
            yield f"{text!r} was said {lines[text]} times"


def _views(game: str, kept: Stored, seats: list[int]) -> Iterator[tuple[object, bytes | None]]:
    """What each seat may see at each number, from the record alone."""
    match = fm.Match(game, len(kept.seats), nature=False, **kept.row.options)
    for number, entry in enumerate([None, *kept.log]):
        if entry and entry.kind == "undo":
            match.undo(entry.seat)
        elif entry:
            match.play(entry.action, entry.seat)
        for seat in seats:
            yield (seat, number), view_hash(match.view(seat).to_dict())
    bots = {seat.seat for seat in kept.seats if seat.kind == "bot"}
    yield "bots to act", b"" if bots.isdisjoint(match.actors) else b"yes"
