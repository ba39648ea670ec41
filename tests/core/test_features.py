"""Features: each function writes at a place and returns the next one."""

import numpy as np

from formicarium.core import features


def test_each_feature_writes_its_numbers_and_says_where_the_next_begins():
    out = np.zeros(16, np.int8)
    at = features.number(out, 0, 7)
    at = features.numbers(out, at, np.array([1, -2], np.int64))
    at = features.hot(out, at, 2, 4)
    at = features.bits(out, at, 0b101, 3)
    assert at == 10
    assert out.tolist() == [7, 1, -2, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]


def test_large_numbers_are_cut_and_values_outside_leave_nothing():
    out = np.zeros(6, np.int8)
    assert features.number(out, 0, 1000) == 1
    assert features.number(out, 1, -1000) == 2
    assert features.hot(out, 2, -1, 4) == 6
    assert out.tolist() == [127, -127, 0, 0, 0, 0]


def test_seats_are_counted_from_the_viewer():
    assert [features.relative(seat, 2, 4) for seat in range(4)] == [2, 3, 0, 1]
    assert features.relative(-1, 2, 4) == -1
