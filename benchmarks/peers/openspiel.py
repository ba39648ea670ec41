"""OpenSpiel: random rollouts in its C++, and a Python loop over its states."""

from __future__ import annotations

import random
from collections.abc import Callable

import pyspiel

GAME = pyspiel.load_game("hex")  # 11 by 11, no swap
MEMORY = 500  # megabytes that its tree may take
PER_SEARCH = 250  # rollouts in one search, so that a run can be interrupted


def rollouts(count: int) -> int:
    """Random rollouts from the start position, wholly in C++; the moves are not counted.

    The evaluator cannot be called from Python, but tree search with one simulation does nothing else than evaluate the
    root: so many rollouts, without a tree, without a call into Python. What remains of the search is not measurable.
    """
    start = GAME.new_initial_state()
    for first in range(0, count, PER_SEARCH):
        evaluator = pyspiel.RandomRolloutEvaluator(min(PER_SEARCH, count - first), first)
        bot = pyspiel.MCTSBot(GAME, evaluator, 2.0, 1, 1, False, first, False)
        bot.mcts_search(start)
    return 0


def simulations(per_search: int) -> Callable[[int], int]:
    """Tree search in C++ with one random rollout a simulation; a new tree for every search."""

    def play(count: int) -> int:
        start = GAME.new_initial_state()
        for first in range(0, count, per_search):
            evaluator = pyspiel.RandomRolloutEvaluator(1, first)
            size = min(per_search, count - first)
            pyspiel.MCTSBot(GAME, evaluator, 2.0, size, MEMORY, False, first, False).mcts_search(start)
        return 0

    return play


def python_loop(count: int) -> int:
    """Random matches, each move chosen and made in Python, in the leanest loop that its states allow."""
    chance = random.Random(1).random
    actions = 0
    for _ in range(count):
        state = GAME.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(chance() * len(legal))])
            actions += 1
    return actions
