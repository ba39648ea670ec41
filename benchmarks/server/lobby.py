"""The lobby under load: `python -m benchmarks.server.lobby`. How soon 500 visitors see what somebody changes.

All are connected to one process. One after the other, somebody sets up an open table or begins to look for a match; an
update takes from the moment at which that is asked for until a visitor is told. Then pairing alone, of 200 people who
wait: of all wishes and strengths, with one wish, and with one wish but nobody within reach of anybody.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import httpx
from websockets.asyncio.client import connect

from benchmarks.machine import processor
from benchmarks.page import PAGE, put, table
from benchmarks.server.__main__ import Server, running, settle
from formicarium.server.people.pairing import Waiting, pair

PEOPLE, UPDATES, EVERY = 500, 40, 0.5  # seconds
WAITING, REPEATS = 200, 50
UPDATE, PAIRING = 200.0, 100.0  # milliseconds: an update at p95, and a pairing, at most
TEXT = """\
## The lobby

{people} people in the lobby of one process, measured on {day}: {processor}. `python -m benchmarks.server.lobby`
measures this part anew.

{updates}

{pairings}

An update takes from a request until a visitor is told; there are {count:,} of each kind, two changes a second. The
server spends {spent:.0f} ms of processor time on one, for all visitors. Of the updates, 95 in 100 must take less than
{update:.0f} ms: {in_time}. A pairing of {waiting} people must take less than {pairing:.0f} ms: {quick}.
"""


def main() -> None:
    """Measure, print and write the part of the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=PEOPLE, help="in the lobby")
    parser.add_argument("--no-write", action="store_true", help="leave docs/benchmarks.md as it is")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running("ours", Path(folder)) as server:
        settle(server)
        began = server.cpu()
        kinds, quiet = asyncio.run(updates(server, chosen.people))
        spent = 1000 * (server.cpu() - began - quiet) / UPDATES
    made, good = text(chosen.people, kinds, spent, {name: pairings(crowd) for name, crowd in CROWDS.items()})
    print(made)
    if not chosen.no_write:
        PAGE.write_text(put(PAGE.read_text(encoding="utf-8"), "lobby", made), encoding="utf-8")
    if not good:
        raise SystemExit("the lobby is too slow")


def text(people: int, kinds: dict[str, list[float]], spent: float, spans: dict[str, list[float]]) -> tuple[str, bool]:
    """The part of the page, and whether what must be true is."""
    shares = {kind: quantiles(times, n=100) for kind, times in kinds.items()}
    updates = [
        [kind, *(f"{cuts[share - 1]:.0f} ms" for share in (50, 95, 99)), f"{max(kinds[kind]):.0f} ms"]
        for kind, cuts in shares.items()
    ]
    pairs = [[name, f"{median(times):.1f} ms", f"{max(times):.1f} ms"] for name, times in spans.items()]
    in_time = all(cuts[94] < UPDATE for cuts in shares.values())
    quick = all(max(times) < PAIRING for times in spans.values())
    made = TEXT.format(
        people=people,
        day=date.today(),
        processor=processor(),
        updates=table(["an update of", "p50", "p95", "p99", "longest"], updates),
        pairings=table([f"pairing {WAITING} people", "p50", "longest"], pairs),
        count=len(next(iter(kinds.values()))),
        spent=spent,
        update=UPDATE,
        in_time=_kept(in_time),
        waiting=WAITING,
        pairing=PAIRING,
        quick=_kept(quick),
    )
    return made, in_time and quick


def _kept(is_so: bool) -> str:
    return "kept" if is_so else "**not kept**"


async def updates(server: Server, people: int) -> tuple[dict[str, list[float]], float]:
    """The milliseconds until each visitor was told of each change; and the processor time before the first."""
    asked: dict[str, float] = {}  # by the table, or by how many people wait
    told: dict[str, list[float]] = {}
    here = asyncio.Semaphore(0)

    async def visit(cookie: str) -> None:
        address, waiting = f"{server.address.replace('http', 'ws')}/api/lobby/live", 0
        async with connect(address, additional_headers={"Cookie": cookie}, origin=server.address) as live:  # type: ignore[arg-type]
            async for text in live:
                now, message = time.perf_counter(), json.loads(text)
                if message["type"] == "lobby":
                    here.release()
                elif message["type"] == "lobby-change":
                    for one in message["tables"]:
                        told.setdefault(one["id"], []).append(now)
                    before, waiting = waiting, sum(queue["people"] for queue in message["waiting"])
                    if waiting != before:
                        told.setdefault(str(waiting), []).append(now)

    before = server.cpu()
    async with httpx.AsyncClient(base_url=server.address, headers={"Origin": server.address}, timeout=60) as http:
        visitors, cookies = [], []
        for _ in range(people):
            http.cookies.clear()
            answer = await http.post("/api/tokens", json={"name": "visitor"})
            cookies.append(answer.headers["set-cookie"].partition(";")[0])
            visitors.append(asyncio.create_task(visit(cookies[-1])))
            await here.acquire()
        http.cookies.clear()
        quiet = server.cpu() - before
        wish: dict[str, Any] = {"game": "sisimizi", "seats": [{"kind": "me"}, {"kind": "friend"}], "open": True}
        for number in range(UPDATES):
            cookie, began = {"Cookie": cookies[number]}, time.perf_counter()
            if number % 2:
                # a clock of one's own: they wait, and nobody is paired
                clock = {"kind": "live", "seconds": 600, "increment": number}
                sought = {"game": "antics", "seats": [2], "clock": clock}
                (await http.post("/api/lobby/seek", json=sought, headers=cookie)).raise_for_status()
                asked[str(number // 2 + 1)] = began
            else:
                made = await http.post("/api/tables", json=wish, headers=cookie)
                asked[made.raise_for_status().json()["id"]] = began
            await asyncio.sleep(EVERY)
    for visitor in visitors:
        visitor.cancel()
    await asyncio.gather(*visitors, return_exceptions=True)
    missing = {key: people - len(told.get(key, ())) for key in asked if len(told.get(key, ())) != people}
    assert not missing, f"updates were not told: {missing}"
    found: dict[str, list[float]] = {"open tables": [], "people who wait": []}
    for key, began in asked.items():
        kind = "people who wait" if key.isdigit() else "open tables"
        found[kind] += [1000 * (at - began) for at in told[key]]
    return found, quiet


Crowd = Callable[[random.Random, int], Waiting]
SIZES = ((2,), (3,), (4,), (2, 3), (2, 3, 4))
CROWDS: dict[str, Crowd] = {
    "of all wishes": lambda lot, n: Waiting(
        str(n), str(n), lot.choice("wxyz"), lot.choice(SIZES), lot.gauss(25, 8), lot.uniform(0, 60)
    ),
    "with one wish": lambda lot, n: Waiting(str(n), str(n), "w", (2, 3, 4), lot.gauss(25, 8), lot.uniform(0, 60)),
    "with one wish, nobody within reach": lambda lot, n: Waiting(
        str(n), str(n), "w", (2, 3, 4), 100.0 * n, lot.uniform(1, 60)
    ),
}


def pairings(crowd: Crowd) -> list[float]:
    """The milliseconds that pairing takes, of many crowds."""
    spans = []
    for seed in range(REPEATS):
        lot = random.Random(seed)
        people = [crowd(lot, n) for n in range(WAITING)]
        began = time.perf_counter()
        pair(people, 60.0)
        spans.append(1000 * (time.perf_counter() - began))
    return spans


if __name__ == "__main__":
    main()
