"""The shared board of Antics!: moves of ants, transport and theft on the network of paths (A5.4 to A7)."""

import numpy as np

from formicarium.core.jit import compiled
from formicarium.core.kernel import SEATS
from formicarium.games.antics.actions import (
    ADVANCE,
    BRIDGE,
    DELIVER,
    GUARD,
    PASS,
    PICK,
    RETURN,
    STEAL,
    STOP,
    UNGUARD,
)
from formicarium.games.antics.components import (
    CHASM,
    COLOURS,
    EXITS,
    GREEN,
    GROWS,
    HILL,
    ITEM_AT,
    LAST_TOKENS,
    NEAR,
    PATHS,
    SITE,
    SITES,
    SITES_OF,
    SOLDIERS,
    TERRAIN,
)

BRIDGE_ANTS = 3  # A6.2: so many soldiers, and so many moves
N_SITES = len(SITES)
TILES_OUT, PREY_OUT, ROUND_LIMIT = 0, 1, 2  # why a match ends


@compiled
def chained(workers):
    """A5.4: the workers among these that are linked to the hill by shared nodes other than the hill."""
    reached = workers & EXITS
    left = workers & ~reached
    grown = True
    while grown and left:
        grown = False
        for path in range(PATHS):
            if (left >> path) & 1 and NEAR[path] & reached:
                reached |= 1 << path
                left &= ~(1 << path)
                grown = True
    return reached


@compiled
def advances(me):
    """A5.4: free paths next to the chain whose terrain has an own ant in its nest; never the chasm."""
    workers = np.int64(me.workers)
    edge = np.int64(EXITS)
    for path in range(PATHS):
        if (workers >> path) & 1:
            edge |= NEAR[path]
    hatched = np.int64(0)
    for nest in range(SOLDIERS):
        if me.nests[nest] > 0:
            hatched |= GROWS[nest]
    return edge & hatched & ~workers


@compiled
def returns(me):
    """A5.4: workers with empty hands and no own guard that no other worker needs for its link."""
    workers = np.int64(me.workers)
    free = workers & ~np.int64(me.laden) & ~np.int64(me.guards)
    idle = np.int64(0)
    for path in range(PATHS):
        bit = 1 << path
        if free & bit and chained(workers & ~bit) == workers & ~bit:
            idle |= bit
    return idle


@compiled
def guardable(s, seat):
    """A6.1: own workers on paths where nobody's guard stands, if a soldier is there."""
    me = s.players[seat]
    if me.nests[SOLDIERS] == 0:
        return np.int64(0)
    mask = np.int64(me.workers)
    for other in range(s.seats):
        mask &= ~np.int64(s.players[other].guards)
    return mask


@compiled
def bridges(me):
    """A6.2: three soldiers, and no own ant on the chasm."""
    return me.nests[SOLDIERS] >= BRIDGE_ANTS and (np.int64(me.workers) >> CHASM) & 1 == 0


@compiled
def any_move(s, seat, steps):
    me = s.players[seat]
    if me.guards != 0 or (steps >= BRIDGE_ANTS and bridges(me)):
        return True
    return advances(me) != 0 or guardable(s, seat) != 0 or returns(me) != 0


@compiled
def list_paths(mask, start, out, count):
    for path in range(PATHS):
        if (mask >> path) & 1:
            out[count] = start + path
            count += 1
    return count


@compiled
def list_moves(s, seat, out):
    me = s.players[seat]
    out[0] = STOP
    count = list_paths(advances(me), ADVANCE, out, 1)
    count = list_paths(returns(me), RETURN, out, count)
    count = list_paths(guardable(s, seat), GUARD, out, count)
    count = list_paths(np.int64(me.guards), UNGUARD, out, count)
    if s.steps >= BRIDGE_ANTS and bridges(me):
        out[count] = BRIDGE
        count += 1
    return count


@compiled
def move_ant(s, seat, action):
    """Make one move of a place action."""
    me = s.players[seat]
    if action == BRIDGE:
        me.nests[SOLDIERS] -= BRIDGE_ANTS
        me.ants += BRIDGE_ANTS - 1
        me.workers |= 1 << CHASM
        s.steps -= BRIDGE_ANTS
        return
    s.steps -= 1
    path = (action - ADVANCE) % PATHS
    bit = 1 << path
    if action < RETURN:
        me.nests[TERRAIN[path]] -= 1
        me.workers |= bit
    elif action < GUARD:
        me.workers &= ~bit
        me.ants += 1
    elif action < UNGUARD:
        me.nests[SOLDIERS] -= 1
        me.guards |= bit
    else:
        me.guards &= ~bit
        me.ants += 1


# Transport


