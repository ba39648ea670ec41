"""Faults: which comes when, drawn from a seed, and how each is done to a cluster."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from services import Cluster

NEXT = 1.0, 9.0  # seconds from one recovery to the next fault: time enough to converge, or not
PAUSE_SECONDS = 10.0
AWAY = 0.0, 1.5  # seconds before what was killed is started again
NOMINAL = {"kill": 4.0, "restart": 3.0, "pause": PAUSE_SECONDS, "bus": 1.5, "cut": 0.0}  # about how long each takes


@dataclass(frozen=True)
class Fault:
    """One fault: so long after the recovery from the one before, to which process, and how long it lasts."""

    kind: str
    after: float
    process: int
    away: float

    def __str__(self) -> str:
        return {
            "kill": f"kill -9 of process {self.process}",
            "restart": "restart of PostgreSQL",
            "pause": "PostgreSQL paused",
            "bus": "Redis killed and started again",
            "cut": "sockets cut in mid-frame",
        }[self.kind]


def schedule(seed: int, seconds: float, processes: int = 2) -> list[Fault]:
    """The faults of a run of about so many seconds: every kind in each round, in an order that is drawn."""
    lot, found, planned = random.Random(f"faults {seed}"), [], 0.0
    while planned < seconds:
        for kind in lot.sample(list(NOMINAL), len(NOMINAL)):
            found.append(Fault(kind, lot.uniform(*NEXT), lot.randrange(processes), lot.uniform(*AWAY)))
            planned += found[-1].after + NOMINAL[kind]
    return found


def strike(fault: Fault, cluster: Cluster, cut: Callable[[], None], killed: Callable[[], None] = lambda: None) -> None:
    """Do it, and return when it is over; `killed` is called when a process of ours has been killed."""
    if fault.kind == "kill":
        cluster.processes[fault.process].kill()
        killed()
        time.sleep(fault.away)
        cluster.processes[fault.process].start()
    elif fault.kind == "restart":
        cluster.postgres.kill()
        time.sleep(fault.away)
        cluster.postgres.start()
    elif fault.kind == "pause":
        cluster.postgres.pause()
        try:
            time.sleep(PAUSE_SECONDS)
        finally:
            cluster.postgres.pause(go_on=True)
    elif fault.kind == "bus":
        cluster.redis.kill()
        time.sleep(fault.away)
        cluster.redis.start()
    else:
        cut()
