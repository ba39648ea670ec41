"""Formica's rules. Numbers as in F5.4 name the rule of the specification."""

import numpy as np

from formicarium.core.jit import compiled, scratch
from formicarium.core.kernel import CHANCE, NATURE
from formicarium.games.formica.actions import (
    DEAL,
    DIE_FIRST,
    DIFFERENCE,
    END,
    FIRST,
    FREE,
    FROM,
    LEAVE,
    RESCUE_ALL,
    RESCUE_COLOUR,
    ROLL,
    ROLLED,
    SET,
    SUM,
    TO,
)
from formicarium.games.formica.components import (
    ANT_COLOUR,
    ANT_FIELDS,
    BARRIERS,
    CLOSED,
    COLOURS,
    DIE,
    LEFT_OUT,
    NEST,
    NEST_FIELDS,
    PARTS,
    ROLLS,
    STONES,
    TRACK,
    WORD,
)
from formicarium.games.formica.options import WITH_AID
from formicarium.games.formica.state import (
    ABSENT,
    CHOICE,
    COVERED,
    DEALING,
    DICE,
    DOUBLE,
    FREEING,
    HOME,
    LOT,
    PRISON,
    REPELLED,
    RESCUE,
    SOURCE,
    TARGET,
    TURN,
)
from formicarium.games.formica.towers import free, give_up_queen, imprisoned, parts_on, put_down, rescue, take_off
from formicarium.games.formica.walking import (
    NONE,
    SPOILING,
    WORDS,
    can_move,
    controls,
    find_sources,
    other_die,
    own_fields,
    way,
)

QUEEN_BUILT, LAST_LEFT, ROLL_LIMIT = 0, 1, 2  # why a match ends
SUM_OPEN, DIFFERENCE_OPEN = 4, 8  # bits of the open choices, above those of the two dice
MOST_BEFORE = 16  # actions before a roll

# Phases in which nobody decides, all gone when an action is done.
MOVE_OVER, ROLLED_NOW, ROLL_OVER, TURN_OVER, TURN_BEGINS, ROLL_DUE = 20, 21, 22, 23, 24, 25


@compiled
def setup(s, seats, options):
    s.seats = seats
    s.colours = LEFT_OUT if seats == 3 else COLOURS  # F4.1
    s.memory_aid = options.memory_aid == WITH_AID
    s.first = s.winner = -1
    for k in range(BARRIERS):
        s.barriers[k] = -1  # F4.3
    for stone in range(STONES):
        colour = stone // NEST_FIELDS
        s.family[stone] = stone
        if colour < s.colours:
            s.place[stone] = NEST + colour  # F4.2
            s.nests[colour, stone % NEST_FIELDS] = stone + 1
        else:
            s.place[stone] = ABSENT


@compiled
def actors(s):
    if s.ending:
        return 0
    if s.phase == DEALING or s.phase == LOT or s.phase == DICE:
        return CHANCE
    return 1 << np.int64(s.mover)


@compiled
def chance(s, out, weights):
    count = 0
    if s.phase == DEALING:  # F4.2: any stone of the colour that is not yet dealt
        dealt = np.int64(s.dealt)
        first = dealt - dealt % NEST_FIELDS
        for kind in range(2 * PARTS):
            left = 1
            for stone in range(first, dealt):
                if s.part[stone] == kind // 2 + 1 and s.pole[stone] == kind % 2 + 1:
                    left = 0
            if left:
                out[count] = DEAL + dealt * 2 * PARTS + kind
                weights[count] = 1
                count += 1
    elif s.phase == LOT:  # F4.4
        for seat in range(s.seats):
            out[count] = FIRST + seat
            weights[count] = 1
            count += 1
    else:
        for low in range(DIE):
            for high in range(low, DIE):
                out[count] = ROLLED + low * DIE + high
                weights[count] = 1 if low == high else 2
                count += 1
    return count


# What may be done


@compiled
def legal(s, seat, out):
    if s.phase == TURN:
        return legal_turn(s, seat, out)
    if s.phase == RESCUE:
        out[0] = RESCUE_ALL
        return 1
    if s.phase == SOURCE or s.phase == TARGET:
        return legal_moves(s, seat, out)
    if s.phase == FREEING:
        out[0] = FREE + ANT_COLOUR[s.place[s.lifted - 1]]
        out[1] = LEAVE
        return 2
    count = legal_barriers(s, out, legal_choices(s, out))
    if s.phase == DOUBLE:
        if controls(s, seat, -1):  # F5.5
            out[count] = ROLL
            count += 1
        out[count] = END
        count += 1
    return count


