"""RLlib on our games: its checker of many agents, and its runner with one. `make checkers` tries every variant."""

import numpy as np
import pytest
from pettingzoo.utils import TerminateIllegalWrapper

import formicarium as fm
from formicarium.interop.gymnasium_env import Masked, SeatEnv
from interop.variants import for_every_game

pytestmark = pytest.mark.filterwarnings("ignore")  # of Ray


@for_every_game
def test_its_checker_of_agents_by_turns(variant):
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
    from ray.rllib.utils.pre_checks.env import check_multiagent_environments

    table = fm.interop.pettingzoo(variant.game, variant.seats, form="float", options=variant.options)
    check_multiagent_environments(PettingZooEnv(TerminateIllegalWrapper(table, illegal_reward=-1)))  # it asks no mask


@for_every_game
def test_its_runner_of_one_seat(variant):
    """Its standard network is made for the observations, and it plays with it; what it reads has to be floats."""
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.env.single_agent_env_runner import SingleAgentEnvRunner
    from ray.tune.registry import register_env

    register_env("seat", lambda _: SeatEnv(variant.game, variant.seats, form="float", options=variant.options))
    runner = SingleAgentEnvRunner(config=PPOConfig().environment("seat").env_runners(num_env_runners=0))
    episodes = runner.sample(num_timesteps=5)
    assert sum(map(len, episodes)) >= 5
    runner.stop()


def test_the_mask_is_in_the_observation():
    seat = Masked(SeatEnv("grasshopper", form="float"), "observations", "action_mask")
    seen, info = seat.reset(seed=1)
    assert seat.observation_space.contains(seen) and (seen["action_mask"] == info["action_mask"]).all()
    seen, reward, over, cut_off, info = seat.step(np.int64(seen["action_mask"].argmax()))
    assert seat.observation_space.contains(seen) and (reward, over, cut_off) == (0, False, False)
    assert (seen["action_mask"] == info["action_mask"]).all() and seen["action_mask"].any()
