"""Showcases: a picture of every game for the home page, also of one that has no record of its own."""

import dataclasses

import pytest

import formicarium as fm
from formicarium.core import random
from formicarium.errors import UnknownName
from formicarium.server.web import pictures


@pytest.mark.parametrize("game", fm.game_names())
def test_every_game_has_a_showcase_that_is_drawn_without_what_nobody_sees(game):
    svg = pictures.showcase(game, "light")
    whole = fm.loads(fm.game(game).showcase, seed=1, nature=False).view().svg("light")
    assert svg.startswith("<svg") and len(svg) < len(whole)
    assert pictures.showcase(game, "dark") != svg


def test_a_game_without_a_showcase_is_shown_in_a_random_match(tmp_path):
    bare = dataclasses.replace(fm.game("sisimizi"), folder=tmp_path)
    assert bare.showcase is None
    match = pictures._play_at_random(bare)
    assert len(match.history) == pictures.PLIES and not match.over
    assert match.position == pictures._play_at_random(bare).position


def test_a_short_random_match_is_not_shown_at_its_end(tiny):
    match = pictures._play_at_random(tiny)
    assert len(match.history) == round(4 * pictures.SHARE) and not match.over


def test_the_address_changes_with_the_files_of_the_game(tiny, tmp_path, monkeypatch):
    game = dataclasses.replace(tiny, name=f"tiny{random.below(random.stream(None), 10**9)}", folder=tmp_path)
    monkeypatch.setattr(fm, "game", lambda name: game)
    from formicarium.server.web.addresses import _version

    (tmp_path / "scene.py").write_text("one")
    first = pictures.address(game.name, "light")
    assert first == pictures.address(game.name, "light") and first.startswith(f"/showcase/{game.name}-light.svg?v=")
    (tmp_path / "showcase.txt").write_text("two")
    _version.cache_clear()
    assert pictures.address(game.name, "light") != first
    _version.cache_clear()


def test_there_is_none_of_what_is_no_game():
    with pytest.raises(UnknownName):
        pictures.showcase("chess", "light")
