"""Several processes: `python -m benchmarks.processes` measures one and two of them and writes its part of the page.

Tic-tac-toe at fifty tables of two, as in `benchmarks.server`, by the same load generator, a process of its own. With
PostgreSQL it asks nginx, which sends each connection to either process.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import typer
from rich.console import Console

from benchmarks.machine import processor
from benchmarks.page import PAGE, put, table
from benchmarks.server.__main__ import HERE, LIMITS, TABLES, Server, prepare, settle

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from services import Cluster, Formicarium, Service

ROOT = Path(__file__).parents[1]
RATIO = 1.6  # so many times the moves of one process must two make
LATENCY = 50.0  # milliseconds from one process to the other, at p95 at most
TEXT = """\
## Several processes

The server with tic-tac-toe at {tables} tables of two, told as data, as in [Run a server](serve.md), measured on
{day}: {processor}. `python -m benchmarks.processes` measures this part anew.

{figures}

Two processes make {ratio:.2f} times the moves of one (at least {bound} are required): {kept}. An action that is posted
at one process is seen at the other after {latency:.1f} ms at p95 (at most {most:.0f} ms): {in_time}.

*On this machine* is what came through in a second while the load generator, PostgreSQL, Redis and nginx had their
share of the same cores. *With a core for each process* is what these servers can do: the moves, divided by the
processor time of the busiest process; the ratio is of these, so that the generator does not count. *Beneath* is what
PostgreSQL, Redis and nginx spend on a move. Latencies are from one seat to the other at 100 moves a second; with two
processes, the seats are at different ones. Medians of {rounds} rounds of {seconds:g} s, in which the sites take turns.
"""

console = Console()


class Bench(Formicarium):  # type: ignore[misc]  # `services` is found when this runs, not by mypy
    """A process of our server with the benchmark's game beside its own."""

    def __init__(self, **settings: object) -> None:
        super().__init__(**settings)
        self.environment: dict[str, str] = {**(self.environment or {}), "PYTHONPATH": str(ROOT)}

    def command(self) -> Sequence[str | Path]:
        """How it is started."""
        return [sys.executable, "-m", "benchmarks.server.serve", str(self.port), self.folder]


@dataclass
class Site:
    """A running site, and what was measured there, round by round."""

    name: str
    address: str
    processes: list[Server]
    services: list[Server]  # what runs beneath
    moves: list[float] = field(default_factory=list)  # a second
    capacity: list[float] = field(default_factory=list)  # moves a second of processor time, of all processes together
    beneath: list[float] = field(default_factory=list)  # seconds of processor time a move
    paced: list[dict[str, float]] = field(default_factory=list)


@contextmanager
def sqlite() -> Iterator[Site]:
    """One process on SQLite."""
    process = Bench(**LIMITS)
    try:
        process.start()
        yield Site("SQLite, one process", process.url, [_server(process)], [])
    finally:
        process.stop()


@contextmanager
def postgres(processes: int, name: str) -> Iterator[Site]:
    """Processes on PostgreSQL and Redis, behind nginx."""
    cluster = Cluster(processes, Bench, **LIMITS)
    try:
        cluster.start()
        beneath = [_server(service) for service in (cluster.postgres, cluster.redis, cluster.nginx)]
        yield Site(name, cluster.url, [_server(process) for process in cluster.processes], beneath)
    finally:
        cluster.stop()


def _server(service: Service) -> Server:
    assert service.process is not None
    return Server("ours", service.process, f"http://127.0.0.1:{service.port}")


def measure(site: Site, seconds: float) -> None:
    """One round: as many moves as can be, then a hundred a second from one process to the other."""
    figures, spent = _load(site, "saturated", seconds, site.address)
    processes, services = spent[: len(site.processes)], spent[len(site.processes) :]
    site.moves.append(figures["moves"] / seconds)
    site.capacity.append(figures["moves"] / max(processes))
    site.beneath.append(sum(services) / figures["moves"])
    first, last = site.processes[0], site.processes[-1]
    site.paced.append(_load(site, "paced", seconds, first.address, last.address)[0])


def _load(site: Site, mode: str, seconds: float, *addresses: str) -> tuple[dict[str, Any], list[float]]:
    """The generator's figures, and the processor time that each process and service took while it counted."""
    first, *other = addresses
    command = ["node", str(HERE / "load.mjs"), "ours", first, mode, str(TABLES), str(seconds), "no", *other]
    everybody = [*site.processes, *site.services]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as generator:
        assert generator.stdout is not None
        began = [server.cpu() for server in everybody]
        for line in generator.stdout:
            if line.strip() == "counting":
                began = [server.cpu() for server in everybody]
            elif line.startswith("{"):
                return json.loads(line), [server.cpu() - then for server, then in zip(everybody, began, strict=True)]
    raise SystemExit(f"the load generator failed ({' '.join(command)})")


def text(sites: list[Site], rounds: int, seconds: float) -> tuple[str, bool]:
    """The part of the page, and whether what must be true is."""
    rows = [
        [
            site.name,
            f"{median(site.moves):,.0f}",
            f"{median(site.capacity):,.0f}",
            f"{1000 * median(site.beneath):.2f} ms",
            *(f"{median(run[share] for run in site.paced):.1f} ms" for share in ("p50", "p95")),
        ]
        for site in sites
    ]
    heads = ["", "moves a second on this machine", "with a core for each process", "beneath, a move", "p50", "p95"]
    _, one, two = sites
    ratio = median(many / single for many, single in zip(two.capacity, one.capacity, strict=True))
    latency = median(run["p95"] for run in two.paced)
    made = TEXT.format(
        tables=TABLES,
        day=date.today(),
        processor=processor(),
        figures=table(heads, rows),
        ratio=ratio,
        bound=RATIO,
        kept=_kept(ratio >= RATIO),
        latency=latency,
        most=LATENCY,
        in_time=_kept(latency <= LATENCY),
        rounds=rounds,
        seconds=seconds,
    )
    return made, ratio >= RATIO and latency <= LATENCY


def _kept(is_so: bool) -> str:
    return "kept" if is_so else "**not kept**"


def main(
    seconds: Annotated[float, typer.Option(help="Of each measurement.")] = 10.0,
    rounds: Annotated[int, typer.Option(help="How often each is repeated.")] = 3,
    write: Annotated[bool, typer.Option(help="Write the part of docs/benchmarks.md.")] = True,
) -> None:
    """Measure SQLite, PostgreSQL with one process and with two, in turn."""
    prepare()
    names = {1: "PostgreSQL and Redis, one process", 2: "PostgreSQL and Redis, two processes"}
    with ExitStack() as stack:
        sites = [stack.enter_context(sqlite())]
        sites += [stack.enter_context(postgres(processes, name)) for processes, name in names.items()]
        for site in sites:
            for process in site.processes:
                settle(process)
        for number in range(rounds):
            for site in sites:
                with console.status(f"round {number + 1}: {site.name}"):
                    measure(site, seconds)
                console.print(
                    f"{site.name}: {site.moves[-1]:,.0f} moves a second, {site.capacity[-1]:,.0f} with a core for each "
                    f"process; p95 {site.paced[-1]['p95']:.1f} ms",
                    highlight=False,
                    soft_wrap=True,
                )
    made, good = text(sites, rounds, seconds)
    console.print(made, highlight=False, soft_wrap=True)
    if write:
        PAGE.write_text(put(PAGE.read_text(encoding="utf-8"), "processes", made), encoding="utf-8")
    if not good:
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
