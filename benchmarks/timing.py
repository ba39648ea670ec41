"""Timing: contestants take turns for a fraction of a second each, round after round.

A machine is never equally fast for long, and least of all a shared one. Within a round all contestants see about the
same machine, so a ratio is taken within each round, and the median of the ratios is what is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter

CALIBRATION = 0.05  # seconds that a first run must take before its rate is believed


@dataclass(frozen=True)
class Contestant:
    """Something that plays matches: `play(count)` plays so many and returns the actions made, 0 if it cannot tell."""

    play: Callable[[int], int]
    batch: int = 1  # matches come in multiples of this number


@dataclass
class Rates:
    """What one contestant reached, round by round."""

    matches: list[float] = field(default_factory=list)  # a second
    actions: list[float] = field(default_factory=list)  # a second

    @property
    def matches_a_second(self) -> float:
        """The median over the rounds."""
        return median(self.matches)

    @property
    def actions_a_second(self) -> float:
        """The median over the rounds."""
        return median(self.actions)

    def matches_against(self, other: Rates) -> float:
        """How many times as many matches a second as another: the median of the ratios within each round."""
        return median(mine / theirs for mine, theirs in zip(self.matches, other.matches, strict=True))

    def actions_against(self, other: Rates) -> float:
        """How many times as many actions a second as another: the median of the ratios within each round."""
        return median(mine / theirs for mine, theirs in zip(self.actions, other.actions, strict=True))

    def best_against(self, other: Rates) -> float:
        """How many times as many actions a second as another, each in its best round.

        For what needs several cores at once: another process on one of them would halve it.
        """
        return max(self.actions) / max(other.actions)


def race(contestants: Sequence[Contestant], rounds: int, seconds: float) -> list[Rates]:
    """Let all contestants play for about so many seconds in each round, and from round to round in turned order."""
    counts = [_matches_in(contestant, seconds) for contestant in contestants]
    results = [Rates() for _ in contestants]
    for number in range(rounds):
        order = list(range(len(contestants)))
        for k in order if number % 2 == 0 else reversed(order):
            began = perf_counter()
            actions = contestants[k].play(counts[k])
            spent = perf_counter() - began
            results[k].matches.append(counts[k] / spent)
            results[k].actions.append(actions / spent)
    return results


def _matches_in(contestant: Contestant, seconds: float) -> int:
    """How many matches take about so many seconds. The first one only warms up: compiling is not timed."""
    contestant.play(contestant.batch)
    count = contestant.batch
    while True:
        began = perf_counter()
        contestant.play(count)
        spent = perf_counter() - began
        if spent >= min(CALIBRATION, seconds):
            batches = round(count / contestant.batch * seconds / spent)
            return max(1, batches) * contestant.batch
        count *= 2
