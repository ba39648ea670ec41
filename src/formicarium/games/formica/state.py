"""Formica's record: one line a field. Stones are stored as stone + 1, so that 0 is none."""

import numpy as np

from formicarium.core.jit import record
from formicarium.games.formica.components import BARRIERS, COLOURS, NEST_FIELDS, PARTS, PLACES, STONES, TRACK

# Where a stone is: on top of the tower of a track field (0…67), in its nest (NEST + colour), or else one of these.
COVERED, PRISON, QUEEN, ABSENT = PLACES, PLACES + 1, PLACES + 2, PLACES + 3

# What is to be done now.
DEALING, LOT, TURN, RESCUE, DICE, CHOICE, SOURCE, TARGET, FREEING, DOUBLE = range(10)

# How a move ended.
MOVED, CAUGHT, REPELLED, HOME = range(4)

MOVE = np.dtype(
    [
        ("stone", np.uint8),  # the top stone of what moved, 0 for no move
        ("source", np.uint8),  # the field that it left, or the nest
        ("target", np.uint8),
        ("steps", np.uint8),
        ("result", np.uint8),
        ("barriers", np.int8, (BARRIERS,)),  # where they stood then
    ],
    align=True,
)

STATE = record(
    "formica",
    __file__,
    [
        ("part", np.int8, (STONES,)),  # 1…7, 0 for undealt or unknown
        ("pole", np.int8, (STONES,)),  # of the ant face: 1 or 2, 0 for undealt or unknown
        ("seen", np.uint8, (STONES,)),  # whether the part has been shown at home (F6)
        ("family", np.uint8, (STONES,)),  # the lowest stone whose pole is known to be like or unlike this one's
        ("unlike", np.uint8, (STONES,)),  # whether it is unlike that one's
        ("place", np.uint8, (STONES,)),
        ("below", np.uint8, (STONES,)),  # the stone underneath, in a tower
        ("top", np.uint8, (TRACK,)),  # the top stone on a track field
        ("nests", np.uint8, (COLOURS, NEST_FIELDS)),  # the stone on each nest field
        ("queens", np.uint8, (COLOURS, PARTS)),  # the stone on each queen field
        ("barriers", np.int8, (BARRIERS,)),  # track fields, -1 on the prison
        ("seats", np.int8),
        ("colours", np.int8),  # in play, from yellow on
        ("memory_aid", np.bool_),  # whether pictures show what has been learned; the rules do not care
        ("dealt", np.int8),  # stones dealt so far
        ("first", np.int8),  # the starting seat, -1 before the lot
        ("mover", np.int8),
        ("phase", np.int8),
        ("out", np.uint8, (COLOURS,)),  # the seats that are out (F8)
        ("round_number", np.int16),  # from 1; the rules do not care
        ("rolls", np.int16),
        ("dice", np.int8, (2,)),  # the smaller first, 0 before the first roll
        ("choices", np.int8),  # bit mask of the open choices of this roll: the dice, sum, difference
        ("moving", np.int8),  # 0 the only move of the roll, 1 the first of two, 2 the second
        ("steps", np.int8),  # of the move to be made
        ("lifted", np.uint8),  # the top stone that moves
        ("moved", np.uint8),  # the top stone that moved with the first die (F5.2)
        ("barred", np.bool_),  # whether a barrier was set for this double (F5.4)
        ("moves", MOVE, (2,)),  # the last moves, those of one roll, for the drawing
        ("winner", np.int8),  # -1 for nobody
        ("ending", np.int8),  # 0 while the match goes on, else 1 + the number of the reason
    ],
)
