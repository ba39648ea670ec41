"""The desk: what takes long and is no thinking, in processes of its own. Pictures are drawn there, records checked.

Bots think elsewhere, so that they delay nobody here. Each kind of work has its own queue and its own process, in which
one is done at a time: whoever asks for much waits for itself. What takes too long is ended with its process. The time
of the processor counts: on a machine that has much else to do everything is late, but not refused.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from typing import Any, TypeVar  # Any: what a function takes and answers is its own affair

from formicarium import View
from formicarium.coach.story import Story
from formicarium.errors import LimitError
from formicarium.server.room import thoughts
from formicarium.server.room.thinking import Pool
from formicarium.server.room.thoughts import Checked
from formicarium.server.settings import Settings

T = TypeVar("T")

WAITING_ANIMATIONS = 4  # who comes then has to ask again
START_SECONDS = 60.0  # for a process to begin: that is not the fault of what it is asked
LATE = 10  # times as long by the clock, then it is given up, whatever keeps it


class Queue:
    """Work of one kind, one after the other: so long at most, and so many waiting."""

    def __init__(self, limit: float, waiting: int) -> None:
        self.limit, self.waiting = limit, waiting
        self.length = 0
        self.turn = asyncio.Semaphore(1)
        self.pool: Pool | None = None

    def end(self) -> None:
        """End the process, whatever it is doing."""
        if self.pool is not None:
            self.pool.end()
            self.pool = None


class Desk:
    """Processes that draw and check; those that die or take too long are replaced."""

    def __init__(self, settings: Settings) -> None:
        self._short = Queue(settings.work_limit, settings.work_waiting)
        self._long = Queue(settings.gif_limit, WAITING_ANIMATIONS)

    def stop(self) -> None:
        """End the processes; whoever waits for them is asked to come again."""
        self._short.end()
        self._long.end()

    async def check(self, record: str) -> Checked:
        """What a record file says, every move of it checked."""
        return await self._do(self._short, thoughts.check, record)

    async def picture(self, view: View, names: Sequence[str], theme: str, language: str, width: int) -> bytes:
        """A view as a PNG picture."""
        seen = view.game.name, view.seats, view.seat, view.tobytes()
        return await self._do(self._short, thoughts.picture, *seen, names, theme, language, width)

    async def animate(
        self, record: str, plies: list[int], seat: int, names: Sequence[str], theme: str, language: str, width: int
    ) -> bytes:
        """A match as an animated GIF, of the positions after these plies as a seat sees them."""
        return await self._do(self._long, thoughts.animate, record, plies, seat, names, theme, language, width)

    async def narrate(self, record: str, packed: str, language: str, names: Sequence[str]) -> Story:
        """A review in words."""
        return await self._do(self._short, thoughts.narrate, record, packed, language, names)

    async def card(self, record: str, told: Story, theme: str) -> bytes:
        """A review as a PNG picture to share."""
        return await self._do(self._short, thoughts.card, record, told, theme)

    async def _do(self, queue: Queue, function: Callable[..., T], *arguments: Any) -> T:
        if queue.length > queue.waiting:
            raise LimitError("limit/busy", "too many pictures and records are waiting: ask again in a while")
        queue.length += 1
        try:
            async with queue.turn:
                return await self._run(queue, function, *arguments)
        finally:
            queue.length -= 1

    async def _run(self, queue: Queue, function: Callable[..., T], *arguments: Any) -> T:
        """Do it in the process; once more if that has ended by itself."""
        for _ in range(2):
            try:
                if queue.pool is None:
                    queue.pool = Pool(1)
                    await self._wait(queue, START_SECONDS, thoughts.wake)
                return await self._wait(queue, queue.limit, function, *arguments)
            except BrokenExecutor:
                pool, queue.pool = queue.pool, None
                if pool is not None and await asyncio.to_thread(pool.overspent):
                    raise _too_long(queue.limit) from None
        raise LimitError("limit/busy", "the process that does this has ended: ask again in a while")

    async def _wait(self, queue: Queue, limit: float, function: Callable[..., T], *arguments: Any) -> T:
        loop = asyncio.get_running_loop()
        try:
            done = loop.run_in_executor(queue.pool, thoughts.within, limit, function, *arguments)
            return await asyncio.wait_for(done, LATE * limit)
        except TimeoutError:
            queue.end()
            raise _too_long(limit) from None


def _too_long(limit: float) -> LimitError:
    return LimitError("limit/time", f"this takes longer than {limit:g} s and was given up")
