"""How often an event loop was held: as the server counts it, over all its lives, and as the machine is to blame for."""

from __future__ import annotations

import re
import subprocess
import sys
from contextlib import suppress
from typing import NamedTuple

import httpx

from services import Formicarium

LONG = "0.1"  # seconds that the event loop may not be held, as the metrics have it
NEIGHBOUR = """
import sys, time
while True:
    began = time.perf_counter()
    time.sleep(0.01)
    if time.perf_counter() - began > 0.01 + float(sys.argv[1]):
        print("late", flush=True)
"""


class Held(NamedTuple):
    """How often that was so long."""

    worked: float = 0.0  # by what the server itself did
    late: float = 0.0  # for whatever reason: it may have waited for a disk, or for its turn on a busy machine


class Watched(Formicarium):  # type: ignore[misc]  # mypy does not look into the folders of tests
    """A process that may be killed, and what all its lives have counted."""

    _before = Held()

    def kill(self) -> None:
        """End without a chance to tidy up."""
        with suppress(httpx.HTTPError):
            self._before = self.held()
        super().kill()

    def held(self) -> Held:
        """Since the first start."""
        lines = httpx.get(f"{self.url}/metrics", timeout=60).text
        return Held(self._before.worked + _long(lines, "stall"), self._before.late + _long(lines, "lag"))


def _long(lines: str, name: str) -> float:
    counts = dict(re.findall(rf'^formicarium_loop_{name}_seconds_bucket{{le="([^"]+)"}} (\S+)$', lines, re.MULTILINE))
    return float(counts["+Inf"]) - float(counts[LONG])


class Neighbour:
    """A process that only sleeps, while the block lasts: where it comes late, the machine is to blame."""

    def __enter__(self) -> Neighbour:
        command = [sys.executable, "-c", NEIGHBOUR, LONG]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self.late = self._process.communicate()[0].count("late")
