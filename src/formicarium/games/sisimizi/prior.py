"""Which actions of Sisimizi are worth a look: those on the own network, and those in the way of others."""

import numpy as np

from formicarium.engine.jit import compiled, scratch
from formicarium.games.sisimizi.actions import ANT, BRIDGE, DONE, DROP, HILL, LIFT
from formicarium.games.sisimizi.components import DOT, FIELDS, NODES
from formicarium.games.sisimizi.evaluate import STARTS, finish
from formicarium.games.sisimizi.network import COUNTS, plan
from formicarium.games.sisimizi.rules import may_place

BLOCK = np.array([2.0, 1.0, 1.0])  # by seats - 2: how much a field in another's way is worth beside one on the own
PATIENCE = np.array([13, 9, 9])  # by seats - 2: the round from which on less and less is done against others
HILL_FIRST = 4.0
BRIDGING = 2.0
ELSEWHERE = 0.0


@compiled
def prior(s, seat, actions, count, out):
    network = scratch(NODES, np.uint8)
    counts = scratch(COUNTS, np.int64)
    own = scratch(NODES, np.uint8)
    value = scratch(NODES, np.float64)
    mine = 0.0
    for step in range(s.seats):
        other = (seat + step) % s.seats
        price = plan(s, other, STARTS, network, counts)
        when = finish(s, other, price, counts)
        if step == 0:
            mine = when
            for field in range(FIELDS):
                own[field] = network[field]
                if network[field]:
                    value[field] += 1.0
        else:
            danger = BLOCK[s.seats - 2] * min(1.0, np.exp(mine - when)) * min(1.0, np.exp((PATIENCE[s.seats - 2] - s.round_number) / 2.0))
            for field in range(FIELDS):
                if network[field] and s.ground[field] == 0 and danger > 0.03:
                    value[field] += danger
    placing = may_place(s)
    ant_places = hill_places = 0
    for field in range(FIELDS):
        if value[field] > 0.0 and s.ground[field] == 0:
            if DOT[field]:
                hill_places += 1
            else:
                ant_places += 1
    total = 0.0
    for k in range(count):
        action = np.int64(actions[k])
        weight = ELSEWHERE
        if action == DONE:
            weight = 0.001 if s.touches == 0 else 0.02 if placing else 0.5
        elif action < HILL:
            weight += value[action - ANT]
        elif action < LIFT:
            weight += value[action - HILL] * (HILL_FIRST if own[action - HILL] else 0.5)
        elif action < DROP:
            if not own[action - LIFT] and (hill_places if DOT[action - LIFT] else ant_places):
                weight += 0.02 if placing else 1.0
        elif action < BRIDGE:
            weight += value[action - DROP]
        elif own[action - BRIDGE]:
            weight += BRIDGING
        out[k] = weight
        total += weight
    if total == 0.0:
        for k in range(count):
            out[k] = 1.0
