"""The simulation: actions of very many tables on their way through processes, a database and a bus, and their waits.

Every part is a queue, first come first served: a process has one server, the database one a core, the bus one. Tables
act independently, at random moments; work takes exponentially distributed times around the measured means.
"""

from __future__ import annotations

import heapq
import math
import random
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean
from typing import Any

FIGURES = Path(__file__).with_name("figures.json")  # what `measure` has found
PACE = 0.2  # actions a second at a table: people look for five seconds before they click
CORES = 16  # of a machine with a database
SYNC = 0.002  # seconds until a transaction is on disk; many share one
HOP = 0.0003  # seconds from machine to machine
FULL = 0.5  # a part that is busier than that is not planned for: queues grow fast from there
ACTIONS, WARM_UP = 6_000, 600  # simulated, and of those not counted


@dataclass(frozen=True)
class Costs:
    """Processor seconds of one action at a table of two, as measured."""

    act: float  # in the process that takes it, with what it tells two browsers
    follow: float  # in another process with somebody at that table, besides telling
    commit: float  # in the database
    news: float  # in the database, for a process that follows and has to look there
    publish: float  # on the bus
    deliver: float  # on the bus, to a process that follows

    @classmethod
    def of(cls, figures: dict[str, Any]) -> Costs:
        """The means of the four games."""
        together, apart = (
            {part: mean(game[part] for game in figures[how].values()) for part in ("home", "other", "database", "bus")}
            for how in ("together", "apart")
        )
        return cls(
            act=together["home"],
            follow=apart["home"] + apart["other"] - together["home"],
            commit=together["database"],
            news=apart["database"] - together["database"],
            publish=together["bus"],
            deliver=apart["bus"] - together["bus"],
        )


@dataclass(frozen=True)
class Layout:
    """A site: so many tables on so many processes, in cells that have a database and a bus each."""

    tables: int
    processes: int = 1
    cells: int = 1
    by_table: bool = False  # whether all who sit at a table are sent to the same process

    @property
    def rate(self) -> float:
        """Actions a second in a cell."""
        return self.tables * PACE / self.cells

    def loads(self, costs: Costs) -> dict[str, float]:
        """The share of its time for which each part is busy; above 1 it cannot keep up."""
        alone = self.by_table or self.processes == 1
        in_process = costs.act + (0.0 if alone else costs.follow)
        in_database = costs.commit + (0.0 if alone else costs.news)
        return {
            "processes": self.rate * in_process * self.cells / self.processes,
            "database": self.rate * in_database / CORES,
            "bus": self.rate * (costs.publish + (0.0 if alone else costs.deliver)),
        }

    def grown(self, costs: Costs) -> Layout:
        """The same with as many processes as it takes."""
        busy = replace(self, processes=2).loads(costs)["processes"]
        return replace(self, processes=max(2, self.cells, math.ceil(2 * busy / FULL)))


class Queue:
    """A part with some servers, first come first served. It must be asked in the order of time."""

    def __init__(self, servers: int) -> None:
        self._free = [0.0] * servers

    def serve(self, now: float, seconds: float) -> float:
        """When somebody who comes now and needs so long is done."""
        done = max(now, self._free[0]) + seconds
        heapq.heapreplace(self._free, done)
        return done


def simulate(layout: Layout, costs: Costs, seed: int = 1, actions: int = ACTIONS) -> list[float]:
    """The seconds from a click until the other seat sees it, sorted; of one cell, since all are alike."""
    chance = random.Random(seed)
    processes = [Queue(1) for _ in range(max(1, layout.processes // layout.cells))]
    database, bus = Queue(CORES), Queue(1)
    alone = layout.by_table or len(processes) == 1

    def took(mean: float) -> float:
        return chance.expovariate(1 / mean) if mean > 0 else 0.0

    events: list[tuple[float, int, int]] = []  # time, action, stage
    clicked, seen, now = [], [0.0] * actions, 0.0
    for action in range(actions):
        now += chance.expovariate(layout.rate)
        clicked.append(now)
        events.append((now + HOP, action, 0))
    here = [chance.randrange(len(processes)) for _ in range(actions)]
    there = [chance.randrange(len(processes)) for _ in range(actions)]
    while events:
        now, action, stage = heapq.heappop(events)
        if stage == 0:
            done = processes[here[action]].serve(now, took(costs.act)) + HOP
        elif stage == 1:
            done = database.serve(now, took(costs.commit)) + SYNC + HOP
        elif stage == 2:
            if alone or here[action] == there[action]:
                bus.serve(now, took(costs.publish))  # nobody waits for it
                seen[action] = now + HOP
                continue
            database.serve(now, took(costs.news))  # nor for this
            done = bus.serve(now, took(costs.publish + costs.deliver)) + 2 * HOP  # there, and on to the other process
        else:
            seen[action] = processes[there[action]].serve(now, took(costs.follow)) + HOP
            continue
        heapq.heappush(events, (done, action, stage + 1))
    return sorted(end - begin for begin, end in zip(clicked[WARM_UP:], seen[WARM_UP:], strict=True))


def largest(layout: Layout, costs: Costs, part: str) -> float:
    """How many tables a part of a site can bear, at the load that is planned for."""
    return layout.tables * FULL / layout.loads(costs)[part]
