"""Matches between bots: the same fixture is the same match, and who watches sees every decision."""

import pytest

import formicarium as fm
from formicarium.arena.matches import Fixture, Result, code_of, get_ready, play
from formicarium.errors import UnknownName

FIXTURE = Fixture("grasshopper", ("random", "greedy"), "a seed", (("mode", "winter"),))


def test_the_same_fixture_is_the_same_match():
    seen = []
    result = play(FIXTURE, lambda match, seat, codes, action: seen.append((seat, action in codes)))
    assert play(FIXTURE) == result and sum(result.shares) == pytest.approx(1)
    assert all(legal for _, legal in seen)
    assert result.decisions == tuple(sum(who == seat for who, _ in seen) for seat in range(2))


def test_a_result_is_read_as_it_was_written():
    result = Result((1.0, 0.0), (1, 2), (5.0, 3.0), "points", 10, (5, 5), 50, 9, (0.1, 0.2))
    fields = {name: list(value) if isinstance(value, tuple) else value for name, value in vars(result).items()}
    assert Result.read(fields) == result


def test_unknown_levels_are_refused_before_anything_is_played():
    with pytest.raises(UnknownName):
        get_ready("sisimizi", ["genius"])


def test_every_game_has_code_of_its_own():
    assert len({code_of(fm.game(name)) for name in fm.game_names()}) == len(fm.game_names())
