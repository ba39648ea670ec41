"""What learning programs see of Antics!: seats from the viewer on, hexes, paths, sites and kinds as numbered."""

import numpy as np

from formicarium.core.features import MOST, Feature, bits, hot, number, numbers, relative
from formicarium.core.jit import compiled
from formicarium.core.kernel import SEATS
from formicarium.games.antics.components import (
    ANTS,
    BROWN,
    CELLS,
    COLOURS,
    FIELDS,
    ITEM_AT,
    KINDS,
    LEVELS,
    MARKERS,
    MOST_PREY,
    NODES,
    PATHS,
    ROUNDS,
    ROWS,
    SIDES,
    SYMBOLS,
    TILES,
    TOKENS,
)
from formicarium.games.antics.state import OVER, RIM

COLONY = (2 + SYMBOLS) * CELLS
PLAYER = 2 * KINDS + LEVELS + 2 * COLOURS + 2 + 1 + COLOURS + 4 * PATHS
SLOT = KINDS + 2  # gap, a tile, anteater
ANTEATERS = len(SIDES)
TURN = 12
SAME_TILES = int(max(TILES)) + 1  # and the starter
LEAVES = int(np.count_nonzero(ITEM_AT > COLOURS))

FEATURES = (
    Feature(
        "colonies",
        "colonies, by seat: height of each hex, what lies on it, the symbol on top",
        (SEATS, 2 + SYMBOLS, CELLS),
        most=RIM,
        seats=0,
    ),
    Feature(
        "players",
        "by seat: tiles in the supply and laid; tiles by level; prey delivered, not yet stored; leaves; ants; nests; "
        "on each path worker, guard, laden, cargo",
        (SEATS, PLAYER),
        most=(
            *[SAME_TILES] * 2 * KINDS,
            *[min(MOST, int(sum(TILES)) + 1)] * LEVELS,
            *[1] * 2 * COLOURS,
            *[LEAVES] * 2,
            ANTS,
            *[ANTS] * COLOURS,
            *[1] * 3 * PATHS,
            *[BROWN] * PATHS,
        ),
        seats=0,
    ),
    Feature("sites", "what lies on each site", (NODES,), most=MOST_PREY),
    Feature("gone", "prey eaten; tokens beside the board", (COLOURS + 1,), most=(*[MOST_PREY] * COLOURS, TOKENS)),
    Feature("tiles", "tiles in the bag, tiles out of the match", (2, KINDS), most=SAME_TILES),
    Feature("scouts", "scout fields: gap, kind of tile, anteater", (ROWS * FIELDS, SLOT)),
    Feature("anteaters", "which anteater is in a row, and its side", (ROWS, ANTEATERS + 1)),
    Feature("arrived", "rows whose anteater has arrived; arrivals", (ROWS + 1,), most=(*[1] * ROWS, ROWS)),
    Feature("phase", "what is to be decided", (OVER + 1,)),
    Feature("tile", "the tile in hand", (KINDS,)),
    Feature("half", "the hex of its first half", (CELLS,)),
    Feature(
        "turn",
        "prey a type; round; markers; magnificant used; level; steps; field; nest; ending; final turns; seats; "
        "set-up steps",
        (TURN,),
        most=(MOST_PREY, ROUNDS, MARKERS, 1, LEVELS, LEVELS, FIELDS, COLOURS - 1, 3, SEATS, SEATS, ROWS * FIELDS),
        least=(*[0] * 7, -1, *[0] * 4),
    ),
    Feature("mover", "the mover, by seat", (SEATS,), seats=0),
    Feature("first", "who began, by seat", (SEATS,), seats=0),
    Feature("seat", "the number of the viewer's seat", (SEATS,), seats=0),
)


@compiled
def observe(s, seat, out):
    seats = np.int64(s.seats)
    for k in range(seats):
        player = s.players[(seat + k) % seats]
        at = k * COLONY
        for cell in range(CELLS):
            out[at + cell] = player.height[cell]
            out[at + CELLS + cell] = player.load[cell]
            if player.height[cell]:
                out[at + (2 + np.int64(player.symbol[cell])) * CELLS + cell] = 1
    at = seats * COLONY
    for k in range(seats):
        player = s.players[(seat + k) % seats]
        at = numbers(out, numbers(out, numbers(out, at, player.supply), player.laid), player.on_level)
        at = bits(out, bits(out, at, np.int64(player.delivered), COLOURS), np.int64(player.fresh), COLOURS)
        at = number(out, numbers(out, at, player.leaves), player.ants)
        at = numbers(out, at, player.nests)
        at = bits(out, bits(out, at, np.int64(player.workers), PATHS), np.int64(player.guards), PATHS)
        at = numbers(out, bits(out, at, np.int64(player.laden), PATHS), player.cargo)
    at = number(out, numbers(out, numbers(out, at, s.lying), s.eaten), s.tokens)
    at = numbers(out, numbers(out, at, s.bag), s.removed)
    for row in range(ROWS):
        for field in range(FIELDS):
            at = hot(out, at, np.int64(s.slots[row, field]), SLOT)
    for row in range(ROWS):
        at = hot(out, at, np.int64(s.anteater[row]), ANTEATERS)
        at = number(out, at, s.side[row])
    at = number(out, bits(out, at, np.int64(s.arrived), ROWS), s.arrivals)
    at = hot(out, at, np.int64(s.phase), OVER + 1)
    at = hot(out, at, np.int64(s.kind), KINDS)
    at = hot(out, at, np.int64(s.cell), CELLS)
    at = number(out, number(out, at, s.prey_per_type), s.round_number)
    at = number(out, number(out, at, s.markers), np.int64(s.super_used))
    at = number(out, number(out, at, s.level), s.steps)
    at = number(out, number(out, at, s.field), s.nest)
    at = number(out, number(out, at, s.ending), s.turns_left)
    at = number(out, number(out, at, seats), s.counted)
    at = hot(out, at, relative(np.int64(s.mover), seat, seats), seats)
    at = hot(out, at, relative(np.int64(s.first), seat, seats), seats)
    return hot(out, at, seat, seats)
