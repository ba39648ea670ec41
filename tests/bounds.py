"""Matches with every index checked, as a program: `NUMBA_BOUNDSCHECK=1 python tests/bounds.py sisimizi`."""

import sys

import numpy as np

import formicarium as fm
from formicarium import conformance
from formicarium.core import entry, kernel, random
from formicarium.core.jit import compiled
from formicarium.core.kernel import SEATS

MATCHES = 5  # of every variant


@compiled
def play(positions, options, seats, rng, most, shares, places):
    """Play a random match, and do at its end what else a kernel does. One function, so that all is optimised once."""
    s = positions[0]
    kernel.setup(s, seats, options[0])
    made = entry.playout(positions, 0, rng, most)
    kernel.evaluate(s, shares)
    kernel.outcome(s, places)
    kernel.redact(s, 0)
    kernel.determinize(s, 0, rng)
    return made


def main(name):
    """Play all variants of a game."""
    game = fm.game(name)
    for variant in conformance.variants(game):
        options = game.encode_options(game.check_options(variant.options, variant.seats))
        for seed in range(MATCHES):
            records, shares, places = np.zeros(1, game.kernel.record), np.zeros(SEATS), np.zeros((3, SEATS))
            made = play(records, options, variant.seats, random.stream(seed), game.longest + 1, shares, places)
            assert 0 < made <= game.longest, made
    print("played")


if __name__ == "__main__":
    main(sys.argv[1])
