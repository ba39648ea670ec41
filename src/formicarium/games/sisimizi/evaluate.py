"""How near each seat is to a winning network in Sisimizi (S12)."""

import numpy as np

from formicarium.engine.jit import compiled, scratch
from formicarium.games.sisimizi.components import (
    DIRECTIONS,
    DOT,
    DOTS,
    FIELDS,
    GOAL,
    NEAR,
    NODES,
    REACHED,
    REGION,
)
from formicarium.games.sisimizi.rules import JOINED

FAR = 999
HOPELESS = 60  # the distance of a seat that is walled in
OVER = 5  # what a step over an opposing ant costs while a bridge is left
FIRM = 0.1  # how much of an obstacle is there to stay
SOFT = 2  # what a step over an ant costs that may move away again
IN_HAND = 0.5  # a piece in hand is worth so much of a placed one
SHARPNESS = 3.0  # how steeply the chances rise with nearness
QUEUE = 1024  # a power of two above the number of fields, each of which waits at most once


@compiled
def evaluate(s, out):
    total = 0.0
    for seat in range(s.seats):
        if s.ending == 1 + JOINED:
            out[seat] = 1.0 if seat == s.mover else 0.0
        elif s.ending:
            out[seat] = 1.0
        else:
            need = FIRM * distance(s, seat, OVER) + (1.0 - FIRM) * distance(s, seat, SOFT)
            if s.lifted >= 0 and s.mover == seat:
                need -= IN_HAND
            out[seat] = (1.0 + need) ** -SHARPNESS
        total += out[seat]
    for seat in range(s.seats):
        out[seat] /= total


@compiled
def distance(s, seat, over):
    """How many more pieces the seat needs for a winning network, where a step over an opposing ant costs `over`.

    A good bound from above of S12's cheapest completion. The network is grown from the own hill nearest to the middle;
    from another one, or from a free dot, only if that is walled in.
    """
    own = seat + 1 if s.players[seat].regions else 0
    needed = grown(s, seat, over, nearest_to_middle(s, own))
    if needed == HOPELESS:
        for field in DOTS:
            if price(s, seat, field, over) < FAR:
                needed = min(needed, grown(s, seat, over, np.int64(field)))
    return needed


@compiled
def grown(s, seat, over, start):
    """The pieces needed for a network around one dot.

    The nearest region that helps is joined by a shortest path, which becomes part of the network, and so on.
    """
    reach = REACHED[s.seats - 2]
    steps = scratch(NODES, np.int16)  # pieces needed to join a field to the network
    back = scratch(NODES, np.uint16)  # the field before it on the way
    waiting = scratch(NODES, np.uint8)
    queue = scratch(QUEUE, np.uint16)
    for field in range(NODES):
        steps[field] = FAR
    if start == FIELDS:
        return HOPELESS
    needed = np.int64(0) if s.ground[start] == seat + 1 else np.int64(1)
    regions = 1 << REGION[start]
    steps[start] = 0
    back[start] = FIELDS
    queue[0] = start
    head, tail = 0, 1
    while True:
        while head != tail:  # relax until every field knows its distance to the network
            field = queue[head % QUEUE]
            head += 1
            waiting[field] = 0
            for k in range(DIRECTIONS):
                near = NEAR[field, k]
                further = steps[field] + price(s, seat, near, over)
                if further < steps[near]:
                    steps[near] = further
                    back[near] = field
                    if waiting[near] == 0 and (not DOT[near] or s.ground[near] == seat + 1):
                        waiting[near] = 1
                        queue[tail % QUEUE] = near
                        tail += 1
        target = nearest_dot(s, seat, regions, reach, steps)
        if target == FIELDS:
            return HOPELESS
        needed += steps[target]
        regions |= 1 << REGION[target]
        if reach[regions] == GOAL:
            return min(needed, HOPELESS)
        field = target
        while True:  # the way there joins the network
            joins = steps[field] > 0
            steps[field] = 0
            waiting[field] = 1
            queue[tail % QUEUE] = field
            tail += 1
            field = np.int64(back[field])
            if not joins or steps[field] == 0:
                break


@compiled
def nearest_to_middle(s, owner):
    """The dot nearest to the middle of the board with a hill of that owner, 0 for a free one; off the board if none."""
    best, at = FAR, FIELDS
    for field in DOTS:
        off = abs(np.int64(field) - FIELDS // 2)
        if s.ground[field] == owner and off < best:
            best, at = off, np.int64(field)
    return at


@compiled
def nearest_dot(s, seat, regions, reach, steps):
    """The nearest own hill, or free dot in a region without one, that brings the network nearer to a permitted set."""
    best, at = FAR, FIELDS
    for field in DOTS:
        region = 1 << REGION[field]
        if steps[field] < best and reach[regions | region] > reach[regions]:
            best, at = np.int64(steps[field]), np.int64(field)
    return at


@compiled
def price(s, seat, field, over):
    """Pieces that it takes to own a field: none, one, the price of a bridge, or it cannot be had."""
    own = seat + 1
    if field == FIELDS:
        return FAR
    if s.ground[field] == own or s.above[field] == own:
        return 0
    if s.ground[field] == 0:
        return FAR if DOT[field] and (s.players[seat].regions >> REGION[field]) & 1 else 1
    if DOT[field] or s.above[field] != 0 or (over == OVER and s.players[seat].bridges == 0):
        return FAR
    return over
