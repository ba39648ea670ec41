"""MaskablePPO from sb3-contrib learns The Grasshopper & the Ant: `python examples/train_ppo.py 20000` trains so long.

It sits in seat 0 against a random bot. Before and after, it plays 100 matches: random play wins about half.
"""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

import formicarium.interop.gymnasium_env

gymnasium.register_envs(formicarium.interop.gymnasium_env)  # importing it has done that

NAME = "Formicarium/Grasshopper-v1"


def share_won(model: Any, matches: int = 100) -> float:
    """How many of so many matches the model wins."""
    environment = gymnasium.make(NAME)
    wins = 0.0
    for number in range(matches):
        observation, info = environment.reset(seed=1000 + number)
        over, reward = False, 0.0
        while not over:
            action, _ = model.predict(observation, action_masks=info["action_mask"].astype(bool))
            observation, reward, over, _, info = environment.step(action)
        wins += reward > 0
    return wins / matches


def train(steps: int) -> tuple[float, float]:
    """The share of matches won before and after training."""
    torch.set_num_threads(1)  # the network is small: more threads only wait for each other
    model = MaskablePPO(
        MaskableActorCriticPolicy, gymnasium.make(NAME), n_steps=512, batch_size=256, seed=1, device="cpu"
    )
    before = share_won(model)
    model.learn(steps)
    return before, share_won(model)


if __name__ == "__main__":
    before, after = train(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
    print(f"won {before:.0%} before training and {after:.0%} after it")
