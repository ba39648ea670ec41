"""The rules of pennies."""

import numpy as np

from formicarium.core.jit import compiled, record

TABLE, HIDE, GUESS = 0, 2, 4

STATE = record(
    "pennies",
    __file__,
    [
        ("step", np.int8),
        ("table", np.int8),
        ("hidden", np.int8),  # 1 + the side, 0 before or when hidden
        ("guessed", np.int8),
    ],
)


@compiled
def setup(s, seats, options):
    s.step = 0


@compiled
def actors(s):
    return 0 if s.step == 3 else 2 if s.step == 2 else 1


@compiled
def legal(s, seat, out):
    first = 2 * np.int64(s.step)
    out[0], out[1] = first, first + 1
    return 2


@compiled
def apply(s, seat, action):
    if s.step == 0:
        s.table = action - TABLE
    elif s.step == 1:
        s.hidden = 1 + action - HIDE
    else:
        s.guessed = 1 + action - GUESS
    s.step += 1


@compiled
def outcome(s, out):
    if s.table == 1:
        out[0, 0] = 0.2
    elif s.hidden == s.guessed:
        out[0, 0] = 0.0
    else:
        out[0, 0] = 1.0 if s.hidden == 1 else 0.5
    out[0, 1] = 1.0 - out[0, 0]
    out[1, 0], out[1, 1] = 1, 1
    return 0


@compiled
def redact(s, seat):
    if seat != 0 and s.step < 3:
        s.hidden = 0


@compiled
def determinize(s, seat, rng):
    if s.step == 2 and s.hidden == 0:
        s.hidden = 1


@compiled
def evaluate(s, out):
    out[0], out[1] = 0.5, 0.5
    if s.step == 3:
        table = np.zeros((3, 4))
        outcome(s, table)
        out[0], out[1] = table[0, 0], table[0, 1]


@compiled
def census(s, out):
    return 0


@compiled
def policy(s, seat, actions, count, out):
    out[0], out[1] = 0.5, 0.5  # not the equilibrium: search has to find it
    return s.step > 0
