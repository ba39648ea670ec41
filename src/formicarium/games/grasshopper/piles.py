"""Path cards on their way: deck, discard pile, supplies and the hidden card (G4.4)."""

import numpy as np

from formicarium.core.jit import compiled
from formicarium.games.grasshopper.components import CARDS, CELLS, HIDDEN, INSECT, TYPE, TYPES
from formicarium.games.grasshopper.state import DECK, DISCARD, GRID, HELD, OUT, SUPPLY, VEILED


@compiled
def card_ready(s):
    """Whether a card can be drawn now; an empty deck is made anew from the discard pile at this moment (G4.4)."""
    if s.deck == 0 and s.discard > 0:
        for card in range(CARDS):
            if s.where[card] == DISCARD:
                s.where[card] = DECK
        s.deck = s.discard
        s.discard = 0
        s.veil_known = s.veil  # G7.20: all other cards lay open
    return s.deck > 0


@compiled
def first_hole(s):
    """The first empty cell in reading order, CELLS if there is none."""
    for cell in range(CELLS):
        if s.grid[cell] < 0:
            return cell
    return CELLS


@compiled
def holes(s):
    """The empty cells as a mask."""
    mask = 0
    for cell in range(CELLS):
        if s.grid[cell] < 0:
            mask |= 1 << cell
    return mask


@compiled
def lay(s, card, cell):
    """A card of the deck into the grid."""
    s.deck -= 1
    s.where[card] = GRID
    s.grid[cell] = card


@compiled
def draw_open(s, seat, card):
    """A card of the deck face up into a supply."""
    s.deck -= 1
    s.where[card] = SUPPLY + seat
    s.players[seat].have[TYPE[card]] += 1


@compiled
def draw_veiled(s, card):
    """A card of the deck face down before the holder of HIDDEN."""
    s.deck -= 1
    s.where[card] = VEILED
    s.veil = True
    s.veil_card = card
    s.veil_known = False


@compiled
def drop_veiled(s):
    """The hidden card onto the discard pile."""
    s.where[s.veil_card] = DISCARD
    s.discard += 1
    s.veil = False
    s.veil_card = -1
    s.veil_known = False


@compiled
def drop(s, seat, card):
    """A face-up card of a supply onto the discard pile."""
    s.where[card] = DISCARD
    s.discard += 1
    s.players[seat].have[TYPE[card]] -= 1


@compiled
def take(s, seat, cell):
    """A card of the grid to the collector: into the supply in Winter; in Autumn only insects are kept (G3.3)."""
    card = np.int64(s.grid[cell])
    s.grid[cell] = -1
    s.emptied |= 1 << cell
    s.taken[s.takes] = card
    s.takes += 1
    if s.mode > 0:
        s.where[card] = SUPPLY + seat
        s.players[seat].have[TYPE[card]] += 1
    elif INSECT[card] >= 0:
        s.where[card] = SUPPLY + seat
        s.players[seat].insects[INSECT[card]] += 1
    else:
        s.where[card] = OUT


@compiled
def supply(s, seat):
    """The number of path cards face up before a seat."""
    total = np.int64(0)
    for kind in range(TYPES):
        total += s.players[seat].have[kind]
    return total


@compiled
def holds(s, seat, power):
    """Whether a seat has a power."""
    return s.powers[power] == HELD + seat


@compiled
def has_veiled(s, seat):
    """Whether a hidden card lies before a seat; this is public."""
    return s.veil and holds(s, seat, HIDDEN)
