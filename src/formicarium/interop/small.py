"""Small games for algorithms that walk the whole tree: the last round of Autumn on a part of its grid.

They are positions of The Grasshopper & the Ant, played on by its own rules. The deck is empty, so the next harvest ends
the match; cards lie in a corner of the grid only, and of three types only: the fourth is used up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from formicarium.engine.game import find
from formicarium.engine.position import Position
from formicarium.games.grasshopper.chains import STARTS
from formicarium.games.grasshopper.components import CARDS, CELLS, INSECT, SIDE, TYPE, TYPE_LETTERS
from formicarium.games.grasshopper.options import PATH
from formicarium.games.grasshopper.phases import PLACE
from formicarium.games.grasshopper.state import DECK, GRID, OUT


def last_round(corner: Sequence[str], shelves: Sequence[Sequence[int]]) -> Position:
    """The last round of Autumn: the types of the cards in the corner by letter, and where the cubes stand."""
    game = find("grasshopper")
    position = Position.start(game, 2, game.encode_options(game.check_options({"first_ant": "0"}, 2)))
    s = position.record
    for row, letters in enumerate(corner):
        for column, letter in enumerate(letters):
            plain = (TYPE_LETTERS.index(letter) == TYPE) & (INSECT < 0) & (s.where == DECK)
            card = np.flatnonzero(plain)[0]
            s.where[card], s.grid[SIDE * row + column] = GRID, card
    for card in range(CARDS):
        if s.where[card] == DECK:
            s.where[card] = OUT
    s.deck = 0
    for seat, spaces in enumerate(shelves):
        s.players[seat].shelves[:] = spaces
    s.phase, s.round_number = PLACE, 1
    s.low, s.high = STARTS[PATH, 0], STARTS[PATH, CELLS]
    return position


SHELVES = ((0, 1, 1, 3), (1, 0, 1, 2))  # so the Ant wins all uncaught, and caught with tiles draws
GAMES: dict[str, Callable[[], Position]] = {
    "autumn_2x3": partial(last_round, ("CTS", "TSC"), SHELVES),
    "autumn_3x3": partial(last_round, ("CTS", "TSC", "SCT"), SHELVES),
}
