"""Hex's record: one line a field. An empty cell is 0, so owners are stored as seat + 1."""

import numpy as np

from benchmarks.hex.board import CELLS, NODES
from formicarium.core.jit import record

STATE = record(
    "hex",
    __file__,
    [
        ("owner", np.uint8, (NODES,)),  # who holds a cell, or an edge
        ("parent", np.uint8, (NODES,)),  # groups as trees: the node one step nearer to the root
        ("cells", np.uint8, (CELLS,)),  # the empty cells first, in any order
        ("place", np.uint8, (CELLS,)),  # where each cell stands among them
        ("empty", np.uint8),  # how many are empty
        ("mover", np.uint8),
        ("winner", np.uint8),  # seat + 1, 0 while the match goes on
    ],
)
