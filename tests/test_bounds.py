"""Bounds: every game plays random matches with Numba's index checks on, in a process and with a cache of its own."""

import os
import subprocess
import sys

import pytest

import formicarium as fm

PLAY = """
import sys
import formicarium as fm
from formicarium import conformance
from formicarium.core import entry, random
game = fm.game(sys.argv[1])
for variant in conformance.variants(game):
    for seed in range(5):
        position = variant.start()
        made = entry.playout(position.records, 0, random.stream(seed), game.longest + 1)
        assert 0 < made <= game.longest, made
    position.evaluate(), position.outcome, position.view(0).world(random.stream(0))
print("played")
"""


@pytest.mark.parametrize("name", fm.game_names())
def test_no_index_leaves_its_array(name):
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}
    done = subprocess.run(
        [sys.executable, "-c", PLAY, name], env=environment, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.strip() == "played"
