"""The record of The Grasshopper & the Ant: one line a field. Secret fields say who knows them (G7.14)."""

import numpy as np

from formicarium.core.jit import record
from formicarium.games.grasshopper.components import ANTS, CARDS, CELLS, INSECTS, KINDS, ROW, TYPES

# Where a path card is.
DECK, GRID, DISCARD, OUT, VEILED, ABSENT, SUPPLY = 0, 1, 2, 3, 4, 5, 6  # SUPPLY + seat; ABSENT: not in this deck
# Where a power is.
NOWHERE, MIDDLE, BOX, HELD = 0, 1, 2, 3  # HELD + seat
BLANK = 5  # a token that lies there, but which is secret; else 0 for none or 1 + its type

PLAYER = np.dtype(
    [
        ("have", np.int8, (TYPES,)),  # path cards face up in the supply, by type (Winter)
        ("shelves", np.int8, (TYPES,)),  # where the cubes stand (Autumn)
        ("insects", np.int8, (INSECTS,)),  # insect cards kept, by kind (Autumn)
        ("provisions", np.int8, (KINDS,)),  # by kind
        ("token", np.int8),  # the committed token; secret until the guess, known to its owner
    ],
    align=True,
)

# What the last round was, for the drawing only; all of it is public.
TRACE = np.dtype(
    [
        ("ants", np.int8, (ANTS,)),  # the chain, in walking order
        ("guess", np.int8),  # the cell that the Grasshopper chose
        ("chosen", np.int8),  # the Ant's type
        ("collector", np.int8),  # who took the harvest, -1 before the first round is over
        ("cells", np.int32),  # mask of the cells whose cards were taken
        ("bought", np.int8),  # the provision bought, -1 for none
    ],
    align=True,
)

STATE = record(
    "grasshopper",
    __file__,
    [
        ("mode", np.int8),  # autumn, winter, beetle
        ("chain_rule", np.int8),
        ("copies", np.int8),  # which deck: the number of the value of `insect_copies`
        ("open_insects", np.bool_),  # changes the drawing only
        ("same_type", np.bool_),  # wildcard sets may stand for their own type
        ("seats", np.int8),
        ("phase", np.int8),
        ("ending", np.int8),  # 0 while the match goes on, else 1 + the number of the reason
        ("winner", np.int8),  # who reached the goal (Winter), -1 for nobody
        ("round_number", np.int16),  # from 1; 0 during the set-up
        ("ant", np.int8),  # the seat that is the Ant, -1 before the lot
        ("grasshopper", np.int8),
        ("where", np.int8, (CARDS,)),  # of each path card; the veiled one is in the deck for those who do not know it
        ("grid", np.int8, (CELLS,)),  # the card on each cell, -1 for a hole
        ("deck", np.int8),  # cards in the deck
        ("discard", np.int8),  # cards on the discard pile
        ("players", PLAYER, (4,)),
        ("row", np.int8, (ROW,)),  # provisions that lie open, -1 for an empty place
        ("stock", np.int8, (KINDS,)),  # provisions in their deck, by kind
        ("unused", np.int8, (KINDS,)),  # provisions in the box, by kind
        ("powers", np.int8, (INSECTS,)),  # where each power is
        ("ants", np.int8, (ANTS,)),  # cells of the chain in walking order, -1 for an ant that is not placed
        ("chain", np.int32),  # the same as a mask
        ("placed", np.int8),  # how many
        ("low", np.int16),  # the walks that begin like the chain: from here …
        ("high", np.int16),  # … to before this one
        ("peeked", np.int8),  # the token that the Grasshopper saw, as `token`; known to the Grasshopper
        ("guess", np.int8),  # the cell that the Grasshopper chose, -1 before
        ("chosen", np.int8),  # the Ant's type once revealed, -1 before
        ("collector", np.int8),  # who takes the harvest, -1 before the guess
        ("harvest", np.int32),  # mask of the cells to be taken; a swapped one leaves it
        ("swapped", np.int32),  # mask of harvest cells whose card stays since another was taken
        ("emptied", np.int32),  # mask of the cells whose cards were taken in this round
        ("taken", np.int8, (ANTS,)),  # the cards taken in this round
        ("takes", np.int8),  # how many
        ("drawer", np.int8),  # whose turn it is to draw, counted from the Ant
        ("buying", np.int8),  # 1 + the provision being bought; known to the buyer, like the next three
        ("sets_from", np.int8, (TYPES,)),  # wildcard sets made of a type
        ("sets_for", np.int8, (TYPES,)),  # wildcard sets that stand for a type
        ("veil_pays", np.bool_),  # the hidden card is part of the payment
        ("bought", np.int8),  # 1 + the provision bought in this round
        ("veil", np.bool_),  # a hidden card lies before the holder of that power
        ("veil_card", np.int8),  # which one, -1 for none or secret; known to its owner
        ("veil_known", np.bool_),  # a reshuffle has told everybody which one it is (G7.20)
        ("before", TRACE),
    ],
)
