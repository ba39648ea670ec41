"""The field guide as a PDF: everything is on its pages, in its place, once."""

import re

import formicarium as fm
from formicarium.cli import booklet
from formicarium.engine import guide


def stacked(game, language="en"):
    return list(booklet._stacked(booklet._things(fm.game(game), language, {})))


def test_everything_has_its_room_on_a_page():
    sheets = stacked("grasshopper")
    anchors = [thing.anchor for sheet in sheets for _, thing in sheet.things if thing.anchor]
    assert anchors == [one.anchor for one in guide.sections(fm.game("grasshopper"), "en") if one.number]
    plates = [thing for sheet in sheets for _, thing in sheet.things if thing.floats]
    assert len(plates) == len(guide.plates(fm.game("grasshopper")))
    for sheet in sheets:
        edges = [booklet.TOP, *(edge for y, thing in sheet.things for edge in (y, y + thing.height))]
        assert edges == sorted(edges) and edges[-1] <= booklet.HEIGHT - booklet.BOTTOM
        assert not sheet.things[-1][1].keeps, "a heading alone at the foot of a page"


def test_lines_are_as_long_as_there_is_room_and_signs_stay_at_their_words():
    words = [
        booklet.Word(*one) for one in (("a", "", False), ("long", "bold", False), (":", "", True), ("way", "", False))
    ]
    room = booklet._width(words[:3], 10)
    assert booklet._wrapped(words, room, 10) == [words[:3], words[3:]]
    assert booklet._wrapped(words, room - 0.1, 10) == [words[:1], words[1:3], words[3:]]


def test_the_command_writes_the_pages(cli, tmp_path, monkeypatch):
    monkeypatch.setattr(booklet, "PIXELS", 60)  # what takes long is to draw the plates
    path = tmp_path / "rules.pdf"
    said = cli("rules", "sisimizi", "--pdf", str(path))
    pages = int(re.search(r"(\d+)\s+pages", said)[1])
    written = path.read_bytes()
    assert written.startswith(b"%PDF") and len(re.findall(rb"/Type /Page\b", written)) == pages
