"""Chances: shares of victory that come true as often as they say, made of those that a game estimates.

An estimate says who is ahead; bots need no more. Early in a match it says so too surely: a lead of one piece is not yet
half a victory. How far it can be believed is measured in matches and lies beside the game, in `chances.txt`:

    first = 0.2  # at the beginning: the logarithms of the shares count so much

    [rounds]
    2 = 20  # with two seats they count wholly after so many rounds

`python -m benchmarks.chances GAME` measures it. Estimates of a game without such a file are believed as they are.
"""

from __future__ import annotations

import tomllib
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from formicarium.core.kernel import SPECTATOR
from formicarium.engine.game import Game
from formicarium.engine.position import Position, View

Shares = NDArray[np.float64]  # one for each seat


class Trust(NamedTuple):
    """How far estimates can be believed: at first, and after how many rounds wholly."""

    first: float = 1.0
    rounds: int = 1

    def after(self, rounds: int) -> float:
        """How far after so many rounds."""
        return self.first + (1.0 - self.first) * min(1.0, rounds / self.rounds)


@cache
def trust(game: Game, seats: int) -> Trust:
    """How far the estimates of a game with so many seats can be believed."""
    path = game.folder / "chances.txt"
    if not path.exists():
        return Trust()
    said = tomllib.loads(path.read_text(encoding="utf-8"))
    return Trust(said["first"], said["rounds"][str(seats)])


def believed(shares: Shares, position: Position) -> Shares:
    """Estimated shares as chances; which round it is everybody knows."""
    known = trust(position.game, position.seats)
    if known.first == 1.0:
        return shares
    seen = View(position.game, position.seats, position.records, SPECTATOR)
    raised = shares ** known.after(position.game.moment(seen).round)
    chances: Shares = raised / raised.sum(axis=-1, keepdims=True)
    return chances


def estimate(position: Position) -> Shares:
    """The chance of each seat, as everything is; at the end, the result."""
    outcome = position.outcome
    if outcome:
        return np.array(outcome.shares)
    return believed(np.array(position.evaluate()), position)
