"""Compiled entry points: what Python calls. Each takes an array of positions and an index, which costs Python least."""

from __future__ import annotations

import numpy as np

from formicarium.engine import kernel, random
from formicarium.engine.jit import brief, compiled, copy, scratch
from formicarium.engine.kernel import CHANCE, MOST_ACTIONS, MOST_COUNTS, NATURE, SEATS

ONLY = np.array([mask.bit_length() - 1 if mask.bit_count() == 1 else -1 for mask in range(1 << SEATS)], np.int8)
FIRST = np.array([(mask & -mask).bit_length() - 1 for mask in range(1 << SEATS)], np.int8)


@brief
def setup(positions, i, seats, options):
    kernel.setup(positions[i], seats, options)


@brief
def actors(positions, i):
    return kernel.actors(positions[i])


@brief
def legal(positions, i, seat, out):
    return kernel.legal(positions[i], seat, out)


@compiled
def chance(positions, i, out, weights):
    return kernel.chance(positions[i], out, weights)


@brief
def apply(positions, i, seat, action):
    kernel.apply(positions[i], seat, action)


@brief
def step(positions, i, seat, action, out):
    """Make an action; return the mask of the new actors and, from bit 8, the number of codes of the first, in `out`."""
    s = positions[i]
    kernel.apply(s, seat, action)
    mask = kernel.actors(s)
    if mask == 0 or mask == CHANCE:
        return mask
    return mask | kernel.legal(s, np.int64(FIRST[mask]), out) << 8


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
        kernel.setup(s, seats, options)
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
