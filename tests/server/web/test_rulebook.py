"""What people read about a game."""

import pytest

import formicarium as fm
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
    assert page["key"] == [] and "<h2>Wer gewinnt</h2>" in page["rules"]
    fold, second = rulebook.summary.__wrapped__("tiny", "en")["options"]
    assert fold["values"][1] == {"value": "no", "title": "not allowed"}
    assert fold["explanation"] and second["explanation"] == ""
