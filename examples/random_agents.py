"""Random agents in each interface: `python examples/random_agents.py` plays one match of Formica through every one."""

from __future__ import annotations

import gymnasium
import numpy as np
import pyspiel

import formicarium as fm
import formicarium.interop.gymnasium_env  # registers the environments
import formicarium.interop.openspiel_game  # registers the games

chance = np.random.default_rng(1)


def in_a_batch() -> float:
    """64 matches side by side, until the first one ends."""
    batch = fm.vector("formica", 64, seed=1)
    while not batch.ended.any():
        batch.step(batch.sample())
    return float(batch.rewards[batch.ended][0, 0])


def in_gymnasium() -> float:
    """One seat against a bot that plays at random too."""
    environment = gymnasium.make("Formicarium/Formica-v2", opponents="random")
    _, info = environment.reset(seed=1)
    over, reward = False, 0.0
    while not over:
        action = chance.choice(np.flatnonzero(info["action_mask"]))
        _, reward, over, _, info = environment.step(action)
    return float(reward)


def in_pettingzoo() -> float:
    """All seats by PettingZoo's loop."""
    environment = fm.interop.pettingzoo("formica", seats=3)
    environment.reset(seed=1)
    rewards = {}
    for agent in environment.agent_iter():
        observation, rewards[agent], over, cut_off, _ = environment.last()
        mask = observation["action_mask"]
        environment.step(None if over or cut_off else chance.choice(np.flatnonzero(mask)))
    return float(rewards["seat_0"])


def in_openspiel() -> float:
    """All seats and nature by OpenSpiel's loop."""
    state = pyspiel.load_game("formicarium_formica(players=4)").new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(chance.choice(outcomes, p=chances)))
        else:
            state.apply_action(int(chance.choice(state.legal_actions())))
    return float(state.returns()[0])


if __name__ == "__main__":
    for play in (in_a_batch, in_gymnasium, in_pettingzoo, in_openspiel):
        print(f"{play.__name__.replace('_', ' ')}: seat 0 got {play():+.2f}")
