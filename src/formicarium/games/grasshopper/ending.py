"""The end of a match: scores, places and shares (G3.6, G4.3, G7.12, G7.23); and the census of all components."""

import numpy as np

from formicarium.core.jit import compiled
from formicarium.games.grasshopper.components import (
    ANTS,
    CARDS,
    CELLS,
    INSECT_POINTS,
    INSECTS,
    KINDS,
    ROW,
    SHELF,
    TYPE,
    TYPES,
)
from formicarium.games.grasshopper.options import AUTUMN, BEETLE
from formicarium.games.grasshopper.piles import supply
from formicarium.games.grasshopper.shop import points
from formicarium.games.grasshopper.state import ABSENT, DECK, DISCARD, GRID, HELD, MIDDLE, NOWHERE, SUPPLY, VEILED

KEY = 1000  # what a point is worth beside the tie-break


@compiled
def shelf_points(s, seat):
    total = np.int64(0)
    for path in range(TYPES):
        total += SHELF[s.players[seat].shelves[path]]
    return total


@compiled
def insect_points(s, seat):
    total = np.int64(0)
    for insect in range(INSECTS):
        total += INSECT_POINTS[min(len(INSECT_POINTS) - 1, np.int64(s.players[seat].insects[insect]))]
    return total


@compiled
def insect_cards(s, seat):
    total = np.int64(0)
    for insect in range(INSECTS):
        total += s.players[seat].insects[insect]
    return total


@compiled
def score(s, seat):
    """The points of a seat: of its pantry and insects in Autumn, of its provisions in Winter."""
    if s.mode == AUTUMN:
        return shelf_points(s, seat) + insect_points(s, seat)
    return points(s, seat)


@compiled
def standing(s, seat):
    """G3.6, G7.12: points, then insect cards or path cards face up; who has won stands above all."""
    if s.mode == AUTUMN:
        return KEY * score(s, seat) + insect_cards(s, seat)
    return KEY * (100 if s.winner == seat else points(s, seat)) + supply(s, seat)


@compiled
def outcome(s, out):
    first = 0
    for seat in range(s.seats):
        place = 1
        for other in range(s.seats):
            place += standing(s, other) > standing(s, seat)
        first += place == 1
        out[1, seat] = place
        out[2, seat] = score(s, seat)
    for seat in range(s.seats):
        out[0, seat] = 1.0 / first if out[1, seat] == 1 else 0.0  # G7.23
    return np.int64(s.ending - 1)


@compiled
def census(s, out):
    """48 path cards by type, 14 provisions by kind, 6 powers, 6 ants, cubes and tokens; then differences, all 0."""
    for k in range(24):
        out[k] = 0
    for card in range(CARDS):
        place = np.int64(s.where[card])
        if place != ABSENT and 0 <= place < SUPPLY + s.seats:
            out[TYPE[card]] += 1
        out[4] += place == DECK
        out[5] += place == DISCARD
        out[6] += place == VEILED
        out[7] += place == GRID
        if place >= SUPPLY:
            out[8] += 1
    out[4] -= s.deck
    out[5] -= s.discard
    out[6] -= 1 if s.veil and s.where[s.veil_card] == VEILED else 0
    for cell in range(CELLS):
        if s.grid[cell] >= 0 and s.where[s.grid[cell]] == GRID:
            out[7] -= 1
    for seat in range(s.seats):
        me = s.players[seat]
        for path in range(TYPES):
            out[8] -= me.have[path]
        for insect in range(INSECTS):
            out[8] -= me.insects[insect]
        out[9] += 0 <= me.token <= TYPES and (seat != s.grasshopper or me.token == 0)  # one token at most, of a set
    for kind in range(KINDS):
        out[10 + kind] = s.stock[kind] + s.unused[kind]
        for place in range(ROW):
            out[10 + kind] += s.row[place] == kind
        for seat in range(s.seats):
            out[10 + kind] += s.players[seat].provisions[kind]
    for insect in range(INSECTS):
        out[17] += (NOWHERE if s.mode != BEETLE else MIDDLE) <= s.powers[insect] < HELD + s.seats
    standing_ants = 0
    for k in range(ANTS):
        standing_ants += s.ants[k] >= 0 and (s.chain >> np.int64(s.ants[k])) & 1
    out[18] = ANTS - s.placed + standing_ants
    return 19
