"""Formica's data file: what is wrong is refused with the name of the field."""

from pathlib import Path

import pytest

from formicarium.errors import ComponentsError
from formicarium.games.formica import components

FILE = Path(components.__file__).with_name("components.toml")


def test_the_file_is_right():
    assert components.read(FILE)["left_out"] == 3


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ('names = ["yellow", "blue", "green", "red"]', 'names = ["yellow", "blue", "green"]', "colours.names"),
        ('"green", "red"]', '"green", "grey"]', "colours.names"),
        ('left_out = "red"', 'left_out = "pink"', "colours.left_out"),
        ("size = 20", "size = 2", "board.size"),
        ("outer = [[7, 3], ", "outer = [", "board.outer"),
        ("[8, 3]", "[8, 33]", "board.outer"),
        ("[8, 3]", '[8, "3"]', "board.outer"),
        ("start_a = 6", "start_a = 0", "board.start_a"),
        ("start_b = 0", "start_b = 10", "board.start_b"),
        ("link = [10, 5]", "link = [10, 3]", "board"),
        ("link = [10, 5]", "link = 10", "board.link"),
        ("nest = [[1, 6], ", "nest = [", "board.nest"),
        ("queen = [[1, 1], ", "queen = [", "board.queen"),
        ("parts = 7", "parts = 6", "stones.parts"),
        ("barriers = 2", "barriers = 3", "pieces.barriers"),
        ("die = 6", "die = 8", "pieces.die"),
        ("rolls = 1200", "rolls = 0", "limits.rolls"),
        ("[limits]", "[other]", "limits.rolls"),
        ("[limits]", "[limits", "the file"),
    ],
)
def test_a_wrong_file_is_refused_with_the_field(tmp_path, old, new, field):
    text = FILE.read_text(encoding="utf-8")
    assert text.count(old) >= 1
    path = tmp_path / "components.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ComponentsError) as error:
        components.read(path)
    assert field in str(error.value)
