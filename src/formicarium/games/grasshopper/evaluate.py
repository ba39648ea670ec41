"""How each seat stands: what it has, what it can soon have, and what the round in hand promises it."""

import numpy as np

from formicarium.engine.jit import compiled, scratch
from formicarium.games.grasshopper.components import (
    CONSOLE,
    FULL,
    HIDDEN,
    PAIR,
    PEEK,
    PRICE,
    ROW,
    SETS,
    SPACES,
    SWAP,
    TYPES,
)
from formicarium.games.grasshopper.ending import insect_cards, insect_points, outcome, shelf_points
from formicarium.games.grasshopper.phases import AUTUMN, PLACE, SWAPPING
from formicarium.games.grasshopper.piles import has_veiled, holds, supply
from formicarium.games.grasshopper.policy import solve, stakes
from formicarium.games.grasshopper.shop import needed, points, set_size

SHARP_AUTUMN, SHARPER = 0.07, 0.16  # how much a point of Autumn counts at the start, and how much more towards the end
SHARP_WINTER = 1.15  # the same for a point of Winter
CARD = 0.1  # a path card in points of Winter
REACH = 0.5  # how much of a purchase counts that can be paid now
POWERS = 0.2  # a power in points of Winter
SCALE = 0.14  # the worth of a round in points of Winter (a card and what it may buy)


@compiled
def evaluate(s, out):
    if s.ending:
        table = scratch(12, np.float64).reshape((3, 4))
        outcome(s, table)
        for seat in range(s.seats):
            out[seat] = table[0, seat]
        return
    sharp = SHARP_WINTER
    if s.mode == AUTUMN:
        sharp = SHARP_AUTUMN + SHARPER * progress(s)
    for seat in range(s.seats):
        out[seat] = autumn(s, seat) if s.mode == AUTUMN else winter(s, seat)
    if s.phase >= PLACE and s.placed > 0 and s.chosen < 0:
        promise(s, out)
    elif s.phase == SWAPPING:
        out[s.collector] += CARD * waiting(s)
    best = out[0]
    for seat in range(s.seats):
        best = max(best, out[seat])
    total = 0.0
    for seat in range(s.seats):
        out[seat] = np.exp(sharp * (out[seat] - best))
        total += out[seat]
    for seat in range(s.seats):
        out[seat] /= total


@compiled
def progress(s):
    """How far an Autumn has gone, from 0 to 1: by the deck, or by the fullest pantry."""
    best = 1.0 - s.deck / 32.0
    for seat in range(s.seats):
        full = 0.0
        for path in range(TYPES):
            full += s.players[seat].shelves[path] == SPACES
        best = max(best, full / FULL)
    return best


@compiled
def autumn(s, seat):
    """Points, and a little for what may become points."""
    hope = 0.3 * insect_cards(s, seat)
    for path in range(TYPES):
        if 0 < s.players[seat].shelves[path] < SPACES:
            hope += 0.4
    return shelf_points(s, seat) + insect_points(s, seat) + hope


@compiled
def winter(s, seat):
    """Points, cards, powers, and the purchase that is nearest."""
    worth = points(s, seat) + CARD * supply(s, seat) + POWERS * helpers(s, seat)
    if has_veiled(s, seat):
        worth += CARD
    if s.buying and seat == s.collector:
        return worth + bargain(s, seat, s.buying - 1)
    best = 0.0
    for place in range(ROW):
        kind = s.row[place]
        if kind >= 0:
            best = max(best, price_gain(s, seat, kind) * within_reach(s, seat, kind))
    return worth + REACH * best


@compiled
def helpers(s, seat):
    """How many powers a seat holds, but for the one that is points already."""
    return (
        0.0
        + holds(s, seat, SETS)
        + holds(s, seat, PEEK)
        + holds(s, seat, CONSOLE)
        + holds(s, seat, HIDDEN)
        + holds(s, seat, SWAP)
    )


@compiled
def price_gain(s, seat, kind):
    """The points that a provision would bring."""
    return 1.0 + PAIR * (s.players[seat].provisions[kind] == 1)


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
def bargain(s, seat, kind):
    """What a purchase under way brings, less the cards it takes."""
    size = set_size(s, seat)
    cards = 0.0
    for path in range(TYPES):
        due = needed(s, kind, path, size)
        have = np.int64(s.players[seat].have[path])
        cards += due
        if due > have:
            cards += (size - 1) * (due - have)
    return price_gain(s, seat, kind) - CARD * cards


@compiled
def promise(s, out):
    """What the guessing game over the ants on the grid is worth to the Ant and to the Grasshopper."""
    gain, loss = scratch(4, np.float64), scratch(4, np.float64)
    mix, caught = scratch(4, np.float64), scratch(4, np.float64)
    stakes(s, gain, loss)
    solve(gain, loss, holds(s, s.grasshopper, PEEK), mix, caught)
    scale = 1.0 if s.mode == AUTUMN else SCALE
    token = s.players[s.ant].token - 1
    for path in range(TYPES):
        if 0 <= token < TYPES:
            mix[path] = 1.0 if path == token else 0.0  # an Ant that has chosen
        out[s.ant] += scale * mix[path] * (1.0 - caught[path]) * gain[path]
        out[s.grasshopper] += scale * mix[path] * caught[path] * loss[path]


@compiled
def waiting(s):
    """The cards of the harvest that are still to be taken."""
    count, rest = 0, np.int64(s.harvest)
    while rest:
        rest &= rest - 1
        count += 1
    return count
