"""The network that a seat of Sisimizi can complete with the fewest pieces, or nearly.

S12's cheapest completion takes milliseconds to find. This one takes microseconds: from a hill, the nearest region that
helps is joined by a shortest path, then the next, until a permitted set is complete.
"""

import numpy as np

from formicarium.core.jit import compiled, scratch
from formicarium.games.sisimizi.components import DIRECTIONS, DOT, DOTS, FIELDS, GOAL, NEAR, NODES, REACHED, REGION

FAR = 99  # the price of a field that cannot be had; farther away nothing is looked for
OVER = 4  # a bridge: its turn could have placed three pieces
WALL = 9  # an opposing ant that no bridge is left for
MOVED_HILL = 2  # a dot in a region where an own hill stands already, which moves there
LEVELS = FAR + 1
WAITING = 4096  # room for the fields that wait in all levels together

# The attempts at a network, until one succeeds: do they begin at own hills (or free dots), and what is a step over an
# opposing ant? First it is a bridge, then there are too few bridges, at last the ant is taken to move away.
FROM_HILLS = np.array([True, True, False, True, False])
WALLS = np.array([0, FAR, FAR, WALL, WALL])  # 0: as priced

MIDDLE_FIRST = np.array(sorted(DOTS.tolist(), key=lambda field: (abs(field - FIELDS // 2), field)), np.uint16)

# What is known of a network: the pieces missing, by kind, and the own ones in it.
MISSING_ANTS, MISSING_HILLS, BRIDGES_USED, ANTS_USED, HILLS_USED, COUNTS = range(6)


@compiled
def price_fields(s, seat, cost):
    """What it takes to own each field: nothing, a piece, a bridge, or it cannot be had."""
    own = seat + 1
    over = OVER if s.players[seat].bridges > 0 else FAR
    for field in range(FIELDS):
        standing, above = s.ground[field], s.above[field]
        if standing == own or above == own:
            cost[field] = 0
        elif standing == 0:
            taken = DOT[field] and (s.players[seat].regions >> REGION[field]) & 1
            cost[field] = MOVED_HILL if taken else 1
        else:
            cost[field] = FAR if DOT[field] or above != 0 else over
    cost[FIELDS] = FAR


@compiled
def grow(s, seat, start, cost, best, network):
    """Join region after region to a dot, the nearest that helps first; the price of the network, FAR if there is none.

    Stops as soon as it is no cheaper than `best`. The fields of the network are 1 in `network`.
    """
    reach = REACHED[s.seats - 2]
    steps = scratch(NODES, np.uint8)  # what it costs to join a field to the network, and 1
    back = scratch(NODES, np.uint16)  # the field before it on the way
    waiting = scratch(WAITING, np.uint16)
    after = scratch(WAITING, np.uint16)
    head = scratch(LEVELS, np.uint16)  # the first of those that wait at this price, and 1
    for field in range(NODES):
        network[field] = 0
    price = np.int64(cost[start])
    regions = 1 << REGION[start]
    moving = 0  # regions whose hill moves to another dot
    steps[start] = 1
    network[start] = 1
    waiting[0] = start
    head[0] = 1
    used, level = 1, 0
    while level < FAR and price + level < best:
        entry = np.int64(head[level])
        if entry == 0:
            level += 1
            continue
        head[level] = after[entry - 1]
        field = np.int64(waiting[entry - 1])
        if steps[field] != level + 1:
            continue  # it was reached on a cheaper way since
        if DOT[field]:
            if cost[field] == 0 and (moving >> REGION[field]) & 1:
                continue  # this hill will be gone
            if network[field] == 0 and reach[regions | 1 << REGION[field]] > reach[regions]:
                price += level
                regions |= 1 << REGION[field]
                if cost[field] == MOVED_HILL:
                    moving |= 1 << REGION[field]
                joined = field
                while network[joined] == 0:  # the way there joins the network
                    network[joined] = 1
                    if steps[joined] > 1:
                        steps[joined] = 1
                        waiting[used] = joined
                        after[used] = head[0]
                        head[0] = used + 1
                        used += 1
                    joined = np.int64(back[joined])
                if reach[regions] == GOAL:
                    return price
                if level > 0:
                    level = 0
                    continue
            elif network[field] == 0:
                continue  # a dot that does not help is no way: a seat has just as many hills as it must join
        for k in range(DIRECTIONS):
            near = NEAR[field, k]
            further = level + cost[near]
            if further < FAR and (steps[near] == 0 or further + 1 < steps[near]) and used < WAITING:
                steps[near] = further + 1
                back[near] = field
                waiting[used] = near
                after[used] = head[further]
                head[further] = used + 1
                used += 1
    return FAR


@compiled
def count_network(s, seat, network, counts):
    """What is missing in a network and what is there, by kind."""
    own = seat + 1
    for k in range(COUNTS):
        counts[k] = 0
    for field in range(FIELDS):
        if network[field]:
            mine = s.ground[field] == own or s.above[field] == own
            if DOT[field]:
                counts[HILLS_USED if mine else MISSING_HILLS] += 1
            elif mine:
                counts[ANTS_USED] += 1
            else:
                counts[MISSING_ANTS if s.ground[field] == 0 else BRIDGES_USED] += 1


@compiled
def plan(s, seat, starts, network, counts):
    """The cheapest of the networks around some own hills, at most `starts`: its price, FAR if there is none.

    Its fields are 1 in `network`; what it has and misses stands in `counts`. It steps over more ants than the seat has
    bridges only if there is no other way.
    """
    cost = scratch(NODES, np.int64)
    trial = scratch(NODES, np.uint8)
    price_fields(s, seat, cost)
    best = FAR
    for attempt in range(len(WALLS)):
        if WALLS[attempt]:
            for field in range(FIELDS):
                if cost[field] > 0 and s.ground[field] != 0 and s.above[field] == 0 and not DOT[field]:
                    cost[field] = WALLS[attempt]
        owner = seat + 1 if FROM_HILLS[attempt] else 0
        tried = 0
        for start in MIDDLE_FIRST:
            if tried < starts and s.ground[start] == owner:
                tried += 1
                price = grow(s, seat, np.int64(start), cost, best, trial)
                if price < best:
                    best = price
                    for field in range(NODES):
                        network[field] = trial[field]
        if best < FAR:
            count_network(s, seat, network, counts)
            if WALLS[attempt] == WALL or counts[BRIDGES_USED] <= s.players[seat].bridges:
                return best
            best = FAR
    return best
