"""The round's guessing game and its equilibrium: the policy for secret choices, and the chain that promises most.

The Ant chooses a type under its chain, the Grasshopper guesses one: a game with a row and a column a type. What a
harvest of each type would bring, got through or caught, is rated in shares of victory (`outlook.py`), so the score, the
end of the match and the roles of the next round count. `through[t]` is the Ant's share if type t gets through,
`stake[t]` what it loses if t is caught, `prize[t]` what the Grasshopper gains by catching it; with two players stake
and prize are the same, with more either can be negative. If t is caught with the chance c[t], choosing it is worth
through[t] - c[t] * stake[t]. The Grasshopper presses the choices in play down to a level that they all share and that
no other choice exceeds; the Ant plays each of them in inverse proportion to its prize, so that no guess is better than
another. That is an exact equilibrium.

With PEEK the Grasshopper never guesses the type that it saw, so the chances to be caught add up to 4/3 rather than 1,
none above 1; by Hall's theorem every such spread can be played by a guess that depends on the token seen. Red Ants
stand beside the game: what they name touches nobody else's harvest, so they name the type that most likely gets
through.
"""

from __future__ import annotations

import numpy as np

from formicarium.core.jit import compiled, scratch
from formicarium.games.grasshopper import actions
from formicarium.games.grasshopper.chains import CONNECTED_CELLS, WALK_CELLS, WALKS
from formicarium.games.grasshopper.components import ANTS, CELLS, PEEK, TYPE, TYPES
from formicarium.games.grasshopper.options import CONNECTED
from formicarium.games.grasshopper.outlook import after_harvest
from formicarium.games.grasshopper.phases import COMMIT, GUESSING, LOOK, PLACE, SHOPPING
from formicarium.games.grasshopper.piles import holds, holes

NOTHING = 1e-6  # a stake below counts as none: nobody minds whether the type is caught
PICKY = 0.01  # a chain that is worth so much less, in shares, looks 1/e times as promising
BOTH = 2 * TYPES  # for each type: the shares after it gets through, and after it is caught
TABLE = 4 * BOTH
KNOWN = 1024  # places for harvests that have been rated
ROWS = 3  # through, stake, prize
RATINGS = KNOWN * ROWS


@compiled
def harvests(s, cells, out):
    """The cells of each type among some cells, as masks."""
    for path in range(TYPES):
        out[path] = 0
    for cell in range(CELLS):
        if (cells >> cell) & 1:
            out[TYPE[s.grid[cell]]] |= 1 << cell


@compiled
def survey(s, shares, through, stake, prize):
    """What the types under the ants are worth; `shares[8 * t …]` of all seats when t gets through and when caught."""
    cells = scratch(TYPES, np.int64)
    harvests(s, np.int64(s.chain), cells)
    for path in range(TYPES):
        through[path] = -1.0  # not under the chain
        if cells[path]:
            got, caught = shares[BOTH * path : BOTH * path + 4], shares[BOTH * path + 4 : BOTH * path + 8]
            after_harvest(s, s.ant, cells[path], got)
            after_harvest(s, s.grasshopper, cells[path], caught)
            through[path] = got[s.ant]
            stake[path] = got[s.ant] - caught[s.ant]
            prize[path] = caught[s.grasshopper] - got[s.grasshopper]


@compiled
def solve(through, stake, prize, peek, mix, caught):
    """How the Ant mixes the types and with what chance each is caught; return the Ant's share.

    All sets of types that the Ant may mix are tried, and the equilibrium that is best for the Ant is taken. A set of
    one type stands for a choice without a bluff: caught for sure, or never, where the Grasshopper gains nothing by it.
    """
    chances = scratch(TYPES, np.float64)
    total = 4.0 / 3.0 if peek else 1.0
    best, least, mixed = -1e30, 1e30, 0
    for types in range(1, 1 << TYPES):
        level, flaw = press(through, stake, prize, total, types, chances)
        if flaw < least - NOTHING or (flaw < least + NOTHING and level > best):
            best, least, mixed = level, flaw, types
            for path in range(TYPES):
                caught[path] = chances[path]
    sum_of_mix = 0.0
    for path in range(TYPES):
        mix[path] = 0.0
        if (mixed >> path) & 1:
            mix[path] = 1.0 if mixed == 1 << path else 1.0 / prize[path]
        sum_of_mix += mix[path]
    for path in range(TYPES):
        mix[path] /= sum_of_mix
    return best


