"""What a seat's things are worth between two rounds, and the shares of victory that follow from it.

Every seat is described by a few numbers. Each has a weight at the start of a match and one that is added towards its
end; they were fitted to the outcomes of matches between bots (softmax regression), so the sums are logarithms of
chances.
"""

import numpy as np

from formicarium.core.jit import compiled, scratch
from formicarium.games.grasshopper.components import (
    CONSOLE,
    GOAL,
    HIDDEN,
    KINDS,
    PAIR,
    PEEK,
    POINTS,
    PRICE,
    ROW,
    SETS,
    SPACES,
    SWAP,
    TYPES,
)
from formicarium.games.grasshopper.ending import insect_cards, insect_points, shelf_points
from formicarium.games.grasshopper.options import AUTUMN
from formicarium.games.grasshopper.piles import has_veiled, holds, supply
from formicarium.games.grasshopper.shop import points, set_size

# Autumn: what is counted of a seat, its weight at the start, and what is added to it by the end
AUTUMN_WEIGHTS = {
    "points": (0.052, 0.172),
    "insect cards": (0.01, 0.03),
    "shelves with one card": (0.24, -0.13),
    "shelves with two cards": (0.40, -0.16),
    "shelves with three cards": (0.46, -0.07),
    "full shelves": (0.05, 1.6),
    "the next Ant": (0.08, 0.54),
}
# Winter and its variant: the same, the end being near when somebody has nearly all points
WINTER_WEIGHTS = {
    "points": (0.63, 0.72),
    "one point from the goal": (-0.30, 0.0),
    "path cards": (0.20, 0.0),
    "path cards beyond two of a type": (0.04, 0.0),
    "points within reach": (0.33, 0.30),
    "a purchase that wins within reach": (-1.10, 2.80),
    "singles whose twin can be had": (0.57, -0.50),
    "the next Ant": (0.13, 0.36),
    "power of points": (-0.53, 0.0),  # beside the point it is: others can take it away
    "power of small sets": (0.48, 0.0),
    "power to peek": (0.30, 0.0),
    "power to console": (1.00, 0.0),
    "power of the hidden card": (0.35, 0.0),
    "power to swap": (0.50, 0.0),
}
FEATURES = 16
WEIGHTS = np.zeros((2, 2, FEATURES))  # by mode: Autumn or not; at the start, and more towards the end
for _mode, _weights in enumerate((AUTUMN_WEIGHTS, WINTER_WEIGHTS)):
    WEIGHTS[_mode, :, : len(_weights)] = np.array(list(_weights.values())).T
WHOLE_DECK = 32.0  # cards in the deck when the grid has been laid


@compiled
def shares(s, out):
    """The shares of victory when a round is over, by what the seats have and who is the next Ant."""
    best = -1e30
    late = progress(s)
    for seat in range(s.seats):
        out[seat] = worth(s, seat, late)
        best = max(best, out[seat])
    total = 0.0
    for seat in range(s.seats):
        out[seat] = np.exp(out[seat] - best)
        total += out[seat]
    for seat in range(s.seats):
        out[seat] /= total


@compiled
def progress(s):
    """How far a match has gone, from 0 to 1: by the deck in Autumn, by the most points in Winter."""
    if s.mode == AUTUMN:
        return 1.0 - s.deck / WHOLE_DECK
    most = np.int64(0)
    for seat in range(s.seats):
        most = max(most, points(s, seat))
    return most / (GOAL - 1.0)


@compiled
def worth(s, seat, late):
    """The sum of what a seat has by its weights."""
    features = scratch(FEATURES, np.float64)
    mode = 0 if s.mode == AUTUMN else 1
    if mode == 0:
        count_autumn(s, seat, features)
    else:
        count_winter(s, seat, features)
    total = 0.0
    for k in range(FEATURES):
        total += features[k] * (WEIGHTS[mode, 0, k] + late * WEIGHTS[mode, 1, k])
    return total


@compiled
def count_autumn(s, seat, features):
    features[0] = shelf_points(s, seat) + insect_points(s, seat)
    features[1] = insect_cards(s, seat)
    for path in range(TYPES):
        space = np.int64(s.players[seat].shelves[path])
        if space > 0:
            features[1 + min(space, 4) if space < SPACES else 5] += 1.0
    features[6] = seat == next_ant(s)


@compiled
def count_winter(s, seat, features):
    have = points(s, seat)
    me = s.players[seat]
    features[0] = have
    features[1] = have >= GOAL - 1
    features[2] = supply(s, seat) + has_veiled(s, seat)
    for path in range(TYPES):
        features[3] += max(0, me.have[path] - 2)
    for place in range(ROW):
        kind = np.int64(s.row[place])
        if kind >= 0:
            more = 1 + PAIR * (me.provisions[kind] == 1)
            near = within_reach(s, seat, kind)
            features[4] = max(features[4], more * near)
            if have + more >= GOAL:
                features[5] = max(features[5], near)
    for kind in range(KINDS):
        features[6] += me.provisions[kind] == 1 and is_to_be_had(s, kind)
    features[7] = seat == next_ant(s)
    features[8] = holds(s, seat, POINTS)
    features[9] = holds(s, seat, SETS)
    features[10] = holds(s, seat, PEEK)
    features[11] = holds(s, seat, CONSOLE)
    features[12] = holds(s, seat, HIDDEN)
    features[13] = holds(s, seat, SWAP)


@compiled
def within_reach(s, seat, kind):
    """How near a purchase is, 1 when the price can be paid; each spare card is a part of a wildcard set."""
    size = set_size(s, seat)
    missing, spare, total = 0.0, 0.0, 0.0
    for path in range(TYPES):
        left = np.float64(s.players[seat].have[path]) - PRICE[kind, path]
        total += PRICE[kind, path]
        if left < 0.0:
            missing -= left
        else:
            spare += left
    return 1.0 - max(0.0, missing - spare / size) / total


@compiled
def is_to_be_had(s, kind):
    """Whether a copy of a provision lies in the row or in its deck."""
    if s.stock[kind] > 0:
        return True
    for place in range(ROW):
        if s.row[place] == kind:
            return True
    return False


@compiled
def next_ant(s):
    """G2.4: the Ant of the next round, if somebody has collected; else that of this round."""
    if s.collector >= 0 and s.collector == s.ant:
        return (s.ant + 1) % s.seats
    return np.int64(s.ant)
