"""The rules: seats take turns to fill a cell."""

import numpy as np

from formicarium.core.jit import compiled, record

CELLS = 9
STATE = record("tictactoe", __file__, [("owner", np.int8, (CELLS,)), ("filled", np.int8), ("mover", np.int8)])


@compiled
def setup(s, seats, options):
    s.mover = 0


@compiled
def actors(s):
    return 1 << np.int64(s.mover)


@compiled
def legal(s, seat, out):
    count = 0
    for cell in range(CELLS):
        if s.owner[cell] == 0:
            out[count] = cell
            count += 1
    return count


@compiled
def apply(s, seat, action):
    s.owner[action] = seat + 1
    s.filled += 1
    if s.filled == CELLS:
        s.filled = 0
        for cell in range(CELLS):
            s.owner[cell] = 0
    s.mover = 1 - seat


@compiled
def outcome(s, out):
    return 0


@compiled
def evaluate(s, out):
    out[0] = out[1] = 0.5


@compiled
def census(s, out):
    return 0
