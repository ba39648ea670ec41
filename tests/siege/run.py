"""One siege: people play while strangers attack, races are run, processes are killed; then the database is audited."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from statistics import fmean, median

from chaos.checks import counts, problems, settle, stored
from chaos.players import Load
from chaos.run import SHOWN, wait_for_tables
from histories import VARIANTS

from .held import LONG, Held, Neighbour
from .hostile import Hostile, targets
from .probe import Probe, Wait, worked
from .pulse import Pulse, p95
from .races import RUNNERS, race
from .returning import Returning
from .site import SITES, Site
from .strangers import Crowd
from .twin_histories import twin_histories

ATTACK = 0.6  # the part of the time in which strangers come and go; the rest is for faults
WINDOW_SECONDS = 5.0  # they come and go this often, so that whatever else the machine does is in both
WAIT_FOR_LOADING = 10.0  # seconds after a start, in which games are loaded
FACTOR = 2.0  # so much slower an action may be answered under attack …
FLOOR = 0.02  # … and always in so many seconds: doubling 3 ms is the noise of one garbage collection
PLAYABLE_SECONDS = 3.0  # from a kill until the first action is acknowledged, in the middle of all kills
RACES = 3
TWINS_SECONDS = 60.0  # of a siege; for each so many one more pair of twin histories of each variant is compared


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
    work_before: float = 0.0  # processors that all processes of the server kept busy while nobody attacked …
    work_during: float = 0.0  # … and under attack: what else the machine did does not show in these
    stalls: float = 0  # times that an event loop was held for too long by what the server did, before the first kill …
    late: float = 0  # … or for whatever reason; and how often a process that only sleeps came as late
    machine_late: int = 0
    stalls_after: float = 0  # as `stalls`, after the first kill: while a process starts it loads the games
    restarts: list[float] = field(default_factory=list)  # seconds from a kill until it was ready again …
    playable: list[float] = field(default_factory=list)  # … and until somebody's action was acknowledged
    longest_wait: float = 0.0  # seconds, for the health of the server
    longest_work: float = 0.0  # seconds of processor time that the server spent meanwhile
    strangers: dict[str, int] = field(default_factory=dict)
    hostile: int = 0
    hostile_slowest: float = 0.0
    races: int = 0
    twins: int = 0
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
            f"the server kept {self.work_before:.2f} processors busy before, {self.work_during:.2f} under attack",
            f"{self.stalls:.0f} stalls of the event loop above {LONG} s of work, {self.late:.0f} for whatever reason "
            f"({self.machine_late} of a process that only slept); {self.stalls_after:.0f} while killed ones started",
            f"health was told within {self.longest_wait * 1e3:.0f} ms, {self.longest_work * 1e3:.0f} ms of them work",
            f"{self.hostile:,} hostile requests, the slowest took {self.hostile_slowest:.2f} s; {self.races} races, "
            f"{self.twins} pairs of twin histories",
            f"{len(self.restarts)} restarts, ready after {_seconds(self.restarts)}",
            f"an action was acknowledged after {_seconds(self.playable)}",
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
    floor: float = FLOOR,
    kills: int = 0,
    playable: float = PLAYABLE_SECONDS,
) -> Report:
    """A siege of about so many seconds, or longer until there were so many kills.

    Answers under `floor` seconds are fast, however fast they were before. Whatever breaks, what was found is reported.
    """
    report = Report(seed, backend, matches, deaf=strangers, flooding=strangers)
    try:
        _besiege(report, seconds, say, floor, kills)
    except Exception as error:  # after an hour, the rest is worth knowing
        report.wrong.append(f"the siege ended early: {type(error).__name__}: {error}")
    if report.playable and median(report.playable) > playable:
        report.wrong.append(f"after a kill nobody could act for {_seconds(report.playable)}")
    return report


def _besiege(report: Report, seconds: float, say: Callable[[str], None], floor: float, kills: int) -> None:
    seed, matches, backend = report.seed, report.matches, report.backend
    with ExitStack() as stack:
        site = SITES[backend]()
        stack.callback(site.stop)
        site.start()
        load = Load(site.url, matches, seed)
        load.start()
        stack.callback(load.leave)
        wait_for_tables(load, matches)
        say(f"{matches} matches are being played at {site.url}")
        time.sleep(WAIT_FOR_LOADING)
        with Neighbour() as neighbour:
            began = _held(site)
            _attack(site, load, report, seconds, floor, say)
            say(f"attacked by {report.strangers}; {report.hostile} hostile requests")
            for number in range(RACES):
                report.wrong += race(site.url, seed + number)
                report.races += 3 * RUNNERS
            pairs = max(1, round(seconds / TWINS_SECONDS))
            report.wrong += twin_histories([site.new_database() for _ in range(2)], seed, pairs)
            report.twins = pairs * len(VARIANTS)
            say(f"{report.races} races, {report.twins} pairs of twin histories")
            held = _held(site)
        _judge(report, began, held, neighbour.late)
        returning = stack.enter_context(Returning(site.url))
        for kind, took in site.faults(seed, (1 - ATTACK) * seconds, kills, load.cut, returning.begin):
            report.faults[kind] = report.faults.get(kind, 0) + 1
            said = f"{kind} {report.faults[kind]}: well again after {took:.1f} s"
            if "kill" in kind:
                report.restarts.append(took)
            if (acted := returning.end()) is not None:
                report.playable.append(acted)
                said += f", an action after {acted:.1f} s"
            say(said)
            if load.error:
                raise load.error
        report.stalls_after = _held(site).worked - held.worked
        load.stop_acting()
        say("nobody acts any more; all look until they have seen everything")
        report.wrong += settle(site.database, load.sittings)
        load.leave()
        if load.error:
            raise load.error
        say(f"auditing {len(load.sittings)} tables")
        _audit(site, load, report)


def _attack(site: Site, load: Load, report: Report, seconds: float, floor: float, say: Callable[[str], None]) -> None:
    """Measure somebody's pulse at the attacked table and at another one, in turns with and without strangers."""
    ports = [process.port for process in site.processes]
    process = site.processes[0].process
    assert process is not None
    with Pulse(site.url) as attacked, Pulse(site.url) as other:
        pulses = {"the attacked table": attacked, "another table": other}
        quiet, loud = ({where: list[float]() for where in pulses} for _ in range(2))
        told, waits, began = Counter[str](), [Wait(0.0, 0.0)], _held(site)
        calm, busy = list[float](), list[float]()
        known = targets(site.url)
        windows = max(1, round(ATTACK * seconds / 3 / WINDOW_SECONDS))
        for window in range(1, windows + 1):
            tables = [attacked.table, *(sitting.table for sitting in load.sittings[:3])]
            with Probe(site.processes[0].url, process.pid) as probe:
                calm.append(_listen(site, pulses, quiet))
                with Crowd(ports, tables, report.deaf, report.flooding, report.seed) as crowd:
                    busy.append(_listen(site, pulses, loud))
                    with Hostile(site.url, {**known, "table": tables[-1]}, report.seed + len(waits)) as hostile:
                        time.sleep(WINDOW_SECONDS)
            told.update(crowd.told)
            waits.append(probe.longest)
            report.hostile += hostile.sent
            report.hostile_slowest = max(report.hostile_slowest, hostile.slowest)
            report.wrong += hostile.problems
            report.work_before, report.work_during = fmean(calm), fmean(busy)
            said = [f"{p95(quiet[where]) * 1e3:.1f} → {p95(loud[where]) * 1e3:.1f} ms" for where in pulses]
            say(
                f"window {window} of {windows}: {', '.join(said)}; {_held(site).worked - began.worked:.0f} stalls; "
                f"{report.work_before:.2f} → {report.work_during:.2f} processors"
            )
            if load.error:
                raise load.error
    report.wrong += [*attacked.problems, *other.problems, *([] if report.hostile else ["nothing hostile was asked"])]
    report.strangers = dict(told)
    report.longest_wait, report.longest_work = max(wait.wall for wait in waits), max(wait.worked for wait in waits)
    report.p95_before = {where: p95(took) for where, took in quiet.items()}
    report.p95_during = {where: p95(took) for where, took in loud.items()}
    for where, before in report.p95_before.items():
        during = report.p95_during[where]
        if during > max(FACTOR * before, floor):
            report.wrong.append(f"p95 at {where} rose from {before * 1e3:.1f} to {during * 1e3:.1f} ms")


