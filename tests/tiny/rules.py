"""The rules of the tiny game."""

import numpy as np

from formicarium.core import random
from formicarium.core.jit import compiled
from formicarium.core.kernel import CHANCE
from formicarium.engine.game import Option

CARD, SAY, STAND, FOLD = 0, 3, 6, 7

FOLDING = Option("fold", ("yes", "no"))
FOLDABLE = FOLDING.number("yes")
OPTIONS = (FOLDING, Option("shown", ("no", "yes")))


@compiled
def setup(s, seats, options):
    s.foldable = options.fold == FOLDABLE


@compiled
def actors(s):
    if not s.dealt:
        return CHANCE
    if s.end:
        return 0
    waiting = (not s.spoken[0]) + 2 * (not s.spoken[1])
    return waiting if waiting else 1


@compiled
def legal(s, seat, out):
    if s.spoken[0] and s.spoken[1]:
        out[0], out[1] = STAND, FOLD
        return 1 + s.foldable
    for k in range(3):
        out[k] = SAY + k
    return 3


@compiled
def chance(s, out, weights):
    for k in range(3):
        out[k], weights[k] = CARD + k, 1 + k
    return 3


@compiled
def apply(s, seat, action):
    if action < SAY:
        s.card = 1 + action - CARD
        s.dealt = True
    elif action < STAND:
        s.said[seat] = 1 + action - SAY
        s.spoken[seat] = True
    else:
        s.end = 1 if action == STAND else 2


@compiled
def outcome(s, out):
    for seat in range(2):
        winner = 1 if s.said[1] == s.card else 0
        out[0, seat] = 0.5 if s.end == 2 else (1.0 if seat == winner else 0.0)
        out[1, seat] = 1 if out[0, seat] > 0 else 2
        out[2, seat] = s.said[seat]
    return np.int64(s.end) - 1


@compiled
def redact(s, seat):
    if seat != 0 and not s.end:
        s.card = 0
    if not (s.spoken[0] and s.spoken[1]):
        for other in range(2):
            if other != seat:
                s.said[other] = 0


@compiled
def determinize(s, seat, rng):
    if s.dealt and s.card == 0:
        s.card = 1 + random.below(rng, 3)
    for other in range(2):
        if s.spoken[other] and s.said[other] == 0:
            s.said[other] = 1 + random.below(rng, 3)


@compiled
def evaluate(s, out):
    out[0] = 2.0 / 3.0
    if s.spoken[0] and s.spoken[1] and s.card:
        out[0] = 0.0 if s.said[1] == s.card else 1.0
    if s.end == 2:
        out[0] = 0.5
    out[1] = 1.0 - out[0]


@compiled
def census(s, out):
    out[0] = 1
    return 1
