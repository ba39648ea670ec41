"""The ladder: its levels and the yardsticks play legally and repeat themselves; unknown ones are refused."""

import pytest

import formicarium as fm
from formicarium.bots import levels
from formicarium.errors import UnknownName


@pytest.mark.parametrize("name", fm.game_names())
@pytest.mark.parametrize("level", ["random", "greedy"])
def test_bots_play_legally_and_repeat_themselves(name, level):
    def play():
        match = fm.Match(name, seed=4)
        bots = [fm.bot(name, level, seed=seat) for seat in range(match.seats)]
        for _ in range(40):
            if match.over:
                break
            seat = match.actors[0]
            match.play(bots[seat].choose(match.view(seat)), seat)
        return match.history

    assert play() == play()


def test_an_unknown_level_lists_those_that_exist():
    with pytest.raises(UnknownName, match="only gentle, easy, steady, strong, champion, random, greedy") as caught:
        fm.bot("sisimizi", "genius")
    assert caught.value.code == "unknown/bot"


@pytest.mark.parametrize("name", fm.game_names())
def test_every_level_can_be_asked_for_advice_and_nobody_else(name):
    match = fm.Match(name, seed=4)
    view = match.view(match.actors[0])
    for level in levels(name):
        best = fm.bots.adviser(name, level, seed=1).analyse(view, seconds=0.01)[0]
        assert best.action in match.legal(view.seat) and len(best.shares) == match.seats
    for other in ("random", "greedy", "genius"):
        with pytest.raises(UnknownName, match="only gentle, easy, steady, strong, champion") as caught:
            fm.bots.adviser(name, other)
        assert caught.value.code == "unknown/adviser" and caught.value.status == 404


def test_the_champion_is_the_top_of_the_ladder():
    assert levels("sisimizi")[-1] == "champion"
    match = fm.Match("sisimizi", seats=2, seed=7)
    assert fm.bot("sisimizi", level="champion", seed=1).choose(match.view(1), seconds=1.0) in match.legal()
