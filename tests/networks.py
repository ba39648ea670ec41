"""Networks for tests: small ones with weights by lot."""

import numpy as np

from formicarium.bots.learned import Learned, card_of, vocabulary
from formicarium.engine.game import find
from formicarium.search.network import ROOM
from formicarium.train.layout import table

SEATS = 4
WIDTH, NARROW, SIZE = 8, 6, 4


def weights(name, seed=0, size=SIZE, scale=0.3, features=True):
    """A network of a game with weights by lot."""
    game = find(name)
    rows, scales, inputs = table(game)
    if not features:
        rows, scales, inputs = rows[:0], scales[:0], 0
    rng = np.random.default_rng(seed)

    def some(*shape):
        return (scale * rng.normal(size=shape)).astype(np.float32)

    arrays = {
        "rows": rows,
        "scales": scales,
        "first": some(inputs + ROOM + 1, WIDTH),
        "second": some(WIDTH + 1, NARROW),
        "third": some(NARROW + 1, SEATS + size),
        "words": some(vocabulary(game)[1] if size else 0, size + 1),
        "trust": np.ones(2, np.float32),
    }
    return Learned(game, card_of(game, features, size > 0), arrays)
