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
HOPELESS = 30.0  # the rounds of a seat that is walled in
STEEPNESS = 1.2  # how steeply the chances fall with the rounds needed
SPARE = 0.5  # a piece that stands elsewhere counts so much of one in the network, while it can be moved in time
WALLED = 2.0  # rounds that it takes until an ant moves out of the way
RESERVE = 0.5  # rounds that a bridge is worth which is not needed yet
WINS = 3.0  # so many rounds a seat is ahead that can finish in the turn it is in


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
    spare = min(ants, spare_ants) + min(hills, spare_hills)
    new_hills = max(0, hills - spare_hills)
    place = move = place_hill = 0  # what is left of the turn
    if behind == 0 and s.moved == 0 and not s.bridged:
        place = allowance(s) - s.placed
        place_hill = 1 if place > 0 and s.placed_hills == 0 else 0
    if behind == 0 and s.round_number > 1 and not s.bridged:
        move = MOVE - s.moved + in_hand
    if behind > 0:
        place, move, place_hill = PLACE, MOVE, 1
    now = min(move, spare)
    rounds = (ants + hills - place - SPARE * (now + min(MOVE, spare - now))) / PLACE
    rounds = max(rounds, np.float64(new_hills - place_hill))
    rounds += behind / s.seats + min(counts[BRIDGES_USED], s.players[seat].bridges)
    rounds += WALLED * max(0, counts[BRIDGES_USED] - s.players[seat].bridges)
    rounds -= RESERVE * max(0, s.players[seat].bridges - counts[BRIDGES_USED])
    wins = ants + hills <= place + now and new_hills <= place_hill and counts[BRIDGES_USED] == 0
    return rounds - WINS if wins and behind == 0 else rounds
