"""PettingZoo's own checkers on our games, and what a player of its interface gets."""

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import formicarium as fm
from interop.variants import for_every_variant

# PettingZoo's own games with masks have dicts as observations too; its checker knows them by name and does not warn.
DICT = ("Observation space for each agent probably should be", "Observation is not a NumPy array")
a_dict = pytest.mark.filterwarnings(*(f"ignore:{warning}" for warning in DICT))


@a_dict
@for_every_variant
def test_api(variant, capsys):
    api_test(fm.interop.pettingzoo(variant.game, variant.seats, **variant.options), num_cycles=50)
    assert "Passed API test" in capsys.readouterr().out


@for_every_variant
def test_seeds(variant, capsys):
    seed_test(lambda: fm.interop.pettingzoo(variant.game, variant.seats, **variant.options), num_cycles=30)


def test_an_illegal_action_is_refused_and_nothing_changes():
    environment = fm.interop.pettingzoo("sisimizi")
    environment.reset(seed=7)
    before = environment.observe("seat_1")
    with pytest.raises(fm.FormicariumError, match="seat 1 cannot play 'lift a1' in match 0; possible: done"):
        environment.step(environment.batch.game.actions.parse("lift a1"))
    assert environment.agent_selection == "seat_1"
    assert np.array_equal(environment.observe("seat_1")["observation"], before["observation"])


def test_the_views_can_be_read():
    environment = fm.interop.pettingzoo("grasshopper", render_mode="ansi")
    environment.reset(seed=1)
    match = fm.Match("grasshopper", seed=1)
    assert environment.render() == str(match.view())
    assert environment.text("seat_1") == str(match.view(1))
