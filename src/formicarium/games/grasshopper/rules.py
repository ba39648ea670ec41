"""The rules of The Grasshopper & the Ant. Numbers as in G4.2.3 name the rule of the specification.

A round is a line of phases (`phases.py`). Here stand the start, who may do what, and what nature may draw; `play.py`
says what happens then.
"""

import numpy as np

from formicarium.core import random
from formicarium.core.jit import compiled, scratch
from formicarium.core.kernel import CHANCE
from formicarium.games.grasshopper import actions
from formicarium.games.grasshopper.chains import next_cells
from formicarium.games.grasshopper.components import (
    ANTS,
    CARDS,
    CELLS,
    COPIES_OF_PROVISION,
    DECK_SIZE,
    FROM_SEATS,
    IN_DECK,
    INSECT,
    INSECTS,
    KINDS,
    ROW,
    TYPE,
    TYPES,
)
from formicarium.games.grasshopper.options import AUTUMN, BEETLE, BY_LOT, SEAT_0, YES
from formicarium.games.grasshopper.phases import (
    ANT_ACTS,
    BOXING,
    COLLECTOR_ACTS,
    COMMIT,
    FILL,
    GRASSHOPPER_ACTS,
    GUESSING,
    LOOK,
    LOT,
    NATURE_ACTS,
    PLACE,
    POWERING,
    SHOPPING,
    SHOW,
    STALL,
    SWAPPING,
    TOKENS_LACK,
    WHO,
)
from formicarium.games.grasshopper.piles import holds, holes
from formicarium.games.grasshopper.shop import list_payment, list_purchase
from formicarium.games.grasshopper.state import ABSENT, BOX, DECK, MIDDLE, NOWHERE

MOST = 128  # no decision has more possibilities, with other data either (G7.22: 48)


@compiled
def setup(s, seats, options):
    s.seats = seats
    s.mode = options.mode
    s.chain_rule = options.chain_rule
    s.copies = options.insect_copies
    s.open_insects = options.open_insects == YES
    s.same_type = options.wild_same_type == YES
    s.winner = s.before.collector = s.before.guess = s.before.chosen = s.before.bought = s.veil_card = -1
    for card in range(CARDS):
        s.where[card] = DECK if IN_DECK[s.copies, card] else ABSENT
    s.deck = DECK_SIZE[s.copies]
    for cell in range(CELLS):
        s.grid[cell] = -1
    for place in range(ROW):
        s.row[place] = -1
    for kind in range(KINDS):
        if s.mode != AUTUMN and seats >= FROM_SEATS[kind]:  # G4.1
            s.stock[kind] = COPIES_OF_PROVISION
        else:
            s.unused[kind] = COPIES_OF_PROVISION
    for insect in range(INSECTS):
        s.powers[insect] = MIDDLE if s.mode == BEETLE else NOWHERE
    clear(s)
    for k in range(ANTS):
        s.before.ants[k] = -1
    s.ant = s.grasshopper = -1
    if options.first_ant != BY_LOT:  # G2: the host set the first Ant
        name_ant(s, options.first_ant - SEAT_0)


@compiled
def name_ant(s, seat):
    s.ant = seat
    s.grasshopper = (seat + 1) % s.seats
    s.phase = FILL


@compiled
def clear(s):
    """Take everything of the last round from the table."""
    for k in range(ANTS):
        s.ants[k] = -1
        s.taken[k] = -1
    s.chain = s.placed = s.takes = s.low = s.high = s.peeked = s.bought = 0
    s.harvest = s.swapped = s.emptied = s.drawer = 0
    s.guess = s.chosen = s.collector = -1
    for seat in range(4):
        s.players[seat].token = 0


@compiled
def actors(s):
    if s.ending:
        return 0
    who = WHO[s.phase]
    if who == NATURE_ACTS:
        return CHANCE
    if who == TOKENS_LACK:
        mask = 0
        for seat in range(s.seats):
            if commits(s, seat) and s.players[seat].token == 0:
                mask |= 1 << seat
        return mask
    if who == ANT_ACTS:
        return 1 << np.int64(s.ant)
    if who == GRASSHOPPER_ACTS:
        return 1 << np.int64(s.grasshopper)
    if who == COLLECTOR_ACTS:
        return 1 << np.int64(s.collector)
    return 1 << np.int64(unlucky(s))


@compiled
def commits(s, seat):
    """Who lays a token: the Ant, and in Winter all Red Ants (G4.2.1)."""
    return seat == s.ant or (s.mode != AUTUMN and seat != s.grasshopper)


