"""Antics!'s rules: the kernel functions. Numbers as in A5.4 name the rule of the specification.

The parts stand beside this file: `colony.py`, `network.py` and `scouting.py`; the end is in `scoring.py`.
"""

import numpy as np

from formicarium.core import random
from formicarium.core.jit import compiled, scratch
from formicarium.core.kernel import CHANCE, MOST_ACTIONS, SEATS
from formicarium.games.antics.actions import (
    ADVANCE,
    CHOOSE_TILE,
    DRAW,
    DROP,
    END,
    FIRST,
    HATCH_IN,
    LAY_AT,
    PICK,
    REMOVE,
    SET_ANTEATER,
    STEAL,
    STOP,
    STORE,
    SUPER,
    TAKE,
    USE,
)
from formicarium.games.antics.colony import (
    NEVER,
    any_use,
    lay_base,
    lay_tile,
    list_first_cells,
    list_second_cells,
    list_stores,
    list_uses,
    sample_first_cell,
    take_markers,
)
from formicarium.games.antics.components import (
    ALLOWANCE,
    ANTEATER,
    ANTS,
    BUILD,
    CELLS,
    COLOURS,
    FIELDS,
    FUNGUS,
    HATCH,
    ITEM_AT,
    KINDS,
    NODES,
    PLACE,
    PREY,
    REMOVED,
    ROUNDS,
    ROWS,
    SCOUT,
    SIDES,
    STARTER,
    STORE_ORDER,
    SUPPLY,
    SYMBOLS,
    TILES,
    TOKENS,
    TRANSPORT,
)
from formicarium.games.antics.network import (
    BRIDGE_ANTS,
    ROUND_LIMIT,
    any_move,
    any_steal,
    any_step,
    carry_item,
    list_moves,
    list_steals,
    list_steps,
    move_ant,
    steal,
)
from formicarium.games.antics.options import AGREED_PREY, STANDARD_PREY
from formicarium.games.antics.scouting import fill_at_start, finish_refill, has_tile, next_gap, slide, total
from formicarium.games.antics.state import (
    ANTEATERS,
    CHOOSE,
    DROPPING,
    FILLING,
    HATCHING,
    LAY,
    LAY_SECOND,
    LOT,
    MARKER,
    OVER,
    PLACING,
    REFILL,
    REMOVING,
    SCOUTING,
    STORING,
    TILE,
    TRACE,
    TRANSPORTING,
)

FILLED = (FIELDS - 1) * ROWS  # A2.6: tiles on the fields at the start


@compiled
def setup(s, seats, options):
    for seat in range(seats):
        me = s.players[seat]
        me.ants = ANTS - 1  # A2.1: one stands on the hill
        me.supply[STARTER] = 1
        lay_base(me)
    for kind in range(KINDS):
        s.bag[kind] = TILES[kind]
    s.seats = seats
    s.prey_per_type = PREY[seats - 2] if options.prey == STANDARD_PREY else AGREED_PREY[options.prey]  # A2.2
    for node in range(NODES):
        if ITEM_AT[node] > 0:
            s.lying[node] = s.prey_per_type if ITEM_AT[node] <= COLOURS else 1  # A2.3
    s.tokens = TOKENS
    for row in range(ROWS):
        s.anteater[row] = -1
        s.slots[row, FIELDS - 1] = ANTEATER
    s.first = s.kind = s.cell = s.nest = s.last_mover = -1
    s.round_number = 1
    s.phase = REMOVING if REMOVED[seats - 2] > 0 else ANTEATERS


@compiled
def actors(s):
    phase = s.phase
    if phase <= LOT or phase == REFILL:
        return CHANCE
    return 0 if phase == OVER else 1 << np.int64(s.mover)


