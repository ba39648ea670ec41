"""How each seat stands: by what it has, by what it can buy at once, and by what the round in hand promises it."""

import numpy as np

from formicarium.core.jit import compiled, scratch
from formicarium.games.grasshopper.components import CELLS, PEEK, TYPE, TYPES
from formicarium.games.grasshopper.options import AUTUMN
from formicarium.games.grasshopper.outlook import after_purchase, after_shopping, finish
from formicarium.games.grasshopper.phases import PLACE, SHOPPING, SWAPPING
from formicarium.games.grasshopper.piles import holds
from formicarium.games.grasshopper.policy import BOTH, TABLE, solve, survey
from formicarium.games.grasshopper.worth import shares


@compiled
def evaluate(s, out):
    if s.ending:
        finish(s, out)
    elif s.phase > PLACE and s.chosen < 0:
        promise(s, out)
    elif s.mode != AUTUMN and SWAPPING <= s.phase <= SHOPPING and s.bought == 0:
        shop(s, out)
    else:
        shares(s, out)


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
