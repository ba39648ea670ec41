"""Compiled entry points: what Python calls. Each takes an array of positions and an index.

Those that make a match move by move take the type of the record and addresses instead, which costs Python least. Only
`Position` calls them, which holds what lies there.
"""

from __future__ import annotations

import numpy as np

from formicarium.core import kernel, random
from formicarium.core.jit import brief, codes_at, compiled, copy, record_at, scratch
from formicarium.core.kernel import CHANCE, MOST_ACTIONS, MOST_COUNTS, NATURE, SEATS

ONLY = np.array([mask.bit_length() - 1 if mask.bit_count() == 1 else -1 for mask in range(1 << SEATS)], np.int8)
FIRST = np.array([(mask & -mask).bit_length() - 1 for mask in range(CHANCE + 1)], np.int8)  # of nature, too


@brief
def setup(positions, i, seats, options):
    kernel.setup(positions[i], seats, options[0])


@brief
def place(positions):
    """The address of an array of records."""
    return positions.ctypes.data


@brief
def place_of_codes(codes):
    """The address of an array of action codes."""
    return codes.ctypes.data


@brief
def actors(kind, place):
    return kernel.actors(record_at(kind, place))


@brief
def legal(kind, place, seat, codes):
    return kernel.legal(record_at(kind, place), seat, codes_at(codes, MOST_ACTIONS))


@compiled
def chance(positions, i, out, weights):
    return kernel.chance(positions[i], out, weights)


@brief
def apply(kind, place, seat, action):
    kernel.apply(record_at(kind, place), seat, action)


@brief
def step(kind, place, action, codes):
    """Make an action of the first who may act; list the codes of the next, and return how many there are."""
    s = record_at(kind, place)
    kernel.apply(s, np.int64(FIRST[kernel.actors(s)]), action)
    mask = kernel.actors(s)
    if mask == 0 or mask == CHANCE:
        return 0
    return kernel.legal(s, np.int64(FIRST[mask]), codes_at(codes, MOST_ACTIONS))


@compiled
def outcome(positions, i, out):
    return kernel.outcome(positions[i], out)


@compiled
def redact(positions, i, seat):
    kernel.redact(positions[i], seat)


@compiled
def determinize(positions, i, seat, rng):
    kernel.determinize(positions[i], seat, rng)


@compiled
def evaluate(positions, i, out):
    kernel.evaluate(positions[i], out)


@compiled
def observe(positions, i, seat, out):
    """Write the features of a view; `out` is all 0 before."""
    return kernel.observe(positions[i], seat, out)


@compiled
def census(positions, i, out):
    return kernel.census(positions[i], out)


@compiled
def prior(positions, i, seat, actions, count, out):
    kernel.prior(positions[i], seat, actions, count, out)


@brief
def sample(positions, i, seat, rng):
    return kernel.sample(positions[i], seat, rng)


@compiled
def draw(s, rng):
    """One of nature's outcomes, by weight."""
    out = scratch(MOST_ACTIONS, np.int32)
    weights = scratch(MOST_ACTIONS, np.int32)
    count = kernel.chance(s, out, weights)
    return np.int64(out[random.weighted(rng, weights, count)])


@brief
def draw_at(positions, i, rng):
    return draw(positions[i], rng)


@compiled
def some_actor(mask, rng):
    """One of the seats in a mask of actors, each equally likely."""
    seat = np.int64(ONLY[mask])
    while seat < 0:
        k = random.below(rng, SEATS)
        seat = k if (mask >> k) & 1 else -1
    return seat


@compiled
def random_step(s, mask, rng):
    """Let one of the actors, or nature, act at random; return who it was and the action."""
    if mask == CHANCE:
        seat, action = NATURE, draw(s, rng)
    else:
        seat = some_actor(mask, rng)
        action = kernel.sample(s, seat, rng)
    kernel.apply(s, seat, action)
    return seat, action


@compiled
def playout(positions, i, rng, most):
    """Play at random to the end, or `most` actions; return how many were made."""
    s = positions[i]
    for count in range(most):
        mask = kernel.actors(s)
        if mask == 0:
            return count
        random_step(s, mask, rng)
    return most


@compiled
def playouts(positions, seats, options, rng, count, most):
    """Play matches from the start at random, one after the other in `positions[0]`; return the number of actions."""
    s = positions[0]
    actions = 0
    for _ in range(count):
        copy(s, positions[1])
        kernel.setup(s, seats, options[0])
        actions += playout(positions, 0, rng, most)
    return actions


@compiled
def replay(positions, i, who, actions, count):
    """Make the first `count` actions of a history."""
    s = positions[i]
    for k in range(count):
        kernel.apply(s, who[k], actions[k])


@compiled
def audit(positions, i, rng, most, expected):
    """Play at random and take the census after every action; return the number of actions, negative at a miscount."""
    s = positions[i]
    counts = scratch(MOST_COUNTS, np.int32)
    for made in range(most):
        mask = kernel.actors(s)
        if mask == 0:
            return made
        random_step(s, mask, rng)
        kinds = kernel.census(s, counts)
        for k in range(kinds):
            if counts[k] != expected[k]:
                return -made - 1
    return most


@compiled
def perft(positions, depth, codes, counts, nexts):
    """Count the action sequences of `depth` from `positions[0]`, nature's outcomes counted too, by a walk in place.

    `codes[d]` holds seat and action of every branch at depth d as `seat << 24 | code`.
    """
    weights = scratch(MOST_ACTIONS, np.int32)
    leaves = 0
    d = 0
    counts[0] = branches(positions[0], codes[0], weights)
    nexts[0] = 0
    if depth == 1:
        return counts[0]
    while d >= 0:
        if nexts[d] == counts[d]:
            d -= 1
            continue
        branch = codes[d, nexts[d]]
        nexts[d] += 1
        copy(positions[d + 1], positions[d])
        kernel.apply(positions[d + 1], branch >> 24, branch & 0xFFFFFF)
        count = branches(positions[d + 1], codes[d + 1], weights)
        if d + 2 == depth:
            leaves += count
        else:
            d += 1
            counts[d] = count
            nexts[d] = 0
    return leaves


@compiled
def branches(s, out, weights):
    """All that can happen in a position, as `seat << 24 | code`; return how many."""
    mask = kernel.actors(s)
    count = 0
    if mask == CHANCE:
        count = kernel.chance(s, out, weights)
        for k in range(count):
            out[k] |= NATURE << 24
        return count
    for seat in range(SEATS):
        if (mask >> seat) & 1:
            more = kernel.legal(s, seat, out[count:])
            for k in range(count, count + more):
                out[k] |= seat << 24
            count += more
    return count
