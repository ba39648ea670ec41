"""The desk: whoever asks when too much waits is told so at once, and what takes too much of a processor is given up."""

import asyncio
import time

import pytest

from formicarium.errors import LimitError
from formicarium.server.room.desk import Desk
from formicarium.server.settings import Settings


def test_who_comes_when_too_many_wait_has_to_ask_again(monkeypatch):
    async def work():
        desk, called = Desk(Settings(work_waiting=1)), asyncio.Event()

        async def wait(*_):
            await called.wait()

        monkeypatch.setattr(desk, "_run", wait)  # no process is needed for that
        waiting = [asyncio.create_task(desk.check("a record")) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(LimitError) as refused:
            await desk.check("another")
        assert refused.value.code == "limit/busy"
        called.set()
        await asyncio.gather(*waiting)
        await desk.check("now there is room")

    asyncio.run(work())


def test_the_time_of_the_processor_counts_and_not_the_clock():
    async def work():
        desk = Desk(Settings(work_limit=1.0))
        try:
            await desk._do(desk._short, time.sleep, 3.0)  # as where others have the processor for so long
            with pytest.raises(LimitError) as refused:
                await desk._do(desk._short, sum, range(10**12))
            assert refused.value.code == "limit/time" and "longer than 1 s" in str(refused.value)
            assert await desk._do(desk._short, sum, range(10)) == 45, "another process does what comes next"
        finally:
            desk.stop()

    asyncio.run(work())
