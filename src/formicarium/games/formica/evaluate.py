"""How near each seat is to its queen in Formica, and which actions look promising (F14).

A seat is worth the parts on its queens, what its towers carry as far as it will get home, and a little for ants and
chances to attack. While a move is due, the best that it promises is added. Only what everybody knows is used: seen
parts and families.
"""

import numpy as np

from formicarium.core.jit import compiled, scratch
from formicarium.core.kernel import SEATS
from formicarium.games.formica.actions import END, FROM, LEAVE, SET, TO
from formicarium.games.formica.components import (
    ANT_COLOUR,
    COLOURS,
    GOAL,
    NEIGHBOURS,
    NEST,
    NEST_FIELDS,
    PARTS,
    PLACES,
    STONES,
    TRACK,
    WORD,
)
from formicarium.games.formica.state import DICE, DOUBLE, PRISON, SOURCE, TARGET
from formicarium.games.formica.towers import imprisoned, parts_on
from formicarium.games.formica.walking import WORDS, find_sources

SHARPNESS = np.array([0.0, 0.0, 0.55, 0.9, 0.9])  # by the number of seats: how much a part ahead is worth
TEMPO = 0.3  # a roll to come, in parts
ANT = 0.05  # an ant that can move, in parts
LAST = 1.0  # what a seat fears for its last ant, in parts; with n ants it is 1 / n of that
RELAY = 0.3  # a captured part that the other queen of the seat needs: by way of the prison it gets there; in parts
LATE = 300  # rolls after which nobody should hold for ever what others need: what stands under a top goes home
BURIED = 0.6  # then each of these stones costs its seat so much, in parts
RESCUE = 1.5  # what a stranded colour costs its seat, in parts; late no more, lest it pays for ever to strand another
CHANCE_TO_HIT = np.array(
    [0.0, 0.53, 0.50, 0.47, 0.50, 0.47, 0.44, 0.17, 0.14, 0.11, 0.08, 0.06, 0.03]
)  # F10, by distance
REACH = len(CHANCE_TO_HIT) - 1
NOVEL = np.array(
    [1.0 - (6.0 / 7.0) ** count for count in range(STONES + 1)]
)  # a missing part is among so many unseen stones
EYES = 0.55  # how much of a threat is carried out
BLOCKED = 0.6  # what is left of a tower's prospects with a barrier on its way home


def _distances() -> np.ndarray:
    """Steps between all places; into a goal from everywhere, out of it nowhere."""
    table = np.full((PLACES, PLACES), 99, np.int64)
    for start in range(PLACES):
        table[start, start] = 0
        queue = [start]
        for field in queue:
            for near in NEIGHBOURS[field]:
                if table[start, near] == 99:
                    table[start, near] = table[start, field] + 1
                    if near < GOAL:
                        queue.append(near)
    return table


DISTANCE = _distances()
HOMEWARD = np.array(
    [[min(DISTANCE[field, GOAL + 2 * c : GOAL + 2 * c + 2]) for field in range(TRACK)] for c in range(COLOURS)]
)


@compiled
def evaluate(s, out):
    total = 0.0
    worth = scratch(COLOURS, np.float64)
    if s.ending == 0:
        rate_towers(s, worth)
        if len(out) > SEATS:
            for seat in range(s.seats):
                out[4 * SEATS + seat] = worth[seat] / 3.0
        rate_rest(s, worth)
    for seat in range(s.seats):
        if s.winner >= 0:
            out[seat] = 1.0 if seat == s.winner else 0.0
        elif s.out[seat]:
            out[seat] = 0.0
        else:
            out[seat] = np.exp(SHARPNESS[s.seats] * worth[seat])
            if len(out) > SEATS:
                tell(s, seat, worth[seat], out)
        total += out[seat]
    for seat in range(s.seats):
        out[seat] /= total


@compiled
def tell(s, seat, worth, out):
    """What the estimate of a seat is made of, beside its towers: its worth, parts and ants, and how late it is."""
    ants = 0
    for colour in range(seat, s.colours, s.seats):
        out[2 * SEATS + seat] += parts_on(s, colour) / 7.0
        for stone in range(colour * NEST_FIELDS, (colour + 1) * NEST_FIELDS):
            ants += s.place[stone] < PLACES
    out[SEATS + seat] = worth / 5.0
    out[3 * SEATS + seat] = ants / 10.0
    out[5 * SEATS + seat] = s.rolls / 300.0


