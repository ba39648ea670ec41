"""Hex's rules: seats take turns to fill a cell, and whoever joins the two edges of their own wins. There is no swap."""

import numpy as np

from benchmarks.hex.board import BOTTOM, CELLS, DIRECTIONS, LEFT, NEAR, NODES, RIGHT, TOP
from formicarium.core import random
from formicarium.core.jit import compiled


@compiled
def setup(s, seats, options):
    for node in range(NODES):
        s.parent[node] = node
    for cell in range(CELLS):
        s.cells[cell] = s.place[cell] = cell
    s.empty = CELLS
    s.owner[TOP] = s.owner[BOTTOM] = 1
    s.owner[LEFT] = s.owner[RIGHT] = 2


@compiled
def actors(s):
    return 0 if s.winner else 1 << np.int64(s.mover)


# What may be done


@compiled
def legal(s, seat, out):
    count = 0
    for cell in range(CELLS):
        out[count] = cell  # written over by the next one unless it counts: a branch would be guessed wrong too often
        count += s.owner[cell] == 0
    return count


@compiled
def mask(s, seat, out):
    for cell in range(CELLS):
        out[cell] = s.owner[cell] == 0


@compiled
def observe(s, seat, out):
    """The cells of the viewer, then those of the other."""
    for cell in range(CELLS):
        out[cell] = s.owner[cell] == seat + 1
        out[CELLS + cell] = s.owner[cell] == 2 - seat
    return 2 * CELLS


@compiled
def sample(s, seat, rng):
    return np.int64(s.cells[random.below(rng, s.empty)])


# What happens then


@compiled
def apply(s, seat, action):
    """Fill a cell and join it with the groups that it touches.

    Of two roots the higher becomes the root of both. Edges have the highest numbers, so a group that reaches an edge
    has it as its root, and two such groups that meet have joined both edges of their seat.
    """
    own = seat + 1
    s.owner[action] = own
    take(s, action)
    root = np.uint8(action)
    before = s.owner[NEAR[action, DIRECTIONS - 1]] == own
    for k in range(DIRECTIONS):
        near = NEAR[action, k]
        mine = s.owner[near] == own
        if mine and not before:  # two that follow each other in the ring touch, and so are one group already
            other = find(s, near)
            if other > root:
                root, other = other, root
            if other != root:
                s.parent[other] = root
                if other >= CELLS:
                    s.winner = own
        before = mine
    s.mover = 1 - seat


@compiled
def take(s, cell):
    """Take a cell out of the empty ones: the last of them goes to its place."""
    s.empty -= 1
    last = s.cells[s.empty]
    s.cells[s.place[cell]] = last
    s.place[last] = s.place[cell]


@compiled
def find(s, node):
    """The root of a node; the way to it is halved for those who come later."""
    parent = s.parent[node]
    while parent != node:
        above = s.parent[parent]
        s.parent[node] = above
        node = above
        parent = s.parent[node]
    return node


# The end


@compiled
def outcome(s, out):
    for seat in range(2):
        won = s.winner == seat + 1
        out[0, seat] = won
        out[1, seat] = 1 if won else 2
        out[2, seat] = won
    return 0


@compiled
def evaluate(s, out):
    """No opinion before the end: the yardstick measures random play."""
    for seat in range(2):
        out[seat] = 0.5 if s.winner == 0 else 1.0 * (s.winner == seat + 1)


@compiled
def census(s, out):
    """Cells in all: the filled ones counted on the board, the empty ones as the record has them."""
    filled = 0
    for cell in range(CELLS):
        filled += s.owner[cell] != 0
    out[0] = filled + s.empty
    return 1
