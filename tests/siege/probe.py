"""The probe: how long a server keeps somebody waiting who asks for next to nothing.

Asked from outside, a busy machine looks like a busy server. So the probe also reads how much processor time the server
itself spent while it was asked: that is what others had to wait for, however many share the machine.
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import httpx

PAUSE_SECONDS = 0.01


class Wait(NamedTuple):
    """One question: how long its answer took, and how long the server worked meanwhile."""

    wall: float
    worked: float


def worked(process: int) -> float:
    """The seconds for which the threads of a process have had a processor."""
    spent = 0
    for task in Path(f"/proc/{process}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # the thread has ended meanwhile
            spent += int((task / "schedstat").read_text().split()[0])
    return spent / 1e9


class Probe:
    """Asks for the health of a server again and again, in a thread, while the block lasts."""

    def __init__(self, url: str, process: int) -> None:
        self.url, self.process = url, process
        self.waits: list[Wait] = []
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._ask)

    def __enter__(self) -> Probe:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _ask(self) -> None:
        with httpx.Client(base_url=self.url, timeout=120) as http:
            while not self._ended.wait(PAUSE_SECONDS):
                began, before = time.perf_counter(), worked(self.process)
                assert http.get("/health").status_code == 200
                self.waits.append(Wait(time.perf_counter() - began, worked(self.process) - before))

    @property
    def longest(self) -> Wait:
        """The longest of each."""
        return Wait(max(wait.wall for wait in self.waits), max(wait.worked for wait in self.waits))