@compiled
def press(through, stake, prize, total, types, caught):
    """Catch the types of a mask so that they are worth the same; return that share, and by how much it is none."""
    level, count, only = -total, 0, 0
    weight = 0.0
    for path in range(TYPES):
        caught[path] = 0.0
        if (types >> path) & 1:
            if through[path] < 0.0:
                return -1e30, 1e30  # not under the chain
            count, only = count + 1, path
    if count > 1:
        for path in range(TYPES):
            if (types >> path) & 1:
                if prize[path] < NOTHING or abs(stake[path]) < NOTHING:
                    return -1e30, 1e30
                level += through[path] / stake[path]
                weight += 1.0 / stake[path]
        if abs(weight) < NOTHING:
            return -1e30, 1e30
        level /= weight
        flaw = 0.0
        for path in range(TYPES):
            if (types >> path) & 1:
                chance = (through[path] - level) / stake[path]
                caught[path] = min(1.0, max(0.0, chance))
                flaw = max(flaw, abs(chance - caught[path]) * abs(stake[path]))
            else:
                flaw = max(flaw, through[path] - level)
        return level, flaw
    rest = total
    if prize[only] >= NOTHING:
        caught[only] = 1.0
        rest -= 1.0
    level = through[only] - caught[only] * stake[only]
    return level, deter(through, stake, only, level, rest, caught)


@compiled
def deter(through, stake, only, level, rest, caught):
    """Spend the rest of the guesses on the other types, so that none is worth more; return by how much one is."""
    flaw, others, harmless = 0.0, 0, 0
    for path in range(TYPES):
        if path != only and through[path] >= 0.0:
            others += 1
            harmless += stake[path] > NOTHING
            excess = through[path] - level
            if excess > 0.0 and stake[path] > NOTHING:
                caught[path] = min(rest, min(1.0, excess / stake[path]))
                rest -= caught[path]
                excess -= caught[path] * stake[path]
            flaw = max(flaw, excess)
    if others == 0:
        caught[only] = 1.0
    for path in range(TYPES):
        if path != only and through[path] >= 0.0 and (harmless == 0 or stake[path] > NOTHING):
            caught[path] = min(1.0, caught[path] + rest / (others if harmless == 0 else harmless))
    return flaw


@compiled
def guess_after(through, caught, seen, out):
    """How to guess after seeing a token so that each type is caught with its chance.

    Each of the three tokens other than the Ant's is seen with the same chance: `flow[t, a]` is how often type a is
    guessed after token t. A type is given room in its order; where only its own token has room left, another type
    moves there.
    """
    flow = scratch(16, np.float64)
    room = scratch(4, np.float64)
    for token in range(TYPES):
        room[token] = 1.0
    for path in range(TYPES):
        due = 3.0 * caught[path]
        for token in range(TYPES):
            if token != path and due > 0.0:
                part = min(due, room[token])
                flow[TYPES * token + path] += part
                room[token] -= part
                due -= part
        for token in range(TYPES):
            for other in range(TYPES):
                if due > 0.0 and token != path and other != path:
                    part = min(due, min(room[path], flow[TYPES * token + other]))
                    flow[TYPES * token + other] -= part
                    flow[TYPES * path + other] += part
                    room[path] -= part
                    flow[TYPES * token + path] += part
                    due -= part
    rest = 0.0
    for path in range(TYPES):
        out[path] = flow[TYPES * seen + path]
        rest += through[path] >= 0.0 and path != seen
    for path in range(TYPES):  # what is left over is free
        if through[path] >= 0.0 and path != seen and room[seen] > 0.0:
            out[path] += room[seen] / rest
    if rest == 0.0:  # the only type was seen: it cannot be
        out[seen] = 1.0


@compiled
def policy(s, seat, codes, count, out):
    """The chance of each of the first `count` legal actions: the equilibrium in secret choices, else all alike.

    Returns whether it is a secret choice, or its answer.
    """
    for k in range(count):
        out[k] = 1.0 / count
    if s.phase == LOOK:
        for k in range(count):
            out[k] = 1.0 if codes[k] == actions.PEEK else 0.0  # knowing more never hurts here
    if s.phase != COMMIT and s.phase != GUESSING:
        return False
    through, stake, prize = scratch(4, np.float64), scratch(4, np.float64), scratch(4, np.float64)
    mix, caught = scratch(4, np.float64), scratch(4, np.float64)
    survey(s, scratch(TABLE, np.float64), through, stake, prize)
    peek = holds(s, s.grasshopper, PEEK) and (s.phase == COMMIT or s.peeked != 0)
    solve(through, stake, prize, peek, mix, caught)
    if s.phase == GUESSING:
        if 0 < s.peeked <= TYPES:
            guess_after(through, caught, s.peeked - 1, mix)
            share_cells(s, codes, count, mix, out)
        else:
            share_cells(s, codes, count, caught, out)
    elif seat == s.ant:
        for k in range(count):
            out[k] = mix[codes[k] - actions.CHOOSE]
    else:
        name_best(codes, count, mix, caught, out)
    return True


