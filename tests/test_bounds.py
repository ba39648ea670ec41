"""Bounds: every game plays random matches with Numba's index checks on, in a process and with a cache of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import formicarium as fm

PROGRAM = Path(__file__).with_name("bounds.py")


@pytest.mark.parametrize("name", fm.game_names())
def test_no_index_leaves_its_array(name):
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}
    done = subprocess.run(
        [sys.executable, PROGRAM, name], env=environment, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.strip() == "played"
