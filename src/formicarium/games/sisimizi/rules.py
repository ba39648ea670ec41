"""Sisimizi's rules. Numbers as in S5.4 name the rule of the specification."""

import numpy as np

from formicarium.core import random
from formicarium.core.jit import compiled, scratch
from formicarium.core.kernel import CHANCE
from formicarium.games.sisimizi.actions import ANT, BRIDGE, DONE, DROP, FIRST, HILL, LIFT
from formicarium.games.sisimizi.components import (
    ANTS,
    BRIDGES,
    DIRECTIONS,
    DOT,
    DOTS,
    FIELDS,
    FIRST_ROUND,
    HILLS,
    MOVE,
    NEAR,
    NODES,
    PIECES,
    PLACE,
    REGION,
    ROUNDS,
    TURN_HILLS,
    WINNING,
)

JOINED, PASSES, ROUND_LIMIT = 0, 1, 2  # why a match ends


@compiled
def setup(s, seats, options):
    for seat in range(seats):
        s.players[seat].ants = ANTS  # S4.1
        s.players[seat].hills = HILLS
        s.players[seat].bridges = BRIDGES[seats - 2]  # S4.4
    s.seats = seats
    s.first = -1
    s.round_number = 1
    s.lifted = -1


@compiled
def actors(s):
    if s.ending:
        return 0
    if s.first < 0:
        return CHANCE
    return 1 << np.int64(s.mover)


@compiled
def chance(s, out, weights):
    for seat in range(s.seats):  # S4.2: the starting seat by lot
        out[seat] = FIRST + seat
        weights[seat] = 1
    return np.int64(s.seats)


# What may be done


@compiled
def allowance(s):
    """How many pieces the mover may place in this turn."""
    if s.round_number == 1:
        return FIRST_ROUND + (s.mover - s.first + s.seats) % s.seats  # S5.1: 3, 4, 5, 6 in order
    return PLACE  # S5.2


@compiled
def may_place(s):
    """S5.2: step a lasts until the first lift."""
    return s.moved == 0 and not s.bridged and s.placed < allowance(s)


@compiled
def may_place_hill(s, seat):
    return s.players[seat].hills > 0 and s.placed_hills < TURN_HILLS and may_place(s)


@compiled
def may_lift(s):
    """S5.2: step b, from the second round on (S5.1)."""
    return s.round_number > 1 and not s.bridged and s.lifted < 0 and s.moved < MOVE


@compiled
def may_bridge(s, seat):
    """S5.4: a whole turn, with an ant of the supply, or with the first ant lifted if the supply has none."""
    if s.round_number == 1 or s.bridged or s.placed > 0 or s.players[seat].bridges == 0:
        return False
    if s.lifted < 0:
        return s.moved == 0 and s.players[seat].ants > 0
    return s.moved == 1 and s.players[seat].ants == 0 and not DOT[s.lifted]


@compiled
def takes_ant(s, field):
    """S5.3: an ant stands on an empty field without a dot."""
    return s.ground[field] == 0 and not DOT[field]


@compiled
def takes_hill(s, seat, field):
    """S5.3: a hill stands on an empty dot, one of a colour in a region."""
    return s.ground[field] == 0 and DOT[field] and (s.players[seat].regions >> REGION[field]) & 1 == 0


@compiled
def takes_drop(s, seat, field):
    """S11: where the piece in hand may go, but not back."""
    if field == s.lifted:
        return False
    return takes_hill(s, seat, field) if DOT[s.lifted] else takes_ant(s, field)


@compiled
def can_be_lifted(s, seat, field):
    """S5.2, S5.4: an own uncovered piece that was not placed or moved in this turn, at most one hill a turn."""
    own = seat + 1
    if s.above[field] != own and (s.ground[field] != own or s.above[field] != 0):
        return False
    if DOT[field] and s.moved_hills >= TURN_HILLS:
        return False
    for k in range(s.touches):
        if s.touched[k] == field:
            return False
    return True


