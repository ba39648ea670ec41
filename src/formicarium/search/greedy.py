"""One action ahead: what `evaluate` says of the position after each."""

from __future__ import annotations

import numpy as np

from formicarium.core import kernel
from formicarium.core.jit import compiled, copy, scratch
from formicarium.core.kernel import SEATS


@compiled
def rate(worlds, trials, seat, codes, values):
    """Add to each value the seat's estimated share after the action is made in a world."""
    shares = scratch(SEATS, np.float64)
    for k in range(len(codes)):
        copy(trials[0], worlds[0])
        kernel.apply(trials[0], seat, codes[k])
        kernel.evaluate(trials[0], shares)
        values[k] += shares[seat]
