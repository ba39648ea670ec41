"""Sharing: how threads that stand in compiled code divide the matches of a batch among themselves.

A call has tickets: a counter for the part of each thread, and one of the matches that are done. A thread takes a few
matches at a time, first of its own part, which its core still remembers, then of the others'; so nobody waits for one
that was held up. Who makes the call works too, and needs the others for nothing: they may come late or not at all.

A helper that has found no more work goes on looking at the desk for a moment before it returns: to wake a thread takes
longer than many a call. Python's lock is taken only when a new call has come, and its caller does without it.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array
from numpy.typing import NDArray

from formicarium.core.jit import compiled, enabled

APART = 8  # words from one counter to the next: each on a cache line of its own
FEW = 16  # matches that are taken at a time
PATIENCE = 1 << 16  # looks at a counter before one gives up: some tens of microseconds


def tickets(threads: int) -> NDArray[np.int64]:
    """The tickets of one call."""
    return np.zeros((threads + 1) * APART, np.int64)


def add(counters: Any, k: int, amount: int) -> int:
    """Add to a counter that threads share; what it was before."""
    before = int(counters[k])
    counters[k] += amount
    return before


def look(counters: Any, k: int) -> int:
    """Read a counter that threads share."""
    return int(counters[k])


def put(counters: Any, k: int, value: int) -> None:
    """Write a counter that threads share."""
    counters[k] = value


def _add(typing_context: Any, counters: Any, k: Any, amount: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = _pointer(context, builder, signature, arguments)
        return builder.atomic_rmw("add", pointer, arguments[2], "seq_cst")

    return types.int64(counters, types.intp, types.int64), codegen


def _look(typing_context: Any, counters: Any, k: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(_pointer(context, builder, signature, arguments), "seq_cst", 8)

    return types.int64(counters, types.intp), codegen


def _put(typing_context: Any, counters: Any, k: Any, value: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store_atomic(arguments[2], _pointer(context, builder, signature, arguments), "seq_cst", 8)
        return context.get_dummy_value()

    return types.void(counters, types.intp, types.int64), codegen


def _pointer(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array_type = signature.args[0]
    array = make_array(array_type)(context, builder, arguments[0])
    return cgutils.get_item_pointer(context, builder, array_type, array, [arguments[1]])


if enabled():
    _add.__name__, _look.__name__, _put.__name__ = "add", "look", "put"
    add, look, put = (cast(Any, intrinsic(function)) for function in (_add, _look, _put))


@compiled
def join(desk, part, number):
    """Begin a call: part 0 is who makes it, and says so at the desk."""
    if part == 0:
        put(desk, 0, number)


@compiled
def take(counters, part, count):
    """The next matches to do, from the first to before the last; none when all are taken."""
    parts = len(counters) // APART - 1
    for k in range(parts):
        owner = (part + k) % parts
        high = count * (owner + 1) // parts
        low = count * owner // parts
        low += add(counters, owner * APART, FEW)
        if low < high:
            return low, min(high, low + FEW)
    return 0, 0


@compiled
def leave(desk, counters, part, number, made):
    """Say how many matches were done; then who made the call waits for the others, and they for the next call.

    Nobody does so for long: see in the counters whether all is done.
    """
    done = len(counters) - APART
    add(counters, done, made)
    for _ in range(PATIENCE):
        if part == 0:
            if look(counters, done) >= look(desk, 1):
                return
        elif look(desk, 0) != number:
            return