@compiled
def chance(s, out, weights):
    count = 0
    if s.phase == LOT:
        for seat in range(s.seats):  # A2.7
            out[count] = FIRST + seat
            weights[count] = 1
            count += 1
    elif s.phase == ANTEATERS:
        for colour in range(COLOURS):  # A2.5: side and row of the next anteater
            for row in range(ROWS):
                if s.anteater[row] < 0 and (colour == SIDES[s.counted, 0] or colour == SIDES[s.counted, 1]):
                    out[count] = SET_ANTEATER + (np.int64(s.counted) * COLOURS + colour) * ROWS + row
                    weights[count] = 1
                    count += 1
    else:
        start = REMOVE if s.phase == REMOVING else DRAW
        for kind in range(KINDS):
            if s.bag[kind] > 0:
                out[count] = start + kind
                weights[count] = s.bag[kind]
                count += 1
    return count


# What may be done


@compiled
def needed(s, seat, levels):
    """A3: for each symbol the lowest level at which one step of its action is possible now."""
    me = s.players[seat]
    levels[SCOUT] = levels[TRANSPORT] = levels[FUNGUS] = NEVER
    for k in range(FIELDS):
        if has_tile(s, FIELDS - 1 - k):
            levels[SCOUT] = FIELDS - k
    levels[BUILD] = 1 if total(me.supply) > 0 else NEVER
    levels[HATCH] = 1 if me.ants > 0 else NEVER
    levels[PLACE] = 1 if any_move(s, seat, 1) else BRIDGE_ANTS if any_move(s, seat, BRIDGE_ANTS) else NEVER
    if any_step(s, seat):
        levels[TRANSPORT] = 1


@compiled
def may_choose(s, seat):
    """A17: whether anything but the end of the turn is possible."""
    if s.markers > 0:
        levels = scratch(SYMBOLS, np.int64)
        needed(s, seat, levels)
        if not s.super_used:
            for deed in range(SYMBOLS):
                if levels[deed] <= 1:
                    return True
        if any_use(s.players[seat], levels):
            return True
    return any_steal(s, seat)


@compiled
def legal(s, seat, out):
    me, phase = s.players[seat], s.phase
    if phase == LAY:
        return list_first_cells(me, out)
    if phase == LAY_SECOND:
        return list_second_cells(me, s.cell, out)
    if phase == STORING:
        return list_stores(me, next_prey(me), out)
    if phase == DROPPING:
        return list_tiles(me, DROP, out)
    if phase == CHOOSE:
        count = list_choices(s, seat, out)
    elif phase == SCOUTING:
        count = list_takes(s, out)
    elif phase == TILE:
        count = list_tiles(me, CHOOSE_TILE, out)
    elif phase == HATCHING:
        count = list_nests(s, me, out)
    elif phase == PLACING:
        count = list_moves(s, seat, out)
    else:
        count = list_steps(s, seat, out)
    return list_steals(s, seat, out, count)


@compiled
def sample(s, seat, rng):
    if s.phase == LAY:
        return sample_first_cell(s.players[seat], rng)
    out = scratch(MOST_ACTIONS, np.int32)
    return np.int64(out[random.below(rng, legal(s, seat, out))])


@compiled
def list_choices(s, seat, out):
    out[0] = END
    count = 1
    if s.markers > 0:
        levels = scratch(SYMBOLS, np.int64)
        needed(s, seat, levels)
        if not s.super_used:
            for deed in range(FUNGUS):
                if levels[deed] <= 1:
                    out[count] = SUPER + deed
                    count += 1
        count = list_uses(s.players[seat], levels, out, count)
    return count


@compiled
def list_takes(s, out):
    count = 0
    for row in range(ROWS):
        if 0 < s.slots[row, s.field] < ANTEATER:
            out[count] = TAKE + np.int64(s.field) * ROWS + row
            count += 1
    return count


@compiled
def list_tiles(me, start, out):
    count = 0
    for kind in range(KINDS):
        if me.supply[kind] > 0:
            out[count] = start + kind
            count += 1
    return count


