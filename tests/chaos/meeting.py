"""Meeting: people look for matches again and again while processes are killed; nobody is lost or seated twice."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
import sqlalchemy as sa

from formicarium.server.store.schema import seats
from formicarium.server.store.seeks import seeks, settled
from formicarium.server.store.storage import Storage
from services import Cluster

from .players import LOST

SETTINGS = {"THINKERS": 1, "BUDGET": 10**9, "CONNECTIONS_EACH": 10**4, "SEEK_SECONDS": 600}
POLL_SECONDS = 0.2
AGAIN_SECONDS = 0.1
PATIENCE = 60.0  # seconds in which who is not paired at the end must be found to be waiting


@dataclass
class Seeker:
    """Somebody who looks for matches, and the tables that were found."""

    name: str
    sizes: list[int]
    cookie: str = ""
    found: list[str] = field(default_factory=list)
    waits: bool = False  # at the end


@dataclass
class Kept:
    """What the database has, read past the server."""

    settled: list[tuple[str, str, str | None]]  # seek, person, table
    seated: list[tuple[str, str]]  # table, person
    waiting: list[str]  # people


def meet(people: int, kills: int, say: Callable[[str], None]) -> list[str]:
    """Everything that went wrong while people met and processes died; nothing, one hopes."""
    cluster = Cluster(**SETTINGS)
    try:
        cluster.start()
        return asyncio.run(_meet(cluster, people, kills, say))
    finally:
        cluster.stop()


async def _meet(cluster: Cluster, people: int, kills: int, say: Callable[[str], None]) -> list[str]:
    seekers = [Seeker(f"Ant {number}", [2, 3] if number % 3 else [2]) for number in range(people)]
    stopping = asyncio.Event()
    async with httpx.AsyncClient(base_url=cluster.url, timeout=5) as http:
        looking = [asyncio.create_task(_look(http, seeker, stopping)) for seeker in seekers]
        for kill in range(kills):
            before = sum(len(seeker.found) for seeker in seekers)
            while sum(len(seeker.found) for seeker in seekers) < before + people // 2:
                for task in looking:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.01)
            process = cluster.processes[kill % len(cluster.processes)]
            process.kill()
            await asyncio.to_thread(process.start)
            say(f"kill -9 of process {kill % len(cluster.processes)}; {before} seats found before")
        stopping.set()
        await asyncio.gather(*looking)
    kept = await stored(cluster.database)
    say(f"{len(kept.settled)} seeks, {len({table for _, _, table in kept.settled if table})} tables")
    return [*problems(seekers, await identities(cluster.database), kept)]


async def _look(http: httpx.AsyncClient, seeker: Seeker, stopping: asyncio.Event) -> None:
    """Look for one match after the other; whatever is not answered is found out."""
    await _ask(http, seeker, "POST", "/api/tokens", {"name": seeker.name})
    wish = {"game": "antics", "seats": seeker.sizes, "name": seeker.name}
    while not stopping.is_set():
        last = seeker.found[-1] if seeker.found else None
        answer: dict[str, Any] | None = None
        while answer is None:
            answer = await _try(http, seeker, "POST", "/api/lobby/seek", wish)
            if answer is None:  # it may have been stored: who asks knows
                asked = await _ask(http, seeker, "GET", "/api/lobby/seek")
                answer = asked if asked["seek"] or asked["table"] != last else None
        deadline = None
        while answer["table"] in (None, last):
            if stopping.is_set():
                deadline = deadline or time.monotonic() + PATIENCE / 10
                if time.monotonic() > deadline and answer["seek"]:
                    seeker.waits = True
                    return
            assert answer["seek"] or answer["table"] != last, f"{seeker.name} looks for a match and nobody knows of it"
            await asyncio.sleep(POLL_SECONDS)
            answer = await _ask(http, seeker, "GET", "/api/lobby/seek")
        seeker.found.append(answer["table"])


async def _ask(http: httpx.AsyncClient, seeker: Seeker, method: str, path: str, body: Any = None) -> dict[str, Any]:
    """Ask until there is an answer."""
    while True:
        answer = await _try(http, seeker, method, path, body)
        if answer is not None:
            return answer
        await asyncio.sleep(AGAIN_SECONDS)


async def _try(
    http: httpx.AsyncClient, seeker: Seeker, method: str, path: str, body: Any = None
) -> dict[str, Any] | None:
    with suppress(*LOST):
        headers = {"Origin": str(http.base_url).rstrip("/"), "Cookie": seeker.cookie}
        answer = await http.request(method, path, json=body, headers=headers)
        if "set-cookie" in answer.headers and not seeker.cookie:
            seeker.cookie = answer.headers["set-cookie"].partition(";")[0]
        http.cookies.clear()
        if answer.status_code < 300:
            return dict(answer.json())
        assert answer.status_code >= 500, answer.text
    return None


async def stored(url: str) -> Kept:
    """What the database has of seeks, tables and who sits there."""
    storage = Storage(url)
    try:
        async with storage.reading() as connection:
            ends = await connection.execute(sa.select(settled.c.seek, settled.c.person, settled.c.table_id))
            sitting = await connection.execute(
                sa.select(seats.c.table_id, seats.c.owner).where(seats.c.owner.is_not(None))
            )
            waiting = await connection.execute(sa.select(seeks.c.person))
            return Kept([tuple(row) for row in ends], [tuple(row) for row in sitting], list(waiting.scalars()))
    finally:
        await storage.stop()


async def identities(url: str) -> dict[str, str]:
    """The names of all who sit anywhere, by who they are."""
    storage = Storage(url)
    try:
        async with storage.reading() as connection:
            rows = await connection.execute(sa.select(seats.c.owner, seats.c.name))
            return {row.owner: row.name for row in rows}
    finally:
        await storage.stop()


def problems(seekers: list[Seeker], names: dict[str, str], kept: Kept) -> Iterator[str]:
    """What does not fit."""
    ended = Counter((table, person) for _, person, table in kept.settled if table)
    seated = Counter(kept.seated)
    for place, times in (ended | seated).items():
        if ended[place] != seated[place] or times > 1:
            yield f"{place}: {ended[place]} seeks ended there, {seated[place]} seats"
    twice = [person for person, times in Counter(kept.waiting).items() if times > 1]
    if twice:
        yield f"{twice} wait more than once"
    by_name: dict[str, set[str]] = {}
    for (table, person), _ in seated.items():
        by_name.setdefault(names[person], set()).add(table)
    for seeker in seekers:
        if len(seeker.found) > len(set(seeker.found)):
            yield f"{seeker.name} was led to a table twice"
        if by_name.get(seeker.name, set()) != set(seeker.found):
            yield f"{seeker.name} sits at {by_name.get(seeker.name)} and was led to {seeker.found}"
