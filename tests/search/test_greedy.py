"""One action ahead: each action is rated by the position after it, and the position itself stays."""

import numpy as np

import formicarium as fm
from formicarium.core.jit import clone
from formicarium.search import greedy


def test_actions_are_rated_by_what_follows(tiny):
    match = fm.Match(tiny, nature=False)
    for seat, action in ((None, "card 1"), (0, "say 0")):
        match.play(action, seat)
    worlds = clone(match.position.records)
    before, codes, values = worlds.tobytes(), np.array(match.position.codes(1)), np.zeros(3)
    greedy.rate(worlds, clone(worlds), 1, codes, values)
    assert values.tolist() == [0.0, 1.0, 0.0], "naming the card wins"
    greedy.rate(worlds, clone(worlds), 1, codes, values)
    assert values.tolist() == [0.0, 2.0, 0.0], "values of several worlds add up"
    assert worlds.tobytes() == before