@compiled
def legal_turn(s, seat, out):
    """F5.1: what may be done before the roll."""
    count = 0
    for colour in range(COLOURS):
        if can_free(s, seat, colour):
            out[count] = FREE + colour
            count += 1
    for colour in range(seat, s.colours, s.seats):
        if can_rescue(s, seat, colour):
            out[count] = RESCUE_COLOUR + colour
            count += 1
    out[count] = ROLL
    return count + 1


@compiled
def can_free(s, seat, colour):
    """F5.1, F7: an own tower stands on the ant field, and stones of its colour are in prison."""
    top = np.int64(s.top[ANT_FIELDS[colour]]) - 1
    return top >= 0 and (top // NEST_FIELDS) % s.seats == seat and imprisoned(s, colour) > 0


@compiled
def can_rescue(s, seat, colour):
    """F9: with two players, one colour controls nothing and has stones in prison."""
    return s.seats == 2 and not controls(s, seat, colour) and imprisoned(s, colour) > 0


@compiled
def legal_choices(s, out):
    """F5.2: the open ones of the three uses of the dice."""
    count = 0
    for k in range(2):
        if (s.choices >> k) & 1:
            out[count] = DIE_FIRST + s.dice[k] - 1
            count += 1
    if s.choices & SUM_OPEN:
        out[count] = SUM
        count += 1
    if s.choices & DIFFERENCE_OPEN:
        out[count] = DIFFERENCE
        count += 1
    return count


@compiled
def legal_barriers(s, out, count):
    """F5.4: one barrier for each double, on an empty track field, unless that would close a nest."""
    if s.dice[0] != s.dice[1] or s.barred:
        return count
    alike = s.barriers[0] < 0 and s.barriers[1] < 0  # F13: then only the first is offered
    for k in range(1 if alike else BARRIERS):
        here, other = np.int64(s.barriers[k]), np.int64(s.barriers[1 - k])
        closed = CLOSED[s.colours - 3, other if other >= 0 else TRACK]
        for field in range(TRACK):
            if (
                s.top[field] == 0
                and field != here
                and field != other
                and (closed[field // WORD] >> (field % WORD)) & 1 == 0
            ):
                out[count] = SET + k * TRACK + field
                count += 1
    return count


@compiled
def legal_moves(s, seat, out):
    """F5.2, F5.3: the towers and nest ants that may move, or where the lifted one may go."""
    outer = scratch(WORDS, np.int64)
    inner = scratch(WORDS, np.int64)
    lifted = np.int64(s.lifted) - 1
    if s.phase == TARGET and s.moving != 1:  # then no other ant matters
        own_outer, own_inner = own_fields(s, seat)
        to_outer, to_inner = way(s, lifted, np.int64(s.steps))
        outer[lifted], inner[lifted] = to_outer & ~own_outer, to_inner & ~own_inner
    else:
        find_sources(s, seat, outer, inner)
    if s.phase == TARGET:
        return list_fields(outer[lifted], inner[lifted], out)
    count = 0
    for field in range(TRACK):
        stone = np.int64(s.top[field]) - 1
        if stone >= 0 and outer[stone] | inner[stone]:
            out[count] = FROM + field
            count += 1
    for colour in range(seat, s.colours, s.seats):
        for k in range(NEST_FIELDS):
            stone = np.int64(s.nests[colour, k]) - 1
            if stone >= 0 and outer[stone] | inner[stone]:
                out[count] = FROM + TRACK + colour * NEST_FIELDS + k
                count += 1
    return count


@compiled
def list_fields(outer, inner, out):
    """The targets in a set of fields."""
    count = 0
    for k in range(2):
        fields, code = (inner, TO + WORD) if k else (outer, TO)
        while fields:
            if fields & 1:
                out[count] = code
                count += 1
            fields >>= 1
            code += 1
    return count


# What happens then


@compiled
def apply(s, seat, action):
    if seat == NATURE:
        happen(s, action)
    elif action < RESCUE_COLOUR:
        set_free(s, action - FREE)
    elif action <= RESCUE_ALL:
        for colour in range(seat, s.colours, s.seats):
            if action == RESCUE_ALL or action == RESCUE_COLOUR + colour:
                rescue(s, colour)
        s.phase = TURN_OVER
    elif action < FROM:
        choose(s, action)
    elif action < TO:
        place = action - FROM
        s.lifted = (
            s.top[place] if place < TRACK else s.nests[(place - TRACK) // NEST_FIELDS, (place - TRACK) % NEST_FIELDS]
        )
        s.phase = TARGET
    elif action < SET:
        move(s, seat, action - TO)
    elif action < LEAVE:
        s.barriers[(action - SET) // TRACK] = (action - SET) % TRACK
        s.barred = True
        if s.phase == CHOICE:
            s.phase = ROLLED_NOW  # F5.5: the choice remains, if it is still open
    elif action == LEAVE:
        s.phase = MOVE_OVER
    elif action == ROLL:
        s.phase = ROLL_DUE
    else:
        s.phase = TURN_OVER
    settle(s)


@compiled
def settle(s):
    """F13: what is no decision happens by itself, until somebody has something to decide or nature to roll."""
    if s.phase == MOVE_OVER or s.phase == ROLLED_NOW:
        offer_moves(s)
    if s.phase == ROLL_OVER:  # F5.5, step 5
        s.moving = s.steps = s.lifted = s.moved = s.choices = 0
        s.phase = DOUBLE if s.dice[0] == s.dice[1] else TURN_OVER
    if s.phase == TURN_OVER:
        pass_on(s)
        s.phase = TURN_BEGINS
    if s.phase == TURN_BEGINS:
        begin_turn(s)
    if s.phase == ROLL_DUE:
        if s.rolls >= ROLLS:  # F9
            s.ending = 1 + ROLL_LIMIT
        s.phase = DICE


@compiled
def pass_on(s):
    """F4.4: the next seat clockwise, in or out; a round begins with the starting seat."""
    s.mover = (s.mover + 1) % s.seats
    if s.mover == s.first:
        s.round_number += 1


@compiled
def happen(s, action):
    """Nature acts: a stone is dealt, the starting player drawn, the dice are rolled."""
    if action >= FIRST:
        s.first = s.mover = action - FIRST
        s.round_number = 1
        s.phase = TURN_BEGINS
    elif action >= DEAL:
        kind = (action - DEAL) % (2 * PARTS)
        s.part[s.dealt] = kind // 2 + 1
        s.pole[s.dealt] = kind % 2 + 1
        s.dealt += 1
        if s.dealt == s.colours * NEST_FIELDS:
            s.phase = LOT
    else:
        s.rolls += 1
        s.dice[0] = (action - ROLLED) // DIE + 1
        s.dice[1] = (action - ROLLED) % DIE + 1
        s.barred = False
        s.phase = ROLLED_NOW


@compiled
def begin_turn(s):
    """F5.5: the first two steps of a turn; whoever can do nothing is passed over or out (F8)."""
    out = scratch(MOST_BEFORE, np.int64)
    while s.phase == TURN_BEGINS:
        seat = np.int64(s.mover)
        if s.out[seat]:
            pass_on(s)
        elif controls(s, seat, -1):
            s.phase = TURN if legal_turn(s, seat, out) > 1 else ROLL_DUE
        elif prisoners(s, seat) > 0:
            s.phase = RESCUE
        else:
            leave_match(s, seat)


@compiled
def prisoners(s, seat):
    """How many stones of a seat's colours lie in prison."""
    count = 0
    for colour in range(seat, s.colours, s.seats):
        count += imprisoned(s, colour)
    return count


@compiled
def leave_match(s, seat):
    """F8: a player who has nothing left is out; the last one wins."""
    s.out[seat] = 1
    for colour in range(seat, s.colours, s.seats):
        give_up_queen(s, colour)
    left, last = 0, 0
    for other in range(s.seats):
        if not s.out[other]:
            left += 1
            last = other
    if left == 1:
        s.winner = last
        s.ending = 1 + LAST_LEFT
        s.phase = DOUBLE


@compiled
def offer_moves(s):
    """F5.2: after a roll the choices that are open, after the first of two moves the second; else the move lapses."""
    seat, low, high = np.int64(s.mover), np.int64(s.dice[0]), np.int64(s.dice[1])
    own_outer, own_inner = own_fields(s, seat)
    second = s.phase == MOVE_OVER
    if second and s.moving != 1:
        s.phase = ROLL_OVER
        return
    rest = other_die(s)
    s.lifted = s.choices = 0
    spoiling = 0  # the choices that only a catch is open to which makes the second move impossible
    for k in range(1 if second else 4):
        if low == high and (k == 1 or k == 3):
            continue  # F13: one action for two like dice; F5.2: and no difference
        s.moving = 2 if second else 1 if k < 2 else 0
        s.steps = rest if second else low if k == 0 else high if k == 1 else low + high if k == 2 else high - low
        possible = can_move(s, seat, own_outer, own_inner)
        if possible != NONE:
            s.choices |= 1 << k
        if possible == SPOILING:
            spoiling |= 1 << k
    if s.choices != spoiling:
        s.choices &= ~spoiling  # F5.2: no point lapses for a catch while there is another way
    s.phase = SOURCE if second else CHOICE
    if s.choices == 0:
        s.phase = ROLL_OVER
    elif second:
        s.choices = 0
    else:
        s.moving = s.steps = 0


@compiled
def choose(s, action):
    """F5.2: two ants, sum or difference."""
    s.moving = s.choices = 0
    if action == SUM:
        s.steps = s.dice[0] + s.dice[1]
    elif action == DIFFERENCE:
        s.steps = s.dice[1] - s.dice[0]
    else:
        s.steps = action - DIE_FIRST + 1
        s.moving = 1
    s.phase = SOURCE


@compiled
def move(s, seat, target):
    """F5.3, F5.5 step 4: a move and all that comes of it at once."""
    stone = np.int64(s.lifted) - 1
    if s.moving != 2:
        s.moves[1].stone = 0
    last = s.moves[1 if s.moving == 2 else 0]
    last.stone = s.lifted
    last.target = target
    last.steps = s.steps
    for k in range(BARRIERS):
        last.barriers[k] = s.barriers[k]
    last.source = take_off(s, stone)
    last.result = put_down(s, stone, target)
    if s.moving == 1:
        s.moved = s.lifted
    s.phase = MOVE_OVER
    if last.result == HOME:
        if has_won(s, seat):
            s.winner = seat
            s.ending = 1 + QUEEN_BUILT
            s.phase = DOUBLE
    elif last.result != REPELLED and ANT_COLOUR[target] >= 0 and imprisoned(s, ANT_COLOUR[target]) > 0:
        s.phase = FREEING  # F7: the offer comes at once


@compiled
def has_won(s, seat):
    """F9: all queens of the seat are complete."""
    missing = 0
    for colour in range(seat, s.colours, s.seats):
        missing += PARTS - parts_on(s, colour)
    return missing == 0


@compiled
def set_free(s, colour):
    """F7: the tower on the ant field takes the prisoners, on landing or before the roll."""
    free(s, np.int64(s.top[ANT_FIELDS[colour]]) - 1, colour)
    s.phase = MOVE_OVER if s.phase == FREEING else TURN_BEGINS


# The end


@compiled
def outcome(s, out):
    """F9: the winner has it all and the others share the last place; a draw is shared by all who are not out."""
    left = 0
    for seat in range(s.seats):
        left += not s.out[seat]
    for seat in range(s.seats):
        first = seat == s.winner if s.winner >= 0 else not s.out[seat]
        out[0, seat] = 0.0 if not first else 1.0 if s.winner >= 0 else 1.0 / left
        out[1, seat] = 1 if first else 2
        points = 0
        for colour in range(seat, s.colours, s.seats):
            points += parts_on(s, colour)
        out[2, seat] = points
    return np.int64(s.ending - 1)


@compiled
def census(s, out):
    """How often each stone is found, the barriers, and how many stones of a colour are dealt alike."""
    for stone in range(STONES):
        out[stone] = s.place[stone] == ABSENT or s.place[stone] == PRISON
    for field in range(TRACK):
        stone = np.int64(s.top[field])
        if stone > 0 and s.place[stone - 1] != field:
            out[stone - 1] = 99
        while stone > 0:
            out[stone - 1] += 1
            stone = np.int64(s.below[stone - 1])
            if stone > 0 and s.place[stone - 1] != COVERED:
                out[stone - 1] = 99
    for colour in range(COLOURS):
        for k in range(NEST_FIELDS):
            if s.nests[colour, k] > 0:
                out[np.int64(s.nests[colour, k]) - 1] += 1
        for k in range(PARTS):
            if s.queens[colour, k] > 0:
                out[np.int64(s.queens[colour, k]) - 1] += 1
    out[STONES] = 0
    for k in range(BARRIERS):
        field = np.int64(s.barriers[k])
        out[STONES] += field < 0 or (field < TRACK and s.top[field] == 0)
    out[STONES + 1] = 0
    for one in range(s.dealt):
        for other in range(one - one % NEST_FIELDS, one):
            out[STONES + 1] += s.part[one] == s.part[other] and s.pole[one] == s.pole[other]
    return STONES + 2
