"""Loops over many matches: an action that is not legal is found, and a match that is over does not care."""

import numpy as np
import pytest

from formicarium.core import batch


@pytest.mark.parametrize(
    ("actions", "first"), [([1, 0, 9], -1), ([1, 1, 0], 1), ([-1, 0, 0], 0), ([3, 0, 0], 0), ([1, 0, -5], -1)]
)
def test_the_first_that_is_not_legal_is_found(actions, first):
    legal = np.array([[False, True, True], [True, False, False], [False, False, False]])
    movers = np.array([0, 1, -1], np.int8)  # the third is over
    assert batch.illegal(np.array(actions), movers, legal) == first