@compiled
def rate_rest(s, worth):
    """Add parts, ants in the nests, parts in prison and what the mover may still do."""
    alive = scratch(COLOURS, np.int64)
    for colour in range(s.colours):
        seat = colour % s.seats
        worth[seat] += parts_on(s, colour)
        ants = 0
        for stone in range(colour * NEST_FIELDS, (colour + 1) * NEST_FIELDS):
            ants += s.place[stone] < PLACES
        alive[seat] += ants
        worth[seat] += ANT * min(ants, 6)
        if s.rolls <= LATE and is_stranded(s, colour):
            worth[seat] -= RESCUE
    for seat in range(s.seats):
        worth[seat] -= LAST / max(1, alive[seat])
    if s.seats == 2:
        for stone in range(s.colours * NEST_FIELDS):
            if s.place[stone] == PRISON and s.seen[stone]:
                other = 1 - stone // NEST_FIELDS % 2
                worth[other] += max(of_use(s, stone, other), of_use(s, stone, other + 2))
    seat = np.int64(s.mover)
    if s.phase == DICE or s.phase == DOUBLE:
        worth[seat] += TEMPO
    elif s.phase == SOURCE or s.phase == TARGET:
        worth[seat] += promise(s, seat)


@compiled
def gain(s, stone, colour):
    """How many new parts the tower under a stone is expected to bring to the queen of a colour."""
    unseen, sure, parts, extra, rescued = 0, 0, 0, 0.0, 0.0
    while stone >= 0:
        if (stone // NEST_FIELDS - colour) % s.seats:
            part = np.int64(s.part[stone])
            if not s.seen[stone]:
                unseen += 1
            elif is_missing(s, colour, stone) and (parts >> part) & 1 == 0:
                parts |= 1 << part
                sure += 1
            elif s.seats == 2:
                extra += of_use(s, stone, (colour + 2) % COLOURS)
        elif stone // NEST_FIELDS != colour and rescued == 0.0 and is_stranded(s, stone // NEST_FIELDS):
            rescued = RESCUE  # at home it goes to the prison, and from there into its nest (section 9)
        stone = np.int64(s.below[stone]) - 1
    missing = PARTS - parts_on(s, colour) - sure
    return sure + missing * NOVEL[unseen] + extra + rescued


@compiled
def is_missing(s, colour, stone):
    """Whether the queen of a colour lacks the part of a stone that everybody has seen."""
    return s.queens[colour, s.part[stone] - 1] == 0


@compiled
def of_use(s, stone, colour):
    """What a captured part in prison, or on its way there, is worth for the queen of a colour of a seat with two."""
    return RELAY if is_missing(s, colour, stone) else 0.0


@compiled
def is_stranded(s, colour):
    """Whether a colour has lost all its ants, none of them into prison, before its queen is complete."""
    for stone in range(colour * NEST_FIELDS, (colour + 1) * NEST_FIELDS):
        if s.place[stone] < PLACES:
            return False
    return parts_on(s, colour) < PARTS and imprisoned(s, colour) == 0


@compiled
def prospect(s, field, colour):
    """How surely a tower of a colour gets home from a field."""
    steps = HOMEWARD[colour, field]
    way = 0.9 - 0.022 * steps
    for k in range(len(s.barriers)):
        barrier = np.int64(s.barriers[k])
        if barrier >= 0 and DISTANCE[field, barrier] + HOMEWARD[colour, barrier] == steps:
            way *= BLOCKED
    return way


@compiled
def catching(s, one, other):
    """The chance that one stone catches another, as far as everybody knows."""
    if s.family[one] != s.family[other]:
        return 0.5
    return 1.0 if s.unlike[one] == s.unlike[other] else 0.0


@compiled
def danger(s, field, stone):
    """The chance that the tower under a stone is caught on a field before its next turn."""
    seat = stone // NEST_FIELDS % s.seats
    safe = 1.0
    for enemy in range(s.colours * NEST_FIELDS):
        start = np.int64(s.place[enemy])
        if start < PLACES and start != field and enemy // NEST_FIELDS % s.seats != seat:
            steps = DISTANCE[start, field]
            if start < TRACK and steps <= REACH:
                safe *= 1.0 - EYES * CHANCE_TO_HIT[steps] * catching(s, enemy, stone)
    return 1.0 - safe


@compiled
def rate_towers(s, worth):
    """Add what each tower carries, by its prospects and its danger, and its best chance to attack."""
    tops = scratch(STONES, np.int64)
    gains = scratch(STONES, np.float64)
    count = 0
    for stone in range(s.colours * NEST_FIELDS):
        if s.place[stone] < TRACK:
            tops[count] = stone
            gains[count] = gain(s, stone, stone // NEST_FIELDS)
            count += 1
    for k in range(count):
        stone = tops[k]
        colour, field = stone // NEST_FIELDS, np.int64(s.place[stone])
        seat = colour % s.seats
        hunt, safe = 0.0, 1.0
        for other in range(count):
            enemy = tops[other]
            steps = DISTANCE[field, np.int64(s.place[enemy])]
            if enemy // NEST_FIELDS % s.seats == seat or steps > REACH:
                continue
            chance = catching(s, stone, enemy)
            hit = CHANCE_TO_HIT[steps]
            safe *= 1.0 - EYES * hit * chance
            hope = hit * (chance * (0.6 + 0.5 * gains[other]) - (1.0 - chance) * (0.2 + 0.7 * gains[k]))
            hunt = max(hunt, hope)
        worth[seat] += gains[k] * prospect(s, field, colour) * (0.25 + 0.75 * safe) + 0.25 * hunt
        if s.rolls > LATE:
            worth[seat] -= BURIED * buried(s, stone)


@compiled
def buried(s, stone):
    """How many stones stand under another."""
    count = 0
    while s.below[stone]:
        stone = np.int64(s.below[stone]) - 1
        count += 1
    return count


@compiled
def move_value(s, stone, carried, target):
    """What a move promises, in parts."""
    colour, start = stone // NEST_FIELDS, np.int64(s.place[stone])
    before = (
        carried * prospect(s, start, colour) * (1.0 - 0.75 * danger(s, start, stone))
        if start < TRACK and carried > 0.0
        else 0.0
    )
    if target >= GOAL:
        return carried - before - 0.05
    standing = np.int64(s.top[target]) - 1
    if standing >= 0:
        chance = catching(s, stone, standing)
        prey = gain(s, standing, colour)
        return chance * 0.7 * (prey + carried) * prospect(s, target, colour) - (1.0 - chance) * (ANT + 0.1) - before
    after = carried * prospect(s, target, colour) * (1.0 - 0.75 * danger(s, target, stone)) if carried > 0.0 else 0.0
    if ANT_COLOUR[target] >= 0:
        after += 0.15 * imprisoned(s, ANT_COLOUR[target])
    return after - before + (0.04 if start >= NEST else 0.0)


@compiled
def promise(s, seat):
    """The best that the due move promises; before the first of two moves, also what the second does."""
    outer = scratch(WORDS, np.int64)
    inner = scratch(WORDS, np.int64)
    find_sources(s, seat, outer, inner)
    total, first = 0.0, -1
    for turn in range(2 if s.moving == 1 else 1):
        best, chosen = -9.0, -1
        for colour in range(seat, s.colours, s.seats):
            nestling = False
            for stone in range(colour * NEST_FIELDS, (colour + 1) * NEST_FIELDS):
                start = np.int64(s.place[stone])
                lifted = s.phase == TARGET and turn == 0
                if (
                    start >= PLACES
                    or stone == first
                    or (lifted and stone + 1 != s.lifted)
                    or (start >= NEST and nestling)
                ):
                    continue
                nestling |= start >= NEST
                value = best_target(s, seat, stone, outer[turn * STONES + stone], inner[turn * STONES + stone])
                if value > best:
                    best, chosen = value, stone
        if chosen >= 0:
            total += best
            first = chosen
    return total


@compiled
def best_target(s, seat, stone, outer, inner):
    """The most that a move of the tower under a stone to one of the fields promises."""
    best = -9.0
    carried = -1.0
    for k in range(2):
        fields, target = (inner, WORD) if k else (outer, 0)
        while fields:
            if fields & 1 and (
                target >= GOAL or s.top[target] == 0 or (s.top[target] - 1) // NEST_FIELDS % s.seats != seat
            ):
                if carried < 0.0:
                    carried = gain(s, stone, stone // NEST_FIELDS)
                best = max(best, move_value(s, stone, carried, target))
            fields >>= 1
            target += 1
    return best


@compiled
def prior(s, seat, actions, count, out):
    """Moves and ants by what they promise, barriers by the loot that they stop, ending a turn and leaving last."""
    outer = scratch(WORDS, np.int64)
    inner = scratch(WORDS, np.int64)
    if s.phase == SOURCE:
        find_sources(s, seat, outer, inner)
    for k in range(count):
        action = np.int64(actions[k])
        value = 0.0
        if FROM <= action < TO:
            place = action - FROM
            stone = (
                np.int64(
                    s.top[place]
                    if place < TRACK
                    else s.nests[(place - TRACK) // NEST_FIELDS, (place - TRACK) % NEST_FIELDS]
                )
                - 1
            )
            value = best_target(s, seat, stone, outer[stone], inner[stone])
        elif TO <= action < SET:
            stone = np.int64(s.lifted) - 1
            value = move_value(s, stone, gain(s, stone, stone // NEST_FIELDS), action - TO)
        elif SET <= action < LEAVE:
            value = barrier_value(s, seat, (action - SET) % TRACK)
        else:
            value = -0.5 if action in (END, LEAVE) else 0.6
        out[k] = np.exp(2.0 * value)


@compiled
def barrier_value(s, seat, field):
    """F14: a barrier belongs in front of the tallest enemy tower that is on its way home."""
    value = -1.5
    for stone in range(s.colours * NEST_FIELDS):
        colour, start = stone // NEST_FIELDS, np.int64(s.place[stone])
        if (
            start < TRACK
            and s.below[stone] > 0
            and HOMEWARD[colour, start] == DISTANCE[start, field] + HOMEWARD[colour, field]
        ):
            loot = gain(s, stone, colour) * 0.4
            value += loot if colour % s.seats != seat else -loot
    return value
