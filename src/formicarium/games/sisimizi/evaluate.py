"""Who will finish first in Sisimizi (S12): the rounds that each seat needs for its network, in the order of play."""

import numpy as np

from formicarium.core.jit import compiled, scratch
from formicarium.core.kernel import SEATS
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
STEEPNESS = 1.5  # how steeply the chances fall with the rounds needed; who is far behind still sees a difference
SPARE = 0.5  # a piece that stands elsewhere counts so much of one in the network, while it can be moved in time
WALLED = 2.0  # rounds that it takes until an ant moves out of the way
RESERVE = 0.5  # rounds that a bridge is worth which is not needed yet
TOO_LATE = 0.1  # what is left of the chances of others when a seat can finish in the turn it is in


@compiled
def evaluate(s, out):
    network = scratch(NODES, np.uint8)
    counts = scratch(COUNTS, np.int64)
    rounds = scratch(SEATS, np.float64)
    first, decided = HOPELESS, False
    telling = len(out) > SEATS
    if not s.ending:
        for seat in range(s.seats):
            price = plan(s, seat, STARTS, network, counts)
            rounds[seat], sure = finish(s, seat, price, counts)
            if telling:
                tell(s, seat, rounds[seat], sure, counts, out)
            first = min(first, rounds[seat])
            decided = decided or sure
    total = 0.0
    for seat in range(s.seats):
        if s.ending == 1 + JOINED:
            out[seat] = 1.0 if seat == s.mover else 0.0
        elif s.ending:
            out[seat] = 1.0
        else:
            out[seat] = (1.0 + rounds[seat] - first) ** -STEEPNESS
            if decided and seat != s.mover:
                out[seat] *= TOO_LATE
        total += out[seat]
    for seat in range(s.seats):
        out[seat] /= total


@compiled
def tell(s, seat, rounds, sure, counts, out):
    """What the estimate of a seat is made of, for those who learn."""
    player = s.players[seat]
    out[SEATS + seat] = rounds / 10.0
    out[2 * SEATS + seat] = (counts[MISSING_ANTS] + counts[MISSING_HILLS]) / 20.0
    out[3 * SEATS + seat] = 1.0 if sure else 0.0
    out[4 * SEATS + seat] = player.bridges / 2.0
    out[5 * SEATS + seat] = player.ants / ANTS
    out[6 * SEATS + seat] = counts[BRIDGES_USED] / 2.0


@compiled
def finish(s, seat, price, counts):
    """In how many rounds from now a seat will complete its network, and whether it can do so in the turn it is in.

    `counts` tells what is missing. A turn places three pieces; others that stand elsewhere may be moved there.
    """
    if price >= FAR:
        return HOPELESS, False
    behind = (seat - s.mover + s.seats) % s.seats  # turns of others before its own
    ants, hills = counts[MISSING_ANTS], counts[MISSING_HILLS]
    spare_ants = ANTS - s.players[seat].ants - counts[ANTS_USED]
    spare_hills = HILLS - s.players[seat].hills - counts[HILLS_USED]
    spare = min(ants, spare_ants) + min(hills, spare_hills)
    new_hills = max(0, hills - spare_hills)
    place, move, place_hill = PLACE, MOVE, 1  # what its next turn has, or the one it is in
    if behind == 0:
        place = max(0, allowance(s) - s.placed) if s.moved == 0 and not s.bridged else 0
        move = MOVE - s.moved + (s.lifted >= 0) if s.round_number > 1 and not s.bridged else 0
        place_hill = 1 if place > 0 and s.placed_hills == 0 else 0
    now = min(move, spare)
    rounds = (ants + hills - place - SPARE * (now + min(MOVE, spare - now))) / PLACE
    rounds = max(rounds, np.float64(new_hills - place_hill)) + behind / s.seats
    bridges, left = counts[BRIDGES_USED], np.int64(s.players[seat].bridges)
    rounds += min(bridges, left) + WALLED * max(0, bridges - left) - RESERVE * max(0, left - bridges)
    sure = behind == 0 and bridges == 0 and ants + hills <= place + now and new_hills <= place_hill
    return rounds, sure
