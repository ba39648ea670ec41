"""Starting: how long an import and the first move of a match take, each in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from statistics import median

SCRIPT = """
from time import perf_counter
began = perf_counter()
import formicarium
imported = perf_counter()
match = formicarium.Match("sisimizi", seats=2, seed=1)
match.play(match.legal()[0])
print(imported - began, perf_counter() - imported)
"""


@dataclass(frozen=True)
class Start:
    """Seconds that the import took, and then the first move of a match of Sisimizi."""

    importing: float
    first_move: float


def starts(times: int) -> tuple[Start, Start]:
    """A start from an empty cache, where everything is compiled, and the medians of several starts after it."""
    with tempfile.TemporaryDirectory() as cache:
        cold = _start(cache)
        warm = [_start(cache) for _ in range(times)]
    return cold, Start(median(start.importing for start in warm), median(start.first_move for start in warm))


def _start(cache: str) -> Start:
    environment = {**os.environ, "FORMICARIUM_CACHE_DIR": cache}
    run = subprocess.run([sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True)
    importing, first_move = map(float, run.stdout.split())
    return Start(importing, first_move)
