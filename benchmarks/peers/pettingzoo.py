"""PettingZoo: a Python loop over its Connect Four, the nearest that it has to Hex, and over our games in its form."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
from pettingzoo.classic import connect_four_v3, tictactoe_v3

from formicarium.engine.game import Game
from formicarium.interop import pettingzoo


def python_loop(environment: Any) -> Callable[[int], int]:
    """Random matches by the loop of its documentation, each move chosen from the action mask."""
    chance = random.Random(1).random

    def play(count: int) -> int:
        actions = 0
        for number in range(count):
            environment.reset(seed=number)
            for _ in environment.agent_iter():
                observation, _, over, cut_off, _ = environment.last()
                if over or cut_off:
                    environment.step(None)
                    continue
                legal = np.flatnonzero(observation["action_mask"])
                environment.step(int(legal[int(chance() * len(legal))]))
                actions += 1
        return actions

    return play


def checked() -> Callable[[int], int]:
    """The environment as users get it, wrapped in checks."""
    return python_loop(connect_four_v3.env())


def tictactoe() -> Callable[[int], int]:
    """The same for its smallest board game."""
    return python_loop(tictactoe_v3.env())


def ours(game: Game) -> Callable[[int], int]:
    """A game of ours in PettingZoo's form, as users get it."""
    return python_loop(pettingzoo(game))


def bare() -> Callable[[int], int]:
    """The environment without the wrappers."""
    return python_loop(connect_four_v3.raw_env())
