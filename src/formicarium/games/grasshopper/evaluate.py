"""How each seat stands: by what it has, by what it can buy at once, and by what the round in hand promises it."""

import numpy as np

from formicarium.engine.jit import compiled, scratch
from formicarium.games.grasshopper.chains import CONNECTED, CONNECTED_CELLS, EVERYWHERE, WALK_CELLS
from formicarium.games.grasshopper.components import CELLS, PEEK, TYPE, TYPES
from formicarium.games.grasshopper.outlook import after_purchase, after_shopping, finish
from formicarium.games.grasshopper.phases import AUTUMN, COMMIT, PLACE, SHOPPING, SWAPPING
from formicarium.games.grasshopper.piles import holds, holes
from formicarium.games.grasshopper.policy import BOTH, TABLE, harvests, solve, survey
from formicarium.games.grasshopper.worth import shares

LURE = 0.001  # what each card of one type that a chain can gather adds to the Ant's share


@compiled
def evaluate(s, out):
    if s.ending:
        finish(s, out)
    elif s.phase <= COMMIT and s.placed > 0 and s.players[s.ant].token == 0:
        shares(s, out)
        out[s.ant] += LURE * most_alike(s)
    elif s.phase > PLACE and s.chosen < 0:
        promise(s, out)
    elif s.mode != AUTUMN and SWAPPING <= s.phase <= SHOPPING and s.bought == 0:
        shop(s, out)
    else:
        shares(s, out)


@compiled
def most_alike(s):
    """How many cards of one type a chain that begins like this can gather: at first sight, the more the better.

    That it should be hard to guess as well is seen by who looks further.
    """
    cells = scratch(TYPES, np.int64)
    harvests(s, EVERYWHERE & ~holes(s), cells)
    chain, closed, branching = np.int64(s.chain), holes(s), s.chain_rule == CONNECTED
    most = 0
    for k in range(0 if branching else s.low, len(CONNECTED_CELLS) if branching else s.high):
        whole = CONNECTED_CELLS[k] if branching else WALK_CELLS[k]
        if whole & closed or chain & ~whole:
            continue
        for path in range(TYPES):
            alike, count = whole & cells[path], 0
            while alike:
                alike &= alike - 1
                count += 1
            most = max(most, count)
    return most


@compiled
def promise(s, out):
    """What the guessing game over the chain promises, by its equilibrium."""
    table = scratch(TABLE, np.float64)
    through, stake, prize = scratch(4, np.float64), scratch(4, np.float64), scratch(4, np.float64)
    mix, caught = scratch(4, np.float64), scratch(4, np.float64)
    survey(s, table, through, stake, prize)
    solve(through, stake, prize, holds(s, s.grasshopper, PEEK), mix, caught)
    token = s.players[s.ant].token - 1
    for seat in range(s.seats):
        out[seat] = 0.0
    for path in range(TYPES):
        if 0 <= token < TYPES:
            mix[path] = 1.0 if path == token else 0.0  # an Ant that has chosen
        for seat in range(s.seats):
            got, lost = table[BOTH * path + seat], table[BOTH * path + 4 + seat]
            out[seat] += mix[path] * (got + caught[path] * (lost - got))


@compiled
def shop(s, out):
    """The best that the collector can make of its cards, those of the harvest that are still to come among them."""
    seat = np.int64(s.collector)
    if s.buying:
        after_purchase(s, seat, s.buying - 1, out)
        return
    have = s.players[seat].have
    for cell in range(CELLS):
        if (s.harvest >> cell) & 1:
            have[TYPE[s.grid[cell]]] += 1
    after_shopping(s, seat, out)
    for cell in range(CELLS):
        if (s.harvest >> cell) & 1:
            have[TYPE[s.grid[cell]]] -= 1
