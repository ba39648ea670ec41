"""The shares of victory after a harvest, before it has happened: with the swaps, powers and purchases it allows."""

import numpy as np

from formicarium.core.jit import compiled, scratch
from formicarium.games.grasshopper.components import (
    CELLS,
    FULL,
    GOAL,
    INSECT,
    INSECTS,
    ROW,
    SPACES,
    TYPE,
    TYPES,
)
from formicarium.games.grasshopper.ending import outcome
from formicarium.games.grasshopper.options import AUTUMN, BEETLE
from formicarium.games.grasshopper.phases import EXHAUSTED, SHELVES
from formicarium.games.grasshopper.piles import holds
from formicarium.games.grasshopper.shop import needed, payable_so, points, set_size
from formicarium.games.grasshopper.state import BOX, HELD
from formicarium.games.grasshopper.worth import progress, shares, worth


@compiled
def after_harvest(s, seat, cells, out):
    """The shares after a seat takes the cards of some cells, all of one type."""
    collector = s.collector
    s.collector = seat
    if s.mode == AUTUMN:
        after_autumn_harvest(s, seat, cells, out)
    else:
        after_winter_harvest(s, seat, cells, out)
    s.collector = collector


@compiled
def after_autumn_harvest(s, seat, cells, out):
    """G3.2 to G3.4: the cube moves, insects are kept, and perhaps the match is over."""
    me = s.players[seat]
    insects = scratch(INSECTS, np.int8)
    for kind in range(INSECTS):
        insects[kind] = me.insects[kind]
    count, path = 0, 0
    for cell in range(CELLS):
        if (cells >> cell) & 1:
            card = s.grid[cell]
            path = TYPE[card]
            count += 1
            if INSECT[card] >= 0:
                me.insects[INSECT[card]] += 1
    deck, space = s.deck, me.shelves[path]
    me.shelves[path] = min(SPACES, space + count)
    full = 0
    for other in range(TYPES):
        full += me.shelves[other] == SPACES
    if full >= FULL or deck < count:
        s.ending = 1 + (SHELVES if full >= FULL else EXHAUSTED)
        finish(s, out)
        s.ending = 0
    else:
        s.deck = deck - count
        shares(s, out)
    s.deck = deck
    me.shelves[path] = space
    for kind in range(INSECTS):
        me.insects[kind] = insects[kind]


@compiled
def finish(s, out):
    """The shares at the end."""
    table = scratch(12, np.float64).reshape((3, 4))
    outcome(s, table)
    for seat in range(s.seats):
        out[seat] = table[0, seat]


@compiled
def after_winter_harvest(s, seat, cells, out):
    """G4.2: the cards, for the Ant with the best swap of each insect and perhaps a power; then a purchase."""
    me = s.players[seat]
    have = scratch(TYPES, np.int8)
    for path in range(TYPES):
        have[path] = me.have[path]
    insects = 0
    for cell in range(CELLS):
        if (cells >> cell) & 1:
            card = s.grid[cell]
            me.have[TYPE[card]] += 1
            if seat == s.ant and INSECT[card] >= 0:
                insects |= 1 << INSECT[card]
    if insects:
        swap_well(s, seat, cells)
    after_shopping(s, seat, out)
    if insects and s.mode == BEETLE:
        try_powers(s, seat, insects, out)
    for path in range(TYPES):
        me.have[path] = have[path]


@compiled
def swap_well(s, seat, cells):
    """G4.2.3: each harvested insect card for the type that helps most, as far as one lies in the grid."""
    me = s.players[seat]
    late = progress(s)
    best = worth(s, seat, late)
    for cell in range(CELLS):
        if (cells >> cell) & 1 and INSECT[s.grid[cell]] >= 0:
            mine = TYPE[s.grid[cell]]
            for target in range(CELLS):
                card = s.grid[target]
                if card >= 0 and INSECT[card] == INSECT[s.grid[cell]] and (cells >> target) & 1 == 0:
                    me.have[mine] -= 1
                    me.have[TYPE[card]] += 1
                    value = worth(s, seat, late)
                    if value > best:
                        best, mine = value, TYPE[card]
                    else:
                        me.have[TYPE[card]] -= 1
                        me.have[mine] += 1


@compiled
def try_powers(s, seat, insects, out):
    """G5: the shares if the Ant takes the power that helps most, where that is better for it than none."""
    trial = scratch(4, np.float64)
    me = s.players[seat]
    for kind in range(INSECTS):
        owner = s.powers[kind]
        if (insects >> kind) & 1 and owner != BOX and not holds(s, seat, kind):
            path = richest(s, seat)
            s.powers[kind] = HELD + seat
            me.have[path] -= 1
            if points(s, seat) >= GOAL:
                win(s, seat, trial)
            else:
                after_shopping(s, seat, trial)
            me.have[path] += 1
            s.powers[kind] = owner
            keep_better(s, seat, trial, out)


@compiled
def richest(s, seat):
    """The type of which a seat has the most cards."""
    best = 0
    for path in range(TYPES):
        if s.players[seat].have[path] > s.players[seat].have[best]:
            best = path
    return best


@compiled
def win(s, seat, out):
    """The shares when a seat has won."""
    for other in range(s.seats):
        out[other] = 1.0 if other == seat else 0.0


@compiled
def keep_better(s, seat, trial, out):
    """Take over shares that are better for a seat."""
    if trial[seat] > out[seat]:
        for other in range(s.seats):
            out[other] = trial[other]


@compiled
def after_shopping(s, seat, out):
    """The shares after the best purchase of a seat, or none."""
    trial = scratch(4, np.float64)
    shares(s, out)
    for place in range(ROW):
        kind = np.int64(s.row[place])
        if kind >= 0 and payable_so(s, seat, kind, False):
            after_purchase(s, seat, kind, trial)
            keep_better(s, seat, trial, out)


@compiled
def after_purchase(s, seat, kind, out):
    """The shares after a provision is paid with the sets that are made already, and further ones of spare cards."""
    me = s.players[seat]
    have = scratch(TYPES, np.int8)
    size = set_size(s, seat)
    missing = 0
    for path in range(TYPES):
        have[path] = me.have[path]
        due = needed(s, kind, path, size)
        if s.veil_pays and TYPE[s.veil_card] == path:
            due -= 1  # another card comes for the hidden one
        left = me.have[path] - due
        me.have[path] = max(0, left)
        missing += max(0, -left)
    for _ in range(missing):
        path = richest(s, seat)
        me.have[path] = max(0, me.have[path] - size)
    for place in range(ROW):
        if s.row[place] == kind:
            break
    s.row[place] = -1
    me.provisions[kind] += 1
    if points(s, seat) >= GOAL:
        win(s, seat, out)
    else:
        shares(s, out)
    me.provisions[kind] -= 1
    s.row[place] = kind
    for path in range(TYPES):
        me.have[path] = have[path]
