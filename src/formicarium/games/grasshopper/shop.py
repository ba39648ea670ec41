"""The purchase phase: payments with wildcard sets and the hidden card, and exchanges (G4.2.4, G5, G7.17 to G7.19)."""

import numpy as np

from formicarium.core.jit import compiled
from formicarium.games.grasshopper import actions
from formicarium.games.grasshopper.components import (
    KINDS,
    PAIR,
    PAY_ORDER,
    PAY_START,
    POINTS,
    POWER_POINTS,
    PRICE,
    ROW,
    SET,
    SETS,
    SMALL_SET,
    SWAP,
    TYPE,
    TYPES,
)
from formicarium.games.grasshopper.piles import drop, drop_veiled, has_veiled, holds
from formicarium.games.grasshopper.state import SUPPLY


@compiled
def points(s, seat):
    """G4.3: one a provision, one more a pair, one for the power of points."""
    total = np.int64(POWER_POINTS) if holds(s, seat, POINTS) else np.int64(0)
    for kind in range(KINDS):
        count = np.int64(s.players[seat].provisions[kind])
        total += count
        if count == 2:
            total += PAIR
    return total


@compiled
def set_size(s, seat):
    """How many cards a wildcard set has (G5: WILD2)."""
    return SMALL_SET if holds(s, seat, SETS) else SET


@compiled
def row_place(s, kind):
    """The left place of a provision in the row, -1 if it does not lie there (G7.19)."""
    for place in range(ROW):
        if s.row[place] == kind:
            return place
    return -1


@compiled
def needed(s, kind, path, size):
    """G7.18: how many cards of a type the payment takes as it stands."""
    return PRICE[kind, path] - s.sets_for[path] + size * s.sets_from[path]


@compiled
def owned(s, seat, path, veil):
    """The cards of a type that can pay: those face up, and the hidden card if it is to pay."""
    count = np.int64(s.players[seat].have[path])
    if veil and TYPE[s.veil_card] == path:
        count += 1
    return count


@compiled
def can_pay(s, seat, kind):
    """Whether `pay` is legal now: enough cards, and the hidden card really used."""
    size = set_size(s, seat)
    for path in range(TYPES):
        if needed(s, kind, path, size) > owned(s, seat, path, s.veil_pays):
            return False
    return not s.veil_pays or needed(s, kind, TYPE[s.veil_card], size) > 0


@compiled
def payable_so(s, seat, kind, veil):
    """Whether a legal `pay` can follow with further sets, the hidden card being used or not.

    The missing units must be no more than the sets in the surplus. A hidden card of a type that is not needed must be
    part of one of these sets, which then stands for any unit.
    """
    size = set_size(s, seat)
    missing, sets, units = 0, 0, 0
    for path in range(TYPES):
        left = owned(s, seat, path, veil) - size * s.sets_from[path]
        unit = PRICE[kind, path] - s.sets_for[path]
        if left < 0:
            return False
        units += unit
        if unit > left:
            missing += unit - left
        else:
            sets += (left - unit) // size
    if missing > sets:
        return False
    if veil:
        path = TYPE[s.veil_card]
        if needed(s, kind, path, size) == 0:
            return units > 0 and owned(s, seat, path, True) >= size
    return True


@compiled
def payable(s, seat, kind):
    """Whether a legal `pay` can still follow, with further sets and with the hidden card if need be."""
    if not s.veil_pays and payable_so(s, seat, kind, False):
        return True
    return (s.veil_pays or has_veiled(s, seat)) and payable_so(s, seat, kind, True)


@compiled
def can_buy(s, seat, kind):
    """Whether a provision lies in the row and can be paid."""
    return s.bought == 0 and row_place(s, kind) >= 0 and payable(s, seat, kind)


@compiled
def can_exchange(s, seat):
    """G5: whether the collector can exchange a provision; the collector has always collected a card."""
    if not holds(s, seat, SWAP):
        return False
    for own in range(KINDS):
        if s.players[seat].provisions[own] > 0:
            for other in range(KINDS):
                if other != own:
                    if row_place(s, other) >= 0:
                        return True
                    for owner in range(s.seats):
                        if owner != seat and s.players[owner].provisions[other] > 0:
                            return True
    return False


@compiled
def is_asked(s, seat):
    """G7.17: whether the collector is asked; a hidden card must not be betrayed by that."""
    if s.buying or can_exchange(s, seat):
        return True
    if s.bought:
        return False
    open_row = False
    for place in range(ROW):
        if s.row[place] >= 0:
            open_row = True
            if payable_so(s, seat, s.row[place], False):
                return True
    return open_row and has_veiled(s, seat)


@compiled
def list_purchase(s, seat, out):
    """The actions of the purchase phase while nothing is being bought."""
    count = 0
    for kind in range(KINDS):
        if can_buy(s, seat, kind):
            out[count] = actions.BUY + kind
            count += 1
    if holds(s, seat, SWAP):
        mine = s.players[seat].provisions
        for own in range(KINDS):
            if mine[own] > 0:
                for other in range(KINDS):
                    if other != own and row_place(s, other) >= 0:
                        out[count] = actions.EXCHANGE + KINDS * own + other
                        count += 1
        for own in range(KINDS):
            if mine[own] > 0:
                for other in range(KINDS):
                    for owner in range(s.seats):
                        if other != own and owner != seat and s.players[owner].provisions[other] > 0:
                            out[count] = actions.EXCHANGE_WITH + 4 * (KINDS * own + other) + owner
                            count += 1
    out[count] = actions.PASS  # G7.15
    return count + 1


@compiled
def list_payment(s, seat, out):
    """The actions between `buy` and `pay` (G7.18)."""
    kind = s.buying - 1
    count = 0
    for source in range(TYPES):
        for target in range(TYPES):
            if s.sets_for[target] < PRICE[kind, target] and (source != target or s.same_type):
                s.sets_from[source] += 1
                s.sets_for[target] += 1
                if payable(s, seat, kind):
                    out[count] = actions.WILD + TYPES * source + target
                    count += 1
                s.sets_from[source] -= 1
                s.sets_for[target] -= 1
    if not s.veil_pays and has_veiled(s, seat) and payable_so(s, seat, kind, True):
        out[count] = actions.HIDDEN
        count += 1
    if can_pay(s, seat, kind):
        out[count] = actions.PAY
        count += 1
    return count


@compiled
def settle(s, seat):
    """G7.7: the paid cards are discarded, the buyer has the provision; tell whether the hidden card was spent."""
    kind = s.buying - 1
    size = set_size(s, seat)
    veil = s.veil_pays
    for path in range(TYPES):
        due = needed(s, kind, path, size)
        if veil and TYPE[s.veil_card] == path:
            due -= 1  # the hidden card is the first of its type
        k = PAY_START[path]
        while due > 0:
            if s.where[PAY_ORDER[k]] == SUPPLY + seat:
                drop(s, seat, PAY_ORDER[k])
                due -= 1
            k += 1
        s.sets_from[path] = 0
        s.sets_for[path] = 0
    if veil:
        drop_veiled(s)
    s.row[row_place(s, kind)] = -1
    s.players[seat].provisions[kind] += 1
    s.bought = s.buying
    s.buying = 0
    s.veil_pays = False
    return veil
