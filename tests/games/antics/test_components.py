"""Antics!'s data file: a wrong one is refused with the field that is wrong."""

import re

import pytest

from formicarium.errors import ComponentsError
from formicarium.games.antics.components import PATH, read

WRONG = [
    ("tiles", "SB = 4", "SB = 5", "60"),
    ("tiles", "SB = 4", "SQ = 4", "SQ"),
    ("tiles.SB", "SB = 4", 'SB = "four"', "whole number"),
    ("starter.number", "number = 4", "number = 3", "from 4 to 4"),
    ("symbols", 'F = "fungus"\n', "", "six"),
    ("symbols", 'S = "scout"', 'S = "spy"', "scout"),
    ("nests", 'terrain = "soldiers"', 'terrain = "sand"', "soldiers"),
    ("nests", 'colour = "yellow"\nterrain', 'colour = "green"\nterrain', "different colours"),
    ("base", 'q = 2\nr = 1\nsymbol = "T"', 'q = 5\nr = 5\nsymbol = "T"', "hang together"),
    ("base", 'q = 2\nr = 1\nsymbol = "T"', 'q = 2\nr = 1\nsymbol = "X"', "symbol"),
    ("base", 'q = 2\nr = 1\nsymbol = "T"', 'q = 0\nr = 0\nsymbol = "T"', "different hexes"),
    ("base", 'q = 2\nr = 1\nsymbol = "T"', 'q = 2\nr = 11\nsymbol = "T"', "outside the window"),
    ("colony.window.q", "q = [-8, 10]", "q = [-8, 12]", "18 apart"),
    ("nodes.P2.prey", 'prey = "blue"', 'prey = "yellow"', "two"),
    ("nodes", 'kind = "prey", prey = "blue"', 'kind = "junction"', "blue"),
    ("nodes.W1.kind", 'y = 150, kind = "junction"', 'y = 150, kind = "pond"', "pond"),
    ("nodes.W1.x", "W1 = { x = 450", "W1 = { x = 4500", "1200"),
    ("nodes.W1.kind", 'y = 150, kind = "junction"', 'y = 150, kind = "hill"', "exactly one"),
    ("paths.p02", 'p02 = { from = "P1", to = "PB"', 'p02 = { from = "P1", to = "H"', "no other path"),
    ("paths.p02.terrain", 'to = "PB", terrain = "pebbles"', 'to = "PB", terrain = "mud"', "mud"),
    ("paths", 'p20 = { from = "R1", to = "RB", terrain = "rock" }\n', "", "RB"),
    ("paths", 'terrain = "chasm"', 'terrain = "water"', "one chasm"),
    ("paths.p27", 'to = "W3", terrain = "water" }\np28', 'to = "W3", terrain = "chasm" }\np28', "hill"),
    ("anteaters", 'back = "yellow"', 'back = "blue"', "six colours"),
    ("anteaters.A1.front", 'front = "blue"', 'front = "pink"', "pink"),
    ("guide", "[[guide]]\nprey = true\nants = true\n", "", "3 entries"),
    ("guide", "prey = true\nants = false", 'prey = "some"\nants = false', "true or false"),
    ("prey", 'blue = "dragonfly"\n', "", "must name"),
    ("prey_per_type.3", "3 = 3\n4 = 3", "3 = 7\n4 = 3", "from 1 to 3"),
    ("turn.actions", "actions = [1, 2, 3, 3]", "actions = [1, 2, 3]", "4 figures"),
    ("turn.actions", "actions = [1, 2, 3, 3]", "actions = [1, 2, 9, 3]", "from 1 to 3"),
    ("the file", "[pieces]", "[pieces", "cannot be read"),
]  # fmt: skip


@pytest.mark.parametrize(("field", "old", "new", "hint"), WRONG)
def test_a_wrong_file_is_refused_with_its_field(tmp_path, field, old, new, hint):
    text = PATH.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "components.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ComponentsError, match=re.escape(hint)) as caught:
        read(path)
    assert field in str(caught.value)


def test_the_right_file_is_read():
    found = read(PATH)
    assert sum(found.tiles) == 56 and len(found.paths) == 32 and found.paths[found.chasm] == "p32"
