"""Runs the load benchmark: `python -m benchmarks.server`. Prints the figures of both servers and their ratios.

The same game on both sides: tic-tac-toe at fifty tables of two, cleared when the board is full. The peer keeps its
matches in memory and sends every client the state; ours commits every action to disk before anybody is told, and sends
each seat its view, as data (like the peer, and as bots play here) or as the difference of scenes (as browsers play).
The load generator is a process of its own; the servers are asked in turn, so that all see the same machine.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
TABLES, CROWD = 50, 300
LIMITS = {  # one generator plays everybody, so the limits of a single person must not count
    "BUDGET": "1000000000",
    "MESSAGES_A_SECOND": "1e9",
    "MESSAGES_BURST": "1000000000",
    "SOCKETS_EACH": "1000000",
    "CONNECTIONS_EACH": "1000000",
    "THINKERS": "2",
}
OLDER = {"TABLES_A_MINUTE": "1e9", "TABLES_BURST": "1000000", "REQUESTS_A_SECOND": "1e9"}  # of versions beside
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Server:
    """A running server."""

    kind: str
    process: subprocess.Popen[bytes]
    address: str

    def processes(self) -> list[int]:
        """The server's process and all that it started."""
        found, at = [self.process.pid], 0
        while at < len(found):
            for task in Path(f"/proc/{found[at]}/task").iterdir():
                found += map(int, (task / "children").read_text().split())
            at += 1
        return found

    def cpu(self) -> float:
        """The seconds of processor time so far, of all its processes."""
        spent = 0.0
        for process in self.processes():
            fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
            spent += (int(fields[11]) + int(fields[12])) / TICKS
        return spent

    def memory(self) -> float:
        """The memory of all its processes in MiB; what they share is counted once."""
        total = 0
        for process in self.processes():
            lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
            total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        return total / 1024


