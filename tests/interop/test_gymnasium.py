"""Gymnasium's own checker on our games, the registered ids, and the vector environment."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import formicarium as fm
import formicarium.interop.gymnasium_env
from interop.variants import for_every_variant


@for_every_variant
def test_checker(variant):
    for seat in (0, variant.seats - 1):
        name = f"Formicarium/{variant.game.name.capitalize()}-v1"
        check_env(gymnasium.make(name, seats=variant.seats, seat=seat, **variant.options).unwrapped)


@for_every_variant
def test_legal_actions_lead_to_an_end(variant):
    environment = fm.interop.gymnasium(variant.game, variant.seats, **variant.options)
    observation, info = environment.reset(seed=3)
    over, reward = False, 0.0
    while not over:
        assert environment.observation_space.contains(observation)
        assert np.array_equal(environment.action_masks(), info["action_mask"])
        action = np.flatnonzero(info["action_mask"])[-1]
        observation, reward, over, _, info = environment.step(action)
    assert -1 <= reward <= 1 and "illegal" not in info


def test_an_illegal_action_loses():
    environment = gymnasium.make("Formicarium/Sisimizi-v1", seats=3)
    _, info = environment.reset(seed=1)
    wrong = np.flatnonzero(info["action_mask"] == 0)[0]
    _, reward, over, cut_off, info = environment.step(wrong)
    assert (reward, over, cut_off, info["illegal"]) == (-1.0, True, False, True)


def test_bots_of_different_levels_sit_around():
    environment = gymnasium.make("Formicarium/Antics-v1", seats=3, seat=1, opponents=["greedy", "random"])
    _, info = environment.reset(seed=1)
    _, _, over, _, _ = environment.step(np.flatnonzero(info["action_mask"])[0])
    assert not over
    with pytest.raises(fm.FormicariumError, match="there are 2 opponents, not 1"):
        gymnasium.make("Formicarium/Antics-v1", seats=3, opponents=["greedy"])
    with pytest.raises(fm.FormicariumError, match="there is no bot 'grandmaster'"):
        gymnasium.make("Formicarium/Antics-v1", opponents="grandmaster")


@pytest.mark.parametrize("name", fm.game_names())
def test_the_vector_environment_steps_like_the_single_ones_that_it_is_made_of(name):
    """Its opponents are other random players, so what can be compared is the first choice of a match."""
    id_ = f"Formicarium/{name.capitalize()}-v1"
    many = gymnasium.make_vec(id_, num_envs=8, vectorization_mode="vector_entry_point", seats=2)
    observations, infos = many.reset(seed=11)
    assert observations.shape == (8, fm.game(name).feature_count)
    seen = 0
    for number in range(8):
        match = fm.Match(name, 2, seed=11 + number)
        if match.actors[0] == 0:
            seen += 1
            assert np.flatnonzero(infos["action_mask"][number]).tolist() == match.legal(0)
    assert seen
    ends = 0
    for _ in range(6000):
        actions = [np.flatnonzero(mask)[0] for mask in infos["action_mask"]]
        observations, rewards, over, cut_off, infos = many.step(actions)
        assert (rewards[~over] == 0).all() and not cut_off.any()
        assert many.observation_space.contains(observations)
        ends += over.sum()
        if ends > 3:
            break
    assert ends > 3
