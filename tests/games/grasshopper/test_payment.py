"""Payments (G7.18) against trying all ways."""

from functools import cache
from itertools import product

import numpy as np
import pytest

from formicarium.games.grasshopper import GAME, phases
from formicarium.games.grasshopper.components import CARD_NAMES, PRICE, TYPE, TYPE_NAMES

LETTERS = "CTSW"


def stocked(table, have, veil=None, small=False, same=False, kind=0):
    """A buyer with so many plain and insect cards of each type, in the shop, before one provision."""
    names = [[name for name in CARD_NAMES if name.startswith(letter) and name[2:] not in "789"] for letter in LETTERS]
    supply = " ".join(name for cards, count in zip(names, have, strict=True) for name in cards[1 : count + 1])
    powers = {"butterfly": 0} if veil is not None else {}
    at = table(
        "beetle",
        4,
        grid=" ".join("." * 16),
        supply={0: supply},
        row=f"P{kind + 1}",
        veil=names[veil][0] if veil is not None else "",
        powers={**powers, **({"bee": 0} if small else {})},
        wild_same_type="yes" if same else "no",
    )
    at.s.phase, at.s.collector, at.s.chosen = phases.SHOPPING, 0, 0
    return at


def ways(price, have, veil, size, same):
    """All payments that can be made, by brute force: the sets for each unit, and whether the hidden card is used."""
    found = set()
    units = [path for path in range(4) for _ in range(price[path])]
    for covers in product(range(-1, 4), repeat=len(units)):  # -1: the unit is paid by itself
        if any(source == unit and not same for source, unit in zip(covers, units, strict=True)):
            continue
        takes = [0] * 4
        for source, unit in zip(covers, units, strict=True):
            if source < 0:
                takes[unit] += 1
            else:
                takes[source] += size
        for used in (False, True) if veil is not None else (False,):
            own = [count + (used and path == veil) for path, count in enumerate(have)]
            if all(take <= count for take, count in zip(takes, own, strict=True)) and (not used or takes[veil]):
                found.add((tuple(takes), used))
    return found


def reached(at):
    """All payments that the legal actions lead to; fails where a buyer gets stuck."""
    if "buy P1" not in at.legal() and not any(text.startswith("buy") for text in at.legal()):
        return set()
    at.play(next(text for text in at.legal() if text.startswith("buy")))
    start = at.position.records.copy()
    found, seen, todo = set(), set(), [start]
    while todo:
        records = todo.pop()
        if records.tobytes() in seen:
            continue
        seen.add(records.tobytes())
        at.position.records[:] = records
        legal = at.legal(0)
        assert legal, "a buyer is stuck"
        for text in legal:
            at.position.records[:] = records
            used = bool(at.s.veil_pays)
            before = np.array(at.s.players[0].have)
            veil = int(at.s.veil_card)
            at.position.apply(0, GAME.actions.parse(text))
            if text == "pay":
                takes = before - at.s.players[0].have
                if used:
                    takes[TYPE[veil]] += 1
                found.add((tuple(takes.tolist()), used))
            else:
                todo.append(at.position.records.copy())
    return found


CASES = [
    ((2, 0, 2, 0), None), ((1, 0, 2, 3), None), ((0, 0, 0, 9), None), ((3, 3, 1, 1), None), ((1, 1, 1, 1), 0),
    ((0, 0, 2, 5), 0), ((2, 2, 2, 2), 1), ((1, 0, 2, 2), 3), ((5, 0, 0, 1), 2), ((2, 0, 2, 0), 3), ((2, 0, 2, 2), 3),
    ((6, 0, 0, 0), 0), ((1, 0, 1, 0), 0),
]  # fmt: skip


@pytest.mark.parametrize("kind", [0, 6])
@pytest.mark.parametrize("small", [False, True])
@pytest.mark.parametrize("same", [False, True])
def test_g7_18_exactly_the_payments_that_are_possible(table, kind, small, same):
    for have, veil in CASES:
        at = stocked(table, have, veil, small, same, kind)
        expected = ways(PRICE[kind].tolist(), have, veil, 2 if small else 3, same)
        assert reached(at) == expected, f"{have} with hidden {veil}"


@cache
def price_of(kind):
    return tuple(PRICE[kind].tolist())


def test_g7_18_a_price_can_be_paid_if_the_missing_units_are_no_more_than_the_sets(table):
    rng = np.random.default_rng(4)
    for _ in range(150):
        have = tuple(int(count) for count in rng.integers(0, 6, 4))
        kind = int(rng.integers(7))
        small = bool(rng.integers(2))
        size = 2 if small else 3
        at = stocked(table, have, None, small, False, kind)
        missing = sum(max(0, price - count) for price, count in zip(price_of(kind), have, strict=True))
        sets = sum(max(0, count - price) // size for price, count in zip(price_of(kind), have, strict=True))
        offered = any(text.startswith("buy") for text in at.legal(0))
        assert offered == (missing <= sets) == bool(ways(price_of(kind), have, None, size, False))


def test_g7_18_at_most_as_many_sets_for_a_type_as_its_price(table):
    at = stocked(table, (1, 0, 6, 6), small=True).play("buy P1", "wild wood cloth", "wild wood cloth")
    assert not any(text.endswith("cloth") for text in at.legal())


def test_g7_18_hidden_obliges(table):
    at = stocked(table, (2, 0, 2, 0), veil=3).play("buy P1")
    assert at.legal() == ["pay"]  # a hidden wood card could not be used up
    at = stocked(table, (2, 0, 2, 2), veil=3).play("buy P1")
    assert "hidden" in at.legal()
    at.play("hidden")
    assert "pay" not in at.legal()  # the hidden card must be part of a set first
    assert set(at.legal()) == {f"wild wood {name}" for name in ("cloth", "stone")}
    assert TYPE_NAMES == ("cloth", "tile", "stone", "wood")


def test_g7_18_the_hidden_card_is_the_first_of_its_type(table):
    at = stocked(table, (2, 0, 3, 0), veil=2).play("buy P1", "hidden", "pay")
    assert int(at.s.players[0].have[2]) == 2


@pytest.mark.parametrize("small", [False, True])
def test_g8_2_every_provision_can_be_paid_from_one_type(table, small):
    for kind in range(7):
        for path in range(4):
            price = price_of(kind)
            size = 2 if small else 3
            cards = price[path] + size * (sum(price) - price[path])
            for have, possible in ((cards, True), (cards - 1, False)):
                counts = tuple(have if other == path else 0 for other in range(4))
                if have <= 11:
                    at = stocked(table, counts, None, small, False, kind)
                    assert any(text.startswith("buy") for text in at.legal(0)) == possible
