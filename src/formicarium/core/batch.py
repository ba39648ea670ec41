"""Compiled loops over many matches: one array of positions, stepped in lockstep by one call, by one thread or several.

The positions of a batch are followed by the start position, and by one to redact in for each thread. What belongs to
`Vector` itself comes first among the arguments, then what a call is about, then its place in the team.
"""

from __future__ import annotations

import numpy as np

from formicarium.core import entry, kernel, random, team
from formicarium.core.entry import FIRST
from formicarium.core.jit import compiled, copy, scratch
from formicarium.core.kernel import CHANCE, NATURE, SEATS
from formicarium.core.packing import pack

BEGIN, ACT, LOOK = range(3)  # what is done in every match: it begins, an action is made, or nothing


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
def begin(positions, i, key, drawn, learners, streams, movers, legal):
    """Begin a match anew."""
    copy(positions[i], positions[len(movers)])
    drawn[i] = 0
    movers[i] = proceed(positions[i], key, drawn, i, learners[i], streams[i])
    write_legal(positions, i, movers, legal)


@compiled
def write_legal(positions, i, movers, legal):
    """Write the legal actions of the mover."""
    legal[i] = False
    if movers[i] >= 0:
        kernel.mask(positions[i], np.int64(movers[i]), legal[i])


@compiled
def act(
    positions, i, action, keys, drawn, texts, sizes, past, learners, streams,
    movers, legal, rewards, ended, seats, again,
):  # fmt: skip
    """Make one action in a match.

    Where that was the last one, the rewards are written and, if `again`, the next match begins under its own key.
    """
    if ended[i]:
        ended[i] = False
        rewards[i] = 0.0
    if movers[i] < 0:
        return
    s = positions[i]
    kernel.apply(s, np.int64(movers[i]), action)
    movers[i] = proceed(s, keys[i], drawn, i, learners[i], streams[i])
    if movers[i] < 0:
        out = np.zeros((3, SEATS))
        ended[i] = True
        kernel.outcome(s, out)
        for seat in range(seats):
            rewards[i, seat] = (seats * out[0, seat] - 1.0) / (seats - 1.0)
        if again:
            past[i] += 1
            random.next_key(texts[i], sizes[i], past[i], keys[i])
            begin(positions, i, keys[i], drawn, learners, streams, movers, legal)
            return
    write_legal(positions, i, movers, legal)


@compiled
def run(
    desk, positions, keys, drawn, texts, sizes, past, learners, streams, movers, legal, rewards, ended, seats, again,
    rows, planes, mask_planes,
    what, actions, masks, observations,
    counters, part, number,
):  # fmt: skip
    """Begin or step all matches, or only look, and write what movers may do and see into arrays that are not empty.

    With planes, both are packed; else there are none.
    """
    team.join(desk, part, number)
    made = 0
    low, high = team.take(counters, part, len(movers))
    while low < high:
        for i in range(low, high):
            if what == BEGIN:
                ended[i] = False
                rewards[i] = 0.0
                begin(positions, i, keys[i], drawn, learners, streams, movers, legal)
            elif what == ACT:
                act(
                    positions, i, np.int64(actions[i]), keys, drawn, texts, sizes, past, learners, streams,
                    movers, legal, rewards, ended, seats, again,
                )  # fmt: skip
            if len(masks):
                if mask_planes is None:
                    masks[i] = legal[i]
                else:
                    pack(legal[i], mask_planes, masks[i])
            if len(observations):
                spare = len(movers) + 1 + part
                observe(positions, i, spare, np.int64(movers[i]), observations[i], rows[part], planes)
        made += high - low
        low, high = team.take(counters, part, len(movers))
    team.leave(desk, counters, part, number, made)


@compiled
def sample(desk, positions, movers, streams, actions, counters, part, number):
    """A uniformly random legal action of each mover."""
    team.join(desk, part, number)
    made = 0
    low, high = team.take(counters, part, len(movers))
    while low < high:
        for i in range(low, high):
            if movers[i] >= 0:
                actions[i] = kernel.sample(positions[i], np.int64(movers[i]), streams[i])
        made += high - low
        low, high = team.take(counters, part, len(movers))
    team.leave(desk, counters, part, number, made)


@compiled
def illegal(actions, movers, legal):
    """The first match whose action is not legal, -1 for none; matches that are over do not care."""
    for i in range(len(movers)):
        if movers[i] >= 0:
            if actions[i] < 0 or actions[i] >= legal.shape[1] or not legal[i, actions[i]]:
                return i
    return -1


@compiled
def observe(positions, i, spare, seat, out, row, planes):
    """Write what a seat sees of a match, if there are planes by way of a row; zeros for nobody, -1."""
    if planes is None:
        out[:] = 0
        if seat >= 0:
            kernel.observe(kernel.seen(positions[i], positions[spare], seat), seat, out)
    else:
        row[:] = 0
        if seat >= 0:
            kernel.observe(kernel.seen(positions[i], positions[spare], seat), seat, row)
        pack(row, planes, out)
