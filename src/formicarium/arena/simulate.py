"""Simulate: many matches of one line-up, and their statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from formicarium.arena.crew import Crew, carry_out
from formicarium.arena.intervals import Interval, wilson
from formicarium.arena.matches import Fixture, Result


@dataclass(frozen=True)
class Summary:
    """Statistics of many results."""

    matches: int
    shares: tuple[Interval, ...]  # of each seat
    reasons: dict[str, int]
    actions: tuple[int, float, int]  # fewest, mean, most
    branching: float
    widest: int


def simulate(
    crew: Crew[Fixture, Result],
    game: str,
    levels: Sequence[str],
    matches: int,
    *,
    seed: object = 0,
    options: Mapping[str, str] | None = None,
) -> Iterator[tuple[int, Result]]:
    """Play matches and yield the number and result of each as it comes; the seed and the number fix the match."""
    chosen = tuple((options or {}).items())
    fixtures = ((number, Fixture(game, tuple(levels), f"{seed}/{number}", chosen)) for number in range(matches))
    return carry_out(crew, fixtures)


def summarise(results: Iterable[Result]) -> Summary:
    """The statistics of at least one result."""
    results = list(results)
    lengths = [result.actions for result in results]
    return Summary(
        matches=len(results),
        shares=tuple(wilson(shares) for shares in zip(*(result.shares for result in results), strict=True)),
        reasons=dict(Counter(result.reason for result in results).most_common()),
        actions=(min(lengths), fmean(lengths), max(lengths)),
        branching=sum(result.choices for result in results) / max(1, sum(sum(result.decisions) for result in results)),
        widest=max(result.widest for result in results),
    )
