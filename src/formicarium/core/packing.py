"""Packing: small numbers in as many bits as their bounds need, for buffers that hold many observations.

Numbers that follow each other and have the same bounds make a run. A run is stored as planes, one for each bit that its
range needs, the lowest first: a plane is that bit of each of its numbers, less the lower bound, from the lowest bit of
the first byte on, and ends with a whole byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from formicarium.core.features import Feature
from formicarium.core.jit import compiled


def planes(features: Sequence[Feature]) -> NDArray[np.int64]:
    """The planes of all features: the first number, how many, the lower bound, which bit, and the first byte."""
    slots, number, byte = [], 0, 0
    for (least, most), run in groupby(_bounds(features)):
        count = len(list(run))
        for bit in range(max(1, (most - least).bit_length())):
            slots.append((number, count, least, bit, byte))
            byte += size(count)
        number += count
    return np.array(slots, np.int64)


def _bounds(features: Sequence[Feature]) -> Iterator[tuple[int, int]]:
    """The least and the most that each number can be."""
    for feature in features:
        ends = (np.broadcast_to(end, feature.shape).ravel().tolist() for end in (feature.least, feature.most))
        yield from zip(*ends, strict=True)


def size(count: int) -> int:
    """The bytes of a plane of so many numbers."""
    return (count + 7) // 8


def total(planes: NDArray[np.int64]) -> int:
    """The bytes of all planes."""
    return int(planes[-1, 4]) + size(int(planes[-1, 1]))


@compiled
def pack(numbers, planes, out):
    """Write numbers as planes."""
    for plane in range(len(planes)):
        first, least, bit, byte = planes[plane, 0], planes[plane, 2], planes[plane, 3], planes[plane, 4]
        rest = planes[plane, 1]
        while rest >= 8:
            value = 0
            for k in range(8):
                value |= ((np.int64(numbers[first + k]) - least) >> bit & 1) << k
            out[byte] = value
            first, byte, rest = first + 8, byte + 1, rest - 8
        if rest:
            value = 0
            for k in range(rest):
                value |= ((np.int64(numbers[first + k]) - least) >> bit & 1) << k
            out[byte] = value


def unpack(packed: NDArray[np.uint8], planes: NDArray[np.int64]) -> NDArray[np.int8]:
    """The numbers of which each row was packed."""
    out = np.zeros((*packed.shape[:-1], int(planes[-1, 0] + planes[-1, 1])), np.int16)
    for first, count, least, bit, byte in planes.tolist():
        stored = packed[..., byte : byte + size(count)]
        bits = np.unpackbits(stored, axis=-1, count=count, bitorder="little").astype(np.int16)
        out[..., first : first + count] += (bits << bit) + (least if bit == 0 else 0)
    return out.astype(np.int8)
