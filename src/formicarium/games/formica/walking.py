"""Formica's walks: where a tower or an ant of the nest can go in an exact number of steps (F5.2, F5.3).

A set of fields is two words: bit f of the first for the outer course, bit f - 40 of the second for all other fields.
"""

import numpy as np

from formicarium.engine.jit import compiled, scratch
from formicarium.games.formica.components import (
    ENDS,
    GOALS,
    MOST_NEAR,
    MOST_PATHS,
    NEAR,
    NEST,
    NEST_FIELDS,
    NO_GOALS,
    TOUCHED,
    TRACK,
    WORD,
)


@compiled
def ends(s, start, steps):
    """F5.3: the fields at the end of all walks of so many steps, without turning back and without meeting a barrier."""
    outer, inner = np.int64(0), np.int64(0)
    for k in range(len(s.barriers)):
        field = np.int64(s.barriers[k])
        if field >= WORD:
            inner |= 1 << (field - WORD)
        elif field >= 0:
            outer |= 1 << field
    if TOUCHED[start, steps, 0] & outer == 0 and TOUCHED[start, steps, 1] & inner == 0:
        return ENDS[start, steps, 0], ENDS[start, steps, 1]
    return walk(start, steps, outer, inner)


@compiled
def walk(start, steps, closed_outer, closed_inner):
    """The same field by field, for walks that a barrier can touch."""
    at = scratch(MOST_PATHS, np.int64)
    came = scratch(MOST_PATHS, np.int64)
    left = scratch(MOST_PATHS, np.int64)
    outer, inner = np.int64(0), np.int64(0)
    at[0], came[0], left[0] = start, -1, steps
    ways = 1
    while ways > 0:
        ways -= 1
        field, before, remaining = at[ways], came[ways], left[ways] - 1
        for k in range(MOST_NEAR):
            near = NEAR[field, k]
            if near < 0 or near == before:
                continue
            if near < WORD:
                if (closed_outer >> near) & 1:
                    continue
            elif (closed_inner >> (near - WORD)) & 1:
                continue
            if remaining > 0:
                at[ways], came[ways], left[ways] = near, field, remaining
                ways += 1
            elif near < WORD:
                outer |= 1 << near
            else:
                inner |= 1 << (near - WORD)
    return outer, inner


@compiled
def own_fields(s, seat):
    """The track fields where towers of a seat stand."""
    outer, inner = np.int64(0), np.int64(0)
    for colour in range(seat, s.colours, s.seats):
        for stone in range(colour * NEST_FIELDS, (colour + 1) * NEST_FIELDS):
            field = np.int64(s.place[stone])
            if field < WORD:
                outer |= 1 << field
            elif field < TRACK:
                inner |= 1 << (field - WORD)
    return outer, inner


@compiled
def targets(s, start, colour, steps, own_outer, own_inner):
    """F5.3: where a tower of that colour, or an ant of its nest, may end: not on an own tower, and in an own goal only."""
    outer, inner = ends(s, start, steps)
    allowed = NO_GOALS if start >= NEST else NO_GOALS | GOALS[colour]
    return outer & ~own_outer, inner & ~own_inner & allowed


@compiled
def can_follow(s, seat, steps, but):
    """F5.2: whether the seat has a move of so many steps with another ant when that stone's tower is lifted off the board."""
    own_outer, own_inner = own_fields(s, seat)
    field = np.int64(s.place[but])
    if field < WORD:
        own_outer &= ~(1 << field)
    elif field < TRACK:
        own_inner &= ~(1 << (field - WORD))
    for colour in range(seat, s.colours, s.seats):
        tried = False  # all ants of a nest move alike
        for stone in range(colour * NEST_FIELDS, (colour + 1) * NEST_FIELDS):
            start = np.int64(s.place[stone])
            if start > NEST + 3 or stone == but or (start >= NEST and tried):
                continue
            tried |= start >= NEST
            outer, inner = targets(s, start, colour, steps, own_outer, own_inner)
            if outer | inner:
                return True
    return False


@compiled
def may_start(s, seat, stone, own_outer, own_inner):
    """F5.2: whether a top stone may make the move that is due; the first of two moves must leave one for another ant."""
    if stone + 1 == s.moved:
        return False
    start = np.int64(s.place[stone])
    outer, inner = targets(s, start, stone // NEST_FIELDS, s.steps, own_outer, own_inner)
    if outer | inner == 0:
        return False
    return s.moving != 1 or can_follow(s, seat, other_die(s), stone)


@compiled
def other_die(s):
    """The die that is left for the second move."""
    return np.int64(s.dice[0]) + s.dice[1] - s.steps


@compiled
def can_open(s, seat):
    """F5.2: whether any ant may make the move that is due."""
    own_outer, own_inner = own_fields(s, seat)
    for colour in range(seat, s.colours, s.seats):
        tried = False
        for stone in range(colour * NEST_FIELDS, (colour + 1) * NEST_FIELDS):
            start = np.int64(s.place[stone])
            if start > NEST + 3 or (start >= NEST and tried) or stone + 1 == s.moved:
                continue
            tried |= start >= NEST
            if may_start(s, seat, stone, own_outer, own_inner):
                return True
    return False


@compiled
def controls(s, seat, colour):
    """F8: whether a colour, or any of a seat's if it is -1, has an ant in its nest or on top of a tower."""
    for own in range(seat, s.colours, s.seats):
        if colour < 0 or own == colour:
            for stone in range(own * NEST_FIELDS, (own + 1) * NEST_FIELDS):
                if s.place[stone] <= NEST + 3:
                    return True
    return False
