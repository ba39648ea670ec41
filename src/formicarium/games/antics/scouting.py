"""The scout fields of Antics!: filling, sliding, and what arriving anteaters eat (A2.6, A8.4, A9)."""

import numpy as np

from formicarium.core.jit import compiled
from formicarium.games.antics.components import (
    ANTEATER,
    COLOURS,
    EATS_ANTS,
    EATS_PREY,
    FIELDS,
    HAS_FUNGUS,
    KINDS,
    PREY_SITE,
    ROWS,
    SIDES,
)
from formicarium.games.antics.network import TILES_OUT, note_exhausted, trigger


@compiled
def has_tile(s, field):
    for row in range(ROWS):
        if 0 < s.slots[row, field] < ANTEATER:
            return True
    return False


@compiled
def total(tiles):
    count = 0
    for kind in range(KINDS):
        count += np.int64(tiles[kind])
    return count


@compiled
def fill_at_start(s, kind):
    """A2.6: tiles with fungus from field 5 down, all others from field 1 up, rows from the top."""
    for k in range(FIELDS - 1):
        field = FIELDS - 2 - k if HAS_FUNGUS[kind] else k
        for row in range(ROWS):
            if s.slots[row, field] == 0:
                s.slots[row, field] = 1 + kind
                return


@compiled
def next_gap(s):
    """A8.4: the next free slot, field by field, rows from the top, as `field * ROWS + row`; -1 if there is none."""
    for field in range(FIELDS):
        for row in range(ROWS):
            if s.slots[row, field] == 0:
                return field * ROWS + row
    return -1


@compiled
def slide(s):
    """A8.4: in each row everything right of a gap slides left."""
    for row in range(ROWS):
        free = 0
        for field in range(FIELDS):
            thing = s.slots[row, field]
            if thing != 0:
                s.slots[row, field] = 0
                s.slots[row, free] = thing
                free += 1


@compiled
def finish_refill(s):
    """A8.4, A8.5: the bag may have run out; then the anteaters that are new in field 1 attack, top row first."""
    if next_gap(s) >= 0:
        trigger(s, TILES_OUT)
    for k in range(ROWS):
        s.attacks[k] = 0
    attacks = 0
    for row in range(ROWS):
        if s.slots[row, 0] == ANTEATER and (s.arrived >> row) & 1 == 0:
            s.arrived |= 1 << row
            colour = SIDES[s.anteater[row], s.side[row]]
            attack(s, colour)
            s.attacks[attacks] = 1 + colour
            attacks += 1
    if s.arrivals == ROWS:
        new_cycle(s)


@compiled
def attack(s, colour):
    """A9: what the guide's next entry says."""
    if EATS_PREY[s.arrivals] and s.lying[PREY_SITE[colour]] > 0:
        s.lying[PREY_SITE[colour]] -= 1
        s.eaten[colour] += 1
        note_exhausted(s, PREY_SITE[colour])
    if EATS_ANTS[s.arrivals]:
        eat_ants(s, colour)
    s.arrivals += 1


@compiled
def eat_ants(s, colour):
    """A9: all ants of that nest, or else of the next one to the left that has any, go back to their owners."""
    for step in range(COLOURS):
        nest = (colour - step + COLOURS) % COLOURS
        eaten = False
        for seat in range(s.seats):
            ants = s.players[seat].nests[nest]
            if ants > 0:
                s.players[seat].ants += ants
                s.players[seat].nests[nest] = 0
                eaten = True
        if eaten:
            return


@compiled
def new_cycle(s):
    """A9: after the third arrival all three turn over and go back to field 6; the tiles slide left."""
    s.arrivals = s.arrived = 0
    for row in range(ROWS):
        s.slots[row, 0] = 0
        s.side[row] = 1 - s.side[row]
    slide(s)
    for row in range(ROWS):
        s.slots[row, FIELDS - 1] = ANTEATER
