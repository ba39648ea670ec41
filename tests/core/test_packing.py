"""Packing: numbers come back from their bits, and take no more of them than their bounds need."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from formicarium.core import packing
from formicarium.core.features import Feature

FEATURES = (
    Feature("flags", "yes or no", (3, 7)),
    Feature("numbers", "of several kinds", (2, 3), most=(5, 127, 1), least=(0, -128, 0)),
    Feature("same", "always the same", (4,), most=2, least=2),
    Feature("small", "small numbers", (9,), most=3, least=-1),
)
PLANES = packing.planes(FEATURES)


def test_a_plane_ends_with_a_whole_byte():
    flags = 3
    numbers = 2 * (3 + 8 + 1)
    constant, small = 1, 3 * 2
    assert packing.total(PLANES) == flags + numbers + constant + small


@settings(deadline=None)  # the first one compiles
@given(st.data())
def test_numbers_come_back(data):
    rows = []
    for feature in FEATURES:
        most, least = (np.broadcast_to(end, feature.shape).ravel().tolist() for end in (feature.most, feature.least))
        rows += [data.draw(st.integers(low, high)) for low, high in zip(least, most, strict=True)]
    numbers, packed = np.array(rows, np.int8), np.full(packing.total(PLANES), 255, np.uint8)
    packing.pack(numbers, PLANES, packed)
    assert packing.unpack(packed, PLANES).tolist() == rows
    assert packing.unpack(np.stack([packed] * 3), PLANES).tolist() == [rows] * 3


def test_the_first_number_is_the_lowest_bit():
    numbers, packed = np.array([1, 0, 0, 1, 0, 0, 0, 0, 1], np.int8), np.zeros(2, np.uint8)
    packing.pack(numbers, packing.planes([Feature("", "", (9,))]), packed)
    assert packed.tolist() == [0b1001, 1]
