"""Simulate: many matches between bots, in as many processes as asked for, and their statistics."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from math import sqrt
from statistics import fmean
from typing import Any

from formicarium.bots import bot
from formicarium.engine.game import find
from formicarium.engine.match import Match

NORMAL_95 = 1.959964


@dataclass(frozen=True)
class Result:
    """What one match between bots came to."""

    seed: object
    shares: tuple[float, ...]
    reason: str
    actions: int  # nature's included
    decisions: int
    choices: int  # legal actions, summed over the decisions
    widest: int  # the most legal actions at once


@dataclass(frozen=True)
class Summary:
    """Statistics of many results; an interval is the middle and both ends of a 95 % confidence interval."""

    matches: int
    shares: tuple[tuple[float, float, float], ...]
    reasons: dict[str, int]
    actions: tuple[int, float, int]  # fewest, mean, most
    branching: float
    widest: int


def play_match(game: str, seats: int, levels: Sequence[str], seed: object, options: Mapping[str, Any]) -> Result:
    """Play one match to its end; the same seed gives the same match."""
    match = Match(game, seats, seed=seed, **options)
    bots = [bot(game, level, seed=(seed, seat)) for seat, level in enumerate(levels)]
    decisions = choices = widest = 0
    while not match.over:
        seat = match.actors[0]
        width = len(match.position.codes(seat))
        decisions, choices, widest = decisions + 1, choices + width, max(widest, width)
        match.play(bots[seat].choose(match.view(seat)), seat)
    outcome = match.outcome
    assert outcome is not None
    return Result(seed, outcome.shares, outcome.reason, len(match.history), decisions, choices, widest)


def simulate(
    game: str,
    seats: int,
    levels: Sequence[str],
    matches: int,
    *,
    workers: int = 1,
    seed: object = 0,
    options: Mapping[str, Any] | None = None,
) -> Iterator[Result]:
    """Play matches and yield each result as it comes; match k has the seed `(seed, k)`, whoever plays it."""
    tasks = [(game, seats, levels, (seed, number), options or {}) for number in range(matches)]
    if workers == 1:
        yield from (play_match(*task) for task in tasks)
        return
    find(game)
    context = multiprocessing.get_context("spawn")  # a forked process would inherit locks of compiled code
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        futures = [pool.submit(play_match, *task) for task in tasks]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def summarise(results: Iterable[Result]) -> Summary:
    """The statistics of at least one result."""
    results = list(results)
    seats = len(results[0].shares)
    lengths = [result.actions for result in results]
    return Summary(
        matches=len(results),
        shares=tuple(interval([result.shares[seat] for result in results]) for seat in range(seats)),
        reasons=dict(Counter(result.reason for result in results).most_common()),
        actions=(min(lengths), fmean(lengths), max(lengths)),
        branching=sum(result.choices for result in results) / max(1, sum(result.decisions for result in results)),
        widest=max(result.widest for result in results),
    )


def interval(shares: Sequence[float]) -> tuple[float, float, float]:
    """The mean share with Wilson's 95 % interval, which stays within 0 and 1 for few matches too."""
    count, mean = len(shares), fmean(shares)
    z = NORMAL_95**2 / count
    centre = (mean + z / 2) / (1 + z)
    half = NORMAL_95 * sqrt(mean * (1 - mean) / count + z / (4 * count)) / (1 + z)
    return mean, max(0.0, centre - half), min(1.0, centre + half)
