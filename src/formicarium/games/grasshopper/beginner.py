"""How a beginner plays the guessing game of a round: many cards of one type in sight, and never a bluff."""

from __future__ import annotations

import numpy as np

from formicarium.engine import random
from formicarium.engine.actions import Action
from formicarium.engine.position import View
from formicarium.games.grasshopper import actions
from formicarium.games.grasshopper.chains import CONNECTED, CONNECTED_CELLS, WALK_CELLS
from formicarium.games.grasshopper.components import CELLS, TYPE, TYPES
from formicarium.games.grasshopper.phases import COMMIT, GUESSING, PLACE


def beginner(view: View, rng: random.Stream) -> Action | None:
    """What a beginner does in the guessing game of a round; nothing of its own at other times."""
    s = view.record
    legal = view.legal()
    counts = [sum(TYPE[s.grid[cell]] == path for cell in s.ants[: s.placed]) for path in range(TYPES)]
    if s.phase == PLACE:
        worth = [_gathered(view, action - actions.ANT) for action in legal]
    elif s.phase == COMMIT and view.seat == s.ant:
        worth = [-counts[action - actions.CHOOSE] for action in legal]  # the small harvest is the safe one
    elif s.phase == COMMIT:
        worth = [min(1, counts[action - actions.NAME]) for action in legal]
    elif s.phase == GUESSING:
        under = [path for path in range(TYPES) if counts[path]]
        guess = under[random.below(rng, len(under))]
        worth = [int(TYPE[s.grid[action - actions.GUESS]] == guess) for action in legal]
    else:
        return None
    best = [action for action, value in zip(legal, worth, strict=True) if value == max(worth)]
    chosen: Action = best[random.below(rng, len(best))]
    return chosen


def _gathered(view: View, cell: int) -> int:
    """The most cards of one type under a chain that goes on at a cell."""
    s = view.record
    chains = CONNECTED_CELLS if s.chain_rule == CONNECTED else WALK_CELLS[s.low : s.high]
    holes = sum(1 << place for place in range(CELLS) if s.grid[place] < 0)
    begun = int(s.chain) | 1 << cell
    chains = chains[(chains & begun == begun) & (chains & holes == 0)]
    types = [sum(1 << place for place in range(CELLS) if TYPE[s.grid[place]] == path) for path in range(TYPES)]
    return max(int(np.bitwise_count(chains & cells).max(initial=0)) for cells in types)
