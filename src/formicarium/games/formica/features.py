"""What learning programs see of Formica: colours and fields as they are numbered, seats from the viewer on."""

import numpy as np

from formicarium.core.features import MOST, Feature, bits, hot, number, numbers, relative
from formicarium.core.jit import compiled
from formicarium.core.kernel import SEATS
from formicarium.games.formica.components import BARRIERS, COLOURS, DIE, NEST_FIELDS, PARTS, ROLLS, STONES, TRACK
from formicarium.games.formica.state import ABSENT, PRISON, QUEEN

PHASES = 10
ROLLS_A_NUMBER = 16  # rolls are counted in sixteens

FEATURES = (
    Feature("tops", "the colour of the top stone on each field of the track", (COLOURS, TRACK)),
    Feature("towers", "how many stones of each colour stand there", (COLOURS, TRACK), most=NEST_FIELDS),
    Feature("barriers", "barriers", (TRACK,)),
    Feature("nests", "nest fields that hold a stone", (COLOURS, NEST_FIELDS)),
    Feature("away", "by colour: stones in prison, stones at home", (COLOURS, 2), most=NEST_FIELDS),
    Feature("queens", "queen fields that are filled", (COLOURS, PARTS)),
    Feature("parts", "of each stone: its part, 0 if not shown", (STONES,), most=PARTS),
    Feature("places", "of each stone: where it is, as the record has it", (STONES,), most=ABSENT),
    Feature(
        "families",
        "of each stone: the lowest stone whose pole is known to be like or unlike",
        (STONES,),
        most=STONES - 1,
    ),
    Feature("unlike", "of each stone: whether it is unlike", (STONES,)),
    Feature("dice", "the dice", (2, DIE)),
    Feature("choices", "open choices: either die, sum, difference", (4,)),
    Feature("moving", "only move of the roll, first, second", (3,)),
    Feature(
        "turn",
        "steps to go; the stone that moves; the one that moved, each + 1; barrier set; rolls in sixteens",
        (5,),
        most=(2 * DIE, STONES, STONES, 1, min(MOST, ROLLS // ROLLS_A_NUMBER)),
    ),
    Feature("phase", "what is to be done", (PHASES,)),
    Feature("out", "seats that are out", (SEATS,), seats=0),
    Feature("mover", "the mover, by seat", (SEATS,), seats=0),
    Feature("first", "who began, by seat", (SEATS,), seats=0),
    Feature("seats", "how many seats, from two", (3,)),
    Feature("seat", "the number of the viewer's seat", (SEATS,), seats=0),
)


@compiled
def observe(s, seat, out):
    seats = np.int64(s.seats)
    towers = COLOURS * TRACK
    for field in range(TRACK):
        stone = np.int64(s.top[field])
        if stone:
            out[(stone - 1) // NEST_FIELDS * TRACK + field] = 1
        while stone:
            out[towers + (stone - 1) // NEST_FIELDS * TRACK + field] += 1
            stone = np.int64(s.below[stone - 1])
    at = 2 * towers
    for k in range(BARRIERS):
        if s.barriers[k] >= 0:
            out[at + np.int64(s.barriers[k])] = 1
    at += TRACK
    for colour in range(COLOURS):
        for field in range(NEST_FIELDS):
            at = number(out, at, np.int64(s.nests[colour, field] != 0))
    for stone in range(STONES):
        out[at + 2 * (stone // NEST_FIELDS)] += s.place[stone] == PRISON
        out[at + 2 * (stone // NEST_FIELDS) + 1] += s.place[stone] == QUEEN
    at += 2 * COLOURS
    for colour in range(COLOURS):
        for part in range(PARTS):
            at = number(out, at, np.int64(s.queens[colour, part] != 0))
    at = numbers(out, at, s.part)
    for stone in range(STONES):
        at = number(out, at, np.int64(s.place[stone]))
    for stone in range(STONES):
        at = number(out, at, np.int64(s.family[stone]))
    for stone in range(STONES):
        at = number(out, at, np.int64(s.unlike[stone]))
    for k in range(2):
        at = hot(out, at, np.int64(s.dice[k]) - 1, DIE)
    at = bits(out, at, np.int64(s.choices), 4)
    at = hot(out, at, np.int64(s.moving), 3)
    at = number(out, number(out, at, np.int64(s.steps)), np.int64(s.lifted))
    at = number(out, number(out, at, np.int64(s.moved)), np.int64(s.barred))
    at = number(out, at, np.int64(s.rolls) // ROLLS_A_NUMBER)
    at = hot(out, at, np.int64(s.phase), PHASES)
    for k in range(seats):
        out[at + k] = s.out[(seat + k) % seats]
    at += seats
    at = hot(out, at, relative(np.int64(s.mover), seat, seats), seats)
    at = hot(out, at, relative(np.int64(s.first), seat, seats), seats)
    at = hot(out, at, seats - 2, 3)
    return hot(out, at, seat, seats)
