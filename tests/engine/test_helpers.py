"""Helpers: together they do everything once, call after call, and end when they are dismissed."""

import threading
import time

import numpy as np
import pytest

from formicarium.core import team
from formicarium.engine.helpers import Helpers


@pytest.mark.parametrize("threads", [1, 3])
def test_every_match_is_done_once_in_every_call(threads):
    others = set(threading.enumerate())
    helpers, done = Helpers(threads, 500), np.zeros(500, np.int64)
    ours = set(threading.enumerate()) - others
    assert len(ours) == helpers.threads - 1
    lock = threading.Lock()

    def call(tickets, part, number):
        low, high = team.take(tickets, part, 500)
        while low < high:
            with lock:  # compiled code would add at once
                done[low:high] += 1
                tickets[-team.APART] += high - low
            low, high = team.take(tickets, part, 500)

    helpers.everywhere(call)
    assert (done == 1).all()
    helpers.everywhere(call)
    assert (done == 2).all()
    helpers.dismiss()
    until = time.monotonic() + 60
    while any(thread.is_alive() for thread in ours):
        assert time.monotonic() < until
        helpers.dismiss()  # one that was about to sleep is woken too
        time.sleep(0.01)
