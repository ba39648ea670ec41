"""Features: how a game's `observe` writes its numbers. Each function writes at a place and returns the next one."""

from formicarium.engine.jit import compiled

MOST = 127  # what a feature can say; larger numbers are cut


@compiled
def number(out, at, value):
    """A small number as it is."""
    out[at] = min(MOST, max(-MOST, value))
    return at + 1


@compiled
def numbers(out, at, values):
    """An array of small numbers as they are."""
    for value in values:
        out[at] = min(MOST, max(-MOST, value))
        at += 1
    return at


@compiled
def hot(out, at, value, size):
    """One of so many: a 1 at its place, none for a value outside."""
    if 0 <= value < size:
        out[at + value] = 1
    return at + size


@compiled
def bits(out, at, mask, size):
    """A bit mask as zeros and ones."""
    for k in range(size):
        out[at + k] = (mask >> k) & 1
    return at + size


@compiled
def relative(seat, viewer, seats):
    """How many seats after the viewer a seat sits; nobody, -1, stays -1."""
    return -1 if seat < 0 else (seat + seats - viewer) % seats
