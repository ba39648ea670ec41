"""PPO as CleanRL writes it, in one file, on Gymnasium's vector form: `python examples/train_cleanrl.py 100000`.

The variables have CleanRL's names, so that its other algorithms can be carried over in the same way. What is ours: the
mask of legal actions from `info`, and matches that begin anew in the step in which they end.
"""

from __future__ import annotations

import sys

import gymnasium as gym
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

import formicarium.interop.gymnasium_env

gym.register_envs(formicarium.interop.gymnasium_env)  # importing it has done that

NUM_ENVS, NUM_STEPS, MINIBATCHES, EPOCHS = 32, 64, 4, 4
GAMMA, GAE_LAMBDA, CLIP, ENTROPY, RATE = 0.99, 0.95, 0.2, 0.01, 3e-4


class Agent(nn.Module):
    """Actor and critic."""

    def __init__(self, features: int, actions: int) -> None:
        super().__init__()
        self.critic = nn.Sequential(nn.Linear(features, 128), nn.Tanh(), nn.Linear(128, 1))
        self.actor = nn.Sequential(nn.Linear(features, 128), nn.Tanh(), nn.Linear(128, actions))

    def policy(self, obs: torch.Tensor, masks: torch.Tensor) -> Categorical:
        """The chances of the legal actions."""
        return Categorical(logits=self.actor(obs).masked_fill(~masks, -1e9))


def train(total_timesteps: int, name: str = "Formicarium/Grasshopper-v1") -> list[float]:
    """The mean reward of the matches that ended in each iteration."""
    torch.manual_seed(1)
    torch.set_num_threads(1)
    how = {"form": "float", "autoreset_mode": "SameStep"}
    envs = gym.make_vec(name, NUM_ENVS, vectorization_mode="vector_entry_point", **how)
    agent = Agent(envs.single_observation_space.shape[0], envs.single_action_space.n)
    optimizer = torch.optim.Adam(agent.parameters(), lr=RATE, eps=1e-5)
    obs = torch.zeros((NUM_STEPS, NUM_ENVS, *envs.single_observation_space.shape))
    masks = torch.zeros((NUM_STEPS, NUM_ENVS, envs.single_action_space.n), dtype=torch.bool)
    actions = torch.zeros((NUM_STEPS, NUM_ENVS), dtype=torch.int64)
    logprobs, rewards, dones, values = torch.zeros((4, NUM_STEPS, NUM_ENVS))
    next_obs, info = envs.reset(seed=1)
    means = []
    for _ in range(max(1, total_timesteps // (NUM_STEPS * NUM_ENVS))):
        ended: list[float] = []
        for step in range(NUM_STEPS):
            obs[step] = torch.from_numpy(next_obs)
            masks[step] = torch.from_numpy(np.asarray(info["action_mask"], bool))
            with torch.no_grad():
                policy = agent.policy(obs[step], masks[step])
                actions[step] = policy.sample()
                logprobs[step] = policy.log_prob(actions[step])
                values[step] = agent.critic(obs[step]).flatten()
            next_obs, reward, terminated, _, info = envs.step(actions[step].numpy())
            rewards[step], dones[step] = torch.from_numpy(reward), torch.from_numpy(terminated)
            ended += reward[terminated].tolist()
        means.append(float(np.mean(ended)) if ended else 0.0)
        with torch.no_grad():
            next_value = agent.critic(torch.from_numpy(next_obs)).flatten()
        advantages, last = torch.zeros_like(rewards), torch.zeros(NUM_ENVS)
        for t in reversed(range(NUM_STEPS)):
            nextnonterminal = 1.0 - dones[t]  # with SAME_STEP the next observation is of another match then
            delta = rewards[t] + GAMMA * next_value * nextnonterminal - values[t]
            advantages[t] = last = delta + GAMMA * GAE_LAMBDA * nextnonterminal * last
            next_value = values[t]
        b_obs, b_masks, b_actions, b_logprobs, b_advantages, b_returns = (
            x.flatten(0, 1) for x in (obs, masks, actions, logprobs, advantages, advantages + values)
        )
        for _ in range(EPOCHS):
            for mb_inds in torch.randperm(len(b_obs)).chunk(MINIBATCHES):
                policy = agent.policy(b_obs[mb_inds], b_masks[mb_inds])
                ratio = (policy.log_prob(b_actions[mb_inds]) - b_logprobs[mb_inds]).exp()
                mb_advantages = b_advantages[mb_inds]
                mb_advantages = (mb_advantages - mb_advantages.mean()) / (mb_advantages.std() + 1e-8)
                pg_loss = -torch.min(mb_advantages * ratio, mb_advantages * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
                v_loss = 0.5 * (agent.critic(b_obs[mb_inds]).flatten() - b_returns[mb_inds]).square().mean()
                optimizer.zero_grad()
                (pg_loss + 0.5 * v_loss - ENTROPY * policy.entropy().mean()).backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimizer.step()
    envs.close()
    return means


if __name__ == "__main__":
    for number, reward in enumerate(train(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)):
        print(f"iteration {number}: mean reward {reward:+.3f}")
