"""The field guide: rules in sections with anchors and numbers, plates that are positions of records."""

import pytest

import formicarium as fm
from formicarium.engine import guide
from formicarium.errors import UnknownName


def test_headings_without_anchors_get_them_from_their_titles(tiny):
    first, *rest = guide.sections(tiny, "de")
    assert first.number == "" and first.depth == 1
    assert [(one.number, one.anchor, one.depth) for one in rest] == [
        ("1", "eine-partie", 2),
        ("2", "wer-gewinnt", 2),
    ]
    assert guide.plates(tiny) == {} and guide.captions(tiny, "de") == {}


def test_sections_have_the_numbers_of_their_headings():
    sections = {one.anchor: one for one in guide.sections(fm.game("grasshopper"), "en")}
    assert sections["round"].number == "2" and sections["choice"].number == "2.2" and sections["choice"].depth == 3
    assert sections["choice"].plates.keys() == {"choice"}
    assert "{#" not in "".join(one.title + one.text for one in sections.values())


def test_without_pictures_the_captions_are_read():
    text = guide.readable(fm.game("sisimizi"), "en")
    assert "## 6 A bridge\n" in text and "*▧ The empty board:" in text
    assert "{#" not in text and "![" not in text


def test_a_plate_is_a_position_as_its_viewer_sees_it_cut_out_of_the_whole():
    plate = guide.find_plate(fm.game("sisimizi"), "bridge")
    match = plate.match()
    assert match.actors == (plate.viewer,)
    picture = plate.picture("en")
    assert (picture.width, picture.height) == plate.show[2:]
    assert [node.actions for node in picture.nodes if node.actions] == [("bridge k12",)]


def test_of_a_plate_nothing_glows_or_everything():
    game = fm.game("grasshopper")
    assert not any(node.actions for node in guide.find_plate(game, "material").picture("en").nodes)
    lit = {action for node in guide.find_plate(game, "trail").picture("en").nodes for action in node.actions}
    assert lit == {action.text for action in guide.find_plate(game, "trail").match().legal()}


def test_a_plate_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(UnknownName, match="bridge"):
        guide.find_plate(fm.game("sisimizi"), "tunnel")
