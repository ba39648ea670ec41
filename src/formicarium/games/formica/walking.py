"""Formica's walks: where a tower or an ant of the nest can go in an exact number of steps (F5.2, F5.3).

A set of fields is two words: bit f of the first for the outer course, bit f - 40 of the second for all other fields.
"""

import numpy as np

from formicarium.core.jit import compiled, scratch
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
NONE, SPOILING, KEEPING = 0, 1, 2  # F5.2: no move; only catches that make the second of two moves impossible; others


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
    """F5.2: which ants may make the move that is due, and where to: the first half of the words.

    The first of two moves must leave the second to another ant, which is looked at with the first one lifted off; and
    it may not catch where that would make the second impossible. If nothing else is left, it may: the answer is then
    `SPOILING`, else `KEEPING`, or `NONE` where no ant can go. A stone that has moved with this roll does not move.
    """
    reach(s, seat, np.int64(s.steps), 0, outer, inner)
    own_outer, own_inner = own_fields(s, seat)
    once_outer = once_inner = twice_outer = twice_inner = np.int64(0)  # where one ant, and where two can go as second
    if s.moving == 1:
        reach(s, seat, other_die(s), STONES, outer, inner)
        for k in range(own_stones(s)):
            stone = own_stone(seat, k)
            twice_outer |= once_outer & outer[STONES + stone]
            twice_inner |= once_inner & inner[STONES + stone]
            once_outer |= outer[STONES + stone]
            once_inner |= inner[STONES + stone]
    answer = NONE
    spoiled = scratch(STONES, np.int64)  # 1 + the field that the only second move needs, if a tower can be caught there
    for k in range(own_stones(s)):
        stone = own_stone(seat, k)
        outer[stone] &= ~own_outer
        inner[stone] &= ~own_inner
        if stone + 1 == s.moved:
            outer[stone] = inner[stone] = 0
        if s.moving == 1 and outer[stone] | inner[stone]:
            here_outer, here_inner = bit(np.int64(s.place[stone]))
            rest_outer = (twice_outer | once_outer & ~outer[STONES + stone]) & (~own_outer | here_outer)
            rest_inner = (twice_inner | once_inner & ~inner[STONES + stone]) & (~own_inner | here_inner)
            if rest_outer | rest_inner == 0:
                outer[stone] = inner[stone] = 0
            elif not several(rest_outer, rest_inner):
                field = lowest(rest_outer, rest_inner)
                if field < TRACK and s.top[field] > 0:
                    spoiled[stone] = field + 1
        kept_outer, kept_inner = without(outer[stone], inner[stone], spoiled[stone])
        if kept_outer | kept_inner:
            answer = KEEPING
        elif outer[stone] | inner[stone]:
            answer = max(answer, SPOILING)
    if answer == KEEPING:
        for k in range(own_stones(s)):
            stone = own_stone(seat, k)
            outer[stone], inner[stone] = without(outer[stone], inner[stone], spoiled[stone])
    return answer


@compiled
def can_move(s, seat, own_outer, own_inner):
    """F5.2: what `find_sources` would answer, without looking at more ants than that takes."""
    first = second = False  # whether an ant can go by the die of the move that is due, by the other one
    for k in range(own_stones(s)):
        stone = own_stone(seat, k)
        if s.place[stone] >= PLACES or stone + 1 == s.moved:
            continue
        outer, inner = way(s, stone, np.int64(s.steps))
        goes = (outer & ~own_outer) | (inner & ~own_inner) != 0
        if goes and (s.moving != 1 or second):
            return KEEPING
        if s.moving == 1:
            outer, inner = way(s, stone, other_die(s))
            follows = several(outer & ~own_outer, inner & ~own_inner)  # so no catch on one of them takes the other away
            if follows and first:
                return KEEPING
            second |= follows
        first |= goes
    if not first:
        return NONE
    # Only one ant can go at all, or the second of two has one field to go to or needs the one that the first leaves.
    return find_sources(s, seat, scratch(WORDS, np.int64), scratch(WORDS, np.int64))


@compiled
def bit(field):
    """A set of one field; of none for a place that is no field."""
    if field >= NEST:
        return np.int64(0), np.int64(0)
    if field < WORD:
        return np.int64(1) << field, np.int64(0)
    return np.int64(0), np.int64(1) << (field - WORD)


@compiled
def several(outer, inner):
    """Whether a set has more than one field."""
    return (outer & (outer - 1)) | (inner & (inner - 1)) != 0 or (outer != 0 and inner != 0)


@compiled
def lowest(outer, inner):
    """The first field of a set that has one."""
    field = np.int64(0 if outer else WORD)
    fields = outer if outer else inner
    while fields & 1 == 0:
        fields >>= 1
        field += 1
    return field


@compiled
def without(outer, inner, field):
    """A set less one field, given as its number and 1; 0 for none."""
    if field == 0:
        return outer, inner
    out_outer, out_inner = bit(field - 1)
    return outer & ~out_outer, inner & ~out_inner


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
