"""How a beginner plays the guessing game of a round: many cards of one type in sight, and never a bluff."""

from __future__ import annotations

import numpy as np

from formicarium.core import random
from formicarium.core.actions import Action
from formicarium.engine.position import View
from formicarium.games.grasshopper import actions
from formicarium.games.grasshopper.chains import CONNECTED_CELLS, WALK_CELLS, WALKS
from formicarium.games.grasshopper.components import CELLS, TYPE, TYPES
from formicarium.games.grasshopper.options import CONNECTED
from formicarium.games.grasshopper.phases import COMMIT, GUESSING, PLACE

HOLE = -1
TYPE_OF = [*TYPE.tolist(), HOLE]  # of each card; the last one stands for a hole in the grid


def beginner(view: View, rng: random.Stream) -> Action | None:
    """What a beginner does in the guessing game of a round; nothing of its own at other times."""
    s = view.record
    phase = s.phase
    if phase not in (PLACE, COMMIT, GUESSING):
        return None
    legal = view.legal()
    types = [TYPE_OF[card] for card in s.grid.tolist()]
    under = [types[cell] for cell in s.ants[: s.placed].tolist()]
    if phase == PLACE:
        worth = _gathered(view, types, [action - actions.ANT for action in legal])
    elif phase == GUESSING:
        choices = sorted(set(under))
        guess = choices[random.below(rng, len(choices))]
        worth = [int(types[action - actions.GUESS] == guess) for action in legal]
    elif view.seat == s.ant:
        worth = [-under.count(action - actions.CHOOSE) for action in legal]  # the small harvest is the safe one
    else:
        worth = [int(action - actions.NAME in under) for action in legal]
    best = [action for action, value in zip(legal, worth, strict=True) if value == max(worth)]
    chosen: Action = best[random.below(rng, len(best))]
    return chosen


def _gathered(view: View, types: list[int], cells: list[int]) -> list[int]:
    """For each cell, the most cards of one type under a chain that goes on there."""
    s = view.record
    masks = [sum(1 << cell for cell in range(CELLS) if types[cell] == path) for path in (*range(TYPES), HOLE)]
    chains, goes_on = WALK_CELLS[s.low : s.high], WALKS[s.low : s.high, s.placed, None] == cells
    if s.chain_rule == CONNECTED:
        chains = CONNECTED_CELLS[CONNECTED_CELLS & int(s.chain) == s.chain]
        goes_on = chains[:, None] >> np.array(cells) & 1
    most = np.bitwise_count(chains[:, None] & np.array(masks[:-1])).max(axis=1)
    counts: list[int] = (goes_on * (most * (chains & masks[-1] == 0))[:, None]).max(axis=0).tolist()
    return counts