@compiled
def can_be_bridged(s, seat, field):
    """S5.4: an opposing ant alone on its field, and not the one that the lifted ant came from."""
    standing = s.ground[field]
    return standing != 0 and standing != seat + 1 and s.above[field] == 0 and not DOT[field] and field != s.lifted


@compiled
def legal(s, seat, out):
    count = 0
    if s.lifted < 0:
        out[count] = DONE  # S11.3: always
        count += 1
    if may_place(s) and s.players[seat].ants > 0:
        for field in range(FIELDS):
            if takes_ant(s, field):
                out[count] = ANT + field
                count += 1
    if may_place_hill(s, seat):
        for field in DOTS:
            if takes_hill(s, seat, field):
                out[count] = HILL + field
                count += 1
    if may_lift(s):
        for field in range(FIELDS):
            if can_be_lifted(s, seat, field):
                out[count] = LIFT + field
                count += 1
    if s.lifted >= 0:
        for field in range(FIELDS):
            if takes_drop(s, seat, field):
                out[count] = DROP + field
                count += 1
    if may_bridge(s, seat):
        for field in range(FIELDS):
            if can_be_bridged(s, seat, field):
                out[count] = BRIDGE + field
                count += 1
    return count


@compiled
def click(s, seat, field):
    """S11.6: the one action that a field carries, -1 if none."""
    if s.lifted >= 0:
        if takes_drop(s, seat, field):
            return DROP + field
    elif s.ground[field] == 0:
        if DOT[field]:
            return HILL + field if may_place_hill(s, seat) and takes_hill(s, seat, field) else -1
        return ANT + field if s.players[seat].ants > 0 and may_place(s) else -1
    elif may_lift(s) and can_be_lifted(s, seat, field):
        return LIFT + field
    if can_be_bridged(s, seat, field) and may_bridge(s, seat):
        return BRIDGE + field
    return -1


@compiled
def sample(s, seat, rng):
    """Any field or `done` is pointed at until it carries an action: each is equally likely."""
    if s.lifted < 0 and not may_place(s) and not may_lift(s):
        return DONE
    while True:
        if s.lifted >= 0 and DOT[s.lifted]:
            field = np.int64(DOTS[random.below(rng, len(DOTS))])
        else:
            field = random.below(rng, FIELDS + (s.lifted < 0))
        if field == FIELDS:
            return DONE
        action = click(s, seat, field)
        if action >= 0:
            return action


# What happens then


@compiled
def apply(s, seat, action):
    if action >= FIRST:
        s.first = s.mover = action - FIRST
    elif action == DONE:
        end_turn(s)
    elif action < HILL:
        s.players[seat].ants -= 1
        s.placed += 1
        put(s, seat, action - ANT)
    elif action < LIFT:
        s.players[seat].hills -= 1
        s.placed += 1
        s.placed_hills += 1
        put_hill(s, seat, action - HILL)
    elif action < DROP:
        lift(s, seat, action - LIFT)
    elif action < BRIDGE:
        hill = DOT[s.lifted]
        s.lifted = -1
        if hill:
            put_hill(s, seat, action - DROP)
        else:
            put(s, seat, action - DROP)
    else:
        bridge(s, seat, action - BRIDGE)


@compiled
def put(s, seat, field):
    s.ground[field] = seat + 1
    touch(s, seat, field)


@compiled
def put_hill(s, seat, field):
    s.players[seat].regions |= 1 << REGION[field]
    put(s, seat, field)


@compiled
def lift(s, seat, field):
    if s.above[field] == seat + 1:
        s.above[field] = 0  # S5.4: the upper ant of a bridge moves like any ant, the allowance stays used
    else:
        s.ground[field] = 0
    if DOT[field]:
        s.players[seat].regions &= ~(1 << REGION[field])
        s.moved_hills += 1
    s.moved += 1
    s.lifted = field


