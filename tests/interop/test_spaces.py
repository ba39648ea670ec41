"""Spaces: every form of an observation lies within its own, and says the same."""

import numpy as np
import pytest

import formicarium as fm
from formicarium.errors import OptionError
from formicarium.interop.spaces import Sight, action_space


@pytest.fixture(scope="module")
def batch():
    return fm.vector("grasshopper", 1, seed=1)


@pytest.mark.parametrize("form", ["flat", "float", "parts"])
def test_an_observation_lies_within_its_space(batch, form):
    sight, features = Sight(batch, form), batch.observations[0]
    assert sight.space.contains(sight(features))
    if form == "float":
        assert np.abs(sight(features)).max() <= 1


def test_a_form_must_be_one_that_there_is(batch):
    with pytest.raises(OptionError, match="form is flat, float or parts, not 'round'"):
        Sight(batch, "round")  # type: ignore[arg-type]


def test_actions_are_those_that_seats_can_have(batch):
    assert action_space(batch.game).n == batch.game.action_count
