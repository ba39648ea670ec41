"""PPO of RLlib learns The Grasshopper & the Ant: `python examples/train_rllib.py 10` trains for so many iterations.

It needs RLlib: `pip install 'ray[rllib]'`. RLlib looks for the mask in the observation, which `Masked` puts there, and
its network wants floating point numbers: `form="float"`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from formicarium.interop.gymnasium_env import Masked, SeatEnv


def environment(settings: Mapping[str, Any]) -> Masked:
    """One seat against random play, in the form that RLlib's network with a mask reads."""
    return Masked(SeatEnv(settings["game"], form="float"), "observations", "action_mask")


def train(iterations: int, game: str = "grasshopper", steps: int = 2000) -> list[float]:
    """The mean reward of the matches of each iteration; a match that is won is worth 1, one that is lost -1."""
    torch.set_num_threads(1)
    ray.init(address="local")  # else it looks for a cluster that was here before, and waits for it if it is gone
    register_env("formicarium", environment)
    settings = (
        PPOConfig()
        .environment("formicarium", env_config={"game": game})
        .env_runners(num_env_runners=0)  # all in this process
        .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
        .training(train_batch_size_per_learner=steps, minibatch_size=250, num_epochs=4, lr=3e-4)
        .debugging(seed=1)
    )
    algorithm = settings.build_algo()
    rewards = [algorithm.train()["env_runners"]["episode_return_mean"] for _ in range(iterations)]
    algorithm.stop()
    ray.shutdown()
    return rewards


if __name__ == "__main__":
    for number, reward in enumerate(train(int(sys.argv[1]) if len(sys.argv) > 1 else 10)):
        print(f"iteration {number}: mean reward {reward:+.3f}")
