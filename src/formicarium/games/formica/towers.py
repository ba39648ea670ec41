"""Formica's towers: how stones come to lie on each other, part, go home and to prison (F3, F6, F7, F8)."""

import numpy as np

from formicarium.core.jit import compiled
from formicarium.games.formica.components import GOAL, NEST, NEST_FIELDS, PARTS, STONES
from formicarium.games.formica.state import CAUGHT, COVERED, HOME, MOVED, PRISON, QUEEN, REPELLED


@compiled
def learn(s, one, other, unlike):
    """F14: everybody has seen whether the poles of two stones are alike; their families become one."""
    low, high = np.int64(s.family[one]), np.int64(s.family[other])
    if low == high:
        return
    flip = s.unlike[one] ^ s.unlike[other] ^ unlike
    if low > high:
        low, high = high, low
    for stone in range(STONES):
        if s.family[stone] == high:
            s.family[stone] = low
            s.unlike[stone] ^= flip


@compiled
def bottom(s, stone):
    """The lowest stone of the tower under a stone."""
    while s.below[stone] > 0:
        stone = np.int64(s.below[stone]) - 1
    return stone


@compiled
def take_off(s, stone):
    """Take an ant out of its nest, or a tower off its field; return where it was."""
    source = np.int64(s.place[stone])
    if source >= NEST:
        for k in range(NEST_FIELDS):
            if s.nests[source - NEST, k] == stone + 1:
                s.nests[source - NEST, k] = 0
    else:
        s.top[source] = 0
    return source


@compiled
def put_down(s, stone, field):
    """F5.3: the tower under a stone ends its move on a field; returns what came of it."""
    if field >= GOAL:
        split(s, stone, (field - GOAL) // 2)
        return HOME
    standing = np.int64(s.top[field]) - 1
    if standing < 0:
        s.top[field] = stone + 1
        s.place[stone] = field
        return MOVED
    unlike = np.int64(s.pole[stone] != s.pole[standing])
    learn(s, stone, standing, unlike)
    if unlike:  # F3: repelled, turned over and put underneath
        s.place[stone] = COVERED
        last = bottom(s, standing)
        reversed_below = 0
        while stone >= 0:
            following = np.int64(s.below[stone]) - 1
            s.below[stone] = reversed_below
            reversed_below = stone + 1
            stone = following
        s.below[last] = reversed_below
        return REPELLED
    s.below[bottom(s, stone)] = standing + 1  # F3: the standing tower is caught
    s.place[standing] = COVERED
    s.top[field] = stone + 1
    s.place[stone] = field
    return CAUGHT


@compiled
def split(s, stone, nest):
    """F6: a tower has come home and is taken apart, from the top down."""
    while stone >= 0:
        following = np.int64(s.below[stone]) - 1
        s.below[stone] = 0
        colour = stone // NEST_FIELDS
        if colour == nest:
            into_nest(s, stone)
        elif (colour - nest) % s.seats == 0:  # F9: the second own colour is not looked at
            s.place[stone] = PRISON
        else:
            examine(s, stone, nest)
        stone = following


@compiled
def into_nest(s, stone):
    """F6: onto the free nest field with the lowest number."""
    colour = stone // NEST_FIELDS
    s.place[stone] = NEST + colour
    for k in range(NEST_FIELDS):
        if s.nests[colour, k] == 0:
            s.nests[colour, k] = stone + 1
            return


@compiled
def examine(s, stone, nest):
    """F6: a captured stone is turned up: its part is built into the queen if it is missing there."""
    part = np.int64(s.part[stone])
    s.seen[stone] = 1
    first = stone - stone % NEST_FIELDS
    for other in range(first, first + NEST_FIELDS):
        if other != stone and s.seen[other] and s.part[other] == part:
            learn(s, stone, other, 1)  # F14: each part is there once with each pole
    if s.queens[nest, part - 1] == 0:
        s.queens[nest, part - 1] = stone + 1
        s.place[stone] = QUEEN
    else:
        s.place[stone] = PRISON


@compiled
def imprisoned(s, colour):
    """How many stones of a colour lie in prison."""
    count = 0
    for stone in range(colour * NEST_FIELDS, (colour + 1) * NEST_FIELDS):
        count += s.place[stone] == PRISON
    return count


@compiled
def free(s, stone, colour):
    """F7: all stones of a colour leave the prison and go under a tower, the lowest number first."""
    last = bottom(s, stone)
    for prisoner in range(colour * NEST_FIELDS, (colour + 1) * NEST_FIELDS):
        if s.place[prisoner] == PRISON:
            s.place[prisoner] = COVERED
            s.below[last] = prisoner + 1
            last = prisoner


@compiled
def rescue(s, colour):
    """F8: all stones of a colour go from the prison into their nest."""
    for stone in range(colour * NEST_FIELDS, (colour + 1) * NEST_FIELDS):
        if s.place[stone] == PRISON:
            into_nest(s, stone)


@compiled
def give_up_queen(s, colour):
    """F8: the collected parts of a player who is out go to prison."""
    for part in range(PARTS):
        if s.queens[colour, part] > 0:
            s.place[s.queens[colour, part] - 1] = PRISON
            s.queens[colour, part] = 0


@compiled
def parts_on(s, colour):
    """How many parts a queen has."""
    count = 0
    for part in range(PARTS):
        count += s.queens[colour, part] > 0
    return count
