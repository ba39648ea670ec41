"""Bots: legal choices, the same from the same seed, from the view alone; greedy does what it says."""

import pytest

import formicarium as fm
from formicarium.bots import levels
from formicarium.bots.greedy import GreedyBot
from formicarium.engine.errors import UnknownName


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


def test_the_champion_is_the_top_of_the_ladder():
    assert levels("sisimizi")[-1] == "champion"
    match = fm.Match("sisimizi", seats=2, seed=7)
    assert fm.bot("sisimizi", level="champion", seed=1).choose(match.view(1), seconds=1.0) in match.legal()


def test_greedy_takes_the_win_and_beats_random():
    wins = 0
    for seed in range(4):
        match = fm.Match("sisimizi", seats=2, seed=seed)
        bots = [fm.bot("sisimizi", "greedy", seed=seed), fm.bot("sisimizi", "random", seed=seed)]
        while not match.over:
            seat = match.actors[0]
            winning = [action for action in match.legal() if wins_with(match, action)]
            chosen = bots[seat].choose(match.view(seat))
            if seat == 0 and winning:
                assert chosen in winning
                wins += 1
            match.play(chosen)
    assert wins == 4


def wins_with(match, action):
    """Whether an action ends the match, won by who makes it."""
    seat, position = match.actors[0], match.position.copy()
    position.apply(seat, action)
    return position.outcome is not None and position.outcome.shares[seat] == 1


def test_greedy_looks_at_the_view_only(tiny):
    """Two positions that differ only in the card that seat 1 cannot see give seat 1 the same choices."""
    choices = []
    for card in ("card 0", "card 2"):
        match = fm.Match(tiny, nature=False)
        match.play(card)
        bot = GreedyBot("same")
        choices.append([bot.choose(match.view(1)) for _ in range(20)])
    assert choices[0] == choices[1]
