"""What learning programs see of Sisimizi: seats are counted from the viewer on, fields as they are numbered."""

import numpy as np

from formicarium.core.features import Feature, bits, hot, number, relative
from formicarium.core.jit import compiled
from formicarium.core.kernel import SEATS
from formicarium.games.sisimizi.components import ANTS, BRIDGES, FIELDS, HILLS, MOVE, REGIONS, ROUNDS, TOUCHES

REGION_COUNT = len(REGIONS)
PLAYER = 3 + REGION_COUNT
TURN = 8

FEATURES = (
    Feature(
        "board", "whose piece stands on a field, by seat: on a dot a hill, elsewhere an ant", (SEATS, FIELDS), seats=0
    ),
    Feature("bridges", "whose ant bridges it, by seat", (SEATS, FIELDS), seats=0),
    Feature("touched", "fields where the mover has put a piece in this turn", (FIELDS,)),
    Feature("lifted", "the field that the piece in hand came from", (FIELDS,)),
    Feature(
        "players",
        "by seat: ants, hills, bridges left; regions with an own hill",
        (SEATS, PLAYER),
        most=(ANTS, HILLS, int(max(BRIDGES)), *[1] * REGION_COUNT),
        seats=0,
    ),
    Feature(
        "turn",
        "round; pieces and hills placed; pieces and hills moved; bridged; passes; seats",
        (TURN,),
        most=(ROUNDS, TOUCHES, 1, MOVE, 1, 1, SEATS, SEATS),
    ),
    Feature("mover", "the mover, by seat", (SEATS,), seats=0),
    Feature("first", "who began, by seat", (SEATS,), seats=0),
    Feature("seat", "the number of the viewer's seat", (SEATS,), seats=0),
)


@compiled
def observe(s, seat, out):
    seats = np.int64(s.seats)
    for field in range(FIELDS):
        if s.ground[field]:
            out[relative(np.int64(s.ground[field]) - 1, seat, seats) * FIELDS + field] = 1
        if s.above[field]:
            out[(seats + relative(np.int64(s.above[field]) - 1, seat, seats)) * FIELDS + field] = 1
    at = 2 * seats * FIELDS
    for k in range(s.touches):
        out[at + np.int64(s.touched[k])] = 1
    at += FIELDS
    at = hot(out, at, np.int64(s.lifted), FIELDS)
    for k in range(seats):
        player = s.players[(seat + k) % seats]
        after = number(out, number(out, number(out, at, player.ants), player.hills), player.bridges)
        bits(out, after, np.int64(player.regions), REGION_COUNT)
        at += PLAYER
    at = number(out, at, s.round_number)
    at = number(out, number(out, at, s.placed), s.placed_hills)
    at = number(out, number(out, at, s.moved), s.moved_hills)
    at = number(out, number(out, at, np.int64(s.bridged)), s.passes)
    at = number(out, at, seats)
    at = hot(out, at, relative(np.int64(s.mover), seat, seats), seats)
    at = hot(out, at, relative(np.int64(s.first), seat, seats), seats)
    return hot(out, at, seat, seats)
