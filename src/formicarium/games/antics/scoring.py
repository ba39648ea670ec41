"""The end of Antics!: scores, ties, places, and the census of all components (A10)."""

import numpy as np

from formicarium.core.jit import compiled
from formicarium.games.antics.colony import score
from formicarium.games.antics.components import (
    ANTEATER,
    BASE,
    CELLS,
    COLOURS,
    FIELDS,
    ITEM_AT,
    ITEMS,
    KINDS,
    LEVELS,
    MOST_PREY,
    NODES,
    PATHS,
    PREY_SITE,
    ROWS,
    STARTER,
    STARTERS,
)
from formicarium.games.antics.network import chained
from formicarium.games.antics.scouting import total


@compiled
def outcome(s, out):
    rank(s, out[0], out[1], out[2])
    return np.int64(s.ending) - 1


@compiled
def rank(s, shares, places, points):
    """A10: shares of victory, places and points if the match were scored now."""
    for seat in range(s.seats):
        points[seat] = score(s.players[seat])
    winners = 0
    for seat in range(s.seats):
        places[seat] = 1
        for other in range(s.seats):
            if is_better(s, points, other, seat):
                places[seat] += 1
        if places[seat] == 1:
            winners += 1
    for seat in range(s.seats):
        shares[seat] = 1.0 / winners if places[seat] == 1 else 0.0


@compiled
def is_better(s, points, seat, other):
    """A10: more points, or else more tiles on level 5, then on level 4, and so on down."""
    if points[seat] != points[other]:
        return points[seat] > points[other]
    for down in range(LEVELS):
        ours, theirs = s.players[seat].on_level[LEVELS - 1 - down], s.players[other].on_level[LEVELS - 1 - down]
        if ours != theirs:
            return ours > theirs
    return False


@compiled
def bits(mask):
    count = 0
    for k in range(PATHS):
        count += (mask >> k) & 1
    return count


@compiled
def census(s, out):
    """Tiles by kind, items by type, tokens, an anteater a row; of each seat ants, colony, chain and loads."""
    for kind in range(KINDS):
        out[kind] = np.int64(s.bag[kind]) + s.removed[kind]
        for seat in range(s.seats):
            out[kind] += np.int64(s.players[seat].supply[kind]) + s.players[seat].laid[kind]
    out[STARTER] += STARTERS - s.seats  # in the box
    count_slots(s, out)
    count_items(s, out[KINDS:])
    at = KINDS + ITEMS
    out[at] = s.tokens
    for colour in range(COLOURS):
        if s.lying[PREY_SITE[colour]] == 0:
            out[at] += 1
    at += 1
    for row in range(ROWS):
        out[at + row] = 0
        for field in range(FIELDS):
            if s.slots[row, field] == ANTEATER:
                out[at + row] += 1
    at += ROWS
    for seat in range(s.seats):
        count_seat(s.players[seat], out[at + 4 * seat :])
    return at + 4 * np.int64(s.seats)


@compiled
def count_slots(s, out):
    for row in range(ROWS):
        for field in range(FIELDS):
            if 0 < s.slots[row, field] < ANTEATER:
                out[s.slots[row, field] - 1] += 1


@compiled
def count_items(s, out):
    """On sites, on ants, delivered, eaten and in the box."""
    for item in range(ITEMS):
        out[item] = s.eaten[item] + MOST_PREY - s.prey_per_type if item < COLOURS else 0
    for node in range(NODES):
        if ITEM_AT[node] > 0:
            out[ITEM_AT[node] - 1] += s.lying[node]
    for seat in range(s.seats):
        me = s.players[seat]
        for path in range(PATHS):
            if me.cargo[path] > 0:
                out[me.cargo[path] - 1] += 1
        for colour in range(COLOURS):
            out[colour] += (me.delivered >> colour) & 1
        out[COLOURS] += me.leaves[0]
        out[COLOURS + 1] += me.leaves[1]


@compiled
def count_seat(me, out):
    """Twelve ants; and what must be 0: hexes that are not two a tile, workers without a link, misplaced loads."""
    workers, guards, laden = np.int64(me.workers), np.int64(me.guards), np.int64(me.laden)
    out[0] = np.int64(me.ants) + bits(workers) + bits(guards) + 1
    for nest in range(COLOURS):
        out[0] += me.nests[nest]
    volume, stored = np.int64(0), np.int64(0)
    for cell in range(CELLS):
        volume += me.height[cell]
        if me.height[cell] != 0 and 0 < me.load[cell] <= COLOURS:
            stored |= 1 << (np.int64(me.load[cell]) - 1)
    out[1] = volume - len(BASE) - 2 * total(me.laid)
    out[2] = bits(workers & ~chained(workers))
    carried, wrong = np.int64(0), bits(laden & ~workers) + bits(guards & ~workers)
    for path in range(PATHS):
        if (me.cargo[path] > 0) != (((laden >> path) & 1) == 1):
            wrong += 1
        if 0 < me.cargo[path] <= COLOURS:
            carried |= 1 << (np.int64(me.cargo[path]) - 1)
    if carried != me.carried or carried & me.delivered or stored != me.delivered & ~np.int64(me.fresh):
        wrong += 1
    out[3] = wrong
