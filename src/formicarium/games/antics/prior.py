"""Which actions look promising to the search: those after which the seat stands better, by `evaluate`."""

import numpy as np

from formicarium.engine.jit import compiled, copy, scratch
from formicarium.engine.kernel import SEATS
from formicarium.games.antics.evaluate import evaluate
from formicarium.games.antics.rules import apply
from formicarium.games.antics.state import STATE

PICKY = 0.015  # an action that leaves so much less, in shares, looks 1/e times as promising
LEAST = 0.02  # of the most promising one: search may look at everything


@compiled
def prior(s, seat, actions, count, out):
    shares = scratch(SEATS, np.float64)
    trial = scratch(1, STATE)[0]
    best = 0.0
    for k in range(count):
        copy(trial, s)
        apply(trial, seat, np.int64(actions[k]))
        evaluate(trial, shares)
        out[k] = shares[seat]
        best = max(best, out[k])
    for k in range(count):
        out[k] = LEAST + np.exp((out[k] - best) / PICKY)
