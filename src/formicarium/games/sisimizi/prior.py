"""Which actions of Sisimizi are worth a look: those on the own network, and those in the way of others."""

import numpy as np

from formicarium.core.jit import compiled, scratch
from formicarium.games.sisimizi.actions import ANT, BRIDGE, DONE, DROP, HILL, LIFT
from formicarium.games.sisimizi.components import DOT, FIELDS, NODES
from formicarium.games.sisimizi.evaluate import STARTS, finish
from formicarium.games.sisimizi.network import COUNTS, plan
from formicarium.games.sisimizi.rules import may_place

# A field on the own network weighs 1.
BLOCK = np.array([2.0, 1.0, 1.0])  # by seats - 2: a field on the network of another seat that is as near to the end
PATIENCE = np.array([13, 9, 9])  # by seats - 2: from this round on less and less is done against others
LEAST_BLOCK = 0.03  # less than this is nothing, so that matches end
OWN_HILL = 4.0  # only one hill is placed in a turn: none should be without
OTHER_HILL = 0.5  # a hill in the way of others costs an own one
BRIDGING = 2.0
PASS, EARLY, END = 0.001, 0.02, 0.5  # `done` with nothing done, with pieces to place, and else
MOVE_EARLY, MOVE = 0.02, 1.0  # a piece that is not needed where it stands, with pieces to place, and else


@compiled
def prior(s, seat, actions, count, out):
    network = scratch(NODES, np.uint8)
    counts = scratch(COUNTS, np.int64)
    own = scratch(NODES, np.uint8)
    value = scratch(NODES, np.float64)  # of a field
    mine = 0.0
    for step in range(s.seats):
        other = (seat + step) % s.seats
        price = plan(s, other, STARTS, network, counts)
        when, _ = finish(s, other, price, counts)
        worth = 1.0
        if step == 0:
            mine = when
            for node in range(NODES):  # `own[:] = network` would compile Numba's strings, for its complaint
                own[node] = network[node]
        else:
            worth = BLOCK[s.seats - 2] * min(1.0, np.exp(mine - when))
            worth *= min(1.0, np.exp((PATIENCE[s.seats - 2] - s.round_number) / 2.0))
        if worth >= LEAST_BLOCK:
            for field in range(FIELDS):
                if network[field] and s.ground[field] == 0:
                    value[field] += worth
    weigh(s, actions, count, own, value, out)


@compiled
def weigh(s, actions, count, own, value, out):
    """The weights of actions, given the fields of the own network and the value of each empty field."""
    ant_places = hill_places = 0
    for field in range(FIELDS):
        if value[field] > 0.0:
            if DOT[field]:
                hill_places += 1
            else:
                ant_places += 1
    placing = may_place(s)
    total = 0.0
    for k in range(count):
        action = np.int64(actions[k])
        weight = 0.0
        if action == DONE:
            weight = PASS if s.touches == 0 else EARLY if placing else END
        elif action < HILL:
            weight = value[action - ANT]
        elif action < LIFT:
            weight = value[action - HILL] * (OWN_HILL if own[action - HILL] else OTHER_HILL)
        elif action < DROP:
            if not own[action - LIFT] and (hill_places if DOT[action - LIFT] else ant_places):
                weight = MOVE_EARLY if placing else MOVE
        elif action < BRIDGE:
            weight = value[action - DROP]
        elif own[action - BRIDGE]:
            weight = BRIDGING
        out[k] = weight
        total += weight
    if total == 0.0:  # a piece is in hand, and its old field was the only good one
        for k in range(count):
            out[k] = 1.0