@compiled
def list_nests(s, me, out):
    """A5.3: the second ant of a hatch has no choice but the nest of the first."""
    out[0] = STOP
    count = 1
    for nest in range(COLOURS):
        if me.ants > 0 and (s.level - s.steps != 1 or nest == s.nest):
            out[count] = HATCH_IN + nest
            count += 1
    return count


@compiled
def next_prey(me):
    """A8.2: newly delivered prey is stored in the order of the colours."""
    for k in range(COLOURS):
        if (me.fresh >> STORE_ORDER[k]) & 1:
            return STORE_ORDER[k]
    return np.int64(-1)


# What happens then


@compiled
def apply(s, seat, action):
    action = np.int64(action)  # interpreted, it may be a plain int, which numpy takes for a small one
    if action >= DRAW:
        let_happen(s, action)
    else:
        if s.tracks < TRACE:
            s.track[s.tracks] = action
            s.tracks += 1
        if action >= STORE:
            tidy(s, seat, action)
        elif action >= STEAL:
            steal(s, seat, (action - STEAL) // SEATS, (action - STEAL) % SEATS)
        elif action >= PICK:
            carry_item(s, seat, action)
        elif action >= ADVANCE:
            move_ant(s, seat, action)
        else:
            work(s, seat, action)
    while not settled(s):
        pass


@compiled
def let_happen(s, action):
    """Chance: set-up and refill."""
    if s.phase != REFILL:
        s.counted += 1
    if action >= FIRST:
        s.first = s.mover = action - FIRST
        s.counted = 0
        begin_turn(s)
    elif action >= SET_ANTEATER:
        row, side = (action - SET_ANTEATER) % ROWS, (action - SET_ANTEATER) // ROWS % COLOURS
        s.anteater[row] = s.counted - 1
        s.side[row] = 0 if SIDES[s.counted - 1, 0] == side else 1
    elif action >= REMOVE:
        s.bag[action - REMOVE] -= 1
        s.removed[action - REMOVE] += 1
    else:
        kind = action - DRAW
        s.bag[kind] -= 1
        if s.phase == FILLING:
            fill_at_start(s, kind)
        else:
            gap = next_gap(s)
            s.slots[gap % ROWS, gap // ROWS] = 1 + kind


@compiled
def work(s, seat, action):
    """What is done with a marker, and the steps of scout, build and hatch."""
    me = s.players[seat]
    if action >= HATCH_IN:
        me.ants -= 1
        me.nests[action - HATCH_IN] += 1
        s.nest = action - HATCH_IN
        s.steps -= 1
    elif action >= LAY_AT:
        lay(s, me, action - LAY_AT)
    elif action >= CHOOSE_TILE:
        s.kind = action - CHOOSE_TILE
        s.phase = LAY
    elif action >= TAKE:
        row, field = (action - TAKE) % ROWS, (action - TAKE) // ROWS
        me.supply[s.slots[row, field] - 1] += 1
        s.slots[row, field] = 0
        s.field += 1
    elif action >= USE:
        cell = action - USE
        me.load[cell] = MARKER
        start(s, me, me.symbol[cell], me.height[cell])
    elif action >= SUPER:
        s.super_used = True
        start(s, me, action - SUPER, 1)  # A3: the magnificant acts at level 1
    elif action == STOP:
        s.phase = CHOOSE
    else:
        clean_up(s)


@compiled
def start(s, me, deed, level):
    """A3: the strength of an action is the level of its hex."""
    s.markers -= 1
    s.level = s.steps = level
    s.field = 0
    if deed == SCOUT:
        s.phase = SCOUTING
    elif deed == BUILD:
        s.phase = TILE
        s.steps = min(np.int64(level), total(me.supply))  # A5.2: compulsory
    elif deed == HATCH:
        s.phase = HATCHING
    elif deed == PLACE:
        s.phase = PLACING
    else:
        s.phase = TRANSPORTING


@compiled
def lay(s, me, cell):
    if s.phase == LAY:
        s.cell = cell
        s.phase = LAY_SECOND
        return
    me.supply[s.kind] -= 1
    lay_tile(me, s.kind, s.cell, cell)
    s.kind = s.cell = -1
    s.steps -= 1
    s.phase = TILE


@compiled
def tidy(s, seat, action):
    """A8.2 and A8.3."""
    me = s.players[seat]
    if action >= DROP:
        me.supply[action - DROP] -= 1
        s.bag[action - DROP] += 1
    else:
        colour, cell = (action - STORE) // CELLS, (action - STORE) % CELLS
        me.load[cell] = 1 + colour
        me.fresh &= ~(1 << colour)


# From one decision to the next


@compiled
def settled(s):
    """Whether there is something to decide now; if not, the match has gone on by one step."""
    phase = s.phase
    if phase < CHOOSE:
        return set_up(s)
    if phase < STORING:
        return act(s)
    me = s.players[s.mover]
    if phase == STORING:
        if me.fresh != 0:
            return True
        s.phase = DROPPING
        return False
    if phase == DROPPING:
        if total(me.supply) > SUPPLY:
            return True
        slide(s)
        s.phase = REFILL
        return False
    if phase == REFILL:
        if next_gap(s) >= 0 and total(s.bag) > 0:
            return True
        finish_refill(s)
        next_turn(s)
        return False
    return True


@compiled
def set_up(s):
    """A2: the parts of set-up follow each other."""
    parts = REMOVED[s.seats - 2]
    if s.phase == ANTEATERS:
        parts = np.int64(ROWS)
    elif s.phase == FILLING:
        parts = np.int64(FILLED)
    elif s.phase == LOT:
        parts = np.int64(1)
    if s.counted < parts:
        return True
    s.counted = 0
    s.phase += 1
    return False


@compiled
def act(s):
    """A17: an action ends by itself when its steps are spent, or when neither a step nor a theft is possible."""
    phase, seat = s.phase, np.int64(s.mover)
    if LAY <= phase <= LAY_SECOND:
        return True
    if phase == CHOOSE:
        if may_choose(s, seat):
            return True
        clean_up(s)
        return False
    if phase == SCOUTING:
        while s.field < s.level and not has_tile(s, s.field):  # A5.1: such a field yields nothing
            s.field += 1
        going = s.field < s.level
    elif s.steps == 0:
        going = False
    elif phase == TILE:
        going = True
    elif phase == HATCHING:
        going = s.players[seat].ants > 0 or any_steal(s, seat)
    elif phase == PLACING:
        going = any_move(s, seat, s.steps) or any_steal(s, seat)
    else:
        going = any_step(s, seat) or any_steal(s, seat)
    if not going:
        s.phase = CHOOSE
    return going


@compiled
def clean_up(s):
    """A8.1, and A8: after the very last turn nothing is tidied."""
    final = s.ending != 0 and s.turns_left == 0
    if final or (s.round_number == ROUNDS and (s.mover + 1) % s.seats == s.first):
        if not final:
            s.ending = 1 + ROUND_LIMIT  # A17
        s.phase = OVER
        return
    take_markers(s.players[s.mover])
    s.phase = STORING


@compiled
def next_turn(s):
    for k in range(TRACE):
        s.last[k] = s.track[k]
        s.track[k] = 0
    s.lasts = s.tracks
    s.last_mover = s.mover
    s.mover = (s.mover + 1) % s.seats  # A2.7
    if s.mover == s.first:
        s.round_number += 1
    if s.ending != 0:
        s.turns_left -= 1
    begin_turn(s)


@compiled
def begin_turn(s):
    order = (s.mover - s.first + s.seats) % s.seats
    s.markers = ALLOWANCE[order if s.round_number == 1 else SEATS - 1]  # A2.8
    s.super_used = False
    s.level = s.steps = s.field = s.tracks = 0
    s.nest = -1
    s.phase = CHOOSE
