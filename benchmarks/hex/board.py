"""Hex's board, 11 by 11: the cells, the four edges, and what touches what."""

import numpy as np

SIDE = 11
CELLS = SIDE * SIDE
AROUND = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))  # row and column of the six cells around one, in a ring
DIRECTIONS = len(AROUND)
TOP, BOTTOM, LEFT, RIGHT = range(CELLS, CELLS + 4)  # edges are nodes too: seat 0 joins the first two, seat 1 the others
NODES = CELLS + 4
NAMES = tuple(f"{'abcdefghijk'[column]}{row + 1}" for row in range(SIDE) for column in range(SIDE))


def node(row: int, column: int) -> int:
    """The number of a cell, or that of the edge where there is none."""
    if row < 0 or row == SIDE:
        return TOP if row < 0 else BOTTOM
    if column < 0 or column == SIDE:
        return LEFT if column < 0 else RIGHT
    return row * SIDE + column


NEAR = np.array([[node(i // SIDE + row, i % SIDE + column) for row, column in AROUND] for i in range(CELLS)], np.uint8)