@contextmanager
def running(kind: str, folder: Path, tree: Path = HERE.parents[1]) -> Iterator[Server]:
    """One of the two servers, until the block ends; ours as a checkout of some version has it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    ours = [sys.executable, "-m", "benchmarks.server.serve", str(port), str(folder)]
    command = ours if kind == "ours" else ["node", str(HERE / "peer.cjs"), str(port)]
    limits = LIMITS if tree == HERE.parents[1] else LIMITS | OLDER
    environment = os.environ | {f"FORMICARIUM_{name}": value for name, value in limits.items()}
    environment["PYTHONPATH"] = str(tree / "src")
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, env=environment, cwd=tree, stdout=quiet, stderr=quiet)
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(f"{address}/{'ready' if kind == 'ours' else 'games'}")
        yield Server(kind, process, address)
    finally:
        process.terminate()
        process.wait()


def wait_for(address: str, seconds: float = 120) -> None:
    """Wait until a server answers."""
    until = time.monotonic() + seconds
    while True:
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except OSError as error:
            if isinstance(error, urllib.error.HTTPError) and error.code == 404:
                return  # it answers
            if time.monotonic() > until:
                raise
            time.sleep(0.01)


def settle(server: Server) -> None:
    """Wait until the server has nothing left to prepare."""
    spent = -1.0
    while server.cpu() - spent > 0.05:
        spent = server.cpu()
        time.sleep(1)


def load(
    server: Server, mode: str, tables: int, seconds: float, scene: str = "yes", game: str = "tictactoe"
) -> dict[str, Any]:
    """Let the generator work; its figures, and the processor time that the server took while it counted."""
    command = ["node", str(HERE / "load.mjs"), server.kind, server.address, mode, str(tables), str(seconds), scene]
    command += [server.address, game]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as generator:
        assert generator.stdout is not None
        began = server.cpu()
        for line in generator.stdout:
            if line.strip() == "counting":
                began = server.cpu()
            elif line.startswith("{"):
                return {**json.loads(line), "cpu": server.cpu() - began}
    raise SystemExit(f"the load generator failed ({' '.join(command)})")


def crowded(server: Server) -> float:
    """The memory of our server with four seats connected at each of many tables."""
    command = ["node", str(HERE / "load.mjs"), "ours", server.address, "crowd", str(CROWD), "0"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as generator:
        assert generator.stdout is not None and generator.stdin is not None
        assert generator.stdout.readline().strip() == "connected", "the load generator failed"
        memory = server.memory()
        generator.stdin.close()
    return memory


def bare_commits(folder: Path, count: int = 300) -> list[float]:
    """The milliseconds of commits of one row each, sorted: what the disk takes of every broadcast of ours."""
    folder.mkdir()
    database, found = sqlite3.connect(folder / "bare.db", isolation_level=None), []
    database.execute("pragma journal_mode=wal")
    database.execute("pragma synchronous=full")
    database.execute("create table rows (number integer primary key)")
    for number in range(count):
        began = time.perf_counter()
        database.execute("insert into rows values (?)", (number,))
        found.append(1000 * (time.perf_counter() - began))
        time.sleep(0.01)
    database.close()
    return sorted(found)


def start_seconds(folder: Path) -> float:
    """From the start of our server to a table that can be played."""
    began = time.monotonic()
    with running("ours", folder) as server:
        wish = {"game": "sisimizi", "seats": [{"kind": "me"}, {"kind": "bot"}]}
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{server.address}/api/tables", json.dumps(wish).encode(), headers)
        with urllib.request.urlopen(request) as answer:
            table = json.load(answer)["link"]
        urllib.request.urlopen(server.address + table).close()
        return time.monotonic() - began


def prepare() -> None:
    """Install what the load generator needs, at the versions of the lock file."""
    if not (HERE / "node_modules").exists():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--silent"], cwd=HERE, check=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is repeated, the servers taking turns")
    chosen = parser.parse_args()
    prepare()
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        with running("ours", Path(folder) / "load") as ours, running("peer", Path(folder)) as peer:
            settle(ours)
            for mode in ("saturated", "paced"):
                for _ in range(chosen.rounds):
                    for name, server, scene in (("data", ours, "no"), ("peer", peer, ""), ("scenes", ours, "yes")):
                        figures = load(server, mode, TABLES, chosen.seconds, scene)
                        found.setdefault((mode, name), []).append(figures)
                        print(f"{mode} {name} {figures}", file=sys.stderr)
        disk = bare_commits(Path(folder) / "disk")
        with running("ours", Path(folder) / "clicks") as ours:
            settle(ours)
            click = load(ours, "clicks", 2, 2 * chosen.seconds)
        with running("ours", Path(folder) / "crowd") as ours:
            settle(ours)
            memory = crowded(ours)
        start = min(start_seconds(Path(folder) / "start") for _ in range(chosen.rounds))

    def middle(mode: str, name: str, figure: str) -> float:
        runs = found[mode, name]
        return float(statistics.median(run["moves"] / run["cpu"] if figure == "rate" else run[figure] for run in runs))

    print(f"{'':48}{'data':>9}{'scenes':>9}{'peer':>9}{'ratios':>14}")
    for title, mode, figure in (
        ("moves a second of processor time", "saturated", "rate"),
        *((f"broadcast at 100 moves a second, {share} in ms", "paced", share) for share in ("p50", "p95", "p99")),
    ):
        data, scenes, peers = (middle(mode, name, figure) for name in ("data", "scenes", "peer"))
        print(f"{title:48}{data:9.1f}{scenes:9.1f}{peers:9.1f}{data / peers:7.2f}{scenes / peers:7.2f}")
    print(f"a bare commit to this disk: p50 {disk[len(disk) // 2]:.1f} ms, p99 {disk[len(disk) * 99 // 100]:.1f} ms")
    print(f"{CROWD} tables with four seats connected: {memory:.0f} MiB in all processes (limit 1024)")
    print(f"from start to a table that can be played: {start:.1f} s (limit 3)")
    print(f"a click while two champions think: p50 {click['p50']:.0f} ms, p95 {click['p95']:.0f} ms (limit 100)")


if __name__ == "__main__":
    main()
