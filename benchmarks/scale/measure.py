"""Measures what a table costs: `python -m benchmarks.scale.measure` writes `figures.json`, which the simulation reads.

Two processes on PostgreSQL and Redis serve all four games to two browsers a table, at a pace at which nobody queues.
Counted is processor time, which a busy machine changes little: of each process, of the database and of the bus.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa
from websockets.asyncio.client import connect

import formicarium as fm
from benchmarks.machine import processor
from benchmarks.scale.simulation import FIGURES
from benchmarks.server.__main__ import LIMITS, TICKS, Server, settle, wait_for
from formicarium.server.room import thoughts
from formicarium.server.store.leases import Leases
from formicarium.server.store.schema import claims, processes, table_writes, tables
from formicarium.server.store.storage import Storage
from formicarium.server.table.rows import OVER, PLAYING, SeatRow
from formicarium.server.table.setup import new_table

TABLES = 20  # that are played at the same time …
PACE = 0.2  # … one action each in so many seconds
SECONDS = 5.0  # of each measurement
CROWD = 60  # tables to fill the memory with, beside as many
MATCHES, COPIES = 5, 10  # of each game to fill a disk with
ROWS = 100_000  # tables, and claims on them, to look through


@dataclass
class Seat:
    """One browser: what it was told last."""

    socket: Any
    number: int = -1
    choices: list[str] = field(default_factory=list)
    over: bool = False
    steps: list[int] = field(default_factory=list)  # the bytes of each
    full: int = 0

    async def hear(self) -> None:
        """Listen until the socket closes."""
        async for text in self.socket:
            message = json.loads(text)
            if message["type"] == "full":
                self.full = len(text)
            elif message["type"] == "step":
                self.steps.append(len(text))
            if message["type"] in ("full", "step"):
                self.number, self.choices = message["number"], message.get("choices", self.choices)
                self.over = bool(message.get("outcome"))


class Visit:
    """A table with two browsers, which may be connected to different processes."""

    def __init__(self, game: str, addresses: tuple[str, str], seed: int) -> None:
        self.game, self.addresses, self.random = game, addresses, random.Random(seed)
        self.seats: list[Seat] = []
        self._listening: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Set the table up and sit down."""
        wish = {"game": self.game, "seats": [{"kind": "me"}, {"kind": "local"}]}
        async with httpx.AsyncClient(base_url=self.addresses[0], headers={"Origin": self.addresses[0]}) as http:
            answer = (await http.post("/api/tables", json=wish)).raise_for_status()
            cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        table = answer.json()["id"]
        for seat, address in enumerate(self.addresses):
            live = f"{address.replace('http', 'ws')}/api/tables/{table}/live?seat={seat}"
            socket = await connect(live, additional_headers={"Cookie": cookie}, compression=None, max_size=None)
            self.seats.append(Seat(socket))
            self._listening.append(asyncio.create_task(self.seats[-1].hear()))
        while min(seat.number for seat in self.seats) < 0:
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        """Leave."""
        for seat in self.seats:
            await seat.socket.close()
        await asyncio.gather(*self._listening)

    async def act(self) -> None:
        """One action of whoever may act, and wait until both have seen it."""
        who, seat = self.random.choice([(who, seat) for who, seat in enumerate(self.seats) if seat.choices])
        before = seat.number
        action = self.random.choice(seat.choices)
        await seat.socket.send(json.dumps({"type": "act", "number": before, "action": action, "seat": who}))
        while seat.number == before or self.seats[0].number != self.seats[1].number:
            await asyncio.sleep(0.005)

    async def play(self, until: float) -> tuple[int, list[int], list[int]]:
        """Act at the pace until then, at new tables when matches end: actions, bytes of steps, bytes of full frames."""
        actions, steps, fulls = 0, [], []
        await asyncio.sleep(self.random.random() * PACE)
        while True:
            due = time.monotonic() + PACE
            done = time.monotonic() >= until
            if done or self.seats[0].over:
                steps += [size for seat in self.seats for size in seat.steps]
                fulls += [seat.full for seat in self.seats]
                await self.close()
                if done:
                    return actions, steps, fulls
                self.seats, self._listening = [], []
                await self.open()
            await self.act()
            actions += 1
            await asyncio.sleep(max(0.0, due - time.monotonic()))


