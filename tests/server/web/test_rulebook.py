"""What people read about a game."""

import re

import pytest

import formicarium as fm
from formicarium.engine import guide
from formicarium.engine.game import languages
from formicarium.server.web import rulebook, sheets


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", fm.game_names())
def test_a_game_in_short(game, language):
    summary = rulebook.summary(game, language)
    assert summary["title"] and summary["tagline"].endswith(".") and summary["length"]
    for option in summary["options"]:
        assert option["title"] != option["name"] and all(value["title"] for value in option["values"])


def test_what_a_game_does_not_say_is_left_out(tiny, monkeypatch):
    monkeypatch.setattr(fm, "game", lambda name: tiny)
    monkeypatch.setattr(sheets, "address", lambda game: "")
    page = rulebook.page.__wrapped__("tiny", "de")
    assert page["key"] == [] and '<h2 id="wer-gewinnt">2 Wer gewinnt</h2>' in page["rules"]
    fold, second = rulebook.summary.__wrapped__("tiny", "en")["options"]
    assert fold["values"][1] == {"value": "no", "title": "not allowed"}
    assert fold["explanation"] and second["explanation"] == ""


@pytest.mark.parametrize("game", fm.game_names())
def test_plates_stand_in_their_chapters_in_the_order_of_their_numbers(game):
    chapters = rulebook.chapters(game, "de")
    shown = [plate for chapter in chapters for plate in chapter.plates]
    assert [plate.number for plate in shown] == list(range(1, len(shown) + 1))
    assert [plate.name for plate in shown] == list(guide.plates(fm.game(game)))
    assert all(plate.light != plate.dark and "?v=" in plate.light for plate in shown)
    texts = "".join(text for chapter in chapters for text in chapter.texts)
    assert '<table tabindex="0">' in texts and "![" not in texts and "{#" not in texts
    assert texts in "".join(re.sub(r"<h\d.*?</h\d>\n", "", rulebook.page(game, "de")["rules"]))


def test_the_picture_of_a_plate_is_light_and_speaks_the_language():
    german, english = (rulebook.plate("antics", "turn", language, "dark") for language in ("de", "en"))
    assert "Rot – du" in german and "Red – you" in english
    assert len(german) < 200_000
