"""Sisimizi's record: one line a field. Empty fields and nobody are 0, so owners are stored as seat + 1."""

import numpy as np

from formicarium.core.jit import record
from formicarium.games.sisimizi.components import NODES, TOUCHES

PLAYER = np.dtype(
    [
        ("ants", np.int8),  # ants in the supply
        ("hills", np.int8),  # hills in the supply
        ("bridges", np.int8),  # bridges still allowed in this match (S4.4)
        ("regions", np.int16),  # bit mask of the regions where an own hill stands
    ],
    align=True,
)

STATE = record(
    "sisimizi",
    __file__,
    [
        ("ground", np.int8, (NODES,)),  # who stands on a field: on a dot a hill, elsewhere an ant
        ("above", np.int8, (NODES,)),  # whose ant stands on top of that, bridging (S5.4)
        ("players", PLAYER, (4,)),
        ("seats", np.int8),
        ("first", np.int8),  # the starting seat, -1 before the lot
        ("mover", np.int8),
        ("round_number", np.int16),  # from 1
        ("placed", np.int8),  # pieces placed in this turn
        ("placed_hills", np.int8),  # hills among them
        ("moved", np.int8),  # pieces lifted in this turn
        ("moved_hills", np.int8),  # hills among them
        ("bridged", np.bool_),  # whether this turn was a bridge
        ("lifted", np.int16),  # the field that the piece in hand came from, -1 with empty hands
        ("touched", np.int16, (TOUCHES,)),  # fields where the mover has put a piece in this turn
        ("touches", np.int8),  # how many
        ("last", np.int16, (TOUCHES,)),  # the same of the turn before, for the drawing
        ("lasts", np.int8),
        ("passes", np.int8),  # turns in a row in which nothing was done
        ("ending", np.int8),  # 0 while the match goes on, else 1 + the number of the reason
    ],
)
