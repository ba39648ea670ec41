"""Calls: the entry points of a game are made once, and compiling tells how far it is, once."""

import formicarium as fm
from formicarium.engine import calls


def test_the_entry_points_of_a_game_are_made_once(tiny):
    made = calls.prepare(tiny)
    assert calls.prepare(tiny) is made and made.actors is fm.Match(tiny, seed=1).position._actors


def test_a_program_hears_once_that_it_compiles_and_once_that_it_has(capfd):
    for done in range(4):
        calls.report("ants", done, 3)
    assert capfd.readouterr().err.splitlines() == ["compiling ants, once: 1 of 3", "compiled ants"]


def test_who_compiles_for_another_tells_that(monkeypatch, capfd):
    heard = []
    monkeypatch.setattr(calls, "listener", lambda done, of: heard.append((done, of)))
    calls.report("ants", 1, 3)
    assert heard == [(1, 3)] and not capfd.readouterr().err
