"""Randomness that can be repeated: a fast stream for bots and playouts, and nature's keyed one for dice and draws.

A stream is an array of one `uint64` (SplitMix64). Nature draws her k-th outcome in a match from SipHash-2-4 of k under
a key made from the match's seed: the same in Python and in compiled batches, and nobody who sees the rolls can tell the
next. Mixed arithmetic of `uint64` and `int` turns into floats, so all of it stays in this file.
"""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

from formicarium.core.jit import compiled, enabled, scratch

if not enabled():
    np.seterr(over="ignore")  # interpreted numpy warns where these functions wrap around on purpose

Stream = NDArray[np.uint64]


def _primes(count: int) -> list[int]:
    primes: list[int] = []
    number = 2
    while len(primes) < count:
        if all(number % prime for prime in primes):
            primes.append(number)
        number += 1
    return primes


def _root_bits(number: int, power: int) -> int:
    """The first 32 bits after the point of the square or cube root of a whole number."""
    wanted, root = number << 32 * power, 1 << 40
    while root**power > wanted:  # Newton, from above
        root = ((power - 1) * root + wanted // root ** (power - 1)) // power
    return root & 0xFFFFFFFF


# The constants of SHA-256: bits of the roots of the first primes
SHA_START = np.array([_root_bits(prime, 2) for prime in _primes(8)], np.uint64)
SHA_ROUNDS = np.array([_root_bits(prime, 3) for prime in _primes(64)], np.uint64)


def stream(seed: object) -> Stream:
    """A stream of its own for each seed: any value with a stable `repr`."""
    return np.frombuffer(hashlib.sha256(repr(seed).encode()).digest()[:8], "<u8").astype(np.uint64)


def nature_key(seed: object) -> Stream:
    """The key of nature's outcomes in a match with that seed."""
    return np.frombuffer(hashlib.sha256(f"nature {seed!r}".encode()).digest()[:16], "<u8").astype(np.uint64)


@compiled
def next_key(text, size, number, key):
    """Write the key of nature in the match that comes after others in a place: `nature_key((seed, number))`.

    The first `size` bytes of `text` are what its hash begins with, up to the number; there is room for the rest.
    """
    digits = 1
    while number >= 10**digits:
        digits += 1
    for k in range(digits):
        text[size + digits - 1 - k] = 48 + number % 10
        number //= 10
    text[size + digits] = 41  # )
    sha256(text, size + digits + 1, key)


def key_text(seed: object) -> bytes:
    """What `next_key` needs to know of a seed."""
    return f"nature ({seed!r}, ".encode()


KEY_ROOM = 24  # bytes after a key's text: a number and a bracket


@compiled
def sha256(text, size, out):
    """The first sixteen bytes of SHA-256 of the first `size` bytes of a text, as two words."""
    state = scratch(8, np.uint64)
    words = scratch(64, np.uint64)
    last = np.uint64(0xFFFFFFFF)
    for k in range(8):
        state[k] = SHA_START[k]
    for block in range((size + 8) // 64 + 1):
        for k in range(16):
            words[k] = np.uint64(0)
            for byte in range(64 * block + 4 * k, 64 * block + 4 * k + 4):
                value = np.uint64(0)
                if byte < size:
                    value = np.uint64(text[byte])
                elif byte == size:
                    value = np.uint64(0x80)
                words[k] = (words[k] << np.uint64(8)) | value
        if block == (size + 8) // 64:
            words[15] = np.uint64(8 * size)
        for k in range(16, 64):
            one, two = words[k - 15], words[k - 2]
            one = turned(one, 7) ^ turned(one, 18) ^ (one >> np.uint64(3))
            two = turned(two, 17) ^ turned(two, 19) ^ (two >> np.uint64(10))
            words[k] = (words[k - 16] + one + words[k - 7] + two) & last
        a, b, c, d = state[0], state[1], state[2], state[3]
        e, f, g, h = state[4], state[5], state[6], state[7]
        for k in range(64):
            one = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
            one = (h + one + ((e & f) ^ ((e ^ last) & g)) + SHA_ROUNDS[k] + words[k]) & last
            two = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
            two = two + ((a & b) ^ (a & c) ^ (b & c))
            a, b, c, d, e, f, g, h = (one + two) & last, a, b, c, (d + one) & last, e, f, g
        state[0] = (state[0] + a) & last
        state[1] = (state[1] + b) & last
        state[2] = (state[2] + c) & last
        state[3] = (state[3] + d) & last
        state[4] = (state[4] + e) & last
        state[5] = (state[5] + f) & last
        state[6] = (state[6] + g) & last
        state[7] = (state[7] + h) & last
    for k in range(2):
        out[k] = np.uint64(0)
        for byte in range(8):  # the digest is big-endian by words of four bytes, a key little-endian
            value = (state[2 * k + byte // 4] >> np.uint64(24 - 8 * (byte % 4))) & np.uint64(0xFF)
            out[k] |= value << np.uint64(8 * byte)


@compiled
def turned(word, by):
    """A word of 32 bits turned to the right."""
    both = word | (word << np.uint64(32))
    return (both >> np.uint64(by)) & np.uint64(0xFFFFFFFF)


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
    """A hash of some machine words and a small number, never 0."""
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
