"""Thinking: a process that dies or does not answer."""

import asyncio
import os
import signal

import pytest

import formicarium as fm
from formicarium.server.limits import LimitError
from formicarium.server.thinking import Thinkers


def thinking(work, limit=60.0):
    async def within():
        thinkers = Thinkers(1, limit, limit)
        try:
            return await work(thinkers)
        finally:
            thinkers.stop()

    return asyncio.run(within())


def test_a_process_that_dies_is_replaced():
    view = fm.Match("grasshopper", 2, seed=1).view(0)

    async def work(thinkers):
        first = await thinkers.choose(view, "gentle", "seed")
        for process in thinkers._pool("bots")._processes:
            os.kill(process, signal.SIGKILL)
        return first, await thinkers.choose(view, "gentle", "seed")

    first, second = thinking(work)
    assert first == second and first in [action.text for action in view.legal()]


def test_one_that_does_not_answer_is_given_up():
    view = fm.Match("grasshopper", 2, seed=1).view(0)
    with pytest.raises(LimitError) as caught:
        thinking(lambda thinkers: thinkers.choose(view, "gentle", "seed"), limit=0.001)
    assert caught.value.code == "limit/time"


def test_advice_is_about_legal_actions_and_the_same_for_the_same_seed():
    match = fm.Match("grasshopper", 2, seed=1)
    view = match.view(match.actors[0])

    async def work(thinkers):
        return [await thinkers.advise(view, "gentle", "seed") for _ in range(2)]

    first, second = thinking(work)
    assert first == second and sum(line.chance for line in first) == pytest.approx(1)
    assert {line.action for line in first} <= {action.text for action in view.legal()}
