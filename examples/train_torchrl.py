"""PPO of TorchRL learns The Grasshopper & the Ant: `python examples/train_torchrl.py 20` trains for so many rounds.

`Masked` puts the mask into the observation, where TorchRL's `ActionMask` and `MaskedCategorical` find it.
"""

from __future__ import annotations

import sys

import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.envs import ActionMask, Compose, DTypeCastTransform, GymWrapper, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from formicarium.interop.gymnasium_env import Masked, SeatEnv


def environment(game: str) -> TransformedEnv:
    """One seat against random play, whose mask TorchRL keeps to."""
    seat = Masked(SeatEnv(game, form="float"), "observation", "action_mask")
    truth = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    return TransformedEnv(GymWrapper(seat, categorical_action_encoding=True), Compose(truth, ActionMask()))


def train(rounds: int, game: str = "grasshopper", steps: int = 1000) -> list[float]:
    """The mean reward of the matches that ended in each round."""
    torch.manual_seed(1)
    torch.set_num_threads(1)
    table = environment(game)
    table.set_seed(1)
    features, actions = table.observation_spec["observation"].shape[-1], table.action_spec.space.n
    policy = nn.Sequential(nn.Linear(features, 128), nn.Tanh(), nn.Linear(128, actions))
    value = nn.Sequential(nn.Linear(features, 128), nn.Tanh(), nn.Linear(128, 1))
    actor = ProbabilisticActor(
        TensorDictModule(policy, ["observation"], ["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(value, ["observation"])
    advantage = GAE(gamma=0.99, lmbda=0.95, value_network=critic)
    loss = ClipPPOLoss(actor, critic, clip_epsilon=0.2, entropy_coeff=0.01)
    optimiser = torch.optim.Adam(loss.parameters(), 3e-4)
    rewards = []
    for _ in range(rounds):
        with torch.no_grad():
            data = table.rollout(steps, actor, break_when_any_done=False)
            advantage(data)
        ended = data["next", "done"].squeeze(-1)
        rewards.append(float(data["next", "reward"][ended].mean()))
        for _ in range(4):
            for part in torch.randperm(len(data)).split(250):
                losses = loss(data[part])
                total = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
                optimiser.zero_grad()
                total.backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimiser.step()
    return rewards


if __name__ == "__main__":
    for number, reward in enumerate(train(int(sys.argv[1]) if len(sys.argv) > 1 else 20)):
        print(f"round {number}: mean reward {reward:+.3f}")
