"""Random streams: repeatable, uniform, and nature's outcomes as SipHash says."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from formicarium.core import random

MASK = (1 << 64) - 1


def siphash(key, message):
    """SipHash-2-4 of eight bytes, in plain integers and from its definition: rounds of add, rotate, exclusive or."""
    rotate = lambda x, n: ((x << n) | (x >> (64 - n))) & MASK  # noqa: E731
    k0, k1 = key
    v = [k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D, k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573]

    def rounds(count):
        for _ in range(count):
            v[0] = (v[0] + v[1]) & MASK
            v[2] = (v[2] + v[3]) & MASK
            v[1], v[3] = rotate(v[1], 13) ^ v[0], rotate(v[3], 16) ^ v[2]
            v[0] = rotate(v[0], 32)
            v[2] = (v[2] + v[1]) & MASK
            v[0] = (v[0] + v[3]) & MASK
            v[1], v[3] = rotate(v[1], 17) ^ v[2], rotate(v[3], 21) ^ v[0]
            v[2] = rotate(v[2], 32)

    for block in (message, 8 << 56):
        v[3] ^= block
        rounds(2)
        v[0] ^= block
    v[2] ^= 0xFF
    rounds(4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def test_splitmix_matches_its_published_first_numbers():
    rng = np.array([1234567], np.uint64)
    numbers = [int(random.next64(rng)) for _ in range(3)]
    assert numbers == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@given(st.integers(0, MASK), st.integers(0, MASK), st.integers(0, 1 << 40))
def test_nature_is_siphash(k0, k1, message):
    rng = np.zeros(1, np.uint64)
    random.nature(np.array([k0, k1], np.uint64), message, rng)
    assert int(rng[0]) == siphash((k0, k1), message)


def test_siphash_matches_its_published_vector_for_eight_bytes():
    key = tuple(int.from_bytes(bytes(range(start, start + 8)), "little") for start in (0, 8))
    assert siphash(key, int.from_bytes(bytes(range(8)), "little")) == 0x93F5F5799A932462


def test_equal_seeds_give_equal_streams_and_others_differ():
    assert random.stream(("a", 1)) == random.stream(("a", 1))
    assert random.stream("a") != random.stream("b")
    assert (random.nature_key(7) == random.nature_key(7)).all()
    assert (random.nature_key(7) != random.nature_key("7")).any()


@given(st.integers(1, 50), st.integers(0, 1000))
def test_below_stays_below(n, seed):
    rng = random.stream(seed)
    assert all(0 <= random.below(rng, n) < n for _ in range(50))


def test_below_is_uniform():
    rng = random.stream("uniform")
    counts = np.bincount([random.below(rng, 7) for _ in range(70_000)], minlength=7)
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 25  # six degrees of freedom: one in 3,000 runs is above


def test_weighted_follows_the_weights():
    rng, weights = random.stream("weights"), np.array([1, 0, 3, 6], np.int32)
    counts = np.bincount([random.weighted(rng, weights, 4) for _ in range(20_000)], minlength=4)
    assert counts[1] == 0
    assert np.allclose(counts / 20_000, [0.1, 0, 0.3, 0.6], atol=0.02)


def test_unit_is_in_the_unit_interval():
    rng = random.stream("unit")
    values = [random.unit(rng) for _ in range(1000)]
    assert 0 <= min(values) < 0.01 < 0.99 < max(values) < 1


@settings(deadline=None)  # the first one compiles
@given(st.one_of(st.text(max_size=150), st.integers(), st.tuples(st.text(), st.integers())), st.integers(1, 10**6))
def test_the_key_of_a_match_that_follows_is_that_of_its_seed(seed, number):
    """Compiled SHA-256 of one block and of several is what Python says."""
    beginning = random.key_text(seed)
    text, key = np.zeros(len(beginning) + random.KEY_ROOM, np.uint8), np.zeros(2, np.uint64)
    text[: len(beginning)] = list(beginning)
    random.next_key(text, len(beginning), number, key)
    assert key.tolist() == random.nature_key((seed, number)).tolist()
