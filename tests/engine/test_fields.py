"""Fields: quick records are the same memory, have the same values, and are the same type to compiled code."""

import numba
import numpy as np
import pytest

import formicarium as fm
from formicarium.core import random
from formicarium.engine import fields


@pytest.mark.parametrize("name", ["sisimizi", "grasshopper", "antics", "formica"])
def test_attributes_are_those_of_the_record_itself(name):
    match, lot = fm.Match(name, seats=2, seed=2), random.stream(2)
    for _ in range(40):
        match.play(match.position.sample(match.actors[0], lot), match.actors[0])
    slow = match.position.records[0]
    assert_same(fields.first(match.position.records), slow)
    assert numba.typeof(match.position.record) == numba.typeof(slow)


def assert_same(quick, slow):
    assert quick.dtype.names == slow.dtype.names and isinstance(quick, np.record)
    for name in slow.dtype.names:
        one, other = getattr(quick, name), getattr(slow, name)
        if isinstance(other, np.void):
            assert_same(one, other)
        elif isinstance(other, np.ndarray) and other.dtype.names:
            for row, its in zip(one, other, strict=True):
                assert_same(row, its)
        else:
            assert type(one) is type(other) and np.array_equal(one, other), (name, type(one), type(other))


def test_what_is_written_is_written_into_the_position():
    position = fm.Match("sisimizi", seats=2, seed=2).position
    position.record.mover = 1
    position.record.ground[3] = 2
    assert (position.records[0].mover, position.records[0].ground[3]) == (1, 2)
    copy = position.copy()
    position.record.mover = 0
    assert (copy.record.mover, position.records[0].mover) == (1, 0)
