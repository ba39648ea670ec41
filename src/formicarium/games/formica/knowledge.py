"""What is known in Formica: the same for everybody (F14). Poles are never seen, parts only at home, meetings by all.

A world gives every stone a part and a pole: in each colour all fourteen combinations once, the parts as seen, the poles
of a family of stones alike or unlike as seen. `determinize` draws one of all worlds that fit, each equally likely, and
goes from the large to the small. Families of several stones are enumerated with pruning: each choice of their signs
weighs as many worlds as complete it. Single stones are counted by formula, colour by colour. Then the parts not seen
are dealt within each colour and pole. The numbers of worlds are too large for integers, so weights are floats.
"""

import numpy as np

from formicarium.core import random
from formicarium.core.jit import compiled, scratch
from formicarium.games.formica.components import COLOURS, NEST_FIELDS, PARTS, STONES

COUNTS = PARTS + 1  # 0…7 stones of a colour with the first pole
FAMILIES = STONES // 2  # of two stones or more
TALLY = 3 * COLOURS
LENGTH = 2 * PARTS + 1
LEVELS = FAMILIES + 1
WAYS = COLOURS * COUNTS * COUNTS
LANE = 8  # bits of a counter: four for stones of each colour with the first pole, above them four for the seen ones
SEEN = COLOURS * LANE
OVER = np.int64(0x78787878)  # added to the counters of stones, more than seven carry into …
CARRY = np.int64(0x80808080)  # … the highest bits of the lanes
FACTORIAL = np.array([1, 1, 2, 6, 24, 120, 720, 5040], np.int64)
CHOOSE = np.array([[1 if k == 0 else 0 for k in range(NEST_FIELDS + 1)] for _ in range(NEST_FIELDS + 1)], np.int64)
for _n in range(1, NEST_FIELDS + 1):
    for _k in range(1, _n + 1):
        CHOOSE[_n, _k] = CHOOSE[_n - 1, _k - 1] + CHOOSE[_n - 1, _k]


@compiled
def redact(s, seat):
    for stone in range(STONES):
        s.pole[stone] = 0
        if not s.seen[stone]:
            s.part[stone] = 0


@compiled
def determinize(s, seat, rng):
    number = scratch(STONES, np.int64)  # of stones in each family
    for stone in range(STONES):
        number[s.family[stone]] += 1
    tally = scratch(TALLY, np.int64)
    count_stones(s, number, tally)
    draw_families(s, number, tally, rng)
    for colour in range(s.colours):
        draw_singles(s, number, tally, colour, rng)
        deal_parts(s, colour, rng)
    for stone in range(s.dealt, s.colours * NEST_FIELDS):  # before the last stone is dealt
        s.pole[stone] = s.part[stone] = 0


@compiled
def count_stones(s, number, tally):
    """For each colour: the stones alone in their family, with the part not seen and seen, and all that are seen."""
    for stone in range(STONES):
        seen, row = np.int64(s.seen[stone]), stone // NEST_FIELDS * 3
        tally[row + 2] += seen
        if number[s.family[stone]] == 1:
            tally[row + seen] += 1


# Families of several stones


@compiled
def draw_families(s, number, tally, rng):
    """Give poles to all families of several stones, each choice with the weight of the worlds that complete it."""
    roots = scratch(FAMILIES, np.int64)
    plus = scratch(FAMILIES, np.int64)  # the counters if the lowest stone has the first pole …
    minus = scratch(FAMILIES, np.int64)  # … and if it has the second
    signs = scratch(FAMILIES, np.int64)
    ways = scratch(WAYS, np.float64)
    count = list_families(s, number, roots, plus, minus)
    if count == 0:
        return
    count_ways(tally, ways)
    ticket = -1.0  # at first none, to find the weight of all
    for _ in range(2):
        ticket = search(count, plus, minus, ways, signs, ticket) * random.unit(rng)
    turned = random.below(rng, 2)
    for k in range(count):
        for stone in range(STONES):
            if s.family[stone] == roots[k]:
                s.pole[stone] = 1 + ((signs[k] - 1) ^ np.int64(s.unlike[stone]) ^ turned)


@compiled
def list_families(s, number, roots, plus, minus):
    """The families of several stones, the largest first, each with what either sign adds to the counters."""
    count = 0
    for root in range(STONES):
        if number[root] > 1:
            k = count
            while k > 0 and number[roots[k - 1]] < number[root]:
                roots[k] = roots[k - 1]
                k -= 1
            roots[k] = root
            count += 1
    for k in range(count):
        for stone in range(STONES):
            if s.family[stone] == roots[k]:
                shift = stone // NEST_FIELDS * LANE
                value = (np.int64(1) << shift) + (np.int64(s.seen[stone]) << (SEEN + shift))
                if s.unlike[stone]:
                    minus[k] += value
                else:
                    plus[k] += value
    return count