@compiled
def share_cells(s, codes, count, mix, out):
    """The chance of a type is shared by its cells."""
    for k in range(count):
        path = TYPE[s.grid[codes[k] - actions.GUESS]]
        alike = 0
        for ant in range(ANTS):
            alike += TYPE[s.grid[s.ants[ant]]] == path
        out[k] = mix[path] / alike


@compiled
def name_best(codes, count, mix, caught, out):
    """The types that most likely get through, equally."""
    best = 0.0
    for path in range(TYPES):
        best = max(best, mix[path] * (1.0 - caught[path]))
    alike = 0
    for path in range(TYPES):
        alike += mix[path] * (1.0 - caught[path]) >= best - 1e-9
    for k in range(count):
        path = codes[k] - actions.NAME
        out[k] = 1.0 / alike if mix[path] * (1.0 - caught[path]) >= best - 1e-9 else 0.0


@compiled
def prior(s, seat, codes, count, out):
    """For search: chains by what they promise; purchases before other things in the shop."""
    policy(s, seat, codes, count, out)
    if s.phase == PLACE:
        plan(s, codes, count, out)
    for k in range(count):
        out[k] = 0.02 + out[k]  # search may look at everything
        if s.phase == SHOPPING and (actions.BUY <= codes[k] < actions.WILD or codes[k] == actions.PAY):
            out[k] *= 4.0


@compiled
def plan(s, codes, count, out):
    """How promising the next cells look: by the equilibrium of the best chain that goes on there."""
    promise = scratch(CELLS, np.float64)
    keys = scratch(KNOWN, np.int64)
    ratings = scratch(RATINGS, np.float64)
    used, closed, chain = 0, holes(s), np.int64(s.chain)
    peek = holds(s, s.grasshopper, PEEK)
    branching = s.chain_rule == CONNECTED
    for k in range(0 if branching else s.low, len(CONNECTED_CELLS) if branching else s.high):
        cells = CONNECTED_CELLS[k] if branching else WALK_CELLS[k]
        if cells & closed or chain & ~cells:
            continue
        share, used = chain_share(s, cells, peek, keys, ratings, used)
        if branching:
            for cell in range(CELLS):
                if (cells >> cell) & 1:
                    promise[cell] = max(promise[cell], share)
        else:
            promise[WALKS[k, s.placed]] = max(promise[WALKS[k, s.placed]], share)
    best = 0.0
    for k in range(count):
        best = max(best, promise[codes[k] - actions.ANT])
    for k in range(count):
        out[k] = np.exp((promise[codes[k] - actions.ANT] - best) / PICKY)


@compiled
def chain_share(s, cells, peek, keys, ratings, used):
    """The Ant's share with a chain, and how many harvests are rated; one that was met before is not rated again."""
    through, stake, prize = scratch(4, np.float64), scratch(4, np.float64), scratch(4, np.float64)
    mix, caught = scratch(4, np.float64), scratch(4, np.float64)
    got, lost = scratch(4, np.float64), scratch(4, np.float64)
    masks = scratch(TYPES, np.int64)
    harvests(s, cells, masks)
    for path in range(TYPES):
        through[path] = -1.0
        mask = masks[path]
        if mask == 0:
            continue
        place = (mask * 40503 >> 4) % KNOWN
        while keys[place] != 0 and keys[place] != mask:
            place = (place + 1) % KNOWN
        if keys[place] == 0:
            after_harvest(s, s.ant, mask, got)
            after_harvest(s, s.grasshopper, mask, lost)
            ratings[ROWS * place] = got[s.ant]
            ratings[ROWS * place + 1] = got[s.ant] - lost[s.ant]
            ratings[ROWS * place + 2] = lost[s.grasshopper] - got[s.grasshopper]
            if used < KNOWN - 1:
                keys[place] = mask
                used += 1
        through[path], stake[path], prize[path] = (
            ratings[ROWS * place],
            ratings[ROWS * place + 1],
            ratings[ROWS * place + 2],
        )
    return solve(through, stake, prize, peek, mix, caught), used


# For `face/equilibrium.py`, which asks with the array that holds a view


@compiled
def policy_at(records, seat, codes, out):
    policy(records[0], seat, codes, len(codes), out)


@compiled
def solve_at(records, peek, shares, table):
    survey(records[0], shares, table[0], table[1], table[2])
    return solve(table[0], table[1], table[2], peek, table[3], table[4])
