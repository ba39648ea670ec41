"""Randomness that can be repeated: a fast stream for bots and playouts, and nature's keyed one for dice and draws.

A stream is an array of one `uint64` (SplitMix64). Nature draws her k-th outcome in a match from SipHash-2-4 of k under
a key made from the match's seed: the same in Python and in compiled batches, and nobody who sees the rolls can tell the
next. Mixed arithmetic of `uint64` and `int` turns into floats, so all of it stays in this file.
"""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

from formicarium.engine.jit import compiled, enabled

if not enabled():
    np.seterr(over="ignore")  # interpreted numpy warns where these functions wrap around on purpose

Stream = NDArray[np.uint64]


def stream(seed: object) -> Stream:
    """A stream of its own for each seed: any value with a stable `repr`."""
    return np.frombuffer(hashlib.sha256(repr(seed).encode()).digest()[:8], "<u8").astype(np.uint64)


def nature_key(seed: object) -> Stream:
    """The key of nature's outcomes in a match with that seed."""
    return np.frombuffer(hashlib.sha256(f"nature {seed!r}".encode()).digest()[:16], "<u8").astype(np.uint64)


@compiled
def next64(rng):
    """The next 64 random bits of a stream."""
    rng[0] += np.uint64(0x9E3779B97F4A7C15)
    z = rng[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@compiled
def below(rng, n):
    """A uniformly random integer in 0…n-1, for 0 < n < 2**32 (Lemire's multiplication, without bias)."""
    size = np.uint64(n)
    low_half = np.uint64(0xFFFFFFFF)
    product = (next64(rng) >> np.uint64(32)) * size
    if product & low_half < size:
        threshold = (np.uint64(1 << 32) - size) % size
        while product & low_half < threshold:
            product = (next64(rng) >> np.uint64(32)) * size
    return np.int64(product >> np.uint64(32))


@compiled
def unit(rng):
    """A uniformly random float in [0, 1)."""
    return np.float64(next64(rng) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@compiled
def weighted(rng, weights, count):
    """The index of one of `count` integer weights, each drawn in proportion."""
    total = np.int64(0)
    for i in range(count):
        total += np.int64(weights[i])
    ticket = below(rng, total)
    for i in range(count):
        ticket -= np.int64(weights[i])
        if ticket < 0:
            return i
    return count - 1


@compiled
def drawn(rng, chances):
    """The index of one of several chances that add up to 1."""
    ticket = unit(rng)
    for i in range(len(chances)):
        ticket -= chances[i]
        if ticket < 0.0:
            return i
    return len(chances) - 1


@compiled
def fingerprint(words, salt):
    """A hash of some words and a small number, never 0."""
    state = np.uint64(salt) + np.uint64(0x9E3779B97F4A7C15)
    for word in words:
        state = (state ^ word) * np.uint64(0xBF58476D1CE4E5B9)
        state ^= state >> np.uint64(29)
    state *= np.uint64(0x94D049BB133111EB)
    return (state ^ (state >> np.uint64(32))) | np.uint64(1)


@compiled
def masked(key, mask):
    """The upper bits of a hash under a mask of less than 32 bits, as an index."""
    return np.int64(key >> np.uint64(32)) & mask


@compiled
def nature(key, k, rng):
    """Set a stream to nature's k-th outcome under a key: SipHash-2-4 of the eight bytes of k."""
    block = np.uint64(k)
    last = np.uint64(8 << 56)
    v0 = key[0] ^ np.uint64(0x736F6D6570736575)
    v1 = key[1] ^ np.uint64(0x646F72616E646F6D)
    v2 = key[0] ^ np.uint64(0x6C7967656E657261)
    v3 = key[1] ^ np.uint64(0x7465646279746573)
    v3 ^= block
    for step in range(8):
        if step == 2:
            v0 ^= block
            v3 ^= last
        elif step == 4:
            v0 ^= last
            v2 ^= np.uint64(0xFF)
        v0 += v1
        v1 = (v1 << np.uint64(13)) | (v1 >> np.uint64(51))
        v1 ^= v0
        v0 = (v0 << np.uint64(32)) | (v0 >> np.uint64(32))
        v2 += v3
        v3 = (v3 << np.uint64(16)) | (v3 >> np.uint64(48))
        v3 ^= v2
        v0 += v3
        v3 = (v3 << np.uint64(21)) | (v3 >> np.uint64(43))
        v3 ^= v0
        v2 += v1
        v1 = (v1 << np.uint64(17)) | (v1 >> np.uint64(47))
        v1 ^= v2
        v2 = (v2 << np.uint64(32)) | (v2 >> np.uint64(32))
    rng[0] = v0 ^ v1 ^ v2 ^ v3
