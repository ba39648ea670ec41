"""The lobby under load: `python -m benchmarks.server.lobby`. How soon 500 visitors see what somebody changes.

All are connected to one process. Somebody sets up open tables, one after the other; an update takes from the moment at
which that is asked for until a visitor is told. Then pairing alone: 200 people who wait, of all wishes and strengths.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from pathlib import Path
from statistics import quantiles
from typing import Any

import httpx
from websockets.asyncio.client import connect

from benchmarks.server.__main__ import Server, running, settle
from formicarium.server.people.pairing import Waiting, pair

PEOPLE, UPDATES, EVERY = 500, 40, 0.5  # seconds
WAITING, REPEATS = 200, 50


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=PEOPLE, help="in the lobby")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running("ours", Path(folder)) as server:
        settle(server)
        began = server.cpu()
        times, quiet = asyncio.run(updates(server, chosen.people))
        spent = 1000 * (server.cpu() - began - quiet) / UPDATES
    cuts = quantiles(times, n=100)
    print(f"{chosen.people} people in the lobby, {len(times):,} updates told")
    print(
        f"update: median {cuts[49]:.0f} ms, p95 {cuts[94]:.0f} ms, p99 {cuts[98]:.0f} ms, longest {max(times):.0f} ms"
    )
    print(f"processor time of the server for each update: {spent:.0f} ms")
    spans = pairings()
    print(f"pairing {WAITING} people: median {spans[len(spans) // 2]:.1f} ms, longest {spans[-1]:.1f} ms")


async def updates(server: Server, people: int) -> tuple[list[float], float]:
    """The milliseconds until each visitor was told of each change; and the processor time before the first."""
    asked: dict[str, float] = {}
    told: list[tuple[str, float]] = []
    here = asyncio.Semaphore(0)

    async def visit(cookie: str) -> None:
        address = f"{server.address.replace('http', 'ws')}/api/lobby/live"
        async with connect(address, additional_headers={"Cookie": cookie}, origin=server.address) as live:  # type: ignore[arg-type]
            async for text in live:
                now, message = time.perf_counter(), json.loads(text)
                if message["type"] == "lobby":
                    here.release()
                else:
                    told.extend((table["id"], now) for table in message.get("tables", ()))

    before = server.cpu()
    async with httpx.AsyncClient(base_url=server.address, headers={"Origin": server.address}, timeout=60) as http:
        visitors = []
        for _ in range(people):
            http.cookies.clear()
            answer = await http.post("/api/tokens", json={"name": "visitor"})
            cookie = answer.headers["set-cookie"].partition(";")[0]
            visitors.append(asyncio.create_task(visit(cookie)))
            await here.acquire()
        quiet = server.cpu() - before
        wish: dict[str, Any] = {"game": "sisimizi", "seats": [{"kind": "me"}, {"kind": "friend"}], "open": True}
        for _ in range(UPDATES):
            began = time.perf_counter()
            asked[(await http.post("/api/tables", json=wish)).json()["id"]] = began
            await asyncio.sleep(EVERY)
    for visitor in visitors:
        visitor.cancel()
    await asyncio.gather(*visitors, return_exceptions=True)
    missing = people * len(asked) - len(told)
    assert not missing, f"{missing} updates were not told"
    return [1000 * (at - asked[table]) for table, at in told], quiet


def pairings() -> list[float]:
    """The milliseconds that pairing takes, of many crowds, sorted."""
    spans = []
    for seed in range(REPEATS):
        lot = random.Random(seed)
        sizes = [(2,), (3,), (4,), (2, 3), (2, 3, 4)]
        crowd = [
            Waiting(str(n), str(n), lot.choice("wxyz"), lot.choice(sizes), lot.gauss(25, 8), lot.uniform(0, 60))
            for n in range(WAITING)
        ]
        began = time.perf_counter()
        pair(crowd, 60.0)
        spans.append(1000 * (time.perf_counter() - began))
    return sorted(spans)


if __name__ == "__main__":
    main()
