"""The variants that the interfaces are tried with: every game, mode and number of seats.

What is dear is tried with one variant of a game, the one with most seats, unless `make checkers` asks for all.
"""

import os

import pytest

import formicarium as fm
from formicarium import conformance


def modes(game):
    """The variants of a game that differ in seats and in the first option."""
    first = {option.name for option in game.options[:1]}
    return [variant for variant in conformance.variants(game) if set(variant.options) <= first]


VARIANTS = [variant for name in fm.game_names() for variant in modes(fm.game(name))]
LARGEST = VARIANTS if os.environ.get("CHECKERS") == "all" else [modes(fm.game(name))[-1] for name in fm.game_names()]

for_every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
for_every_game = pytest.mark.parametrize("variant", LARGEST, ids=str)
