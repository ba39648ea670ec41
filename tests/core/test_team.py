"""Sharing: every match is taken once, by whoever comes."""

from threading import Thread

import numpy as np
import pytest

from formicarium.core import team


@pytest.mark.parametrize(("count", "threads"), [(1, 1), (1000, 1), (1000, 3), (50, 7)])
def test_every_match_is_taken_once(count, threads):
    tickets, taken = team.tickets(threads), [np.zeros(count, np.int64) for _ in range(threads)]

    def work(part):
        low, high = team.take(tickets, part, count)
        while low < high:
            taken[part][low:high] += 1
            low, high = team.take(tickets, part, count)

    helpers = [Thread(target=work, args=(part,)) for part in range(threads)]
    for helper in helpers:
        helper.start()
    for helper in helpers:
        helper.join()
    assert (np.sum(taken, axis=0) == 1).all()


def test_one_alone_does_the_parts_of_all():
    tickets, taken = team.tickets(4), []
    low, high = team.take(tickets, 2, 40)
    while low < high:
        taken += range(low, high)
        low, high = team.take(tickets, 2, 40)
    assert taken[:10] == list(range(20, 30)) and sorted(taken) == list(range(40))
