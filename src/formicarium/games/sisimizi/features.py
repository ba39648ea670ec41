"""What learning programs see of Sisimizi: seats are counted from the viewer on, fields as they are numbered."""

import numpy as np

from formicarium.engine.features import bits, hot, number, relative
from formicarium.engine.game import Feature
from formicarium.engine.jit import compiled
from formicarium.engine.kernel import SEATS
from formicarium.games.sisimizi.components import FIELDS, REGIONS

REGION_COUNT = len(REGIONS)
PLAYER = 3 + REGION_COUNT
TURN = 8

FEATURES = (
    Feature("whose piece stands on a field, by seat: on a dot a hill, elsewhere an ant", (SEATS, FIELDS)),
    Feature("whose ant bridges it, by seat", (SEATS, FIELDS)),
    Feature("fields where the mover has put a piece in this turn", (FIELDS,)),
    Feature("the field that the piece in hand came from", (FIELDS,)),
    Feature("by seat: ants, hills, bridges left; regions with an own hill", (SEATS, PLAYER)),
    Feature("round; pieces and hills placed; pieces and hills moved; bridged; passes; seats", (TURN,)),
    Feature("the mover, by seat", (SEATS,)),
    Feature("who began, by seat", (SEATS,)),
    Feature("the number of the viewer's seat", (SEATS,)),
)


@compiled
def observe(s, seat, out):
    seats = np.int64(s.seats)
    for field in range(FIELDS):
        if s.ground[field]:
            out[relative(np.int64(s.ground[field]) - 1, seat, seats) * FIELDS + field] = 1
        if s.above[field]:
            out[(SEATS + relative(np.int64(s.above[field]) - 1, seat, seats)) * FIELDS + field] = 1
    at = 2 * SEATS * FIELDS
    for k in range(s.touches):
        out[at + np.int64(s.touched[k])] = 1
    at += FIELDS
    at = hot(out, at, np.int64(s.lifted), FIELDS)
    for k in range(seats):
        player = s.players[(seat + k) % seats]
        after = number(out, number(out, number(out, at, player.ants), player.hills), player.bridges)
        bits(out, after, np.int64(player.regions), REGION_COUNT)
        at += PLAYER
    at += (SEATS - seats) * PLAYER
    at = number(out, at, s.round_number)
    at = number(out, number(out, at, s.placed), s.placed_hills)
    at = number(out, number(out, at, s.moved), s.moved_hills)
    at = number(out, number(out, at, np.int64(s.bridged)), s.passes)
    at = number(out, at, seats)
    at = hot(out, at, relative(np.int64(s.mover), seat, seats), SEATS)
    at = hot(out, at, relative(np.int64(s.first), seat, seats), SEATS)
    return hot(out, at, seat, SEATS)
