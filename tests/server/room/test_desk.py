"""The desk: whoever asks when too much waits is told so at once."""

import asyncio

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
