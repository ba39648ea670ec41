"""A position with its friendly methods, and a view of it."""

import pytest

from formicarium.core import random
from formicarium.core.kernel import NATURE, SPECTATOR
from formicarium.engine.position import Position
from formicarium.scene import Scene


@pytest.fixture
def position(tiny):
    found = Position.start(tiny, 2, tiny.encode_options(tiny.check_options({}, 2)))
    for seat, action in ((NATURE, "card 2"), (0, "say 1")):
        found.apply(seat, tiny.actions.parse(action))
    return found


def test_a_copy_is_equal_until_it_is_changed(position):
    copy = position.copy()
    assert copy == position and hash(copy) == hash(position)
    copy.apply(1, copy.codes(1)[0])
    assert copy != position


def test_one_step_answers_what_the_next_may_do(position):
    code = position.codes(1)[2]
    stepped, plain = position.copy(), position.copy()
    count = stepped.step(code)
    plain.apply(1, code)
    assert stepped == plain
    assert plain.actors == (0,)
    assert list(stepped.listed[:count]) == plain.codes(0).tolist()


def test_one_step_answers_nothing_at_the_end_and_before_nature_acts(tiny):
    position = Position.start(tiny, 2, tiny.encode_options(tiny.check_options({}, 2)))
    counts = [position.step(tiny.actions.parse(action)) for action in ("card 2", "say 1", "say 2", "stand")]
    assert counts[-1] == 0 and min(counts[:-1]) > 0
    assert position.actors == () and position.outcome.shares == (0.0, 1.0)


def test_fields_have_their_names_and_the_game_is_none_of_them(position):
    assert position.to_dict() == {
        "card": 3,
        "dealt": True,
        "said": [2, 0],
        "spoken": [1, 0],
        "end": 0,
        "foldable": True,
    }


def test_a_world_fits_its_view(position):
    view = position.view(1)
    assert view.record.card == 0 and view.record.said[0] == 0
    world = view.world(random.stream("world"))
    assert world.record.card > 0 and world.record.said[0] > 0
    assert world.view(1) == view


def test_a_view_is_a_scene_for_its_seat(position):
    assert isinstance(position.view(0).scene(), Scene)
    assert position.view(0).svg().startswith("<svg")
    assert position.view(SPECTATOR).legal() == []
