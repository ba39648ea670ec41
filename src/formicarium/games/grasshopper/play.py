"""What actions do, and how a round goes on. Numbers as in G4.2.3 name the rule of the specification.

`apply` does what was decided or drawn and names the next phase; `advance` then passes over the phases in which nobody
has anything to do.
"""

import numpy as np

from formicarium.core.jit import compiled
from formicarium.games.grasshopper import actions
from formicarium.games.grasshopper.chains import STARTS, WALKS
from formicarium.games.grasshopper.components import (
    ANTS,
    ASIDE,
    CARDS,
    CELLS,
    CONSOLE,
    FULL,
    GOAL,
    HIDDEN,
    INSECT,
    INSECTS,
    KINDS,
    PEEK,
    ROUNDS,
    SPACES,
    SWAP,
    TYPE,
    TYPES,
)
from formicarium.games.grasshopper.options import AUTUMN, BEETLE, CONNECTED
from formicarium.games.grasshopper.phases import (
    BOXING,
    CHANGE,
    COMFORT,
    COMMIT,
    CONSOLING,
    DEAL,
    EXHAUSTED,
    FILL,
    GUESSING,
    LAST_ROUND,
    LOOK,
    NO_CHAIN,
    PLACE,
    POWERING,
    PROVISIONS,
    REWARD,
    ROTATE,
    SHELVES,
    SHOPPING,
    SHOW,
    STALL,
    SWAPPING,
    VEILING,
)
from formicarium.games.grasshopper.piles import (
    card_ready,
    draw_open,
    draw_veiled,
    drop,
    drop_veiled,
    first_hole,
    holds,
    lay,
    supply,
    take,
)
from formicarium.games.grasshopper.rules import actors, any_power, any_swap, clear, free_cells, name_ant, unlucky
from formicarium.games.grasshopper.shop import is_asked, points, row_place, settle
from formicarium.games.grasshopper.state import BOX, HELD, MIDDLE


@compiled
def apply(s, seat, action):
    if action < actions.CHOOSE:
        place(s, action - actions.ANT)
    elif action < actions.PEEK:
        s.players[seat].token = 1 + (action - actions.CHOOSE if action < actions.NAME else action - actions.NAME)
    elif action < actions.GUESS:
        s.phase = SHOW if action == actions.PEEK else GUESSING
    elif action < actions.SWAP:
        reveal(s, action - actions.GUESS)
    elif action < actions.BUY:
        gather(s, seat, action)
    elif action < actions.CONSOLE:
        shop(s, seat, action)
    elif action < actions.FIRST:
        s.phase = COMFORT if action == actions.CONSOLE else FILL
    else:
        happen(s, action)
    advance(s)


@compiled
def place(s, cell):
    if s.chain_rule != CONNECTED:
        if s.placed == 0:
            s.low, s.high = STARTS[s.chain_rule, cell], STARTS[s.chain_rule, cell + 1]
        else:
            while WALKS[s.low, s.placed] != cell:
                s.low += 1
            while WALKS[s.high - 1, s.placed] != cell:
                s.high -= 1
    s.ants[s.placed] = cell
    s.chain |= 1 << cell
    s.placed += 1


@compiled
def reveal(s, cell):
    """G2.3: all tokens open, and who collects what."""
    s.guess = cell
    s.chosen = s.players[s.ant].token - 1
    s.peeked = 0  # G7.14
    s.collector = s.grasshopper if TYPE[s.grid[cell]] == s.chosen else s.ant
    for k in range(ANTS):
        if TYPE[s.grid[s.ants[k]]] == s.chosen:
            s.harvest |= 1 << np.int64(s.ants[k])
    if s.mode != AUTUMN and s.collector == s.ant and any_swap(s):  # G4.2.3
        s.phase = SWAPPING
    else:
        collect(s)


@compiled
def collect(s):
    """The rest of the harvest to the collector."""
    for cell in range(CELLS):
        if (s.harvest >> cell) & 1:
            take(s, s.collector, cell)
    s.harvest = 0
    s.phase = POWERING
    if s.mode == AUTUMN:
        end_autumn_round(s)


