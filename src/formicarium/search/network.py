"""The network inside the search: what it learned of a position, added to what is written, in compiled code.

It sees what `observe` shows of a seat's view, the written value, and what that is made of. Of the features only those
that are not 0 are added; a feature that says one of several things has a row of weights for each. From these sums two
small layers make a correction of the written chances of each seat, and a query; the nearer an action's own vector is to
that, the more promising it looks. Vectors of actions are sums over their verb and what it names, so that placements on
hundreds of fields share what was learned.

A network is a tuple of arrays, and its desk the room that one search works in; those of a search without a network are
empty. What the arrays mean, `formicarium.bots.learned` says.
"""

from __future__ import annotations

import numpy as np

from formicarium.core import kernel
from formicarium.core.jit import compiled
from formicarium.core.kernel import SEATS

HINTS = 6  # numbers beside its share that an evaluation may give of each seat
ROOM = SEATS * (1 + HINTS)  # for an evaluation with its hints
LEAST_SHARE = 1e-3  # of victory: less is not told apart
LEAST_PRIOR = 1e-5  # hundreds of actions may be out of the question together
HIDDEN, SECOND, SAID = 0, 1, 2  # rows of a desk: both layers, and what comes out: corrections, then the query


@compiled
def consult(view, seat, shares, network, desk):
    """Look at a seat's view; `shares` has the written value of its world. The corrections and the query are said."""
    first, second, third = network[2], network[3], network[4]
    numbers, seats = desk[1], desk[2]
    hidden, middle, said = numbers[HIDDEN], numbers[SECOND], numbers[SAID]
    width, narrow, answers = first.shape[1], second.shape[1], third.shape[1]
    last = first.shape[0] - 1
    for j in range(width):
        hidden[j] = first[last, j]
    for k in range(seats):
        other = (seat + k) % seats
        number = np.float32(written(shares[other]))
        for j in range(width):
            hidden[j] += number * first[last - ROOM + k, j]
        for hint in range(SEATS, ROOM, SEATS):
            number = np.float32(shares[hint + other])
            if number != 0.0:
                for j in range(width):
                    hidden[j] += number * first[last - ROOM + hint + k, j]
    if last > ROOM:
        add_features(view, seat, network, desk)
    for j in range(narrow):
        middle[j] = second[width, j]
    for i in range(width):
        if hidden[i] > 0.0:
            number = hidden[i]
            for j in range(narrow):
                middle[j] += number * second[i, j]
    for j in range(answers):
        said[j] = third[narrow, j]
    for i in range(narrow):
        if middle[i] > 0.0:
            number = middle[i]
            for j in range(answers):
                said[j] += number * third[i, j]


@compiled
def add_features(view, seat, network, desk):
    """Add the rows of the features that are not 0 to the first layer; the features are all 0 afterwards."""
    tables, scales, first = network[0], network[1], network[2]
    features, numbers, seats = desk
    hidden, width = numbers[HIDDEN], first.shape[1]
    kernel.observe(view, seat, features)
    words = features.view(np.uint64)
    for w in range(len(words)):
        if words[w] == np.uint64(0):
            continue
        for at in range(8 * w, 8 * w + 8):
            value = np.int64(features[at])
            row = np.int64(tables[seats - 2, at, 0])
            if value == 0 or row < 0:
                continue
            most = np.int64(tables[seats - 2, at, 1])
            if most == 0:  # a quantity
                number = np.float32(value) * scales[seats - 2, at]
                for j in range(width):
                    hidden[j] += number * first[row, j]
            elif value > 0:  # one of several, each with a row of its own
                row += min(value, most) - 1
                for j in range(width):
                    hidden[j] += first[row, j]
        words[w] = np.uint64(0)


@compiled
def written(share):
    """A written share as the network gets it: its logarithm, 0 for an even share of two."""
    return np.log(max(share, LEAST_SHARE)) + np.log(2.0)


@compiled
def correct(seat, shares, network, desk):
    """Correct the written chances by what was said of the view of a seat."""
    trust = network[6]
    said, seats = desk[1][SAID], desk[2]
    most = -1e30
    for k in range(seats):
        other = (seat + k) % seats
        shares[other] = trust[0] * written(shares[other]) + said[k]
        most = max(most, shares[other])
    total = 0.0
    for k in range(seats):
        shares[k] = np.exp(shares[k] - most)
        total += shares[k]
    for k in range(seats):
        shares[k] /= total


@compiled
def lean(query, codes, count, chances, network):
    """Mix the written priors of actions with what the query says of them; the sum of the chances is 1."""
    actions, trust = network[5], network[6]
    size = len(query)
    total = 0.0
    for k in range(count):
        total += chances[k]
    most = -1e30
    for k in range(count):
        action = codes[k]
        number = np.float64(actions[action, size])
        for j in range(size):
            number += query[j] * actions[action, j]
        chances[k] = trust[1] * np.log(max(chances[k] / total, LEAST_PRIOR)) + number
        most = max(most, chances[k])
    total = 0.0
    for k in range(count):
        chances[k] = np.exp(chances[k] - most)
        total += chances[k]
    for k in range(count):
        chances[k] /= total


@compiled
def rate(worlds, seat, shares, network, desk):
    """The value of a world, by a seat's view of it that stands beside: what a program asks once."""
    kernel.evaluate(worlds[0], shares)
    consult(worlds[1], seat, shares, network, desk)
    correct(seat, shares, network, desk)


@compiled
def describe(positions, spare, i, seat, codes, features, shares, chances):
    """What learning needs of a position: the features of a seat's view, the written value, the written prior.

    `features` is all 0 before. Return whether the choice is one by lot, of which the prior says nothing.
    """
    kernel.evaluate(positions[i], shares)
    view = kernel.seen(positions[i], spare[0], seat)
    kernel.observe(view, seat, features)
    if kernel.policy(view, seat, codes, len(codes), chances):
        return True
    kernel.prior(view, seat, codes, len(codes), chances)
    return False
