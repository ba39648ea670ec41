"""What learning programs see of Antics!: seats from the viewer on, hexes, paths, sites and kinds as numbered."""

import numpy as np

from formicarium.engine.features import bits, hot, number, numbers, relative
from formicarium.engine.game import Feature
from formicarium.engine.jit import compiled
from formicarium.engine.kernel import SEATS
from formicarium.games.antics.components import (
    CELLS,
    COLOURS,
    FIELDS,
    KINDS,
    LEVELS,
    NODES,
    PATHS,
    ROWS,
    SIDES,
    SYMBOLS,
)
from formicarium.games.antics.state import OVER

COLONY = (2 + SYMBOLS) * CELLS
PLAYER = 2 * KINDS + LEVELS + 2 * COLOURS + 2 + 1 + COLOURS + 4 * PATHS
SLOT = KINDS + 2  # gap, a tile, anteater
ANTEATERS = len(SIDES)
TURN = 12

FEATURES = (
    Feature("colonies, by seat: height of each hex, what lies on it, the symbol on top", (SEATS, 2 + SYMBOLS, CELLS)),
    Feature(
        "by seat: tiles in the supply and laid; tiles by level; prey delivered, not yet stored; leaves; ants; nests; "
        "on each path worker, guard, laden, cargo",
        (SEATS, PLAYER),
    ),
    Feature("what lies on each site", (NODES,)),
    Feature("prey eaten; tokens beside the board", (COLOURS + 1,)),
    Feature("tiles in the bag, tiles out of the match", (2, KINDS)),
    Feature("scout fields: gap, kind of tile, anteater", (ROWS * FIELDS, SLOT)),
    Feature("which anteater is in a row, and its side", (ROWS, ANTEATERS + 1)),
    Feature("rows whose anteater has arrived; arrivals", (ROWS + 1,)),
    Feature("what is to be decided", (OVER + 1,)),
    Feature("the tile in hand", (KINDS,)),
    Feature("the hex of its first half", (CELLS,)),
    Feature(
        "prey a type; round; markers; magnificant used; level; steps; field; nest; ending; final turns; seats; "
        "set-up steps",
        (TURN,),
    ),
    Feature("the mover, by seat", (SEATS,)),
    Feature("who began, by seat", (SEATS,)),
    Feature("the number of the viewer's seat", (SEATS,)),
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
    at = SEATS * COLONY
    for k in range(seats):
        player = s.players[(seat + k) % seats]
        at = numbers(out, numbers(out, numbers(out, at, player.supply), player.laid), player.on_level)
        at = bits(out, bits(out, at, np.int64(player.delivered), COLOURS), np.int64(player.fresh), COLOURS)
        at = number(out, numbers(out, at, player.leaves), player.ants)
        at = numbers(out, at, player.nests)
        at = bits(out, bits(out, at, np.int64(player.workers), PATHS), np.int64(player.guards), PATHS)
        at = numbers(out, bits(out, at, np.int64(player.laden), PATHS), player.cargo)
    at += (SEATS - seats) * PLAYER
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
    at = hot(out, at, relative(np.int64(s.mover), seat, seats), SEATS)
    at = hot(out, at, relative(np.int64(s.first), seat, seats), SEATS)
    return hot(out, at, seat, SEATS)
