"""The chains of six ants on the grid (G2.1): tables of all walks, and where the next ant may stand.

A walk is six cells in walking order. All walks of a rule stand in ascending order in `WALKS`, so those that begin like
the ants on the grid follow each other: a position keeps the first and the end of that range.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from formicarium.core.jit import compiled
from formicarium.games.grasshopper.components import ANTS, CELLS, SIDE
from formicarium.games.grasshopper.options import CHAIN_RULE, CONNECTED, INDUCED, PATH

EVERYWHERE = (1 << CELLS) - 1
NOT_LEFT = sum(1 << cell for cell in range(CELLS) if cell % SIDE)  # cells that have a neighbour to the left
NOT_RIGHT = sum(1 << cell for cell in range(CELLS) if cell % SIDE != SIDE - 1)


def near(cell: int) -> list[int]:
    """The orthogonal neighbours of a cell, ascending."""
    row, column = divmod(cell, SIDE)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [SIDE * r + c for r, c in around if 0 <= r < SIDE and 0 <= c < SIDE]


def walks(induced: bool, begun: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """All walks in ascending order; induced ones touch themselves nowhere."""
    if len(begun) == ANTS:
        yield begun
        return
    for cell in near(begun[-1]) if begun else range(CELLS):
        if cell not in begun and not (induced and set(near(cell)) & set(begun[:-1])):
            yield from walks(induced, (*begun, cell))


_LISTS = {PATH: list(walks(False)), INDUCED: list(walks(True))}
WALKS = np.array(_LISTS[PATH] + _LISTS[INDUCED], np.int64)
WALK_CELLS = np.array([sum(1 << cell for cell in walk) for walk in WALKS.tolist()], np.int64)  # as bit masks
STARTS = np.zeros((len(CHAIN_RULE.values), CELLS + 1), np.int64)  # by rule: where the walks from a cell begin in WALKS
for _rule, _first in ((PATH, 0), (INDUCED, len(_LISTS[PATH]))):
    STARTS[_rule] = [_first + sum(walk[0] < cell for walk in _LISTS[_rule]) for cell in range(CELLS + 1)]


def connected_sets() -> set[int]:
    """All connected sets of six cells as bit masks: those that the option `connected` allows."""
    sets = {1 << cell for cell in range(CELLS)}
    for _ in range(ANTS - 1):
        sets = {
            cells | 1 << more
            for cells in sets
            for cell in range(CELLS)
            if cells >> cell & 1
            for more in near(cell)
            if not cells >> more & 1
        }
    return sets


CONNECTED_CELLS = np.array(sorted(connected_sets()), np.int64)


@compiled
def around(cells):
    """The cells of a mask and all their neighbours."""
    sideways = ((cells & NOT_RIGHT) << 1) | ((cells & NOT_LEFT) >> 1)
    return (cells | sideways | (cells << SIDE) | (cells >> SIDE)) & EVERYWHERE


@compiled
def roomy(free):
    """The free cells from which a connected set of six free cells can be reached."""
    cells = 0
    left = free
    while left:
        part = left & -left
        grown = around(part) & free
        while grown != part:
            part = grown
            grown = around(part) & free
        left &= ~part
        count, rest = 0, part
        while rest:
            rest &= rest - 1
            count += 1
        if count >= ANTS:
            cells |= part
    return cells


@compiled
def next_cells(rule, ants, placed, low, high, holes):
    """Where the next ant may stand, as a mask: only cells from which a legal chain can still be completed."""
    if rule == CONNECTED:
        if placed == 0:
            return roomy(EVERYWHERE & ~holes)
        return around(ants) & ~ants & ~holes
    if placed == 0 and holes == 0:
        return EVERYWHERE  # every cell begins a walk
    cells = 0
    for walk in range(low, high):
        if WALK_CELLS[walk] & holes == 0:
            cells |= 1 << WALKS[walk, placed]
    return cells