@compiled
def end_autumn_round(s):
    """G3.2, G3.4: the cube moves, and perhaps the match is over."""
    me = s.players[s.collector]
    me.shelves[s.chosen] = min(SPACES, np.int64(me.shelves[s.chosen]) + s.takes)
    full = 0
    for path in range(TYPES):
        full += me.shelves[path] == SPACES
    if full >= FULL:
        s.ending = 1 + SHELVES
    elif s.deck < s.takes:
        s.ending = 1 + EXHAUSTED
    s.phase = FILL


@compiled
def gather(s, seat, action):
    """Swaps and powers of the Ant that collected."""
    if action < actions.COLLECT:
        cell, target = (action - actions.SWAP) // CELLS, (action - actions.SWAP) % CELLS
        s.harvest &= ~(1 << cell)
        s.swapped |= 1 << cell
        take(s, seat, target)
    elif action == actions.COLLECT:
        collect(s)
    else:
        s.phase = REWARD
        if action != actions.NO_POWER:
            empower(s, seat, action - actions.POWER)


@compiled
def empower(s, seat, insect):
    """G5, G7.9: a card of the harvest is spent, the power changes hands, and may win."""
    chosen = CARDS
    for k in range(s.takes):
        if INSECT[s.taken[k]] == insect:
            chosen = min(chosen, np.int64(s.taken[k]))  # G7.19: C T S W, then the lower number
    drop(s, seat, chosen)
    if insect == HIDDEN:
        s.phase = VEILING
        if s.veil:
            drop_veiled(s)
    s.powers[insect] = HELD + seat
    test_win(s, seat, seat)


@compiled
def test_win(s, active, other):
    """G4.3, G7.10: the active player first, then the one whose points changed too."""
    if points(s, active) >= GOAL:
        s.winner = active
    elif points(s, other) >= GOAL:
        s.winner = other
    if s.winner >= 0:
        s.ending = 1 + PROVISIONS