@compiled
def may_own(me, item):
    """A7: only one prey a type, delivered or carried; any number of leaves."""
    if item > COLOURS:
        return True
    return ((np.int64(me.delivered) | np.int64(me.carried)) >> (item - 1)) & 1 == 0


@compiled
def can_pick(s, me, node):
    return node != HILL and s.lying[node] > 0 and may_own(me, ITEM_AT[node])


@compiled
def any_step(s, seat):
    me = s.players[seat]
    laden = np.int64(me.laden)
    if laden & EXITS:
        return True
    empty = np.int64(me.workers) & ~laden
    for path in range(PATHS):
        if (laden >> path) & 1 and NEAR[path] & empty:
            return True
        if (empty >> path) & 1 and (can_pick(s, me, SITES_OF[path, 0]) or can_pick(s, me, SITES_OF[path, 1])):
            return True
    return False


@compiled
def list_steps(s, seat, out):
    me = s.players[seat]
    laden = np.int64(me.laden)
    empty = np.int64(me.workers) & ~laden
    out[0] = STOP
    count = 1
    for path in range(PATHS):
        if (empty >> path) & 1:
            for end in range(2):
                node = SITES_OF[path, end]
                if can_pick(s, me, node):
                    out[count] = PICK + path * N_SITES + SITE[node]
                    count += 1
    for path in range(PATHS):
        if (laden >> path) & 1:
            count = list_paths(NEAR[path] & empty, PASS + path * PATHS, out, count)
    return list_paths(laden & EXITS, DELIVER, out, count)


@compiled
def carry_item(s, seat, action):
    """Make one step of a transport action."""
    me = s.players[seat]
    s.steps -= 1
    if action < PASS:
        path, node = (action - PICK) // N_SITES, SITES[(action - PICK) % N_SITES]
        s.lying[node] -= 1
        load_worker(me, path, ITEM_AT[node])
        note_exhausted(s, node)
    elif action < DELIVER:
        path = (action - PASS) // PATHS
        load_worker(me, (action - PASS) % PATHS, unload_worker(me, path))
    else:
        item = unload_worker(me, action - DELIVER)
        if item > COLOURS:
            me.leaves[item - GREEN] += 1
        else:
            me.delivered |= 1 << (item - 1)
            me.fresh |= 1 << (item - 1)


@compiled
def load_worker(me, path, item):
    me.cargo[path] = item
    me.laden |= 1 << path
    if item <= COLOURS:
        me.carried |= 1 << (item - 1)


@compiled
def unload_worker(me, path):
    item = np.int64(me.cargo[path])
    me.cargo[path] = 0
    me.laden &= ~(1 << path)
    if item <= COLOURS:
        me.carried &= ~(1 << (item - 1))
    return item


@compiled
def note_exhausted(s, node):
    """A7, A10: the last prey of a site is gone: one token less beside the board, which may trigger the end."""
    if ITEM_AT[node] <= COLOURS and s.lying[node] == 0:
        s.tokens -= 1
        if s.tokens <= LAST_TOKENS:
            trigger(s, PREY_OUT)


@compiled
def trigger(s, reason):
    """A9.1: the first trigger counts; every seat has one more turn after this one (A14.12)."""
    if s.ending == 0:
        s.ending = 1 + reason
        s.turns_left = s.seats


# Theft


@compiled
def may_steal(s, seat, path, victim):
    """A6.3, the item's part of it: nobody guards it, and the thief may own it."""
    other = s.players[victim]
    if victim == seat or (np.int64(other.laden) >> path) & 1 == 0 or (np.int64(other.guards) >> path) & 1:
        return False
    return may_own(s.players[seat], np.int64(other.cargo[path]))


@compiled
def thieves(s, seat):
    """A6.3: own workers with empty hands, if a soldier is there to pay."""
    me = s.players[seat]
    if me.nests[SOLDIERS] == 0:
        return np.int64(0)
    return np.int64(me.workers) & ~np.int64(me.laden)


@compiled
def list_steals(s, seat, out, count):
    mask = thieves(s, seat)
    if mask == 0:
        return count
    for path in range(PATHS):
        if (mask >> path) & 1:
            for victim in range(s.seats):
                if may_steal(s, seat, path, victim):
                    out[count] = STEAL + path * SEATS + victim
                    count += 1
    return count


@compiled
def any_steal(s, seat):
    mask = thieves(s, seat)
    if mask == 0:
        return False
    for path in range(PATHS):
        if (mask >> path) & 1:
            for victim in range(s.seats):
                if may_steal(s, seat, path, victim):
                    return True
    return False


@compiled
def steal(s, seat, path, victim):
    load_worker(s.players[seat], path, unload_worker(s.players[victim], path))
    s.players[seat].nests[SOLDIERS] -= 1
    s.players[seat].ants += 1
