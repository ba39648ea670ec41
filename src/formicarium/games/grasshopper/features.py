"""What learning programs see of The Grasshopper & the Ant: seats from the viewer on, cells and kinds as numbered."""

import numpy as np

from formicarium.core.features import MOST, Feature, bits, hot, number, numbers, relative
from formicarium.core.jit import compiled
from formicarium.core.kernel import SEATS
from formicarium.games.grasshopper.components import (
    ANTS,
    CARDS,
    CELLS,
    COPIES_OF_PROVISION,
    INSECT,
    INSECTS,
    KINDS,
    ROUNDS,
    ROW,
    SPACES,
    TYPE,
    TYPES,
)
from formicarium.games.grasshopper.phases import WHO
from formicarium.games.grasshopper.state import BLANK, DECK, DISCARD, HELD

TOKENS = BLANK + 1  # none, the types, one that is secret
PLAYER = TYPES + TYPES + INSECTS + KINDS + TOKENS
PLACES = HELD + SEATS  # of a power
SAME_CARDS = int(np.bincount(TYPE).max())  # of one type
SAME_INSECTS = int(np.bincount(INSECT[INSECT >= 0]).max())
SAME = COPIES_OF_PROVISION

FEATURES = (
    Feature("board", "the type of the card on each cell", (TYPES, CELLS)),
    Feature("insects", "its insect", (INSECTS, CELLS)),
    Feature("chain", "the chain: the number of the ant on each cell, from 1", (CELLS,), most=ANTS),
    Feature("guess", "the cell that was guessed", (CELLS,)),
    Feature("harvest", "harvest, kept by a swap, emptied", (3, CELLS)),
    Feature(
        "players",
        "by seat: cards in the supply by type, shelves, insects, provisions, token (none, type, secret)",
        (SEATS, PLAYER),
        most=(*[SAME_CARDS] * TYPES, *[SPACES] * TYPES, *[SAME_INSECTS] * INSECTS, *[SAME] * KINDS, *[1] * TOKENS),
        seats=0,
    ),
    Feature("peeked", "the token that the Grasshopper saw", (TOKENS,)),
    Feature("chosen", "the Ant's type once revealed", (TYPES,)),
    Feature("roles", "the Ant, the Grasshopper, the collector, by seat", (3, SEATS), seats=1),
    Feature(
        "deck",
        "cards in the deck by type and by insect",
        (TYPES + INSECTS,),
        most=(*[SAME_CARDS] * TYPES, *[SAME_INSECTS] * INSECTS),
    ),
    Feature("discarded", "cards discarded by type", (TYPES,), most=SAME_CARDS),
    Feature("taken", "cards taken in this round, by type", (TYPES,), most=ANTS),
    Feature("row", "provisions in the row, place by place", (ROW, KINDS)),
    Feature("stock", "provisions in their deck", (KINDS,), most=SAME),
    Feature("powers", "where each power is: nowhere, middle, box, by seat", (INSECTS, PLACES), seats=1),
    Feature("buying", "the provision being bought", (KINDS,)),
    Feature("sets", "wildcard sets made of a type, and for a type", (2, TYPES), most=SAME_CARDS),
    Feature("bought", "the provision bought in this round", (KINDS,)),
    Feature(
        "veil", "the hidden card: paid with, there, known to all; its type and insect if known", (3 + TYPES + INSECTS,)
    ),
    Feature("round", "round; who draws, from the Ant on", (2,), most=(min(MOST, ROUNDS), SEATS)),
    Feature("phase", "the phase", (len(WHO),)),
    Feature("mode", "mode; chain rule; seats from two", (3, 3)),
    Feature("seat", "the number of the viewer's seat", (SEATS,), seats=0),
)


@compiled
def observe(s, seat, out):
    seats = np.int64(s.seats)
    for cell in range(CELLS):
        card = np.int64(s.grid[cell])
        if card >= 0:
            out[TYPE[card] * CELLS + cell] = 1
            if INSECT[card] >= 0:
                out[(TYPES + INSECT[card]) * CELLS + cell] = 1
    at = (TYPES + INSECTS) * CELLS
    for k in range(ANTS):
        if s.ants[k] >= 0:
            out[at + np.int64(s.ants[k])] = k + 1
    at += CELLS
    at = hot(out, at, np.int64(s.guess), CELLS)
    at = bits(out, at, np.int64(s.harvest), CELLS)
    at = bits(out, at, np.int64(s.swapped), CELLS)
    at = bits(out, at, np.int64(s.emptied), CELLS)
    for k in range(seats):
        player = s.players[(seat + k) % seats]
        at = numbers(out, numbers(out, at, player.have), player.shelves)
        at = numbers(out, numbers(out, at, player.insects), player.provisions)
        at = hot(out, at, np.int64(player.token), TOKENS)
    at = hot(out, at, np.int64(s.peeked), TOKENS)
    at = hot(out, at, np.int64(s.chosen), TYPES)
    at = hot(out, at, relative(np.int64(s.ant), seat, seats), seats)
    at = hot(out, at, relative(np.int64(s.grasshopper), seat, seats), seats)
    at = hot(out, at, relative(np.int64(s.collector), seat, seats), seats)
    for card in range(CARDS):
        if s.where[card] == DECK:
            out[at + TYPE[card]] += 1
            if INSECT[card] >= 0:
                out[at + TYPES + INSECT[card]] += 1
        elif s.where[card] == DISCARD:
            out[at + TYPES + INSECTS + TYPE[card]] += 1
    at += TYPES + INSECTS + TYPES
    for k in range(s.takes):
        out[at + TYPE[s.taken[k]]] += 1
    at += TYPES
    for place in range(ROW):
        at = hot(out, at, np.int64(s.row[place]), KINDS)
    at = numbers(out, at, s.stock)
    for insect in range(INSECTS):
        place = np.int64(s.powers[insect])
        at = hot(out, at, place if place < HELD else HELD + relative(place - HELD, seat, seats), HELD + seats)
    at = hot(out, at, np.int64(s.buying) - 1, KINDS)
    at = numbers(out, numbers(out, at, s.sets_from), s.sets_for)
    at = hot(out, at, np.int64(s.bought) - 1, KINDS)
    at = number(out, number(out, at, np.int64(s.veil_pays)), np.int64(s.veil))
    at = number(out, at, np.int64(s.veil_known))
    card = np.int64(s.veil_card)
    at = hot(out, at, TYPE[card] if card >= 0 else -1, TYPES)
    at = hot(out, at, INSECT[card] if card >= 0 else -1, INSECTS)
    at = number(out, number(out, at, s.round_number), s.drawer)
    at = hot(out, at, np.int64(s.phase), len(WHO))
    at = hot(out, at, np.int64(s.mode), 3)
    at = hot(out, at, np.int64(s.chain_rule), 3)
    at = hot(out, at, seats - 2, 3)
    return hot(out, at, seat, seats)
