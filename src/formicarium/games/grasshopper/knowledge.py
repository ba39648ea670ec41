"""What a seat knows (G7.14), and a random world that fits it (G7.20)."""

import numpy as np

from formicarium.core import random
from formicarium.core.jit import compiled
from formicarium.games.grasshopper.components import CARDS, HIDDEN, TYPES
from formicarium.games.grasshopper.phases import SHOPPING
from formicarium.games.grasshopper.piles import holds
from formicarium.games.grasshopper.rules import types_on_chain
from formicarium.games.grasshopper.state import BLANK, DECK, VEILED


@compiled
def redact(s, seat):
    if s.chosen < 0:  # tokens are secret until the guess
        for other in range(s.seats):
            if other != seat and s.players[other].token != 0:
                s.players[other].token = BLANK
    if s.peeked != 0 and seat != s.grasshopper:
        s.peeked = BLANK
    if s.veil and not s.veil_known and not holds(s, seat, HIDDEN) and s.veil_card >= 0:
        s.where[s.veil_card] = DECK
        s.veil_card = -1
    if s.phase == SHOPPING and seat != s.collector:  # the others go on seeing the position before `buy`
        s.buying = 0
        s.veil_pays = False
        for path in range(TYPES):
            s.sets_from[path] = 0
            s.sets_for[path] = 0


@compiled
def determinize(s, seat, rng):
    if s.ant >= 0 and s.players[s.ant].token == BLANK:
        s.players[s.ant].token = 1 + pick(types_on_chain(s), s.peeked - 1, rng)
    for other in range(s.seats):
        if s.players[other].token == BLANK:
            s.players[other].token = 1 + random.below(rng, TYPES)
    if s.peeked == BLANK:
        s.peeked = 1 + pick((1 << TYPES) - 1, s.players[s.ant].token - 1, rng)
    if s.veil and s.veil_card < 0:
        number = random.below(rng, s.deck + 1)
        for card in range(CARDS):
            if s.where[card] == DECK:
                if number == 0:
                    s.where[card] = VEILED
                    s.veil_card = card
                    return
                number -= 1


@compiled
def pick(mask, without, rng):
    """A random type of a mask that is not a given one."""
    if 0 <= without < TYPES:
        mask &= ~(1 << np.int64(without))
    count, rest = 0, mask
    while rest:
        rest &= rest - 1
        count += 1
    number = random.below(rng, count)
    for path in range(TYPES):
        if (mask >> path) & 1:
            if number == 0:
                return path
            number -= 1
    return 0
