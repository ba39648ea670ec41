"""Self-play: a lesson repeats itself, takes few positions of a match, and says what came of them."""

import numpy as np
import pytest

import formicarium as fm
from formicarium.engine.game import find
from formicarium.engine.position import Position
from formicarium.train.selfplay import Task, play

TASK = Task("grasshopper", 2, "lessons", matches=3, iterations=2, deep=12, positions=4)


@pytest.fixture(scope="module")
def lesson():
    return play(TASK)


def test_a_lesson_repeats_itself(lesson):
    again = play(TASK)
    assert all((lesson[name] == again[name]).all() for name in lesson)


def test_another_number_is_another_lesson(lesson):
    other = play(Task(**{**vars(TASK), "number": 3}))
    assert not np.isin(other["match"], lesson["match"]).any()
    assert other["records"].tobytes() != lesson["records"].tobytes()


def test_few_positions_are_taken_of_a_match(lesson):
    matches, counts = np.unique(lesson["match"], return_counts=True)
    assert len(matches) == TASK.matches
    assert counts.max() <= TASK.positions + TASK.positions // 2


def test_positions_are_those_of_decisions_with_their_visits(lesson):
    game, start = find("grasshopper"), 0
    for i, count in enumerate(lesson["choices"].tolist()):
        seats, seat = int(lesson["seats"][i]), int(lesson["seat"][i])
        position = Position(game, seats, lesson["records"][i].copy().view(game.kernel.record))
        assert position.actors[0] == seat
        assert position.codes(seat).tolist() == lesson["codes"][start : start + count].tolist()
        assert count > 1
        assert lesson["visits"][start : start + count].sum() == TASK.deep
        assert lesson["outcome"][i].sum() == pytest.approx(1)
        assert lesson["worth"][i].sum() == pytest.approx(1, abs=1e-5)
        assert not lesson["outcome"][i, seats:].any()
        start += count
    assert start == len(lesson["codes"]) == len(lesson["visits"])


def test_every_number_of_seats_and_mode_is_played():
    from formicarium.core import random
    from formicarium.train.selfplay import _variant

    rng = random.stream("variants")
    for name in fm.game_names():
        game = find(name)
        met = {(seats, *options.values()) for seats, options in (_variant(game, rng) for _ in range(200))}
        modes = next((len(option.values) for option in game.options if option.name == "mode"), 1)
        assert len(met) == len(game.seats) * modes
