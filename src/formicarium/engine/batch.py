"""Compiled loops over many matches: one array of positions, stepped in lockstep by one call.

The positions of a batch are followed by the start position, and by one to redact in for each thread.
"""

from __future__ import annotations

import numpy as np

from formicarium.engine import entry, kernel, random
from formicarium.engine.entry import FIRST
from formicarium.engine.jit import compiled, copy, scratch
from formicarium.engine.kernel import CHANCE, NATURE, SEATS


@compiled
def proceed(s, key, drawn, i, learner, opponents):
    """Let nature, and all seats but the learner's, act until a choice is due; return whose it is, -1 at the end.

    Nature draws as in a `Match` with that key. Without a learner, -1, every choice is due.
    """
    rng = scratch(1, np.uint64)
    while True:
        mask = kernel.actors(s)
        if mask == 0:
            return -1
        if mask == CHANCE:
            random.nature(key, drawn[i], rng)
            drawn[i] += 1
            kernel.apply(s, NATURE, entry.draw(s, rng))
        else:
            seat = np.int64(FIRST[mask])  # of several the first: what it chooses is secret to the others
            if learner < 0 or seat == learner:
                return seat
            kernel.apply(s, seat, kernel.sample(s, seat, opponents))


@compiled
def begin(positions, i, key, drawn, learners, streams, movers, masks):
    """Begin a match anew."""
    copy(positions[i], positions[len(movers)])
    drawn[i] = 0
    movers[i] = proceed(positions[i], key, drawn, i, learners[i], streams[i])
    tell(positions, i, movers, masks)


@compiled
def tell(positions, i, movers, masks):
    """Write the legal actions of the mover."""
    masks[i] = False
    if movers[i] >= 0:
        kernel.mask(positions[i], np.int64(movers[i]), masks[i])


@compiled
def start(positions, keys, drawn, learners, streams, movers, masks):
    """Begin all matches."""
    for i in range(len(movers)):
        begin(positions, i, keys[i, 0], drawn, learners, streams, movers, masks)


@compiled
def illegal(actions, movers, masks):
    """The first match whose action is not legal, -1 for none; matches that are over do not care."""
    for i in range(len(movers)):
        if movers[i] >= 0:
            if actions[i] < 0 or actions[i] >= masks.shape[1] or not masks[i, actions[i]]:
                return i
    return -1


@compiled
def step(
    positions, low, high, actions, keys, drawn, learners, streams, movers, masks, rewards, ended, seats, again
):  # fmt: skip
    """Make one action in each match from `low` to before `high`; return how many have ended.

    Where that was the last one, the rewards are written and, if `again`, the next match begins under its second key.
    """
    out = np.zeros((3, SEATS))
    endings = 0
    for i in range(low, high):
        if ended[i]:
            ended[i] = False
            rewards[i] = 0.0
        if movers[i] < 0:
            continue
        s = positions[i]
        kernel.apply(s, np.int64(movers[i]), np.int64(actions[i]))
        movers[i] = proceed(s, keys[i, 0], drawn, i, learners[i], streams[i])
        if movers[i] < 0:
            endings += 1
            ended[i] = True
            kernel.outcome(s, out)
            for seat in range(seats):
                rewards[i, seat] = (seats * out[0, seat] - 1.0) / (seats - 1.0)
            if again:
                keys[i, 0] = keys[i, 1]
                begin(positions, i, keys[i, 0], drawn, learners, streams, movers, masks)
                continue
        tell(positions, i, movers, masks)
    return endings


@compiled
def observe(positions, low, high, spare, movers, out):
    """Write what each mover sees, by way of its view; nothing for matches that are over."""
    view = positions[spare]
    for i in range(low, high):
        out[i] = 0
        if movers[i] >= 0:
            copy(view, positions[i])
            kernel.redact(view, np.int64(movers[i]))
            kernel.observe(view, np.int64(movers[i]), out[i])


@compiled
def observe_as(positions, i, spare, seat, out):
    """Write what a seat sees of one match."""
    view = positions[spare]
    copy(view, positions[i])
    kernel.redact(view, seat)
    for k in range(len(out)):
        out[k] = 0
    return kernel.observe(view, seat, out)


@compiled
def sample(positions, low, high, movers, streams, actions):
    """A uniformly random legal action of each mover."""
    for i in range(low, high):
        if movers[i] >= 0:
            actions[i] = kernel.sample(positions[i], np.int64(movers[i]), streams[i])
