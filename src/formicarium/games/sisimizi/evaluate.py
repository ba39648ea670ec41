"""Who will finish first in Sisimizi (S12): the turns that each seat needs for its network, in the order of play."""

import numpy as np

from formicarium.engine.jit import compiled, scratch
from formicarium.games.sisimizi.components import ANTS, HILLS, MOVE, NODES, PLACE
from formicarium.games.sisimizi.network import (
    ANTS_USED,
    BRIDGES_USED,
    COUNTS,
    FAR,
    HILLS_USED,
    MISSING_ANTS,
    MISSING_HILLS,
    plan,
)
from formicarium.games.sisimizi.rules import JOINED, allowance

STARTS = 3  # hills that a network is grown from
HOPELESS = 30.0  # the turns of a seat that is walled in
STEEPNESS = 1.2  # how steeply the chances fall with the turns needed
WHOLE = 0.5  # how much it counts that a turn begun is a turn
TIDY = 0.03  # what a missing piece costs in turns, even if there is time enough to move it there
WINS = 3.0  # so many turns a seat is ahead that can finish in the turn it is in


@compiled
def evaluate(s, out):
    network = scratch(NODES, np.uint8)
    counts = scratch(COUNTS, np.int64)
    total = 0.0
    for seat in range(s.seats):
        if s.ending == 1 + JOINED:
            out[seat] = 1.0 if seat == s.mover else 0.0
        elif s.ending:
            out[seat] = 1.0
        else:
            price = plan(s, seat, STARTS, network, counts)
            out[seat] = np.exp(-STEEPNESS * finish(s, seat, price, counts))
        total += out[seat]
    for seat in range(s.seats):
        out[seat] /= total


@compiled
def finish(s, seat, price, counts):
    """When a seat could complete a network that misses `counts`: in rounds from now, less if it is sure or easy."""
    behind = (seat - s.mover + s.seats) % s.seats  # turns of others before its own
    if price >= FAR:
        return HOPELESS
    ants, hills = counts[MISSING_ANTS], counts[MISSING_HILLS]
    in_hand = s.lifted >= 0 and behind == 0
    spare_ants = ANTS - s.players[seat].ants - counts[ANTS_USED]
    spare_hills = HILLS - s.players[seat].hills - counts[HILLS_USED]
    new_hills = max(0, hills - spare_hills)
    new = max(0, ants - spare_ants) + new_hills
    place = move = place_hill = 0  # what is left of the turn
    if behind == 0 and not s.bridged and s.first >= 0:
        if s.moved == 0:
            place = allowance(s) - s.placed
            place_hill = 1 if place > 0 and s.placed_hills == 0 else 0
        if s.round_number > 1:
            move = MOVE - s.moved + in_hand
    turns = max((ants + hills - place - move) / (PLACE + MOVE), (new - place) / PLACE, np.float64(new_hills - place_hill))
    turns += counts[BRIDGES_USED]
    whole = max(0.0, np.ceil(turns))
    rounds = turns + WHOLE * (whole - turns) + TIDY * (ants + hills)
    if behind > 0:
        return rounds - 1.0 + behind / s.seats
    return rounds - WINS if turns <= 0.0 else rounds
