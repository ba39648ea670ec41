"""One siege: people play while strangers attack, races are run, processes are killed; then the database is audited."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from statistics import median

import httpx

from chaos.checks import counts, problems, settle, stored
from chaos.players import Load
from chaos.run import SHOWN, wait_for_tables

from .hostile import Hostile
from .probe import Probe, Wait
from .pulse import Pulse, p95
from .races import RUNNERS, race
from .site import SITES, Site
from .strangers import Crowd

ATTACK = 0.6  # the part of the time in which strangers come and go; the rest is for faults
WINDOW_SECONDS = 5.0  # they come and go this often, so that whatever else the machine does is in both
STALL = "0.1"  # seconds of work that the event loop may not be held, as the metric has it
WAIT_FOR_LOADING = 10.0  # seconds after a start, in which games are loaded
FACTOR = 2.0  # so much slower an action may be answered under attack
RACES = 3


@dataclass
class Report:
    """What was done, measured and found."""

    seed: int
    backend: str
    matches: int
    deaf: int
    flooding: int
    p95_before: dict[str, float] = field(default_factory=dict)  # seconds, at the attacked table and at another one …
    p95_during: dict[str, float] = field(default_factory=dict)  # … while nobody attacks, and under attack
    stalls: float = 0  # times that the event loop was held for too long by what the server did
    restarts: list[float] = field(default_factory=list)  # seconds from a kill until it was ready again
    longest_wait: float = 0.0  # seconds, for the health of the server
    longest_work: float = 0.0  # seconds of processor time that the server spent meanwhile
    strangers: dict[str, int] = field(default_factory=dict)
    hostile: int = 0
    hostile_slowest: float = 0.0
    races: int = 0
    faults: dict[str, int] = field(default_factory=dict)
    tables: int = 0
    acknowledged: int = 0
    entries: int = 0
    wrong: list[str] = field(default_factory=list)

    def text(self) -> str:
        """For people."""
        lines = [f"seed {self.seed}, {self.backend}: {self.matches} matches at a time, faults {self.faults}"]
        for where in self.p95_before:
            before, during = self.p95_before[where] * 1e3, self.p95_during[where] * 1e3
            lines.append(f"p95 of an action at {where}: {before:.1f} ms before, {during:.1f} ms under attack")
        lines += [
            f"{self.deaf} deaf and {self.flooding} flooding strangers: {self.strangers}",
            f"{self.stalls:.0f} stalls of the event loop above {STALL} s of work",
            f"health was told within {self.longest_wait * 1e3:.0f} ms, {self.longest_work * 1e3:.0f} ms of them work",
            f"{self.hostile:,} hostile requests, the slowest took {self.hostile_slowest:.2f} s; {self.races} races",
            f"{len(self.restarts)} restarts, ready after {_seconds(self.restarts)}",
            f"{self.tables} tables, {self.entries:,} entries, {self.acknowledged:,} acknowledged",
            *[f"WRONG {what}" for what in self.wrong[:SHOWN]],
            f"{len(self.wrong)} things are wrong" if self.wrong else "nothing lost, nothing doubled, nobody held up",
        ]
        return "\n".join(lines)

    def plain(self) -> dict[str, object]:
        """For programs."""
        return asdict(self)


def run(
    seed: int,
    seconds: float,
    backend: str,
    matches: int,
    strangers: int,
    say: Callable[[str], None],
    floor: float = 0.05,
    kills: int = 0,
) -> Report:
    """A siege of about so many seconds, or longer until there were so many kills.

    Answers under `floor` seconds are fast, however fast they were before.
    """
    report = Report(seed, backend, matches, deaf=strangers, flooding=strangers)
    with ExitStack() as stack:
        site = SITES[backend]()
        stack.callback(site.stop)
        site.start()
        load = Load(site.url, matches, seed)
        load.start()
        stack.callback(load.leave)
        wait_for_tables(load, matches)
        say(f"{matches} matches are being played at {site.url}")
        _attack(site, load, report, seconds, floor)
        say(f"attacked by {report.strangers}; {report.hostile} hostile requests")
        for number in range(RACES):
            report.wrong += race(site.url, seed + number)
            report.races += 3 * RUNNERS
        faults = Counter[str]()
        for kind, took in site.faults(seed, (1 - ATTACK) * seconds, kills, load.cut):
            faults[kind] += 1
            if "kill" in kind:
                report.restarts.append(took)
            say(f"{kind}: well again after {took:.1f} s")
            if load.error:
                raise load.error
        report.faults = dict(faults)
        load.stop_acting()
        report.wrong += settle(site.database, load.sittings)
        load.leave()
        if load.error:
            raise load.error
        _audit(site, load, report)
    return report


def _attack(site: Site, load: Load, report: Report, seconds: float, floor: float) -> None:
    """Measure somebody's pulse at the attacked table and at another one, in turns with and without strangers."""
    ports = [process.port for process in site.processes]
    process = site.processes[0].process
    assert process is not None
    time.sleep(WAIT_FOR_LOADING)
    with Pulse(site.url) as attacked, Pulse(site.url) as other:
        pulses = {"the attacked table": attacked, "another table": other}
        quiet, loud = ({where: list[float]() for where in pulses} for _ in range(2))
        told, waits, stalls = Counter[str](), [Wait(0.0, 0.0)], _stalls(site)
        for _ in range(max(1, round(ATTACK * seconds / 3 / WINDOW_SECONDS))):
            tables = [attacked.table, *(sitting.table for sitting in load.sittings[:3])]
            with Probe(site.processes[0].url, process.pid) as probe:
                _listen(pulses, quiet)
                with Crowd(ports, tables, report.deaf, report.flooding, report.seed) as crowd:
                    _listen(pulses, loud)
                    with Hostile(site.url, tables[-1], report.seed + len(waits)) as hostile:
                        time.sleep(WINDOW_SECONDS)
            told.update(crowd.told)
            waits.append(probe.longest)
            report.hostile += hostile.sent
            report.hostile_slowest = max(report.hostile_slowest, hostile.slowest)
            report.wrong += hostile.problems
        report.stalls = _stalls(site) - stalls
    report.wrong += [*attacked.problems, *other.problems]
    report.strangers = dict(told)
    report.longest_wait, report.longest_work = max(wait.wall for wait in waits), max(wait.worked for wait in waits)
    report.p95_before = {where: p95(took) for where, took in quiet.items()}
    report.p95_during = {where: p95(took) for where, took in loud.items()}
    if report.stalls:
        report.wrong.append(f"the event loop was held {report.stalls:.0f} times for more than {STALL} s")
    for where, before in report.p95_before.items():
        during = report.p95_during[where]
        if during > max(FACTOR * before, floor):
            report.wrong.append(f"p95 at {where} rose from {before * 1e3:.1f} to {during * 1e3:.1f} ms")


