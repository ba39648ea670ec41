"""A colony of Antics!: where a tile may lie, what it does to the stacks, and what a colony scores (A3, A4, A10)."""

import numpy as np

from formicarium.core import random
from formicarium.core.jit import compiled, scratch
from formicarium.games.antics.actions import LAY_AT, STORE, USE
from formicarium.games.antics.components import (
    BASE,
    BASE_SYMBOL,
    BESIDE,
    CELLS,
    FUNGUS,
    LEAF_BONUS,
    LEVELS,
    OUTSIDE,
    PAIR,
    SYMBOLS,
)
from formicarium.games.antics.state import MARKER, RIM

NEVER = 99  # the level at which an impossible action is possible
DIRECTIONS = BESIDE.shape[1]


@compiled
def lay_base(me):
    """A1: six hexes of level 1."""
    for k in range(len(BASE)):
        raise_cell(me, BASE[k], BASE_SYMBOL[k])
    for k in range(len(BASE)):
        mark_rim(me, BASE[k])


@compiled
def raise_cell(me, cell, symbol):
    me.height[cell] += 1
    me.symbol[cell] = symbol
    me.load[cell] = 0


@compiled
def mark_rim(me, cell):
    """The bare cells around a cell of the colony are those that wide building can start from."""
    for k in range(DIRECTIONS):
        near = BESIDE[cell, k]
        if near != OUTSIDE and me.height[near] == 0:
            me.load[near] = RIM


@compiled
def fits(me, cell, other):
    """A4: whether a tile may lie on two neighbouring cells."""
    height = me.height[cell]
    if other == OUTSIDE or me.height[other] != height or height >= LEVELS:
        return False
    if height == 0:
        return me.load[cell] == RIM or me.load[other] == RIM  # wide: one half shares an edge with the colony
    if me.load[cell] != 0 or me.load[other] != 0:
        return False  # markers and prey are never covered
    return me.piece[cell] == 0 or me.piece[cell] != me.piece[other]  # not on one single tile; the base is exempt


@compiled
def can_begin(me, cell):
    """A17: the first half may lie where a place for the second exists."""
    for k in range(DIRECTIONS):
        if fits(me, cell, BESIDE[cell, k]):
            return True
    return False


@compiled
def lay_tile(me, kind, cell, other):
    """The first symbol of the pair lies on the first cell."""
    me.pieces += 1
    me.laid[kind] += 1
    me.on_level[me.height[cell]] += 1
    wide = me.height[cell] == 0
    raise_cell(me, cell, PAIR[kind, 0])
    raise_cell(me, other, PAIR[kind, 1])
    me.piece[cell] = me.piece[other] = me.pieces
    if wide:
        mark_rim(me, cell)
        mark_rim(me, other)


# Lists of actions


@compiled
def list_first_cells(me, out):
    count = 0
    for cell in range(CELLS):
        if can_begin(me, cell):
            out[count] = LAY_AT + cell
            count += 1
    return count


@compiled
def sample_first_cell(me, rng):
    """Cells are pointed at until one will do: each is equally likely."""
    while True:
        cell = random.below(rng, CELLS)
        if can_begin(me, cell):
            return LAY_AT + cell


@compiled
def list_second_cells(me, cell, out):
    count = 0
    for k in range(DIRECTIONS):
        near = BESIDE[cell, k]
        if fits(me, cell, near):
            out[count] = LAY_AT + near
            count += 1
    return count


@compiled
def list_uses(me, needed, out, count):
    """A3: visible hexes without marker and prey whose level is enough for one step of their action."""
    for cell in range(CELLS):
        height = me.height[cell]
        if height != 0 and me.load[cell] == 0 and needed[me.symbol[cell]] <= height:
            out[count] = USE + cell
            count += 1
    return count


@compiled
def any_use(me, needed):
    for cell in range(CELLS):
        height = me.height[cell]
        if height != 0 and me.load[cell] == 0 and needed[me.symbol[cell]] <= height:
            return True
    return False


@compiled
def list_stores(me, colour, out):
    """A8.2: any action hex without prey, and only if there is none, any hex without prey."""
    count = 0
    for fallback in range(2):
        for cell in range(CELLS):
            if me.height[cell] != 0 and me.load[cell] == 0 and (me.symbol[cell] != FUNGUS or fallback == 1):
                out[count] = STORE + colour * CELLS + cell
                count += 1
        if count > 0:
            break
    return count


@compiled
def take_markers(me):
    for cell in range(CELLS):
        if me.load[cell] == MARKER:
            me.load[cell] = 0


# Scoring


@compiled
def prey_count(me):
    count, left = 0, np.int64(me.delivered)
    while left:
        left &= left - 1
        count += 1
    return count


@compiled
def fungus_score(me):
    """A10: the highest visible fungus hexes get the leaves, one each, green ones first."""
    fungi = scratch(8, np.int64)  # by level
    for cell in range(CELLS):
        if me.height[cell] != 0 and me.symbol[cell] == FUNGUS:
            fungi[me.height[cell]] += 1
    green = np.int64(me.leaves[0])
    leaves = green + me.leaves[1]
    points = np.int64(0)
    for down in range(LEVELS):
        level = LEVELS - down
        used = min(fungi[level], leaves)
        points += used * level
        points += min(used, green) * LEAF_BONUS[0] + (used - min(used, green)) * LEAF_BONUS[1]
        leaves -= used
        green -= min(used, green)
    return points


@compiled
def score(me):
    prey = prey_count(me)
    return prey * prey + fungus_score(me)


assert FUNGUS == SYMBOLS - 1
