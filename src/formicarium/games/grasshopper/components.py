"""The components as the constant arrays that the rules read; `components.toml` holds the data."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from formicarium.core.components import Components

SIDE = 4  # the grid has four rows and columns
CELLS = SIDE * SIDE
CELL_NAMES = tuple(f"{'abcd'[column]}{row + 1}" for row in range(SIDE) for column in range(SIDE))
TYPES = 4
INSECTS = 6
COPIES = ("4", "3", "2")  # the values of the option `insect_copies`
COPIES_OF_PROVISION = 2
EFFECTS = ("points", "sets", "peek", "console", "hidden", "swap")
MOST_SEATS = 4


def read(path: Path) -> dict[str, Any]:
    """All components, checked; a wrong file is refused with the field that is wrong."""
    data = Components(path)
    types, insects = data.table("types"), data.table("insects")
    if len(types) != TYPES or any(len(letter) != 1 for letter in types):
        data.refuse("types", f"must be {TYPES} single letters, not {', '.join(types)}")
    if len(insects) != INSECTS:
        data.refuse("insects", f"must be {INSECTS} kinds, not {len(insects)}")
    provisions = data.table("provisions")
    if len(provisions) != 7:
        data.refuse("provisions", f"must be 7 kinds, not {len(provisions)}")
    parts: dict[str, Any] = {
        "types": types,
        "food": {letter: data.text(f"food.{letter}") for letter in types},
        "insects": insects,
        "ants": data.number("pawns.ants", 2, 6),
        "shelf": _points(data, "autumn.shelf"),
        "insect_points": _points(data, "autumn.insects"),
        "full": data.number("autumn.full", 1, TYPES),
        "row": data.number("winter.row", 1, 3),
        "goal": data.number("winter.goal", 2, 9),
        "pair": data.number("winter.pair", 0, 3),
        "set": data.number("winter.set", 2, 6),
        "rounds": data.number("winter.rounds", 1, 200),
        "price": [_price(data, f"provisions.{name}.price") for name in provisions],
        "from_seats": [data.number(f"provisions.{name}.seats", 2, MOST_SEATS) for name in provisions],
        "provisions": list(provisions),
        "aside": data.number("power_rules.aside", 0, INSECTS),
        "small_set": data.number("power_rules.set", 2, 6),
        "power_points": data.number("power_rules.points", 0, 3),
        "powers": _powers(data, list(insects)),
    }
    for seats in range(2, MOST_SEATS + 1):
        used = COPIES_OF_PROVISION * sum(seats >= least for least in parts["from_seats"])
        if used < (parts["goal"] - 1) * seats + 1:  # else all could be bought with nobody at the goal
            least = (parts["goal"] - 1) * seats + 1
            data.refuse("provisions", f"must be at least {least} cards with {seats} players, not {used}")
    cards, decks = _cards(data, list(types), list(insects))
    return {**parts, "cards": cards, "decks": decks}


def _points(data: Components, field: str) -> list[int]:
    points = data(field)
    if not isinstance(points, list) or len(points) < 2 or not all(isinstance(value, int) for value in points):
        data.refuse(field, "must be a list of whole numbers")
    if points[0] != 0 or any(low > high for low, high in pairwise(points)) or points[-1] > 50:
        data.refuse(field, f"must begin with 0 and rise, at most to 50, not {points}")
    return points


def _price(data: Components, field: str) -> list[int]:
    price = data(field)
    if not isinstance(price, list) or len(price) != TYPES or not all(isinstance(value, int) for value in price):
        data.refuse(field, f"must be {TYPES} whole numbers")
    if min(price) < 0 or not 1 <= sum(price) <= 6:
        data.refuse(field, f"must be one to six cards, not {price}")
    return price


def _powers(data: Components, insects: list[str]) -> list[int]:
    """The insect of each effect; no insect has two."""
    kinds = [data.text(f"powers.{effect}", *insects) for effect in EFFECTS]
    for effect, kind in zip(EFFECTS, kinds, strict=True):
        if kinds.count(kind) > 1:
            data.refuse(f"powers.{effect}", f"must have an insect of its own, but {kind!r} has several powers")
    return [insects.index(kind) for kind in kinds]


Card = tuple[str, int, int]  # its id, type and insect, -1 for none


def _cards(data: Components, types: list[str], insects: list[str]) -> tuple[list[Card], list[list[str]]]:
    """All cards of all decks in the order of their numbers, and the ids of each deck."""
    cards: list[Card] = []
    decks: list[list[str]] = [[] for _ in COPIES]
    total = data.number("deck.cards", 6, 15)
    for number, letter in enumerate(types):
        lists = [data.texts(f"deck.insects.{copies}.{letter}") for copies in COPIES]
        for copies, listed in zip(COPIES, lists, strict=True):
            for kind in listed:
                if kind not in insects:
                    data.refuse(f"deck.insects.{copies}.{letter}", f"has {kind!r}, which is not in [insects]")
            if len(listed) > total:
                data.refuse(f"deck.insects.{copies}.{letter}", f"has more than {total} cards")
        for insect, kind_id in enumerate(insects):
            for copy in range(max(listed.count(kind_id) for listed in lists)):
                name = f"{letter}-{kind_id}{copy + 1 if copy else ''}"
                cards.append((name, number, insect))
                for deck, listed in zip(decks, lists, strict=True):
                    if copy < listed.count(kind_id):
                        deck.append(name)
        for plain in range(1, total - min(map(len, lists)) + 1):
            name = f"{letter}-{plain}"
            cards.append((name, number, -1))
            for deck, listed in zip(decks, lists, strict=True):
                if plain <= total - len(listed):
                    deck.append(name)
    if len(cards) > 120:
        data.refuse("deck.insects", f"makes {len(cards)} different cards in all decks, more than 120")
    return cards, decks


_DATA = read(Path(__file__).with_name("components.toml"))

TYPE_LETTERS: tuple[str, ...] = tuple(_DATA["types"])
TYPE_NAMES: tuple[str, ...] = tuple(_DATA["types"].values())
FOOD: tuple[str, ...] = tuple(_DATA["food"].values())
INSECT_IDS: tuple[str, ...] = tuple(_DATA["insects"])
INSECT_NAMES: tuple[str, ...] = tuple(_DATA["insects"].values())
CARD_NAMES: tuple[str, ...] = tuple(name for name, _, _ in _DATA["cards"])
CARDS = len(CARD_NAMES)

TYPE = np.array([kind for _, kind, _ in _DATA["cards"]], np.int64)  # of each card
INSECT = np.array([insect for _, _, insect in _DATA["cards"]], np.int64)  # of each card, -1 for none
IN_DECK = np.array([[name in deck for name in CARD_NAMES] for deck in _DATA["decks"]], np.bool_)
DECK_SIZE = np.array([len(deck) for deck in _DATA["decks"]], np.int64)

# G7.19: the order in which cards of a type are paid: plain ones first, by number, then insects in their order.
PAY_ORDER = np.array(sorted(range(CARDS), key=lambda card: (TYPE[card], INSECT[card] >= 0, card)), np.int64)
PAY_START = np.array([int(sum(kind > TYPE)) for kind in range(TYPES + 1)], np.int64)

ANTS = int(_DATA["ants"])
SHELF = np.array(_DATA["shelf"], np.int64)
SPACES = len(SHELF) - 1  # the last space of a shelf
INSECT_POINTS = np.array(_DATA["insect_points"], np.int64)
FULL = int(_DATA["full"])

PROVISION_NAMES: tuple[str, ...] = tuple(_DATA["provisions"])
KINDS = len(PROVISION_NAMES)
PRICE = np.array(_DATA["price"], np.int64)
FROM_SEATS = np.array(_DATA["from_seats"], np.int64)
ROW = int(_DATA["row"])
GOAL = int(_DATA["goal"])
PAIR = int(_DATA["pair"])
SET = int(_DATA["set"])
SMALL_SET = int(_DATA["small_set"])
ROUNDS = int(_DATA["rounds"])
ASIDE = int(_DATA["aside"])
POWER_POINTS = int(_DATA["power_points"])

POINTS, SETS, PEEK, CONSOLE, HIDDEN, SWAP = _DATA["powers"]  # the insect of each effect
EFFECT_OF = tuple(EFFECTS[_DATA["powers"].index(kind)] for kind in range(INSECTS))
