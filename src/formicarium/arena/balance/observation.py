"""An observation: what one match showed of its game, beyond who won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from formicarium.arena.matches import Fixture, Result, play
from formicarium.core.actions import Action
from formicarium.core.kernel import NATURE
from formicarium.engine.match import Match

STAGES = 20  # a match is cut into so many stages of equally many decisions


@dataclass(frozen=True)
class Observation:
    """What one match showed; a stage is a twentieth of its decisions."""

    result: Result
    order: tuple[int, ...]  # the seats in the order of their first decisions
    choices: tuple[float, ...]  # the mean number of legal actions in each stage
    hopes: tuple[float, ...]  # what `evaluate` gave those who won, at the end of each stage
    lead_changes: int
    settled: float  # from this part of the match on, nobody led but who won
    taken: dict[str, int]  # how often the seats used each verb
    offered: dict[str, int]  # at how many decisions each verb was possible
    drawn: dict[str, int]  # how often nature used each verb
    moves: tuple[tuple[int, int], ...]  # seat and code of every action, nature's included


def observe(fixture: Fixture) -> Observation:
    """Play a match and watch it."""
    witness = _Witness()
    result = play(fixture, witness)
    shares = np.array(result.shares)
    estimates = np.array([*witness.estimates, shares])  # the end is the last estimate, and no mere one
    leaders = _leaders(estimates)
    winners = set(np.flatnonzero(shares > 0).tolist())
    held = [leader for leader in leaders if leader is not None]
    astray = [k for k, leader in enumerate(leaders) if leader is not None and leader not in winners]
    decisions = sum(result.decisions)
    moments = np.array([*witness.moments, decisions]) / decisions
    assert witness.match is not None
    history = witness.match.history
    return Observation(
        result=result,
        order=tuple(witness.order),
        choices=tuple(stages(witness.widths)),
        hopes=tuple(np.interp(np.linspace(0, 1, STAGES + 1)[1:], moments, estimates @ shares).tolist()),
        lead_changes=sum(before != after for before, after in pairwise(held)),
        settled=float(moments[astray[-1] + 1]) if astray else 0.0,
        taken=dict(witness.taken),
        offered=dict(witness.offered),
        drawn=dict(Counter(move.action.verb for move in history if move.seat == NATURE)),
        moves=tuple((move.seat, int(move.action)) for move in history),
    )


def stages(values: Sequence[float]) -> list[float]:
    """The mean of each stage of a series; a short series has stages that share a value."""
    ends = [k * len(values) // STAGES for k in range(STAGES + 1)]
    return [float(np.mean(values[begin : max(begin + 1, end)])) for begin, end in pairwise(ends)]


class _Witness:
    """Takes notes at every decision; who leads is asked when the turn passes on, not in the middle of a plan."""

    def __init__(self) -> None:
        self.match: Match | None = None
        self.order: list[int] = []
        self.widths: list[int] = []
        self.moments: list[int] = []
        self.estimates: list[tuple[float, ...]] = []
        self.taken: Counter[str] = Counter()
        self.offered: Counter[str] = Counter()
        self._last = -1

    def __call__(self, match: Match, seat: int, codes: memoryview[int], action: Action) -> None:
        self.match = match
        if seat not in self.order:
            self.order.append(seat)
        if seat != self._last:
            self._last = seat
            self.moments.append(len(self.widths))
            self.estimates.append(match.position.evaluate())
        self.widths.append(len(codes))
        self.taken[action.verb] += 1
        self.offered.update({match.game.actions[code].verb for code in codes.tolist()})


def _leaders(estimates: NDArray[np.float64]) -> list[int | None]:
    """Who is estimated highest each time; nobody where the best two are equal."""
    ranked = np.sort(estimates, axis=1)
    clear = ranked[:, -1] - ranked[:, -2] > 1e-9
    return [int(best) if sure else None for best, sure in zip(estimates.argmax(axis=1), clear, strict=True)]
