"""Helpers: the threads that work on a batch beside the one that asks. `core.team` is what they do in compiled code."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock, Thread
from typing import Any

import numpy as np
from numpy.typing import NDArray

from formicarium.core import jit, team

Call = Callable[[NDArray[np.int64], int, int], Any]  # with the tickets, the part of a thread, and the call's number


class Helpers:
    """Threads that sleep until there is a call, and a while after it are still awake for the next one.

    They know the calls and what these hold, not the batch: so it can be forgotten, and then `dismiss` ends them. Where
    there are none, as after a fork, everything is done by who asks.
    """

    def __init__(self, threads: int, count: int) -> None:
        self.count = count
        self.threads = threads if jit.enabled() else 1  # interpreted, they would only wait for each other
        self.desk = np.array([0, count], np.int64)  # the number of the last call; matches in all
        self._call: tuple[int, Call | None, NDArray[np.int64]] = 0, None, team.tickets(self.threads)
        self._asleep: list[Lock] = []
        self._dismissed = False
        for part in range(1, self.threads):
            Thread(target=self._help, args=(part,), name="formicarium batch", daemon=True).start()

    def everywhere(self, call: Call) -> None:
        """Make a call, together."""
        number, tickets = self._call[0] + 1, team.tickets(self.threads)
        self._call = number, call, tickets
        self._wake()
        call(tickets, 0, number)
        while tickets[-team.APART] < self.count:  # another thread was held up by the system
            time.sleep(0)

    def dismiss(self) -> None:
        """Let the threads end."""
        self._dismissed = True
        self._wake()

    def _wake(self) -> None:
        while self._asleep:
            self._asleep.pop().release()

    def _help(self, part: int) -> None:
        bell, last = Lock(), 0
        bell.acquire()
        while not self._dismissed:
            number, call, tickets = self._call
            if call is None or number == last:
                self._asleep.append(bell)
                bell.acquire()  # one who is woken too early, or finds all done, goes to sleep again
            else:
                last = number
                call(tickets, part, number)
                del call, tickets  # what they hold may be large