class Site:
    """Two processes, the database and the bus."""

    def __init__(self, postgres: Any, redis: Any, servers: list[Server], storage: Storage) -> None:
        from redis.asyncio import Redis

        self.addresses = [server.address for server in servers]
        self.parts = dict(zip(("home", "other", "database"), [*servers, Server("", postgres.process, "")], strict=True))
        self.storage, self.bus = storage, Redis.from_url(redis.url)

    async def spent(self) -> dict[str, float]:
        """So far: processor seconds of each part, messages on the bus, bytes that the database has logged."""
        found = {name: part.cpu() for name, part in self.parts.items()}
        found["database"] += ended(self.parts["database"].process.pid)
        bus = await self.bus.info("cpu")
        found["bus"] = bus["used_cpu_user"] + bus["used_cpu_sys"]
        found["messages"] = (await self.bus.info("commandstats")).get("cmdstat_publish", {}).get("calls", 0)
        found["log"] = await self.asked("select pg_current_wal_lsn() - '0/0'")
        return found

    async def asked(self, statement: str) -> int:
        """A number from the database."""
        async with self.storage.transaction() as connection:
            return int((await connection.execute(sa.text(statement))).scalar_one())

    async def played(self, game: str, idle: dict[str, float], *, apart: bool) -> dict[str, float]:
        """What an action costs, all who sit at a table connected to one process, or each to its own."""
        home, other = self.addresses
        visits = [Visit(game, (home, other if apart else home), seed) for seed in range(TABLES)]
        for visit in visits:
            await visit.open()
        await asyncio.sleep(1)
        before, began = await self.spent(), time.monotonic()
        told = await asyncio.gather(*(visit.play(began + SECONDS) for visit in visits))
        spent = await self.spent()
        seconds = time.monotonic() - began
        actions = sum(count for count, _, _ in told)
        steps = [size for _, sizes, _ in told for size in sizes]
        fulls = [size for _, _, sizes in told for size in sizes]
        print(f"{game} apart={apart}: {actions} actions", file=sys.stderr)
        rate = {name: (spent[name] - before[name] - idle[name] * seconds) / actions for name in spent}
        return rate | {
            "step": statistics.mean(steps),
            "steps": len(steps) / 2 / actions,
            "full": statistics.mean(fulls),
        }

    async def idle(self) -> dict[str, float]:
        """Processor seconds a second while nobody does anything."""
        before = await self.spent()
        await asyncio.sleep(SECONDS)
        spent = await self.spent()
        return {name: (spent[name] - before[name]) / SECONDS for name in spent}

    async def table_bytes(self) -> float:
        """The memory of one more table with two browsers, after twenty actions, the four games taken in turn."""
        visits = [Visit(fm.game_names()[number % 4], (self.addresses[0],) * 2, number) for number in range(2 * CROWD)]

        async def sit(visit: Visit) -> None:
            await visit.open()
            for _ in range(20):
                if not visit.seats[0].over:
                    await visit.act()

        await asyncio.gather(*map(sit, visits[:CROWD]))
        before = self.parts["home"].memory()
        await asyncio.gather(*map(sit, visits[CROWD:]))
        after = self.parts["home"].memory()
        await asyncio.gather(*(visit.close() for visit in visits))
        return (after - before) * 2**20 / CROWD


