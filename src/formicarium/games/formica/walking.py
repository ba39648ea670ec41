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
    PLACES,
    STONES,
    TOUCHED,
    TRACK,
    WORD,
)

WORDS = 2 * STONES  # for each stone where it can go by the move that is due, then by the one after it


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
def own_stones(s):
    """How many stones a seat has: two colours with two seats."""
    return 2 * NEST_FIELDS if s.seats == 2 else NEST_FIELDS


@compiled
def own_stone(seat, k):
    """The stones of a seat, in order; its second colour, if it has one, is the next but one."""
    return seat * NEST_FIELDS + k + (NEST_FIELDS if k >= NEST_FIELDS else 0)


@compiled
def own_fields(s, seat):
    """The track fields where towers of a seat stand."""
    outer, inner = np.int64(0), np.int64(0)
    for k in range(own_stones(s)):
        field = np.int64(s.place[own_stone(seat, k)])
        if field < WORD:
            outer |= 1 << field
        elif field < TRACK:
            inner |= 1 << (field - WORD)
    return outer, inner


@compiled
def way(s, stone, steps):
    """F5.3: where an ant that its seat controls can end; of goals only in its own, and from its nest in none.

    Own towers in the way are not looked at here.
    """
    start = np.int64(s.place[stone])
    outer, inner = ends(s, start, steps)
    return outer, inner & (NO_GOALS if start >= NEST else NO_GOALS | GOALS[stone // NEST_FIELDS])


@compiled
def reach(s, seat, steps, shift, outer, inner):
    """The ways of all ants that a seat controls, from `shift` on in the two words."""
    nestling, nest = -1, -1
    for k in range(own_stones(s)):
        stone = own_stone(seat, k)
        start = np.int64(s.place[stone])
        if start >= PLACES:
            continue
        if start == nest:  # all ants of a nest move alike
            outer[shift + stone], inner[shift + stone] = outer[nestling], inner[nestling]
        else:
            outer[shift + stone], inner[shift + stone] = way(s, stone, steps)
            if start >= NEST:
                nestling, nest = shift + stone, start


@compiled
def find_sources(s, seat, outer, inner):
    """F5.2: how many ants may make the move that is due, and where to: the first half of the words.

    The first of two moves must leave the second to another ant. A stone that has moved with this roll does not move.
    """
    reach(s, seat, np.int64(s.steps), 0, outer, inner)
    own_outer, own_inner = own_fields(s, seat)
    followers, follower = 0, -1
    if s.moving == 1:
        reach(s, seat, other_die(s), STONES, outer, inner)
        for k in range(own_stones(s)):
            stone = own_stone(seat, k)
            if (outer[STONES + stone] & ~own_outer) | (inner[STONES + stone] & ~own_inner):
                followers += 1
                follower = stone
    found = 0
    for k in range(own_stones(s)):
        stone = own_stone(seat, k)
        outer[stone] &= ~own_outer
        inner[stone] &= ~own_inner
        if outer[stone] | inner[stone]:
            left = s.moving != 1 or followers > 1 or (followers == 1 and follower != stone)
            if stone + 1 != s.moved and (left or can_follow(s, seat, stone, outer, inner)):
                found += 1
            else:
                outer[stone] = inner[stone] = 0
    return found


@compiled
def can_move(s, seat, own_outer, own_inner):
    """F5.2: whether `find_sources` would find one, without looking at more ants than that takes."""
    first = second = False  # whether an ant can go by the die of the move that is due, by the other one
    for k in range(own_stones(s)):
        stone = own_stone(seat, k)
        if s.place[stone] >= PLACES or stone + 1 == s.moved:
            continue
        outer, inner = way(s, stone, np.int64(s.steps))
        goes = (outer & ~own_outer) | (inner & ~own_inner) != 0
        if goes and (s.moving != 1 or second):
            return True
        if s.moving == 1:
            outer, inner = way(s, stone, other_die(s))
            follows = (outer & ~own_outer) | (inner & ~own_inner) != 0
            if follows and first:
                return True
            second |= follows
        first |= goes
    if not first:
        return False
    # Only one ant can go at all, or the second of two needs the field that the first one leaves.
    return find_sources(s, seat, scratch(WORDS, np.int64), scratch(WORDS, np.int64)) > 0


@compiled
def can_follow(s, seat, first, outer, inner):
    """F5.2: whether another ant can take the field of the tower that moves first, which is looked at as lifted off."""
    field = np.int64(s.place[first])
    if field >= TRACK:
        return False
    for k in range(own_stones(s)):
        stone = own_stone(seat, k)
        if stone != first:
            fields = outer[STONES + stone] >> field if field < WORD else inner[STONES + stone] >> (field - WORD)
            if fields & 1:
                return True
    return False


@compiled
def other_die(s):
    """The die that is left for the second move."""
    return np.int64(s.dice[0]) + s.dice[1] - s.steps


@compiled
def controls(s, seat, colour):
    """F8: whether a colour, or any of a seat's if it is -1, has an ant in its nest or on top of a tower."""
    for k in range(own_stones(s)):
        stone = own_stone(seat, k)
        if s.place[stone] < PLACES and (colour < 0 or stone // NEST_FIELDS == colour):
            return True
    return False
