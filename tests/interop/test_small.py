"""Small games: the last round of Autumn, with nothing left to draw and few ways to play it."""

import pytest

from formicarium.interop.small import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_a_small_game_is_one_round_without_a_deck(name):
    position = GAMES[name]()
    rows, columns = map(int, name.removeprefix("autumn_").split("x"))
    assert (position.record.grid >= 0).sum() == rows * columns and position.record.deck == 0
    assert position.outcome is None and position.actors
