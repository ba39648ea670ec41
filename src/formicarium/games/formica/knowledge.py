"""What is known in Formica: the same for everybody (F14). Poles are never seen, parts only at home (F6), meetings by all.

A world gives every stone a part and a pole: in each colour all fourteen combinations once, the parts as seen, the poles of a
family of stones alike or unlike as seen. `determinize` draws one of all worlds that fit, each equally likely. It goes from the
large to the small. Families of several stones are enumerated with pruning: each choice of their signs weighs as many worlds
as complete it. Single stones are counted by formula, colour by colour. Then the parts not seen are dealt within each colour
and pole. Nobody's counts pass 2**53 by more than a factor, so weights are floats, exact to the fifteenth digit.
"""

import numpy as np

from formicarium.engine import random
from formicarium.engine.jit import compiled, scratch
from formicarium.games.formica.components import COLOURS, NEST_FIELDS, PARTS, STONES

COUNTS = PARTS + 1  # 0…7 stones of a colour with the first pole
FAMILIES = STONES // 2  # of two stones or more
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
    draw_families(s, number, rng)
    for colour in range(s.colours):
        draw_singles(s, number, colour, rng)
        deal_parts(s, colour, 1, rng)
        deal_parts(s, colour, 2, rng)
    for stone in range(s.dealt, s.colours * NEST_FIELDS):  # before the last stone is dealt
        s.pole[stone] = s.part[stone] = 0


# Families of several stones


@compiled
def draw_families(s, number, rng):
    """Give poles to all families of several stones, each choice with the weight of the worlds that complete it."""
    roots = scratch(FAMILIES, np.int64)
    plus = scratch(FAMILIES, np.int64)  # the counters if the lowest stone has the first pole …
    minus = scratch(FAMILIES, np.int64)  # … and if it has the second
    count = list_families(s, number, roots, plus, minus)
    if count == 0:
        return
    ways = scratch(WAYS, np.float64)
    count_ways(s, number, ways)
    signs = scratch(FAMILIES, np.int64)
    total = search(count, plus, minus, ways, signs, -1.0)
    search(count, plus, minus, ways, signs, random.unit(rng) * total)
    for k in range(count):
        for stone in range(STONES):
            if s.family[stone] == roots[k]:
                s.pole[stone] = 1 + ((signs[k] - 1) ^ np.int64(s.unlike[stone]))


@compiled
def list_families(s, number, roots, plus, minus):
    """The families of several stones, the largest first, each with what either sign adds to the counters."""
    count = 0
    for wanted in range(STONES, 1, -1):
        for root in range(STONES):
            if number[root] == wanted:
                roots[count] = root
                for stone in range(STONES):
                    if s.family[stone] == root:
                        shift = stone // NEST_FIELDS * LANE
                        value = np.int64(1) << shift
                        if s.seen[stone]:
                            value += np.int64(1) << (SEEN + shift)
                        if s.unlike[stone]:
                            minus[count] += value
                        else:
                            plus[count] += value
                count += 1
    return count


@compiled
def search(count, plus, minus, ways, signs, ticket):
    """The weight of all choices of signs together; with a ticket, stop at the choice that it falls on.

    `signs[k]` is 1 or 2 for families whose sign is chosen. A branch in which a colour has more than seven of one pole is cut.
    """
    ones = scratch(LEVELS, np.int64)
    twos = scratch(LEVELS, np.int64)
    total = 0.0
    k = 0
    signs[0] = 0
    while k >= 0:
        if signs[k] == 2:
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
        if weight > 0.0 and ticket >= 0.0 and total > ticket:
            return total
    return total


# Single stones


@compiled
def singles(s, number, colour, seen):
    """How many stones of a colour are alone in their family, with the part seen or not."""
    count = 0
    for stone in range(colour * NEST_FIELDS, (colour + 1) * NEST_FIELDS):
        count += number[s.family[stone]] == 1 and s.seen[stone] == seen
    return count


@compiled
def seen_of(s, colour):
    count = 0
    for stone in range(colour * NEST_FIELDS, (colour + 1) * NEST_FIELDS):
        count += s.seen[stone]
    return count


@compiled
def single_ways(unseen, shown, all_shown, stones, seen, more):
    """The deals of a colour with `more` of the seen single stones on the first pole, where the families gave it so many."""
    rest = PARTS - stones - more
    one, two = PARTS - seen - more, PARTS - (all_shown - seen - more)
    if rest < 0 or rest > unseen or one < 0 or two < 0 or two > PARTS:
        return 0.0
    return float(CHOOSE[shown, more] * CHOOSE[unseen, rest]) * float(FACTORIAL[one] * FACTORIAL[two])


@compiled
def count_ways(s, number, ways):
    """For each colour and each number of stones, and of seen ones, that families put on the first pole: the deals."""
    for colour in range(COLOURS):
        unseen, shown = singles(s, number, colour, 0), singles(s, number, colour, 1)
        all_shown = seen_of(s, colour)
        for stones in range(COUNTS):
            for seen in range(stones + 1):
                total = 0.0
                for more in range(shown + 1):
                    total += single_ways(unseen, shown, all_shown, stones, seen, more)
                ways[(colour * COUNTS + stones) * COUNTS + seen] = total


@compiled
def draw_singles(s, number, colour, rng):
    """Give poles to the single stones of a colour."""
    unseen, shown = singles(s, number, colour, 0), singles(s, number, colour, 1)
    all_shown = seen_of(s, colour)
    stones, seen = 0, 0
    for stone in range(colour * NEST_FIELDS, (colour + 1) * NEST_FIELDS):
        if number[s.family[stone]] > 1 and s.pole[stone] == 1:
            stones += 1
            seen += s.seen[stone]
    total = 0.0
    for more in range(shown + 1):
        total += single_ways(unseen, shown, all_shown, stones, seen, more)
    ticket = random.unit(rng) * total
    chosen = 0
    for more in range(shown + 1):
        weight = single_ways(unseen, shown, all_shown, stones, seen, more)
        if weight > 0.0:
            chosen = more
            ticket -= weight
            if ticket < 0.0:
                break
    some_first(s, number, colour, 1, shown, chosen, rng)
    some_first(s, number, colour, 0, unseen, PARTS - stones - chosen, rng)


@compiled
def some_first(s, number, colour, seen, count, wanted, rng):
    """Put so many of the single stones on the first pole, each choice equally likely, and the others on the second."""
    for stone in range(colour * NEST_FIELDS, (colour + 1) * NEST_FIELDS):
        if number[s.family[stone]] == 1 and s.seen[stone] == seen:
            hit = random.below(rng, count) < wanted
            s.pole[stone] = 1 if hit else 2
            wanted -= hit
            count -= 1


@compiled
def deal_parts(s, colour, pole, rng):
    """Deal the parts that are not seen on the stones of a colour and pole, in any order."""
    parts = scratch(COUNTS, np.int64)
    first = colour * NEST_FIELDS
    count = 0
    for part in range(1, PARTS + 1):
        free = True
        for stone in range(first, first + NEST_FIELDS):
            if s.pole[stone] == pole and s.seen[stone] and s.part[stone] == part:
                free = False
        if free:
            parts[count] = part
            count += 1
    for stone in range(first, first + NEST_FIELDS):
        if s.pole[stone] == pole and not s.seen[stone] and count > 0:
            k = random.below(rng, count)
            count -= 1
            s.part[stone] = parts[k]
            parts[k] = parts[count]
