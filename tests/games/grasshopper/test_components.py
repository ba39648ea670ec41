"""The data of section 1, and files that are refused."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from formicarium.errors import ComponentsError
from formicarium.games.grasshopper import GAME, components
from formicarium.games.grasshopper.components import (
    CARD_NAMES,
    CARDS,
    DECK_SIZE,
    EFFECT_OF,
    FROM_SEATS,
    IN_DECK,
    INSECT,
    INSECT_IDS,
    INSECT_NAMES,
    INSECT_POINTS,
    PRICE,
    SHELF,
    TYPE,
    TYPE_NAMES,
    read,
)

FILE = Path(components.__file__).with_name("components.toml")


def deck(number):
    return [card for card in range(CARDS) if IN_DECK[number, card]]


def test_g1_1_four_types_of_twelve_cards():
    assert TYPE_NAMES == ("cloth", "tile", "stone", "wood")
    for number in range(3):
        assert Counter(int(TYPE[card]) for card in deck(number)) == {0: 12, 1: 12, 2: 12, 3: 12}
    assert DECK_SIZE.tolist() == [48, 48, 48]


def test_g1_2_six_insects_each_once_on_every_type():
    assert INSECT_NAMES == ("beetle", "bee", "dragonfly", "ladybird", "butterfly", "firefly")
    pairs = Counter((int(TYPE[card]), int(INSECT[card])) for card in deck(0) if INSECT[card] >= 0)
    assert len(pairs) == 24
    assert set(pairs.values()) == {1}
    names = {CARD_NAMES[card] for card in deck(0)}
    assert {"C-be", "W-fi", "T-1", "S-6"} <= names
    assert "C-7" not in names


def test_g1_2_the_decks_with_three_and_two_copies():
    def types(number, kind):
        return "".join("CTSW"[TYPE[card]] for card in deck(number) if INSECT[card] == kind)

    missing = [set("CTSW") - set(types(1, kind)) for kind in range(6)]
    assert missing == [{letter} for letter in "CTSWCT"]
    assert [sum(INSECT[card] >= 0 for card in deck(1) if TYPE[card] == kind) for kind in range(4)] == [4, 4, 5, 5]
    assert [types(2, kind) for kind in range(6)] == ["CT", "CS", "CW", "TS", "TW", "SW"]
    assert [sum(INSECT[card] >= 0 for card in deck(2) if TYPE[card] == kind) for kind in range(4)] == [3] * 4
    assert max(int(CARD_NAMES[card][2:]) for card in deck(2) if INSECT[card] < 0) == 9


def test_g1_2_repeated_pairs_get_a_number(tmp_path):
    text = FILE.read_text().replace(
        'C = ["be", "bb", "dr", "la", "bu", "fi"]', 'C = ["be", "be", "dr", "la", "bu", "fi"]', 1
    )
    (tmp_path / "c.toml").write_text(text)
    found = read(tmp_path / "c.toml")
    assert "C-be2" in found["decks"][0]
    assert "C-be2" not in found["decks"][1]


def test_g1_3_pawns_and_tokens():
    assert components.ANTS == 6
    assert len(TYPE_NAMES) == 4  # the tokens of a set


def test_g1_4_scoring_tables():
    assert SHELF.tolist() == [0, 1, 3, 6, 10]
    assert INSECT_POINTS.tolist() == [0, 1, 3, 6, 10]
    assert SHELF[4] + SHELF[0] + SHELF[1] + SHELF[4] + INSECT_POINTS[2] == 24


def test_g1_5_seven_kinds_of_provisions():
    assert PRICE.tolist() == [
        [2, 0, 2, 0],
        [2, 0, 0, 2],
        [0, 2, 2, 0],
        [0, 2, 0, 2],
        [2, 2, 0, 0],
        [0, 0, 2, 2],
        [1, 1, 1, 1],
    ]
    assert FROM_SEATS.tolist() == [2, 2, 2, 2, 3, 3, 4]


def test_g8_2_provisions_and_demand_by_the_number_of_players():
    for seats, cards in ((2, 8), (3, 12), (4, 14)):
        used = PRICE[seats >= FROM_SEATS]
        assert 2 * len(used) == cards
        assert (2 * used.sum(axis=0)).tolist() == [cards] * 4


def test_g1_6_a_power_for_each_insect():
    assert dict(zip(INSECT_IDS, EFFECT_OF, strict=True)) == {
        "be": "points", "bb": "sets", "dr": "peek", "la": "console", "bu": "hidden", "fi": "swap",
    }  # fmt: skip


def test_g6_15_the_material_is_complete():
    cards = [action for action in GAME.actions if action.verb == "card"]
    assert len(cards) == CARDS == 60  # all decks together: 24 insects and 9 plain cards of each type
    assert len([action for action in GAME.actions if action.verb == "provision"]) == 7
    assert len([action for action in GAME.actions if action.verb == "set-aside"]) == 6


def test_figures_are_marked():
    text = FILE.read_text()
    tomllib.loads(text)
    for mark in ("[S]", "[R]", "[I]", "[X]"):
        assert text.count(mark) >= 2


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("cards = 12", "cards = 0", "deck.cards"),
        ("cards = 12", "", "deck.cards"),
        ('be = "beetle"\n', "", "insects"),
        ('W = "wood"\n', "", "types"),
        ('C = ["be", "bb", "dr"]', 'C = ["be", "xx", "dr"]', "deck.insects.2.C"),
        ("shelf = [0, 1, 3, 6, 10]", "shelf = [1, 2]", "autumn.shelf"),
        ("insects = [0, 1, 3, 6, 10]", "insects = [0, 3, 1]", "autumn.insects"),
        ("insects = [0, 1, 3, 6, 10]", 'insects = "many"', "autumn.insects"),
        ("price = [2, 0, 2, 0]", "price = [2, 0, 2]", "provisions.P1.price"),
        ("price = [2, 0, 2, 0]", "price = [9, 0, 2, 0]", "provisions.P1.price"),
        ("seats = 4", "seats = 7", "provisions.P7.seats"),
        ("[provisions.P7]\nprice = [1, 1, 1, 1]\nseats = 4\n", "", "provisions"),
        ("price = [0, 2, 0, 2]\nseats = 2", "price = [0, 2, 0, 2]\nseats = 4", "provisions"),
        ('peek = "dr"', 'peek = "zz"', "powers.peek"),
        ('peek = "dr"', 'peek = "be"', "powers.points"),
        ("goal = 4", "goal = 1", "winter.goal"),
        ("rounds = 200", "rounds = true", "winter.rounds"),
        ('C = "bread"', "C = 3", "food.C"),
        ("[types]", "[types", "the file"),
    ],
)
def test_a_wrong_file_is_refused_with_its_field(tmp_path, old, new, field):
    text = FILE.read_text()
    assert old in text
    (tmp_path / "wrong.toml").write_text(text.replace(old, new, 1))
    with pytest.raises(ComponentsError, match=field.replace(".", r"\.")):
        read(tmp_path / "wrong.toml")
