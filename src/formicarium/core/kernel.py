"""The kernel: the handful of functions that a game is, declared once and dispatched on the type of the record.

Compiled code calls `kernel.legal(s, seat, out)` and Numba picks the game's own function by the record's type, inlined;
in the plain interpreter the same call looks the game up by the record's dtype. So playouts and search name no game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.core import types
from numba.core.typing.templates import AbstractTemplate
from numba.extending import lower_builtin

from formicarium.core import random
from formicarium.core.jit import compiled, copy, machine_words, scratch

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

    def implementation(s: Any) -> Any:
        return numba.typeof(getattr(_kernels[next(iter(s.fields))], name))

    class Typed(AbstractTemplate):
        key = dispatch

        def generic(self, arguments: Any, keywords: Any) -> Any:
            return implementation(arguments[0]).get_call_type(self.context, arguments, keywords)

    @lower_builtin(dispatch, types.VarArg(types.Any))
    def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        function = context.get_function(implementation(signature.args[0]), signature)
        context.add_linking_libs(function.libs)
        return function(builder, arguments)

    dispatch.__name__, dispatch.__doc__ = name, declaration.__doc__
    vars(dispatch)["_numba_type_"] = types.Function(Typed)
    return dispatch


@generic
def setup(s, seats, options):
    """Write the start position into a zeroed record. No randomness: shuffles are chance.

    `options` has a field for each option of the game, which holds the number of the chosen value.
    """


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
    """Write the estimated share of victory of each seat into `out[seat]`.

    Where `out` has more places than seats, a game may say behind them what its estimate is made of, in numbers of about
    0 to 1, one for each seat: `search.network` learns from these. They are 0 before.
    """


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


@generic
def seen(s, spare, seat):
    """The view of a seat: the record itself in an open game, else `spare`, made into a copy without the secrets."""


@compiled
def no_chance(s, out, weights):
    """The default `chance`: nature never acts."""
    return 0


@compiled
def hide_nothing(s, seat):
    """The default `redact`, of an open game: everybody sees everything."""


@compiled
def fill_nothing(s, seat, rng):
    """The default `determinize`, of an open game: a view has no blanks."""


@compiled
def seen_whole(s, spare, seat):
    """`seen` in an open game."""
    return s


@compiled
def seen_in_part(s, spare, seat):
    """`seen` in a game with secrets."""
    copy(spare, s)
    redact(spare, seat)
    return spare


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
    for word in machine_words(s)[1:]:
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
    apply: Function
    outcome: Function
    evaluate: Function
    census: Function
    chance: Function = no_chance
    redact: Function = hide_nothing
    determinize: Function = fill_nothing
    sample: Function = listed_sample
    prior: Function = equal_prior
    policy: Function = simultaneous_policy
    mask: Function = listed_mask
    observe: Function = observed_bytes

    def __post_init__(self) -> None:
        assert self.record.names is not None
        _kernels[self.record.names[0]] = self

    @classmethod
    def of(cls, record: np.dtype[np.void], *modules: ModuleType) -> Kernel:
        """The kernel of the functions that some modules define under its names; their other functions do not matter.

        What a module only imports does not count, so that each function has one home.
        """
        homes: dict[str, ModuleType] = {}
        for module in modules:
            for name in NAMES:
                if getattr(getattr(module, name, None), "__module__", None) != module.__name__:
                    continue
                if name in homes:
                    there, here = homes[name].__name__, module.__name__
                    raise ValueError(f"two functions {name!r} for one kernel, in {there} and in {here}: leave one out")
                homes[name] = module
        missing = [name for name in REQUIRED if name not in homes]
        if missing:
            where = ", ".join(module.__name__ for module in modules) or "no module"
            raise ValueError(f"a kernel also needs {', '.join(missing)}; looked in {where}")
        if ("redact" in homes) != ("determinize" in homes):
            raise ValueError("redact and determinize go together: what one blanks, the other fills")
        return cls(record, **{name: getattr(module, name) for name, module in homes.items()})

    @property
    def hides(self) -> bool:
        """Whether the game has something to redact."""
        return self.redact is not hide_nothing

    @property
    def seen(self) -> Function:
        """How a view is made: nobody writes it for a game of their own."""
        return seen_in_part if self.hides else seen_whole


_kernels: dict[str, Kernel] = {}
NAMES = tuple(field.name for field in fields(Kernel) if field.name != "record")
REQUIRED = tuple(field.name for field in fields(Kernel) if field.name in NAMES and field.default is MISSING)