@compiled
def search(count, plus, minus, ways, signs, ticket):
    """The weight of all choices of signs together; with a ticket, stop at the choice that it falls on.

    `signs[k]` is 1 or 2 for families whose sign is chosen, 1 for the first: with all signs turned over there are as
    many worlds. A branch in which a colour has more than seven of one pole is cut.
    """
    ones = scratch(LEVELS, np.int64)
    twos = scratch(LEVELS, np.int64)
    total = 0.0
    k = 0
    signs[0] = 0
    while k >= 0:
        if signs[k] == 2 or (k == 0 and signs[0] == 1):
            k -= 1
            continue
        signs[k] += 1
        first = signs[k] == 1
        ones[k + 1] = ones[k] + (plus[k] if first else minus[k])
        twos[k + 1] = twos[k] + (minus[k] if first else plus[k])
        if ((ones[k + 1] + OVER) | (twos[k + 1] + OVER)) & CARRY:
            continue
        if k + 1 < count:
            k += 1
            signs[k] = 0
            continue
        weight = 1.0
        for colour in range(COLOURS):
            stones = (ones[count] >> (colour * LANE)) & 15
            seen = (ones[count] >> (SEEN + colour * LANE)) & 15
            weight *= ways[(colour * COUNTS + stones) * COUNTS + seen]
        total += weight
        if weight > 0.0 and total > ticket >= 0.0:
            return total
    return total


# Single stones


@compiled
def single_ways(tally, colour, stones, seen, more):
    """The deals of a colour with `more` of the seen single stones on the first pole, beside those of families."""
    unseen, shown, all_shown = tally[3 * colour], tally[3 * colour + 1], tally[3 * colour + 2]
    rest = PARTS - stones - more
    one, two = PARTS - seen - more, PARTS - (all_shown - seen - more)
    if rest < 0 or rest > unseen or one < 0 or one > PARTS or two < 0 or two > PARTS:
        return 0.0
    return float(CHOOSE[shown, more] * CHOOSE[unseen, rest]) * float(FACTORIAL[one] * FACTORIAL[two])


@compiled
def count_ways(tally, ways):
    """For each colour and each number of stones, and of seen ones, that families put on the first pole: the deals."""
    for colour in range(COLOURS):
        for stones in range(COUNTS):
            for seen in range(stones + 1):
                total = 0.0
                for more in range(tally[3 * colour + 1] + 1):
                    total += single_ways(tally, colour, stones, seen, more)
                ways[(colour * COUNTS + stones) * COUNTS + seen] = total


@compiled
def draw_singles(s, number, tally, colour, rng):
    """Give poles to the single stones of a colour: first decide how many seen and unseen ones have the first pole."""
    stones, seen = np.int64(0), np.int64(0)
    for stone in range(colour * NEST_FIELDS, (colour + 1) * NEST_FIELDS):
        if number[s.family[stone]] > 1 and s.pole[stone] == 1:
            stones += 1
            seen += s.seen[stone]
    weights = scratch(LENGTH, np.float64)
    total = 0.0
    for more in range(tally[3 * colour + 1] + 1):
        weights[more] = single_ways(tally, colour, stones, seen, more)
        total += weights[more]
    ticket = random.unit(rng) * total
    chosen = np.int64(0)
    for more in range(tally[3 * colour + 1] + 1):
        if weights[more] > 0.0 and ticket >= 0.0:
            chosen = more
            ticket -= weights[more]
    left = scratch(2, np.int64)  # of the single stones, unseen and seen …
    wanted = scratch(2, np.int64)  # … and how many of these shall have the first pole
    left[0], left[1] = tally[3 * colour], tally[3 * colour + 1]
    wanted[0], wanted[1] = PARTS - stones - chosen, chosen
    for stone in range(colour * NEST_FIELDS, (colour + 1) * NEST_FIELDS):
        if number[s.family[stone]] == 1:
            k = np.int64(s.seen[stone])
            first = random.below(rng, left[k]) < wanted[k]
            s.pole[stone] = 1 if first else 2
            wanted[k] -= first
            left[k] -= 1


@compiled
def deal_parts(s, colour, rng):
    """Deal the parts that are not seen on the stones of a colour, each pole for itself, in any order."""
    parts = scratch(LENGTH, np.int64)  # those of the first pole, then those of the second
    taken = scratch(LENGTH, np.uint8)
    left = scratch(2, np.int64)
    first = colour * NEST_FIELDS
    for stone in range(first, first + NEST_FIELDS):
        if s.seen[stone]:
            taken[(s.pole[stone] - 1) * PARTS + s.part[stone] - 1] = 1
    for kind in range(2 * PARTS):
        if not taken[kind]:
            pole = kind // PARTS
            parts[pole * PARTS + left[pole]] = kind % PARTS + 1
            left[pole] += 1
    for stone in range(first, first + NEST_FIELDS):
        if not s.seen[stone]:
            pole = np.int64(s.pole[stone]) - 1
            k = pole * PARTS + random.below(rng, left[pole])
            left[pole] -= 1
            s.part[stone] = parts[k]
            parts[k] = parts[pole * PARTS + left[pole]]
