"""PettingZoo's own checkers on our games, and what a player of its interface gets."""

import sys
import time
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, seed_test

import formicarium as fm
from interop.variants import for_every_variant

# PettingZoo's own games with masks have dicts as observations too; its checker knows them by name and does not warn.
DICT = ("Observation space for each agent probably should be", "Observation is not a NumPy array")
a_dict = pytest.mark.filterwarnings(*(f"ignore:{warning}" for warning in DICT))


@a_dict
@for_every_variant
def test_api(variant, capsys):
    api_test(fm.interop.pettingzoo(variant.game, variant.seats, options=variant.options), num_cycles=50)
    assert "Passed API test" in capsys.readouterr().out


@for_every_variant
def test_seeds(variant, capsys):
    seed_test(lambda: fm.interop.pettingzoo(variant.game, variant.seats, options=variant.options), num_cycles=30)


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


@pytest.mark.parametrize("name", fm.game_names())
def test_thousands_of_matches_follow_each_other_without_a_seed(name):
    environment = fm.interop.pettingzoo(name)
    environment.reset(seed=1)
    firsts = set()
    for _ in range(1100):
        environment.reset()
        firsts.add(environment.batch.seeds[0])
    assert len(firsts) == 1100
    other = fm.interop.pettingzoo(name)
    other.reset(seed=1)
    other.reset()
    assert other.batch.seeds[0] in firsts  # what follows a seed is always the same


def test_the_action_space_samples_by_the_mask():
    environment = fm.interop.pettingzoo("formica")
    environment.reset(seed=1)
    for _ in range(50):
        agent = environment.agent_selection
        mask = environment.observe(agent)["action_mask"]
        action = environment.action_space(agent).sample(mask)
        assert mask[action]
        environment.step(action)


@pytest.mark.parametrize("name", fm.game_names())
def test_its_benchmark_goes_on_over_many_matches(name, monkeypatch, capsys):
    """It runs for five seconds; here for a quarter of one, by a clock that is so much faster."""
    clock = SimpleNamespace(time=lambda: 20 * time.time())
    monkeypatch.setattr(sys.modules[performance_benchmark.__module__], "time", clock)
    performance_benchmark(fm.interop.pettingzoo(name))
    told = capsys.readouterr().out
    assert "Finished performance benchmark" in told and float(told.split("benchmark\n")[1].split()[0]) > 0


@pytest.mark.parametrize("parallel", [False, True])
def test_the_game_takes_options_only_under_their_own_name(parallel):
    with pytest.raises(TypeError, match="mode"):
        fm.interop.pettingzoo("grasshopper", parallel=parallel, mode="winter")
    table = fm.interop.pettingzoo("grasshopper", parallel=parallel, options={"mode": "winter"})
    assert table.batch.options["mode"] == "winter"


@a_dict
@for_every_variant
def test_parallel_api(variant):
    table = fm.interop.pettingzoo(variant.game, variant.seats, parallel=True, options=variant.options)
    parallel_api_test(table, num_cycles=40)


def test_in_the_parallel_form_those_who_choose_in_secret_are_asked_at_once():
    """What the seats choose leads where the same choices lead in the form that asks one after the other."""
    how: dict[str, Any] = {"options": {"mode": "beetle"}}
    table, single = (
        fm.interop.pettingzoo("grasshopper", 3, parallel=True, **how),
        fm.interop.pettingzoo("grasshopper", 3, **how),
    )
    seen, _ = table.reset(seed=3)
    single.reset(seed=3)
    together, chance = 0, np.random.default_rng(1)
    while table.agents:
        waiting = [agent for agent in table.agents if agent not in table.acting]
        assert all(np.flatnonzero(seen[agent]["action_mask"]).tolist() == [0] for agent in waiting)
        actions = {agent: int(chance.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in table.acting}
        together += len(actions) > 1
        everybody = dict.fromkeys(table.agents, 0) | actions
        seen, rewards, over, _, _ = table.step(everybody)
        for _ in actions:
            single.step(actions[single.agent_selection])
        assert single.batch.position(0) == table.batch.position(0)
    assert together and all(over.values()) and rewards == single.rewards
