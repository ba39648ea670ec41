"""Which actions look promising to the search: those after which the seat is worth more, all else being as it is."""

import numpy as np

from formicarium.core.jit import compiled, copy, scratch
from formicarium.core.kernel import SEATS
from formicarium.games.antics.evaluate import evaluate, share_out, worth
from formicarium.games.antics.rules import apply
from formicarium.games.antics.state import OVER, STATE

PICKY = 0.015  # an action that leaves so much less, in shares, looks 1/e times as promising
LEAST = 0.02  # of the most promising one: search may look at everything


@compiled
def prior(s, seat, actions, count, out):
    before, shares = scratch(SEATS, np.float64), scratch(SEATS, np.float64)
    trial = scratch(1, STATE)[0]
    for other in range(s.seats):
        before[other] = worth(s, other)
    best = 0.0
    for k in range(count):
        copy(trial, s)
        apply(trial, seat, np.int64(actions[k]))
        if trial.phase == OVER:
            evaluate(trial, shares)
        else:
            for other in range(s.seats):
                shares[other] = before[other] if other != seat else worth(trial, seat)
            share_out(trial, shares)
        out[k] = shares[seat]
        best = max(best, out[k])
    for k in range(count):
        out[k] = LEAST + np.exp((out[k] - best) / PICKY)
