"""Luck: what nature's dice, draws and deals gave each seat, by the game's own estimate of the positions after them.

Luck is what the drawn outcome is worth less what all outcomes are worth on average, rated alike. So its mean is 0,
whoever plays and however good the estimate is.
"""

from __future__ import annotations

import numpy as np

from formicarium.coach.chances import Shares, estimate
from formicarium.core.kernel import NATURE
from formicarium.engine.match import Match
from formicarium.engine.position import Position


def promise(position: Position) -> Shares:
    """The same after a draw: with the best next action of who is to act, for a roll says nothing until it is used.

    Where seats have secrets from each other nobody looks ahead: the best action would use what its seat cannot know.
    """
    mover = next(iter(position.actors), NATURE)
    if mover == NATURE or (position.game.secrets and position.game.private):
        return estimate(position)
    best = np.full(position.seats, -1.0)
    for code in list(position.codes(mover)):
        after = position.copy()
        after.apply(mover, code)
        shares = estimate(after)
        if shares[mover] > best[mover]:
            best = shares
    return best


def given(before: Position, after: Position) -> Shares:
    """What a draw gave the seats: more or less than all outcomes that nature could draw give on average."""
    total, weights = np.zeros(before.seats), 0
    for action, weight in before.chance():
        other = before.copy()
        other.apply(NATURE, action)
        total += weight * promise(other)
        weights += weight
    return promise(after) - total / weights


def of(match: Match) -> dict[int, Shares]:
    """What each draw of a match gave the seats, by the number of actions before it."""
    lucks: dict[int, Shares] = {}
    before: Position | None = None
    for ply, (move, position) in enumerate(match.positions()):
        if before is not None and move is not None and move.seat == NATURE:
            lucks[ply - 1] = given(before, position)
        before = position
    return lucks
