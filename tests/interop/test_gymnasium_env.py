"""Gymnasium's own checker on our games, the registered ids, and the vector environment."""

from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DtypeObservation, FlattenObservation, NormalizeObservation

import formicarium as fm
import formicarium.interop.gymnasium_env
from interop.variants import for_every_variant


@for_every_variant
def test_checker(variant):
    for seat in (0, variant.seats - 1):
        name = f"Formicarium/{variant.game.name.capitalize()}-v{variant.game.version}"
        check_env(gymnasium.make(name, seats=variant.seats, seat=seat, options=variant.options).unwrapped)


@for_every_variant
def test_legal_actions_lead_to_an_end(variant):
    environment = fm.interop.gymnasium(variant.game, variant.seats, options=variant.options)
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
    id_ = f"Formicarium/{name.capitalize()}-v{fm.game(name).version}"
    many = gymnasium.make_vec(id_, num_envs=8, vectorization_mode="vector_entry_point", seats=2)
    observations, infos = many.reset(seed=11)
    assert observations.shape == (8, fm.game(name).feature_count(2))
    seen = 0
    for number in range(8):
        match = fm.Match(name, 2, seed=11 + number)
        if match.actors[0] == 0:
            seen += 1
            assert np.flatnonzero(infos["action_mask"][number]).tolist() == match.legal(0)
    assert seen
    ends = 0
    for _ in range(6000):
        actions = legal(infos)
        observations, rewards, over, cut_off, infos = many.step(actions)
        assert (rewards[~over] == 0).all() and not cut_off.any()
        assert many.observation_space.contains(observations)
        ends += over.sum()
        if ends > 3:
            break
    assert ends > 3


def many(name="grasshopper", count=8, **how):
    id_ = f"Formicarium/{name.capitalize()}-v{fm.game(name).version}"
    return gymnasium.make_vec(id_, num_envs=count, vectorization_mode="vector_entry_point", **how)


def legal(info):
    return np.array([np.flatnonzero(mask)[0] if mask.any() else 0 for mask in info["action_mask"]])


def test_next_step_begins_a_match_in_the_step_after_its_end():
    environments = many()
    assert environments.autoreset_mode is environments.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    _, info = environments.reset(seed=5)
    for _ in range(500):
        seen, rewards, over, _, info = environments.step(legal(info))
        if over.any():
            break
    (ended, *_) = np.flatnonzero(over)
    batch = environments.unwrapped.batch
    assert rewards[ended] != 0 and batch.movers[ended] == -1 and not info["action_mask"][ended].any()
    assert np.array_equal(seen[ended], batch.observation(ended, 0))
    others = np.flatnonzero(~over)
    before = [batch.position(i) for i in others]
    seen, rewards, over, _, info = environments.step(legal(info))
    assert rewards[ended] == 0 and not over[ended] and info["action_mask"][ended].any()
    assert all(batch.position(i) != past for i, past in zip(others, before, strict=True))
    assert batch.seeds[ended] == (5 + ended, 1)


def test_same_step_begins_it_at_once_and_tells_the_end():
    environments, plain = many(autoreset_mode="SameStep"), many()
    assert environments.autoreset_mode is AutoresetMode.SAME_STEP
    _, info = environments.reset(seed=5)
    _, same = plain.reset(seed=5)
    for _ in range(500):
        seen, rewards, over, _, info = environments.step(legal(info))
        last, got, ended, _, same = plain.step(legal(same))
        if over.any():
            break
    (there, *_) = np.flatnonzero(over)
    assert np.array_equal(over, ended) and np.array_equal(rewards, got)
    assert np.array_equal(info["_final_obs"], over) and np.array_equal(info["_final_info"], over)
    assert np.array_equal(info["final_obs"][there], last[there])
    assert not info["final_info"]["action_mask"][there].any() and info["action_mask"][there].any()
    assert not np.array_equal(seen[there], last[there])


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_an_illegal_action_means_the_same_in_many_as_in_one(mode):
    environments = many("sisimizi", 3, autoreset_mode=mode)
    first, info = environments.reset(seed=1)
    actions = legal(info)
    actions[1] = np.flatnonzero(info["action_mask"][1] == 0)[0]
    seen, rewards, over, cut_off, info = environments.step(actions)
    assert rewards.tolist() == [0, -1, 0] and over.tolist() == [False, True, False] and not cut_off.any()
    assert info["illegal"].tolist() == [False, True, False]
    end = seen[1] if mode == "NextStep" else info["final_obs"][1]
    assert np.array_equal(end, first[1])
    seen, rewards, over, _, info = environments.step(legal(info))
    assert not over.any() and not rewards.any() and environments.unwrapped.batch.seeds[1] == (2, 1)


@for_every_variant
@pytest.mark.parametrize("wrapper", [partial(DtypeObservation, dtype=np.float32), FlattenObservation])
def test_its_own_wrappers_take_many_in_its_mode(wrapper, variant):
    """The mode that is the default; Gymnasium's wrappers themselves refuse the other."""
    environments = wrapper(many(variant.game.name, seats=variant.seats, options=variant.options))
    seen, info = environments.reset(seed=1)
    for _ in range(20):
        seen, _, _, _, info = environments.step(legal(info))
        assert environments.observation_space.contains(seen)


@for_every_variant
def test_its_wrapper_that_normalises_takes_many_in_its_mode(variant):
    environments = NormalizeObservation(
        many(variant.game.name, form="float", seats=variant.seats, options=variant.options)
    )
    _, info = environments.reset(seed=1)
    for _ in range(60):
        seen, _, _, _, info = environments.step(legal(info))
    assert np.isfinite(seen).all() and abs(seen).max() > 1


@for_every_variant
@pytest.mark.parametrize("form", ["float", "parts"])
def test_forms(variant, form):
    how = {"form": form, "options": variant.options}
    environment = fm.interop.gymnasium(variant.game, variant.seats, **how)
    flat = fm.interop.gymnasium(variant.game, variant.seats, options=variant.options)
    (seen, info), (numbers, _) = environment.reset(seed=2), flat.reset(seed=2)
    for _ in range(20):
        assert environment.observation_space.contains(seen)
        if form == "float":
            assert seen.dtype == np.float32 and np.allclose(seen * flat.observation_space.high, numbers)
        else:
            assert np.array_equal(np.concatenate([part.ravel() for part in seen.values()]), numbers)
        action = np.flatnonzero(info["action_mask"])[-1]
        seen, _, over, _, info = environment.step(action)
        numbers, *_ = flat.step(action)
        if over:
            break


@pytest.mark.parametrize("kind", ["ansi", "svg", "rgb_array"])
def test_pictures(kind):
    environment: Any = gymnasium.make("Formicarium/Grasshopper-v1", render_mode=kind)
    environment.reset(seed=1)
    shown = environment.render()
    view = environment.unwrapped.batch.view(0, 0)
    if kind == "rgb_array":
        assert shown.dtype == np.uint8 and shown.ndim == 3 and shown.shape[2] == 3 and shown.std() > 5
    else:
        assert shown == (str(view) if kind == "ansi" else view.svg())
    with pytest.raises(fm.FormicariumError, match="render_mode is ansi, svg, rgb_array or None, not 'human'"):
        fm.interop.gymnasium("grasshopper", render_mode="human")


def test_the_game_takes_options_only_under_their_own_name():
    with pytest.raises(TypeError, match="frameskip"):
        gymnasium.make("Formicarium/Grasshopper-v1", frameskip=4)