@compiled
def shop(s, seat, action):
    """The purchase phase (G4.2.4, G5: SWAP)."""
    if action < actions.WILD:
        s.buying = 1 + action - actions.BUY
    elif action < actions.HIDDEN:
        code = action - actions.WILD
        s.sets_from[code // TYPES] += 1
        s.sets_for[code % TYPES] += 1
    elif action == actions.HIDDEN:
        s.veil_pays = True
    elif action == actions.PAY:
        s.phase = VEILING if settle(s, seat) else CHANGE
        test_win(s, seat, seat)
    elif action == actions.PASS:
        s.phase = CONSOLING
    else:
        exchange(s, seat, action)


@compiled
def exchange(s, seat, action):
    """G5: one provision for another of the row or of an opponent; then the power lies in the middle."""
    other = np.int64(seat)
    if action < actions.EXCHANGE_WITH:
        code = action - actions.EXCHANGE
        s.row[row_place(s, code % KINDS)] = code // KINDS
    else:
        other, code = (action - actions.EXCHANGE_WITH) % 4, (action - actions.EXCHANGE_WITH) // 4
        s.players[other].provisions[code % KINDS] -= 1
        s.players[other].provisions[code // KINDS] += 1
    s.players[seat].provisions[code // KINDS] -= 1
    s.players[seat].provisions[code % KINDS] += 1
    s.powers[SWAP] = MIDDLE
    test_win(s, seat, other)


@compiled
def happen(s, action):
    """What nature has drawn; what a card is for follows from the phase."""
    if action < actions.CARD_DRAWN:
        name_ant(s, action - actions.FIRST)
    elif action < actions.PROVISION_DRAWN:
        draw(s, action - actions.CARD_DRAWN)
    elif action < actions.SET_ASIDE:
        kind = action - actions.PROVISION_DRAWN
        s.stock[kind] -= 1
        s.row[row_place(s, -1)] = kind
    elif action < actions.TOKEN:
        s.powers[action - actions.SET_ASIDE] = BOX
    else:
        s.peeked = 1 + action - actions.TOKEN
        s.phase = GUESSING


@compiled
def draw(s, card):
    phase = s.phase
    if phase == FILL:
        lay(s, card, first_hole(s))
        return
    if phase == VEILING:
        draw_veiled(s, card)
        s.phase = CHANGE if s.bought else REWARD
        return
    if phase == CHANGE:
        seat = np.int64(s.collector)
        s.phase = SHOPPING
    elif phase == COMFORT:
        seat = np.int64(unlucky(s))
        s.phase = FILL
    else:  # starting cards and rewards, clockwise from the Ant
        seat = (s.ant + np.int64(s.drawer)) % s.seats
        s.drawer += 1
    draw_open(s, seat, card)


@compiled
def advance(s):
    """Pass over phases until somebody can act, or nature must."""
    while s.ending == 0:
        phase = s.phase
        if phase == FILL:
            if first_hole(s) < CELLS and card_ready(s):
                return
            s.phase = DEAL
        elif phase == DEAL:
            if s.round_number == 0 and s.mode != AUTUMN and s.drawer < s.seats:
                return
            s.phase = STALL
        elif phase == STALL:
            if row_place(s, -1) >= 0 and any_stock(s):
                return
            s.phase = BOXING
        elif phase == BOXING:
            if s.round_number == 0 and s.mode == BEETLE and boxed(s) < ASIDE:
                return
            s.phase = ROTATE
        elif phase == ROTATE:
            next_round(s)
        elif phase == PLACE:
            if s.placed < ANTS:
                return
            s.phase = COMMIT
        elif phase == COMMIT:
            if actors(s):
                return
            s.phase = LOOK
        elif phase == LOOK:
            if holds(s, s.grasshopper, PEEK):
                return
            s.phase = GUESSING
        elif phase == POWERING:
            if any_power(s):
                return
            s.phase = REWARD
        elif phase == VEILING:
            if card_ready(s):
                return
            s.phase = CHANGE if s.bought else REWARD
        elif phase == REWARD:
            if rewarded(s) and card_ready(s):
                return
            s.phase = SHOPPING
        elif phase == CHANGE:
            if supply(s, s.collector) == 0 and card_ready(s):
                return
            s.phase = SHOPPING
        elif phase == SHOPPING:
            if is_asked(s, s.collector):
                return
            s.phase = CONSOLING
        elif phase == CONSOLING:
            if holds(s, unlucky(s), CONSOLE) and s.deck + s.discard > 0:
                return
            s.phase = FILL
        elif phase == COMFORT:
            if card_ready(s):
                return
            s.phase = FILL
        else:
            return


@compiled
def any_stock(s):
    total = 0
    for kind in range(KINDS):
        total += s.stock[kind]
    return total > 0


@compiled
def boxed(s):
    count = 0
    for insect in range(INSECTS):
        count += s.powers[insect] == BOX
    return count


@compiled
def rewarded(s):
    """G4.2.3: whether a Red Ant that named the type has yet to draw; `drawer` moves on to it."""
    if s.collector != s.ant or s.mode == AUTUMN:
        return False
    while s.drawer < s.seats:
        seat = (s.ant + np.int64(s.drawer)) % s.seats
        if seat != s.ant and seat != s.grasshopper and s.players[seat].token == s.chosen + 1:
            return True
        s.drawer += 1
    return False


@compiled
def next_round(s):
    """G2.4: the roles rotate; then the match may be over (G7.12, G7.13), or a round begins."""
    if s.round_number > 0:
        remember(s)
        ant = (s.ant + 1) % s.seats if s.collector == s.ant else np.int64(s.ant)
        grasshopper = (s.grasshopper + 1) % s.seats
        if grasshopper == ant:
            grasshopper = (ant + 1) % s.seats
        s.ant, s.grasshopper = ant, grasshopper
    clear(s)
    if s.chain_rule != CONNECTED:
        s.low, s.high = STARTS[s.chain_rule, 0], STARTS[s.chain_rule, CELLS]
    if free_cells(s) == 0:
        s.ending = 1 + NO_CHAIN
    elif s.round_number == ROUNDS:
        s.ending = 1 + LAST_ROUND
    s.round_number += s.ending == 0
    s.phase = PLACE


@compiled
def remember(s):
    """Keep what the round was, for the drawing."""
    for k in range(ANTS):
        s.before.ants[k] = s.ants[k]
    s.before.guess = s.guess
    s.before.chosen = s.chosen
    s.before.collector = s.collector
    s.before.cells = s.emptied
    s.before.bought = s.bought - 1