@compiled
def bridge(s, seat, field):
    if s.lifted < 0:
        s.players[seat].ants -= 1
    s.lifted = -1
    s.players[seat].bridges -= 1
    s.bridged = True
    s.above[field] = seat + 1
    touch(s, seat, field)


@compiled
def touch(s, seat, field):
    """A piece has come to stand on a field: remember it, and see whether that wins."""
    s.touched[s.touches] = field
    s.touches += 1
    if WINNING[s.seats - 2, s.players[seat].regions]:  # else no network can be enough
        if WINNING[s.seats - 2, joined(s, seat, field)]:
            s.ending = 1 + JOINED  # S6: at that very moment


@compiled
def joined(s, seat, start):
    """S6: the regions of the own hills in the network around an own piece.

    A network that wins was not there before, so the piece just put down is part of it.
    """
    own = seat + 1
    seen = scratch(NODES, np.uint8)
    queue = scratch(PIECES, np.uint16)
    seen[start] = 1
    seen[FIELDS] = 1
    queue[0] = start
    ready, done, regions = 1, 0, 0
    while done < ready:
        field = queue[done]
        done += 1
        if DOT[field]:
            regions |= 1 << REGION[field]
        for k in range(DIRECTIONS):
            near = NEAR[field, k]
            if seen[near] == 0 and (s.ground[near] == own or s.above[near] == own):
                seen[near] = 1
                queue[ready] = near
                ready += 1
    return regions


@compiled
def end_turn(s):
    idle = s.placed == 0 and s.moved == 0 and not s.bridged
    s.passes = s.passes + 1 if idle else 0
    for k in range(len(s.touched)):
        s.last[k] = s.touched[k]
        s.touched[k] = 0
    s.lasts = s.touches
    s.touches = 0
    s.placed = s.placed_hills = s.moved = s.moved_hills = 0
    s.bridged = False
    s.mover = (s.mover + 1) % s.seats  # S4.2
    if s.passes == s.seats:
        s.ending = 1 + PASSES  # S6: nobody did anything for a whole round
    elif s.mover == s.first:
        if s.round_number == ROUNDS:
            s.ending = 1 + ROUND_LIMIT  # S11.2
        else:
            s.round_number += 1


# The end


@compiled
def outcome(s, out):
    """S6: the winner is first and all others share second place; in a draw all share first place."""
    reason = s.ending - 1
    for seat in range(s.seats):
        out[0, seat] = 1.0 / s.seats
        out[1, seat] = 1
        if reason == JOINED:
            out[0, seat] = 1.0 if seat == s.mover else 0.0
            out[1, seat] = 1 if seat == s.mover else 2
        out[2, seat] = most_joined(s, seat)
    return np.int64(reason)


@compiled
def most_joined(s, seat):
    """The most own hills in one network: the points, for display only."""
    best = 0
    for field in DOTS:
        if s.ground[field] == seat + 1:
            regions = joined(s, seat, field)
            count = 0
            while regions:
                regions &= regions - 1
                count += 1
            best = max(best, count)
    return best


@compiled
def census(s, out):
    """Ants and hills of each seat, in the supply, in the hand and on the board; off the board there is nothing."""
    for seat in range(s.seats):
        ants, hills = np.int64(s.players[seat].ants), np.int64(s.players[seat].hills)
        for field in range(FIELDS):
            if s.ground[field] == seat + 1:
                if DOT[field]:
                    hills += 1
                else:
                    ants += 1
            if s.above[field] == seat + 1:
                ants += 1
        if s.lifted >= 0 and s.mover == seat:
            if DOT[s.lifted]:
                hills += 1
            else:
                ants += 1
        out[2 * seat], out[2 * seat + 1] = ants, hills
    out[2 * s.seats] = s.ground[FIELDS] + s.above[FIELDS]
    return 2 * np.int64(s.seats) + 1