def _listen(pulses: dict[str, Pulse], took: dict[str, list[float]]) -> None:
    """Note how long actions take in a window of time."""
    for pulse in pulses.values():
        pulse.take()
    time.sleep(WINDOW_SECONDS)
    for where, pulse in pulses.items():
        took[where] += pulse.take()


def _stalls(site: Site) -> float:
    """How often the event loops of all processes were held for too long, as they count it themselves."""
    found = 0.0
    for process in site.processes:
        lines = httpx.get(f"{process.url}/metrics", timeout=60).text
        counts = dict(re.findall(r'^formicarium_loop_stall_seconds_bucket\{le="([^"]+)"\} (\S+)$', lines, re.MULTILINE))
        found += float(counts["+Inf"]) - float(counts[STALL])
    return found


def _seconds(times: list[float]) -> str:
    return f"{median(times):.1f} s in the middle, {max(times):.1f} s at most" if times else "-"


def _audit(site: Site, load: Load, report: Report) -> None:
    """Compare what is stored with what everybody remembers."""
    kept = stored(site.database, load.sittings)
    for sitting in load.sittings:
        report.wrong += [f"{sitting.table} ({sitting.game}): {what}" for what in problems(sitting, kept[sitting.table])]
    wishes = [wish for sitting in load.sittings for viewer in sitting.viewers for wish in viewer.wishes]
    report.tables = len(load.sittings)
    report.acknowledged = sum(wish.made is not None for wish in wishes)
    report.entries = sum(counts(site.database).values())
