"""Matches that attackers use: long ones."""

from __future__ import annotations

import formicarium as fm
from formicarium.core import random

LONG = 18  # the seed of a match of Formica for two with more than 4,000 actions


def long_match(plies: int = 3_000) -> fm.Match:
    """The first part of a very long match of Formica, played at random."""
    match, rng = fm.Match("formica", 2, seed=LONG), random.stream(("long", LONG))
    while len(match.ledger.standing) < plies:
        match.play(match.position.sample(match.actors[0], rng), match.actors[0])
    return match
