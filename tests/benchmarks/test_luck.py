"""The measure of luck: what was measured is fair, and a run that was stopped goes on with the same numbers."""

import json

import pytest

import formicarium as fm
from benchmarks import luck
from formicarium.arena.contest import modes


def test_what_was_measured_is_fair_in_every_game_and_mode():
    parts = luck.known(luck.FILE)
    for game in fm.game_names():
        for options in modes(fm.game(game), {}):
            found = parts[" ".join([game, *options.values()])]
            assert abs(found.mean) <= 3 * found.error, game


def test_a_run_goes_on_where_it_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(luck, "gave", lambda game, options, number: (-1) ** number * number / 10)
    once, twice = tmp_path / "once.json", tmp_path / "twice.json"
    luck.measure("sisimizi", 60, once)
    for matches in (30, 60):
        luck.measure("sisimizi", matches, twice)
    assert once.read_text(encoding="utf-8") == twice.read_text(encoding="utf-8")
    (found,) = luck.known(once).values()
    assert found.matches == 60 and found.mean == pytest.approx(-0.05)
    assert json.loads(once.read_text(encoding="utf-8"))["sisimizi"]["matches"] == 60


def test_the_standard_error_is_that_of_the_mean():
    found = luck.Found()
    for gave in (0.1, -0.2, 0.4):
        found = found.more(gave)
    assert found.mean == pytest.approx(0.1) and found.error == pytest.approx(0.3 / 3**0.5)
