"""Thinking: bots in processes of their own, so that the event loop never waits for them."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import signal
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar  # Any: what a function takes and answers is its own affair

from formicarium import View
from formicarium.coach.review import Passage
from formicarium.errors import LimitError
from formicarium.server import metrics
from formicarium.server.room import thoughts
from formicarium.server.room.readiness import Readiness
from formicarium.server.room.thoughts import Advice

if TYPE_CHECKING:
    from formicarium.server.room.bridge import Bridge

T = TypeVar("T")
REVIEWS = "reviews"  # no person is called so
log = logging.getLogger("formicarium.server")


class Pool(ProcessPoolExecutor):
    """Processes of this machine."""

    def __init__(self, processes: int) -> None:
        super().__init__(processes, mp_context=multiprocessing.get_context("spawn"), initializer=thoughts.begin)

    def overspent(self) -> bool:
        """Whether one of them has ended because it needed too much time of the processor; waits until they have ended.

        That one is ending is known before how it has ended.
        """
        processes = list((self._processes or {}).values())
        self.shutdown()
        return any(process.exitcode == -signal.SIGPROF for process in processes)

    def end(self) -> None:
        """End them, whatever they are doing."""
        processes = list((self._processes or {}).values())
        self.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()


class Turnstile:
    """Lets owners in by turns, so that who has many thoughts to think keeps nobody else waiting for all of them."""

    def __init__(self) -> None:
        self._inside = 0
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()  # whose turn is next stands first

    @asynccontextmanager
    async def turn(self, owner: str, places: int) -> AsyncIterator[None]:
        """Wait for one of so many places, and have it until the block ends."""
        if self._inside < places and not self._waiting:
            self._inside += 1
        else:
            called = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(owner, deque()).append(called)
            try:
                await called
            except asyncio.CancelledError:
                if not called.cancelled():
                    self._leave()  # it was let in at the same moment
                raise
        try:
            yield
        finally:
            self._leave()

    def _leave(self) -> None:
        """Give the place to the owner whose turn it is; its next thought waits until all others had theirs."""
        while self._waiting:
            owner, line = next(iter(self._waiting.items()))
            called = line.popleft()
            if not line:
                del self._waiting[owner]
            if called.cancelled():
                continue  # who was given up has had no turn
            if line:
                self._waiting.move_to_end(owner)
            called.set_result(None)
            return
        self._inside -= 1


class Thinkers:
    """Processes in which bots think; one that dies is replaced.

    With the address of a Ray cluster, bots think there instead.
    """

    def __init__(self, processes: int, limit: float, ray: str = "") -> None:
        self.processes, self.limit, self.ray = processes, limit, ray
        self.readiness = Readiness()
        self._pool: Pool | Bridge | None = None
        self._turns = Turnstile()

    async def connect(self) -> None:
        """Reach the cluster, if there shall be one."""
        if self.ray:
            self.processes = await asyncio.wrap_future(self._bridge().cores)

    async def prepare(self, games: Iterable[str]) -> None:
        """Let the processes load one game after another; a bot that is needed waits for one at most."""
        for name in games:
            with suppress(LimitError):
                await asyncio.gather(*(self._run(thoughts.prepare, name) for _ in range(self.processes)))

    def stop(self) -> None:
        """End the processes; what they are doing is lost, and would be done again after a restart."""
        if self._pool is not None:
            self._pool.end()
            self._pool = None

    async def choose(self, view: View, level: str, seed: str, owner: str) -> str:
        """The action that a bot of a level chooses, at a table of some owner."""
        if not self.ray:
            await self.readiness.bots(view.game.name)
        return await self._think(thoughts.choose, view, level, seed, owner)

    async def advise(self, view: View, level: str, seed: str, owner: str) -> list[Advice]:
        """What a bot of a level thinks of the legal actions, the best first; for who wants to know."""
        if not self.ray:
            await self.readiness.check_bots(view.game.name)
        return await self._think(thoughts.advise, view, level, seed, owner)

    async def examine(self, passage: Passage) -> list[dict[str, Any]]:
        """What a passage of a match that is over shows. All reviews together wait like one owner of tables."""
        if not self.ray:
            await self.readiness.bots(passage.game)
        async with self._turns.turn(REVIEWS, self.processes):
            return await self._run(thoughts.examine, passage)

    async def _think(self, how: Callable[[View, str, str], T], view: View, level: str, seed: str, owner: str) -> T:
        metrics.thinking.inc()
        began = time.perf_counter()
        try:
            async with self._turns.turn(owner, self.processes):
                return await self._run(
                    thoughts.look, how, view.game.name, view.seats, view.seat, view.tobytes(), level, seed
                )
        finally:
            metrics.thinking.dec()
            metrics.think_seconds.labels(level).observe(time.perf_counter() - began)

    async def _run(self, function: Callable[..., T], *arguments: Any) -> T:
        loop = asyncio.get_running_loop()
        for attempt in range(2):
            pool = self.pool
            try:
                return await asyncio.wait_for(loop.run_in_executor(pool, function, *arguments), self.limit)
            except TimeoutError:
                raise LimitError("limit/time", "this takes too long now: ask again in a while") from None
            except BrokenExecutor:
                if self._pool is pool:
                    self._pool = None
                    if not self.ray:  # the bridge tells of itself
                        log.warning("a process in which bots think has ended, and is replaced: is there memory enough?")
                if attempt:
                    raise
        raise AssertionError

    @property
    def pool(self) -> Pool | Bridge:
        """Where bots think."""
        if self._pool is None:
            self._pool = self._bridge() if self.ray else Pool(self.processes)
        return self._pool

    def _bridge(self) -> Bridge:
        from formicarium.server.room.bridge import Bridge  # only where it is wanted: it brings the arena along

        bridge = self._pool = Bridge(self.ray)
        return bridge
