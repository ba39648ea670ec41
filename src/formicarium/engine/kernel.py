"""The kernel: the handful of functions that a game is, declared once and dispatched on the type of the record.

Compiled code calls `kernel.legal(s, seat, out)` and Numba picks the game's own function by the record's type, inlined;
in the plain interpreter the same call looks the game up by the record's dtype. So playouts and search name no game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numba.extending import overload

from formicarium.engine import random
from formicarium.engine.jit import compiled, scratch, words

SEATS = 4  # the most seats of any game; seats are 0…3
NATURE = 4  # acts in dice rolls, shuffles and draws
SPECTATOR = 5  # whose view shows what every seat may know
CHANCE = 1 << NATURE  # what `actors` answers when nature is to act
MOST_ACTIONS = 1024  # the most legal actions, or chance outcomes, at once
MOST_COUNTS = 64  # the most kinds of components that `census` counts

Function = Callable[..., Any]


def generic(declaration: Function) -> Function:
    """Turn a declaration into a function that finds the game by the record `s`, its first argument."""
    name = declaration.__name__

    def dispatch(s: Any, *rest: Any) -> Any:
        return getattr(_kernels[s.dtype.names[0]], name)(s, *rest)

    @overload(dispatch)
    def _typed(s, *rest):  # untyped, since Numba compares the signatures
        function = getattr(_kernels[next(iter(s.fields))], name)
        return lambda s, *rest: function(s, *rest)

    dispatch.__name__, dispatch.__doc__ = name, declaration.__doc__
    return dispatch


@generic
def setup(s, seats, options):
    """Write the start position into a zeroed record. No randomness: shuffles are chance."""


@generic
def actors(s):
    """The bit mask of the seats that may act now; `CHANCE` when nature is to act; 0 when the match is over."""


@generic
def legal(s, seat, out):
    """Write the legal action codes of a seat into `out`, ascending, and return how many."""


@generic
def chance(s, out, weights):
    """Write nature's outcomes, ascending, with their integer weights, and return how many."""


@generic
def apply(s, seat, action):
    """Make a legal action, or let nature make one."""


@generic
def outcome(s, out):
    """Write shares of victory, places and points into `out[0…2, seat]`; return the number of the reason of the end."""


@generic
def redact(s, seat):
    """Blank what a seat may not know."""


@generic
def determinize(s, seat, rng):
    """Fill the blanks of a seat's view with a random world that fits everything it has seen."""


@generic
def evaluate(s, out):
    """Write the estimated share of victory of each seat into `out[seat]`."""


@generic
def census(s, out):
    """Write how many of each component there are, which no action may change, and return the number of kinds."""


@generic
def sample(s, seat, rng):
    """A uniformly random legal action of a seat."""


@generic
def prior(s, seat, actions, count, out):
    """Write how promising each of the first `count` actions looks into `out`; any positive scale."""


@generic
def policy(s, seat, actions, count, out):
    """Where a seat does best to choose by lot, write the chance of each action into `out` and return True.

    That is so when others answer without having seen its choice: the chances are an equilibrium.
    """


@generic
def mask(s, seat, out):
    """Set `out[code]` for every legal action of a seat; `out` is all False before."""


@generic
def observe(s, seat, out):
    """Write what a seat sees into `out`, small integers, and return how many; `s` is its view, `out` is all 0 before.

    This is what learning programs get. What the numbers mean, the game says in its `features`.
    """


@compiled
def listed_sample(s, seat, rng):
    """The default `sample`: list the legal actions and pick one."""
    out = scratch(MOST_ACTIONS, np.int32)
    return np.int64(out[random.below(rng, legal(s, seat, out))])


@compiled
def equal_prior(s, seat, actions, count, out):
    """The default `prior`: all actions look alike."""
    for i in range(count):
        out[i] = 1.0


@compiled
def simultaneous_policy(s, seat, actions, count, out):
    """The default `policy`: all alike where others choose at the same time."""
    for i in range(count):
        out[i] = 1.0 / count
    return actors(s) != 1 << seat


@compiled
def listed_mask(s, seat, out):
    """The default `mask`: list the legal actions and mark each."""
    codes = scratch(MOST_ACTIONS, np.int32)
    for k in range(legal(s, seat, codes)):
        out[codes[k]] = True


@compiled
def observed_bytes(s, seat, out):
    """The default `observe`: the bytes of the record, without the word that names the game."""
    count = 0
    for word in words(s)[1:]:
        bits = np.int64(word)
        for _ in range(8):
            out[count] = ((bits & 255) ^ 128) - 128
            bits >>= 8
            count += 1
    return count


@dataclass(frozen=True)
class Kernel:
    """The kernel functions of one game, which belong to its record type."""

    record: np.dtype[np.void]
    setup: Function
    actors: Function
    legal: Function
    chance: Function
    apply: Function
    outcome: Function
    redact: Function
    determinize: Function
    evaluate: Function
    census: Function
    sample: Function = listed_sample
    prior: Function = equal_prior
    policy: Function = simultaneous_policy
    mask: Function = listed_mask
    observe: Function = observed_bytes

    def __post_init__(self) -> None:
        assert self.record.names is not None
        _kernels[self.record.names[0]] = self


_kernels: dict[str, Kernel] = {}
NAMES = tuple(field.name for field in fields(Kernel) if field.name != "record")