@compiled
def unlucky(s):
    """The Ant or Grasshopper that collected nothing (G5: CONSOLE)."""
    return s.grasshopper if s.collector == s.ant else s.ant


# Nature


@compiled
def chance(s, out, weights):
    count = 0
    if s.phase == LOT:
        for seat in range(s.seats):
            count = put(out, weights, count, actions.FIRST + seat, 1)
    elif s.phase == STALL:
        for kind in range(KINDS):
            if s.stock[kind] > 0:
                count = put(out, weights, count, actions.PROVISION_DRAWN + kind, s.stock[kind])
    elif s.phase == BOXING:
        for insect in range(INSECTS):
            if s.powers[insect] == MIDDLE:
                count = put(out, weights, count, actions.SET_ASIDE + insect, 1)
    elif s.phase == SHOW:
        for path in range(TYPES):
            if path + 1 != s.players[s.ant].token:  # G5: one of the three unused tokens
                count = put(out, weights, count, actions.TOKEN + path, 1)
    else:
        for card in range(CARDS):
            if s.where[card] == DECK:
                out[count] = actions.CARD_DRAWN + card
                weights[count] = 1
                count += 1
    return count


@compiled
def put(out, weights, count, action, weight):
    out[count] = action
    weights[count] = weight
    return count + 1


# What may be done


@compiled
def free_cells(s):
    """Where the next ant may stand, as a mask (G2.1)."""
    return next_cells(s.chain_rule, np.int64(s.chain), np.int64(s.placed), s.low, s.high, holes(s))


@compiled
def types_on_chain(s):
    """The types under the ants, as a mask."""
    mask = 0
    for k in range(s.placed):
        mask |= 1 << TYPE[s.grid[s.ants[k]]]
    return mask


@compiled
def can_swap(s, cell, target):
    """G7.1: another card of the grid with the same insect, which is not part of the harvest itself."""
    card, other = s.grid[cell], s.grid[target]
    if other < 0 or INSECT[card] < 0 or INSECT[card] != INSECT[other]:
        return False
    return ((s.harvest | s.swapped) >> target) & 1 == 0


@compiled
def any_swap(s):
    for cell in range(CELLS):
        if (s.harvest >> cell) & 1:
            for target in range(CELLS):
                if can_swap(s, cell, target):
                    return True
    return False


@compiled
def can_empower(s, insect):
    """G5: a card of this insect is in the harvest, and its power is in the middle or before somebody else."""
    if s.powers[insect] == NOWHERE or s.powers[insect] == BOX or holds(s, s.ant, insect):
        return False
    count = 0
    for k in range(s.takes):
        count += INSECT[s.taken[k]] == insect
    return count > 0


@compiled
def any_power(s):
    if s.mode == BEETLE and s.collector == s.ant:
        for insect in range(INSECTS):
            if can_empower(s, insect):
                return True
    return False


@compiled
def legal(s, seat, out):
    phase = s.phase
    if phase == PLACE:
        return list_cells(free_cells(s), actions.ANT, out)
    if phase == GUESSING:
        return list_cells(np.int64(s.chain), actions.GUESS, out)  # G2.2
    if phase == COMMIT:
        if seat == s.ant:
            return list_cells(types_on_chain(s), actions.CHOOSE, out)
        return list_cells((1 << TYPES) - 1, actions.NAME, out)
    if phase == SHOPPING:
        return list_payment(s, seat, out) if s.buying else list_purchase(s, seat, out)
    count = 0
    if phase == SWAPPING:
        for cell in range(CELLS):
            if (s.harvest >> cell) & 1:
                for target in range(CELLS):
                    if can_swap(s, cell, target):
                        out[count] = actions.SWAP + CELLS * cell + target
                        count += 1
        out[count] = actions.COLLECT
        return count + 1
    if phase == POWERING:
        for insect in range(INSECTS):
            if can_empower(s, insect):
                out[count] = actions.POWER + insect
                count += 1
        out[count] = actions.NO_POWER
        return count + 1
    out[0] = actions.PEEK if phase == LOOK else actions.CONSOLE
    out[1] = out[0] + 1  # the verb that declines comes next
    return 2


@compiled
def list_cells(mask, start, out):
    """The actions of a verb whose arguments are in a mask."""
    count = 0
    k = 0
    while mask:
        if mask & 1:
            out[count] = start + k
            count += 1
        mask >>= 1
        k += 1
    return count


@compiled
def sample(s, seat, rng):
    out = scratch(MOST, np.int32)
    return np.int64(out[random.below(rng, legal(s, seat, out))])
