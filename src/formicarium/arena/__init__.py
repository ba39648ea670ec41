"""The arena: matches between bots, and what they show."""

from __future__ import annotations

from collections.abc import Callable

from formicarium.arena.cluster import Cluster
from formicarium.arena.contest import Contest, Pairing, goes_together, modes, neighbours, round_robin
from formicarium.arena.crew import Alone, Answer, Crew, Processes, Task
from formicarium.arena.intervals import Interval, anytime, student, wilson
from formicarium.arena.log import Log
from formicarium.arena.matches import Fixture, Result, get_ready, play
from formicarium.arena.ratings import Rating, rate
from formicarium.arena.simulate import Summary, simulate, summarise
from formicarium.arena.tournament import Tournament, run_of

__all__ = [
    "Alone",
    "Cluster",
    "Contest",
    "Crew",
    "Fixture",
    "Interval",
    "Log",
    "Pairing",
    "Processes",
    "Rating",
    "Result",
    "Summary",
    "Tournament",
    "anytime",
    "get_ready",
    "goes_together",
    "hire",
    "modes",
    "neighbours",
    "play",
    "rate",
    "round_robin",
    "run_of",
    "simulate",
    "student",
    "summarise",
    "wilson",
]


def hire(work: Callable[[Task], Answer], workers: int = 1, ray: str | None = None) -> Crew[Task, Answer]:
    """Whoever shall do the work: a Ray cluster if its address is given, else so many processes, one being this."""
    if ray is not None:
        return Cluster(work, ray)
    return Alone(work) if workers == 1 else Processes(work, workers)