def _listen(site: Site, pulses: dict[str, Pulse], took: dict[str, list[float]]) -> float:
    """Note how long actions take in a window of time; how many processors the server kept busy meanwhile."""
    processes = [process.process.pid for process in site.processes if process.process]
    for pulse in pulses.values():
        pulse.take()
    began, before = time.monotonic(), sum(map(worked, processes))
    time.sleep(WINDOW_SECONDS)
    for where, pulse in pulses.items():
        took[where] += pulse.take()
    return (sum(map(worked, processes)) - before) / (time.monotonic() - began)


def _held(site: Site) -> Held:
    """How often the event loops of all processes were held for too long, as they count it themselves."""
    found = [process.held() for process in site.processes]
    return Held(sum(one.worked for one in found), sum(one.late for one in found))


def _judge(report: Report, began: Held, ended: Held, machine_late: int) -> None:
    """Nothing may hold the event loop; where it was only late, the machine may be to blame."""
    report.stalls, report.late = ended.worked - began.worked, ended.late - began.late
    report.machine_late = machine_late
    if report.stalls:
        report.wrong.append(f"the event loop was held {report.stalls:.0f} times for more than {LONG} s")
    if report.late and not machine_late:
        report.wrong.append(f"the event loop was late {report.late:.0f} times and the machine is not to blame")


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
