"""The greedy bot: it takes what wins, and knows only its view."""

import formicarium as fm
from formicarium.bots.greedy import GreedyBot


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
