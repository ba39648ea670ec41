"""Entry points: whole random matches, chance by weight, and who of several actors acts."""

import numpy as np
import pytest

from formicarium.core import entry, random
from formicarium.core.kernel import SEATS
from formicarium.engine.position import Position, perft


@pytest.fixture
def start(tiny):
    return Position.start(tiny, 2, tiny.encode_options(tiny.check_options({}, 2)))


def test_nature_draws_by_weight(start):
    rng, counts = random.stream("draw"), [0, 0, 0]
    for _ in range(6000):
        counts[start.draw(rng)] += 1
    assert all(abs(count - expected) < 200 for count, expected in zip(counts, (1000, 2000, 3000), strict=True))


def test_several_actors_are_equally_likely():
    rng, counts = random.stream("actors"), [0] * SEATS
    for _ in range(4000):
        counts[entry.some_actor(0b1010, rng)] += 1
    assert counts[0] == counts[2] == 0
    assert abs(counts[1] - counts[3]) < 300


def test_playouts_begin_anew_each_time(tiny):
    positions, rng = np.zeros(2, tiny.kernel.record), random.stream("playouts")
    options = tiny.encode_options({"fold": "yes", "shown": "no"})
    assert entry.playouts(positions, 2, options, rng, 10, tiny.longest) == 40


def test_perft_counts_the_ways(start):
    assert [perft(start, depth) for depth in range(5)] == [1, 3, 3 * 6, 3 * 2 * 3 * 3, 3 * 2 * 3 * 3 * 2]
