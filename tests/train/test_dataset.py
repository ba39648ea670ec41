"""Datasets: positions as the network gets them, seats from the viewer on, whole matches held out."""

import numpy as np
import pytest

from formicarium.engine.game import find
from formicarium.engine.position import Position
from formicarium.train.dataset import make
from formicarium.train.selfplay import Task, play


@pytest.fixture(scope="module")
def lesson():
    return play(Task("grasshopper", 0, "data", matches=8, iterations=2, deep=8, positions=4))


def test_everything_is_seen_from_the_mover(lesson):
    game, data = find("grasshopper"), make(find("grasshopper"), lesson)
    assert len(data) == len(lesson["match"])
    for i in range(len(data)):
        seat, seats = int(lesson["seat"][i]), int(lesson["seats"][i])
        position = Position(game, seats, lesson["records"][i].copy().view(game.kernel.record))
        assert data.written[i, 0] == pytest.approx(np.log(2 * max(position.evaluate()[seat], 1e-3)), abs=1e-5)
        assert data.outcome[i, 0] == lesson["outcome"][i][seat]
        assert data.playing[i].tolist() == [other < seats for other in range(4)]
        visits = data.visits[data.code_starts[i] : data.code_starts[i + 1]]
        assert len(visits) == 0 or visits.sum() == pytest.approx(1, abs=1e-5)
    assert np.diff(data.row_starts).min() > 10


def test_whole_matches_are_held_out(lesson):
    data = make(find("grasshopper"), lesson)
    for match in np.unique(data.match):
        assert len(set(data.held_out[data.match == match].tolist())) == 1


def test_about_one_match_in_ten_is_held_out(lesson):
    data = make(find("grasshopper"), lesson)
    data.match = np.arange(20_000)
    assert 0.08 < data.held_out.mean() < 0.12
