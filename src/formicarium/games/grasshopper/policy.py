"""The round's guessing game and its equilibrium: the policy for secret choices.

The Ant chooses a type under its chain, the Grasshopper guesses one: a matrix game with a row and a column a type. A
harvest of type t that gets through is worth gain[t] to the Ant; one that is caught costs her loss[t], what it is
worth to the Grasshopper. If t is caught with the chance c[t], choosing it is worth gain[t] - c[t] * stake[t], stake =
gain + loss. The Grasshopper spreads its guesses like water: it presses the best choice down to a level that all
choices in play share. The Ant in turn plays each of them in inverse proportion to its stake, so that no guess is
better than another. That is an exact equilibrium.

With PEEK the Grasshopper never guesses the type that it saw, so the chances to be caught add up to 4/3 rather than 1,
none above 1; by Hall's theorem every such spread can be played by a guess that depends on the token seen. Red Ants
stand beside the game: what they name touches nobody else's harvest, so they name the type that most likely gets
through.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from formicarium.engine.jit import compiled, scratch
from formicarium.engine.position import View
from formicarium.games.grasshopper import actions
from formicarium.games.grasshopper.components import (
    ANTS,
    INSECT,
    INSECT_POINTS,
    PAIR,
    PEEK,
    ROW,
    SHELF,
    SPACES,
    TYPE,
    TYPE_NAMES,
    TYPES,
)
from formicarium.games.grasshopper.phases import AUTUMN, BEETLE, COMMIT, GUESSING, LOOK, SHOPPING
from formicarium.games.grasshopper.piles import holds
from formicarium.games.grasshopper.shop import payable_so
from formicarium.games.grasshopper.state import HELD

ROLE = 0.3  # what collecting is worth beside the cards: the Ant's part passes on, and nobody else has them
INSECT_HOPE = 0.6  # what an insect card is worth beyond its points now: it may find its like
CUBE_HOPE = 0.4  # the same for a step on a shelf that still has room
PATH_CARD = 1.0  # a path card in Winter; a provision costs four
PURCHASE = 1.5  # more, if the harvest makes a provision affordable, and for a pair twice that
POWER_HOPE = 0.8  # an insect card whose power can be had


@compiled
def harvest_worth(s, seat, path):
    """What the cards of a type under the ants are worth to a seat; 0 if there are none."""
    if s.mode == AUTUMN:
        return autumn_worth(s, seat, path)
    return winter_worth(s, seat, path)


@compiled
def autumn_worth(s, seat, path):
    me = s.players[seat]
    worth, count = ROLE, 0
    kinds = scratch(8, np.int64)
    for k in range(s.placed):
        card = s.grid[s.ants[k]]
        if card >= 0 and TYPE[card] == path:
            count += 1
            insect = INSECT[card]
            if insect >= 0:
                most = len(INSECT_POINTS) - 1
                before = min(most, np.int64(me.insects[insect]) + kinds[insect])
                kinds[insect] += 1
                worth += INSECT_HOPE + INSECT_POINTS[min(most, before + 1)] - INSECT_POINTS[before]
    if count == 0:
        return 0.0
    before = np.int64(me.shelves[path])
    after = min(SPACES, before + count)
    return worth + SHELF[after] - SHELF[before] + (CUBE_HOPE if before < after < SPACES else 0.0)


@compiled
def winter_worth(s, seat, path):
    count, powers = 0, 0
    for k in range(s.placed):
        card = s.grid[s.ants[k]]
        if card >= 0 and TYPE[card] == path:
            count += 1
            if s.mode == BEETLE and seat == s.ant and INSECT[card] >= 0 and not holds(s, seat, INSECT[card]):
                powers = 1
    if count == 0:
        return 0.0
    best = shopping_worth(s, seat)
    s.players[seat].have[path] += count
    best = shopping_worth(s, seat) - best
    s.players[seat].have[path] -= count
    return ROLE + PATH_CARD * count + POWER_HOPE * powers + best


@compiled
def shopping_worth(s, seat):
    """What the best provision that a seat can pay is worth to it."""
    best = 0.0
    for place in range(ROW):
        kind = s.row[place]
        if kind >= 0 and payable_so(s, seat, kind, False):
            best = max(best, PURCHASE * (1.0 + PAIR * (s.players[seat].provisions[kind] == 1)))
    return best


@compiled
def stakes(s, gain, loss):
    """What each type is worth to the Ant and to the Grasshopper; 0 for those that are not under the chain."""
    for path in range(TYPES):
        gain[path] = harvest_worth(s, s.ant, path)
        loss[path] = harvest_worth(s, s.grasshopper, path)


@compiled
def solve(gain, loss, peek, mix, caught):
    """How the Ant mixes the types and with what chance each is caught, at least; return the worth to the Ant."""
    total = 4.0 / 3.0 if peek else 1.0
    low = -1e30  # no type can be caught more often than always
    safest = 0
    for path in range(TYPES):
        mix[path] = 1.0 if gain[path] > 0.0 else 0.0
        if gain[path] > 0.0 and -loss[path] > low:
            low, safest = -loss[path], path
    level = 0.0
    for _ in range(TYPES):
        spread, weight = -total, 0.0
        for path in range(TYPES):
            if mix[path] > 0.0:
                stake = gain[path] + loss[path]
                spread += gain[path] / stake
                weight += 1.0 / stake
        level = spread / weight
        for path in range(TYPES):
            if mix[path] > 0.0 and gain[path] <= level:
                mix[path] = 0.0
    if level < low:  # every choice in play is caught for sure: the cheapest is chosen
        level = low
        for path in range(TYPES):
            mix[path] = 1.0 if path == safest else 0.0
    total = 0.0
    for path in range(TYPES):
        caught[path] = 0.0
        if gain[path] > 0.0 and gain[path] > level:
            caught[path] = (gain[path] - level) / (gain[path] + loss[path])
        if mix[path] > 0.0:
            mix[path] = 1.0 / (gain[path] + loss[path])
        total += mix[path]
    for path in range(TYPES):
        mix[path] /= total
    return level


@compiled
def guess_after(gain, caught, seen, out):
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
        rest += gain[path] > 0.0 and path != seen
    for path in range(TYPES):  # what is left over is free
        if gain[path] > 0.0 and path != seen and room[seen] > 0.0:
            out[path] += room[seen] / rest
    if rest == 0.0:  # the only type was seen: it cannot be
        out[seen] = 1.0


@compiled
def policy(s, seat, codes, count, out):
    """The chance of each of the first `count` legal actions: the equilibrium in secret choices, else all alike.

    Returns whether it is a secret choice, or its answer.
    """
    gain, loss = scratch(4, np.float64), scratch(4, np.float64)
    mix, caught = scratch(4, np.float64), scratch(4, np.float64)
    for k in range(count):
        out[k] = 1.0 / count
    if s.phase == LOOK:
        for k in range(count):
            out[k] = 1.0 if codes[k] == actions.PEEK else 0.0  # knowing more never hurts here
    if s.phase != COMMIT and s.phase != GUESSING:
        return False
    stakes(s, gain, loss)
    peek = holds(s, s.grasshopper, PEEK) and (s.phase == COMMIT or s.peeked != 0)
    solve(gain, loss, peek, mix, caught)
    if s.phase == GUESSING:
        if 0 < s.peeked <= TYPES:
            guess_after(gain, caught, s.peeked - 1, mix)
        else:
            for path in range(TYPES):
                mix[path] = caught[path]
        share_cells(s, codes, count, mix, out)
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
    """For search: the equilibrium in secret choices; purchases before other things in the shop."""
    policy(s, seat, codes, count, out)
    for k in range(count):
        out[k] = 0.02 + out[k]  # search may look at everything
        if s.phase == SHOPPING and (actions.BUY <= codes[k] < actions.WILD or codes[k] == actions.PAY):
            out[k] *= 4.0


# For Python callers


@dataclass(frozen=True)
class Equilibrium:
    """The guessing game of a round as a view shows it: what each type is worth, and how both sides play."""

    gain: dict[str, float]  # to the Ant, if it gets through
    loss: dict[str, float]  # to the Grasshopper, if it is caught
    chosen: dict[str, float]  # the chance with which the Ant chooses each type
    caught: dict[str, float]  # the chance with which each type, if chosen, is caught
    worth: float  # of the round to the Ant, less what the Grasshopper can expect


@compiled
def _chances(records, seat, codes, out):
    policy(records[0], seat, codes, len(codes), out)


@compiled
def _solved(records, peek, table):
    stakes(records[0], table[0], table[1])
    return solve(table[0], table[1], peek, table[2], table[3])


def chances(view: View) -> dict[str, float]:
    """The policy of the viewing seat: the chance of each of its legal actions, in notation."""
    codes = view.codes(view.seat).copy()
    out = np.zeros(len(codes))
    _chances(view.records, view.seat, codes, out)
    return {view.game.actions[code].text: float(chance) for code, chance in zip(codes, out, strict=True)}


def equilibrium(view: View) -> Equilibrium:
    """The guessing game over the chain that stands on the grid."""
    s = view.record
    table = np.zeros((4, TYPES))
    worth = _solved(view.records, bool(s.powers[PEEK] == HELD + s.grasshopper), table)
    gain, loss, chosen, caught = (dict(zip(TYPE_NAMES, row.tolist(), strict=True)) for row in table)
    return Equilibrium(gain, loss, chosen, caught, float(worth))
