"""OpenSpiel's own checkers on our games, and its algorithms at work on them."""

import subprocess
import sys

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, ismcts, mcts
from open_spiel.python.observation import make_observation
from pettingzoo.test import api_test
from scipy.optimize import linprog
from shimmy import OpenSpielCompatibilityV0

import formicarium as fm
from formicarium.core import random
from formicarium.interop import small
from interop.variants import for_every_variant

GAMES_SIM_TEST = """
import formicarium.interop.openspiel_game
from absl.testing import absltest
from open_spiel.python.tests import games_sim_test
absltest.main(module=games_sim_test)
"""
SHIMMY = (
    "Agent's minimum observation space value is -infinity",
    "Agent's maximum observation space value is infinity",
    "Observation space for each agent probably should be",
    "Observation is not a NumPy array",
)


def loaded(variant):
    return fm.interop.openspiel(variant.game.name, variant.seats, **variant.options)


@for_every_variant
def test_random_simulation(variant):
    game = loaded(variant)
    assert game.num_players() == variant.seats
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", small.GAMES)
def test_random_simulation_of_a_small_game(name):
    pyspiel.random_sim_test(fm.interop.openspiel(name), num_sims=5, serialize=True, verbose=False)


def test_games_sim_test():
    """With each number of seats: `games_sim_test` takes `players` from what a game says it can have."""
    command = [sys.executable, "-W", "ignore", "-c", GAMES_SIM_TEST, "--", "-k", "formicarium"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    assert f"Ran {len(fm.game_names()) * 4 + len(small.GAMES)} tests" in done.stderr


@pytest.mark.filterwarnings(*(f"ignore:{warning}" for warning in SHIMMY))
@for_every_variant
def test_shimmy(variant, capsys):
    """Shimmy puts PettingZoo's form over OpenSpiel's."""
    game = loaded(variant)
    name = game.get_type().short_name
    api_test(OpenSpielCompatibilityV0(game_name=name, config=game.get_parameters()), num_cycles=10)


@for_every_variant
def test_states_are_sent_and_copied(variant):
    game = loaded(variant)
    state, chance = game.new_initial_state(), np.random.default_rng(1)
    for _ in range(60):
        codes = [code for code, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(int(chance.choice(codes)))
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == str(state) == str(state.clone())
    assert again.information_state_string(0) == state.information_state_string(0)


def test_the_information_state_remembers_what_the_view_does_not():
    """Two ways to the same position: the view is the same, and what has been seen is not."""
    game = fm.interop.openspiel("sisimizi")
    actions = fm.game("sisimizi").actions
    ways = []
    for order in (("ant e5", "ant e6"), ("ant e6", "ant e5")):
        state = game.new_initial_state()
        for text in ("first 0", *order, "done"):
            state.apply_action(actions.parse(text))
        ways.append(state)
    one, other = ways
    assert one.information_state_string(0) != other.information_state_string(0)
    assert one.information_state_string(1) != other.information_state_string(1)


def test_the_information_state_does_not_tell_a_secret_choice():
    game = fm.interop.openspiel("autumn_3x3")
    actions = fm.game("grasshopper").actions
    states = []
    for choice in ("choose cloth", "choose tile"):
        state = game.new_initial_state()
        for text in ("ant a1", "ant b1", "ant c1", "ant c2", "ant b2", "ant a2", choice):
            state.apply_action(actions.parse(text))
        states.append(state)
    one, other = states
    assert one.current_player() == other.current_player() == 1
    assert one.information_state_string(1) == other.information_state_string(1)
    assert one.observation_string(1) == other.observation_string(1)
    assert one.information_state_tensor(1) == other.information_state_tensor(1)
    assert one.information_state_string(0) != other.information_state_string(0)


def test_observers_write_the_features():
    game = fm.interop.openspiel("grasshopper", mode="winter")
    observation = make_observation(game)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    observation.set_from(state, 0)
    assert observation.tensor.shape == (fm.game("grasshopper").feature_count(2),)
    assert observation.tensor.tolist() == state.observation_tensor(0)
    assert "seat 0" in observation.string_from(state, 0)


@for_every_variant
def test_what_is_public_is_the_same_for_all_and_less_than_a_player_knows(variant):
    game, chance = loaded(variant), np.random.default_rng(3)
    none, own = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER
    public, remembered, private = (
        make_observation(game, pyspiel.IIGObservationType(perfect_recall=recall, private_info=kind))
        for recall, kind in ((False, none), (True, none), (False, own))
    )
    state, apart, steps = game.new_initial_state(), False, 0
    chosen_in_secret = variant.game.name == "grasshopper"  # what lies face down in Formica, nobody knows
    while not state.is_terminal() and (steps < 40 or (chosen_in_secret and not apart)):
        codes = [code for code, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(int(chance.choice(codes)))
        steps, seen = steps + 1, set()
        for player in range(variant.seats):
            for observer in (public, remembered):
                observer.set_from(state, player)
            seen.add(
                (public.string_from(state, player), public.tensor.tobytes(), remembered.string_from(state, player))
            )
        assert len(seen) == 1
        private.set_from(state, 0)
        apart = apart or private.tensor.tobytes() != public.tensor.tobytes()
    assert apart or not chosen_in_secret


# Its algorithms


def value_of_the_last_round(name):
    """What the Ant can get, by linear programming over what the rules say of each chain."""

    def after(position, seat, code):
        new = position.copy()
        new.apply(seat, code)
        return new

    def matrix_value(position):
        rows = []
        for choice in position.codes(0).tolist():
            chosen = after(position, 0, choice)
            guesses = chosen.codes(1).tolist()
            rows.append([2 * after(chosen, 1, guess).outcome.shares[0] - 1 for guess in guesses])
        payoff = np.array(rows)
        count = len(payoff)
        best = linprog(
            [*[0] * count, -1],
            A_ub=np.hstack([-payoff.T, np.ones((payoff.shape[1], 1))]),
            b_ub=np.zeros(payoff.shape[1]),
            A_eq=[[*[1] * count, 0]],
            b_eq=[1],
            bounds=[*[(0, 1)] * count, (None, None)],
        )
        return -best.fun

    def walk(position):
        if position.record.placed == 6:
            return matrix_value(position)
        return max(walk(after(position, 0, code)) for code in position.codes(0).tolist())

    return walk(small.GAMES[name]())


@pytest.mark.parametrize(("name", "iterations"), [("autumn_2x3", 60), ("autumn_3x3", 20)])
def test_cfr_finds_the_equilibrium_of_a_small_game(name, iterations):
    game = fm.interop.openspiel(name)
    solver = cfr.CFRPlusSolver(game)
    solver.evaluate_and_update_policy()
    before = exploitability.exploitability(game, solver.average_policy())
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    after = exploitability.exploitability(game, policy)
    assert after < min(0.05, before / 2)
    worth = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert worth[0] == pytest.approx(value_of_the_last_round(name), abs=2 * after + 1e-9)


@pytest.mark.filterwarnings("ignore")  # of CVXPY
@pytest.mark.parametrize("name", small.GAMES)
def test_the_sequence_form_gives_the_value_of_a_small_game(name):
    from open_spiel.python.algorithms import sequence_form_lp  # here, since CVXPY warns while it loads

    game = fm.interop.openspiel(name)
    value, other, *policies = sequence_form_lp.solve_zero_sum_game(game)
    assert value == pytest.approx(-other, abs=1e-6)
    assert value == pytest.approx(value_of_the_last_round(name), abs=1e-6)
    worth = expected_game_score.policy_value(game.new_initial_state(), policies)
    assert worth[0] == pytest.approx(value, abs=1e-4)


def test_its_tree_search_plays_a_game_without_secrets():
    game = fm.interop.openspiel("sisimizi")
    state = game.new_initial_state()
    state.apply_action(state.chance_outcomes()[0][0])
    search = mcts.MCTSBot(game, 1.4, 2, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)))
    assert search.step(state) in state.legal_actions()


def test_its_information_set_search_resamples():
    game = fm.interop.openspiel("grasshopper", 2)
    state, chance = game.new_initial_state(), np.random.RandomState(1)
    while state.current_player() < 0 or len(state.legal_actions()) != 6:  # the guess
        codes = [code for code, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(int(chance.choice(codes)))
    search = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chance), 1.4, 20, random_state=chance)
    assert search.step(state) in state.legal_actions()


@for_every_variant
def test_a_resampled_state_cannot_be_told_apart(variant):
    state, chance = loaded(variant).new_initial_state(), np.random.default_rng(2)
    rng, checked = random.stream(1), 0
    while not state.is_terminal() and checked < 30:
        if state.is_chance_node():
            codes = [code for code, _ in state.chance_outcomes()]
        else:
            codes, player = state.legal_actions(), state.current_player()
            other = state.resample_from_infostate(player, lambda: random.unit(rng))
            assert other.legal_actions() == codes
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            checked += 1
        state.apply_action(int(chance.choice(codes)))
    assert checked
