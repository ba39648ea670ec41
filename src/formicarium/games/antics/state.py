"""Antics!'s record: one line a field. Everything in it is public (A14.27)."""

import numpy as np

from formicarium.core.jit import record
from formicarium.games.antics.components import CELLS, COLOURS, FIELDS, KINDS, LEVELS, NODES, PATHS, ROWS

TRACE = 40  # so many actions of a turn are kept for the drawing

PLAYER = np.dtype(
    [
        # The colony, cell by cell of the window
        ("height", np.uint8, (CELLS,)),  # pieces in the stack, 0 where nothing lies (A4)
        ("symbol", np.uint8, (CELLS,)),  # what the top piece shows
        ("piece", np.uint8, (CELLS,)),  # the number of the tile on top, 0 for the base
        (
            "load",
            np.uint8,
            (CELLS,),
        ),  # what lies on the hex: 0, 1 + colour of prey, MARKER; on bare table beside the colony RIM
        ("laid", np.int8, (KINDS,)),  # tiles in the colony by kind
        ("on_level", np.int8, (LEVELS,)),  # tiles in the colony by level, for ties (A10)
        ("pieces", np.uint8),  # how many tiles that is
        # In front of it
        ("supply", np.int8, (KINDS,)),  # tiles by kind
        ("delivered", np.uint8),  # bit mask of the prey types delivered
        ("fresh", np.uint8),  # those of them that are not yet stored on the colony
        ("leaves", np.int8, (2,)),  # delivered, green and brown
        # Ants: supply + nests + workers + guards + the one on the hill are twelve
        ("ants", np.int8),  # in the supply
        ("nests", np.int8, (COLOURS,)),
        ("workers", np.uint32),  # bit mask of the paths with an own worker
        ("guards", np.uint32),  # bit mask of the paths with an own guard
        ("laden", np.uint32),  # bit mask of the workers that carry something
        ("cargo", np.int8, (PATHS,)),  # what the worker on a path carries: 0, 1 + colour of prey, GREEN, BROWN
        ("carried", np.uint8),  # bit mask of the prey types carried
    ],
    align=True,
)

STATE = record(
    "antics",
    __file__,
    [
        ("players", PLAYER, (4,)),
        ("seats", np.int8),
        ("prey_per_type", np.int8),
        # The shared board
        ("lying", np.int8, (NODES,)),  # prey or leaves on each site
        ("eaten", np.int8, (COLOURS,)),  # prey eaten by anteaters
        ("tokens", np.int8),  # exhausted tokens beside the board
        ("bag", np.int8, (KINDS,)),  # tiles by kind
        ("removed", np.int8, (KINDS,)),  # tiles out of the match: A13, two seats
        ("slots", np.uint8, (ROWS, FIELDS)),  # scout fields: 0 is a gap, 1 + kind a tile, ANTEATER
        ("anteater", np.int8, (ROWS,)),  # which anteater is in a row, -1 before set-up
        ("side", np.int8, (ROWS,)),  # which of its sides is up
        ("arrived", np.int8),  # bit mask of the rows whose anteater has reached field 1
        ("arrivals", np.int8),  # how many have in this cycle: the guide's next entry
        # Where the match stands
        ("phase", np.int8),
        ("counted", np.int8),  # chance actions of this part of set-up
        ("first", np.int8),  # the starting seat, -1 before the lot
        ("mover", np.int8),
        ("round_number", np.int16),  # from 1
        ("markers", np.int8),  # that the mover may still place in this turn
        ("super_used", np.bool_),  # whether the magnificant has its marker
        ("level", np.int8),  # of the running action
        ("steps", np.int8),  # left in it
        ("field", np.int8),  # scout: the next field, from 0
        ("nest", np.int8),  # hatch: where the first ant went
        ("kind", np.int8),  # build: the tile in hand, -1 without
        ("cell", np.int16),  # build: where its first half lies, -1 before
        ("ending", np.int8),  # 0, or 1 + the number of the reason for which the end has been triggered
        ("turns_left", np.int8),  # final turns to come after this one, once it has
        # For the drawing
        ("track", np.int16, (TRACE,)),  # the actions of this turn
        ("tracks", np.int8),
        ("last", np.int16, (TRACE,)),  # those of the turn before
        ("lasts", np.int8),
        ("attacks", np.int8, (ROWS,)),  # 1 + colour of the anteaters that attacked in the last clean-up, in their order
        ("last_mover", np.int8),  # who had the turn before, -1 for nobody
    ],
)

MARKER = COLOURS + 1  # in `load`
RIM = COLOURS + 2

# What is to be decided; up to FIRST and at REFILL nature decides
(
    REMOVING,
    ANTEATERS,
    FILLING,
    LOT,
    CHOOSE,
    SCOUTING,
    TILE,
    LAY,
    LAY_SECOND,
    HATCHING,
    PLACING,
    TRANSPORTING,
    STORING,
    DROPPING,
    REFILL,
    OVER,
) = range(16)
