"""Features: how a game's `observe` writes its numbers. Each function writes at a place and returns the next one."""

from typing import NamedTuple

from formicarium.core.jit import compiled
from formicarium.core.kernel import SEATS


class Feature(NamedTuple):
    """A part of what `observe` writes: its name, what it says, the shape of its numbers and their bounds.

    `most` and `least` bound all numbers, or those of each place along the last axis. Where an axis counts seats, at its
    end and from the viewer on, `seats` is its number, and `observe` writes no more than those who play.
    """

    name: str
    meaning: str
    shape: tuple[int, ...]
    most: int | tuple[int, ...] = 1
    least: int | tuple[int, ...] = 0
    seats: int | None = None

    def of(self, seats: int) -> "Feature":
        """The same in a match of so many."""
        if self.seats is None:
            return self
        shape = list(self.shape)
        shape[self.seats] -= SEATS - seats
        return self._replace(shape=tuple(shape), seats=None)


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
