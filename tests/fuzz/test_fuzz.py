"""Hostile input of every kind is taken or refused, never a crash, and never for long."""

import asyncio

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fuzz import cases, grammar
from fuzz.run import give
from fuzz.targets import Site, take_notation, take_record, timed

FEW = settings(max_examples=200, deadline=None, database=None, suppress_health_check=list(HealthCheck))
CHANCE = st.randoms(use_true_random=False, note_method_calls=False)


@pytest.fixture(scope="module")
def site():
    found = Site()
    try:
        yield found
    finally:
        found.close()


def take(how, given_, hold=timed):
    _, why = give(how, given_, hold)
    assert not why, why


@FEW
@given(CHANCE.map(grammar.notation))
def test_notation(text):
    take(take_notation, text)


@FEW
@given(CHANCE.map(grammar.record))
def test_record_files(text):
    take(take_record, text)


@FEW
@given(st.text())
def test_any_text_as_a_record(text):
    take(take_record, text)


@FEW
@given(text=CHANCE.map(grammar.message))
def test_messages(site, text):
    take(site.take_message, text, site.hold)


@FEW
@given(asked=CHANCE.map(grammar.request))
def test_requests(site, asked):
    take(site.take_request, asked, site.hold)


def test_what_once_did_harm(site):
    takes = {"notation": take_notation, "record": take_record}
    takes |= {"message": site.take_message, "request": site.take_request}
    for kind, given_ in cases.kept():
        take(takes[kind], given_, site.hold if kind in ("message", "request") else timed)


def test_a_stall_of_the_event_loop_and_what_fails_beside_are_found(site):
    async def work(how):
        await asyncio.sleep(0.2)  # which nobody holds
        asyncio.get_running_loop().call_soon(how)
        await asyncio.sleep(0.01)

    def given_to(how):
        return give(lambda _: site.loop.run_until_complete(work(how)), "", site.hold)[1]

    assert not given_to(lambda: None)
    assert given_to(lambda: sum(range(10_000_000))).startswith("took")
    assert "ZeroDivisionError" in given_to(lambda: 1 // 0)


def test_a_crash_and_a_stall_are_found():
    def crash(_):
        raise KeyError("oh")

    def stall(_):
        sum(range(10_000_000))

    assert "KeyError" in give(crash, "")[1]
    assert give(stall, "")[1].startswith("took")
