"""Thinking: a process that dies or does not answer."""

import asyncio
import os
import signal

import pytest

import formicarium as fm
from formicarium.errors import LimitError
from formicarium.server.room.thinking import Thinkers, Turnstile


def thinking(work, limit=60.0):
    async def within():
        thinkers = Thinkers(1, limit)
        try:
            return await work(thinkers)
        finally:
            thinkers.stop()

    return asyncio.run(within())


def test_a_process_that_dies_is_replaced_and_the_log_says_so(caplog):
    """As one does that the system ends because memory runs out."""
    view = fm.Match("grasshopper", 2, seed=1).view(0)

    async def work(thinkers):
        first = await thinkers.choose(view, "gentle", "seed", "ada")
        for process in thinkers.pool._processes:
            os.kill(process, signal.SIGKILL)
        return first, await thinkers.choose(view, "gentle", "seed", "ada")

    caplog.clear()  # a second try counts anew
    first, second = thinking(work)
    assert first == second and first in [action.text for action in view.legal()]
    said = {record.message.partition(",")[0] for record in caplog.records}
    assert said == {"a process in which bots think has ended"}, "as often as it is noticed"


def test_one_that_does_not_answer_is_given_up():
    view = fm.Match("grasshopper", 2, seed=1).view(0)
    with pytest.raises(LimitError) as caught:
        thinking(lambda thinkers: thinkers.choose(view, "gentle", "seed", "ada"), limit=0.001)
    assert caught.value.code == "limit/time"


def test_advice_is_about_legal_actions_and_the_same_for_the_same_seed():
    match = fm.Match("grasshopper", 2, seed=1)
    view = match.view(match.actors[0])

    async def work(thinkers):
        return [await thinkers.advise(view, "gentle", "seed", "ada") for _ in range(2)]

    first, second = thinking(work)
    assert first == second and sum(line.chance for line in first) == pytest.approx(1)
    assert {line.action for line in first} <= {action.text for action in view.legal()}


def test_who_has_many_thoughts_keeps_nobody_waiting_for_all_of_them():
    """960 tables of champions, made by one stranger, kept another's bot from moving for minutes."""
    match = fm.Match("sisimizi", 2, seed=1)
    view = match.view(match.actors[0])

    async def work(thinkers):
        served = []

        async def think(owner, level):
            await thinkers.choose(view, level, "seed", owner)
            served.append(owner)

        await think("warm", "gentle")
        many = [asyncio.create_task(think("stranger", "gentle")) for _ in range(60)]
        await asyncio.sleep(0)
        await think("ada", "greedy")
        before = served.count("stranger")
        for task in many:
            task.cancel()
        await asyncio.gather(*many, return_exceptions=True)
        await think("ben", "greedy")  # who was given up is in nobody's way
        return before

    assert thinking(work) <= 2


def test_a_turn_that_is_given_up_is_the_next_ones():
    async def work():
        turns, order = Turnstile(), []

        async def think(name, owner):
            async with turns.turn(owner, 1):
                order.append(name)
                await asyncio.sleep(0)

        names = [("a1", "a"), ("a2", "a"), ("a3", "a"), ("b1", "b"), ("c1", "c"), ("b2", "b")]
        tasks = [asyncio.create_task(think(*name)) for name in names]
        await asyncio.sleep(0)
        tasks[3].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await think("last", "a")
        return order

    assert asyncio.run(work()) == ["a1", "a2", "b2", "c1", "a3", "last"]
