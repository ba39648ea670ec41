"""The random bot: any legal action is as likely as another."""

from collections import Counter

import formicarium as fm
from formicarium.bots.random import RandomBot


def test_all_legal_actions_are_chosen_alike(tiny):
    match = fm.Match(tiny, seed=1)
    bot = RandomBot("lots")
    said = Counter(bot.choose(match.view(1)) for _ in range(600))
    assert sorted(said) == match.legal(1) and all(150 < count < 250 for count in said.values())