def ended(process: int) -> float:
    """Processor seconds of those whom a process started and who have ended: the database has one a connection."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[13]) + int(fields[14])) / TICKS


def match_of(game: str, seed: int) -> fm.Match:
    """A whole match of greedy bots."""
    match = fm.Match(game, 2, seed=seed)
    bots = [fm.bot(game, "greedy", seed=(seed, seat)) for seat in range(2)]
    while not match.over:
        seat = match.actors[0]
        match.play(bots[seat].choose(match.view(seat)), seat)
    return match


async def stored_bytes(storage: Storage, size: str, played: dict[str, list[fm.Match]]) -> dict[str, float]:
    """The bytes of a finished match on disk, all indexes included, by game."""
    found = {}
    people = [SeatRow(seat, "human", "Ada", f"person-{seat}", "steady") for seat in range(2)]
    for game, matches in played.items():
        async with storage.transaction() as connection:
            before = int((await connection.execute(sa.text(size))).scalar_one())
        for match in COPIES * matches:
            await storage.commit(
                table_writes(new_table(game, people, {}, 0.0, owner="person-0", given=match.history), 1)
            )
        async with storage.transaction() as connection:
            after = int((await connection.execute(sa.text(size))).scalar_one())
        found[game] = (after - before) / (COPIES * len(matches))
    return found


async def looks(storage: Storage) -> dict[str, float]:
    """Milliseconds of what looks through all tables, when there are many: by name, the least of nine."""
    leases = Leases(storage)
    await leases.renew()
    people = [SeatRow(seat, "human", "", None, "steady") for seat in range(2)]
    row = asdict(new_table("sisimizi", people, {}, 0.0, owner="").row) | {"state": "over"}
    async with storage.transaction() as connection:
        for start in range(0, ROWS, 1000):
            names = [f"filler-{number}" for number in range(start, start + 1000)]
            await connection.execute(sa.insert(tables), [row | {"id": name, "owner": name} for name in names])
            await connection.execute(sa.insert(claims), [{"table_id": name, "process": "another"} for name in names])
        await connection.execute(sa.insert(processes).values(id="another", until=time.time() + 3600))
    async with storage.transaction() as connection:
        await connection.execute(sa.text("analyze"))
    found = {}
    for name, ask in (
        ("renew", leases.renew),
        ("my tables", lambda: storage.tables_of("person-0", PLAYING, OVER)),
        ("open tables", storage.open_tables),
        ("next clocks", lambda: storage.next_rings(50)),
    ):
        times = []
        for _ in range(9):
            began = time.perf_counter()
            await ask()
            times.append(1000 * (time.perf_counter() - began))
        found[name] = min(times)  # others may have had the processor meanwhile
    return found


def thinking() -> dict[str, float]:
    """Processor seconds of a choice in the middle of a match, by level: the mean of the four games."""
    spent: dict[str, list[float]] = {}
    for game in fm.game_names():
        thoughts.prepare(game)
        match = match_of(game, 1)
        stages = [match.at(len(match.history) * part // 10) for part in (3, 5, 7)]
        for level in ("gentle", "steady", "champion"):
            for stage in stages:
                seat = next((seat for seat in stage.actors if seat != fm.NATURE), None)
                if seat is not None:
                    began = time.process_time()
                    thoughts.choose(stage.view(seat), level, "seed")
                    spent.setdefault(level, []).append(time.process_time() - began)
    return {level: statistics.mean(times) for level, times in spent.items()}


@contextmanager
def serving(environment: dict[str, str], folder: str) -> Iterator[Server]:
    """One process of the server."""
    port = importlib.import_module("services").free_port()
    command = [sys.executable, "-m", "formicarium", "serve", "--port", str(port), "--data", folder]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(f"{address}/ready")
        yield Server("ours", process, address)
    finally:
        process.terminate()
        process.wait()


async def measure(postgres: Any, redis: Any, servers: list[Server], url: str, folder: str) -> dict[str, Any]:
    """All figures."""
    storage, alone = Storage(url), Storage(f"sqlite:///{folder}/alone.db")
    await storage.start()
    await alone.start()
    site = Site(postgres, redis, servers, storage)
    found: dict[str, Any] = {"idle": await site.idle(), "together": {}, "apart": {}}
    for game in fm.game_names():
        for how in ("together", "apart"):
            found[how][game] = await site.played(game, found["idle"], apart=how == "apart")
    found["table"] = await site.table_bytes()
    print("memory is measured", file=sys.stderr)
    played = {game: [match_of(game, seed) for seed in range(MATCHES)] for game in fm.game_names()}
    found["entries"] = {game: statistics.mean(len(match.history) for match in of) for game, of in played.items()}
    found["postgresql"] = await stored_bytes(storage, "select pg_database_size(current_database())", played)
    pages = "select (page_count - freelist_count) * page_size from pragma_page_count(), pragma_freelist_count(), "
    pages += "pragma_page_size()"
    found["sqlite"] = await stored_bytes(alone, pages, played)
    print("disk is measured", file=sys.stderr)
    found["looks"] = await looks(storage)
    await site.bus.aclose()
    await storage.stop()
    await alone.stop()
    return found


def main() -> None:
    """Measure and write."""
    sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))
    services = importlib.import_module("services")
    found = {"machine": processor(), "date": date.today().isoformat(), "thinking": thinking()}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        postgres, redis = services.Postgres(), services.Redis()
        for service in (postgres, redis):
            stack.callback(service.stop)
            service.start()
        url = postgres.new_database()
        told = LIMITS | {"DATABASE_URL": url, "BUS_URL": redis.url, "THINKERS": "1"}
        environment = os.environ | {f"FORMICARIUM_{name}": value for name, value in told.items()}
        servers = [stack.enter_context(serving(environment, folder)) for _ in range(2)]
        for server in servers:
            settle(server)
        found |= asyncio.run(measure(postgres, redis, servers, url, folder))
    FIGURES.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
