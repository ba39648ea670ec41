"""The arena: matches between bots, and what they show."""

from __future__ import annotations

from formicarium.arena.cluster import Cluster
from formicarium.arena.contest import Contest, Pairing, arrange, modes, neighbours, round_robin
from formicarium.arena.crew import Alone, Crew, Processes, carry_out, hire
from formicarium.arena.intervals import Interval, anytime, student, wilson
from formicarium.arena.log import Log
from formicarium.arena.matches import Fixture, Result, get_ready, play
from formicarium.arena.ratings import Rating, rate
from formicarium.arena.simulate import Summary, simulate, summarise
from formicarium.arena.tournament import Tournament, hold, run_of

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
    "arrange",
    "carry_out",
    "get_ready",
    "hire",
    "hold",
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
