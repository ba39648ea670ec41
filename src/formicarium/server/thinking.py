"""Thinking: bots and slow drawings in processes of their own, so that the event loop never waits for them."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from formicarium import View
from formicarium.server import metrics, thoughts
from formicarium.server.limits import LimitError
from formicarium.server.thoughts import Advice

if TYPE_CHECKING:
    from formicarium.server.bridge import Bridge

T = TypeVar("T")

WAITING_PICTURES = 4  # animated ones; who comes then has to ask again


class Pool(ProcessPoolExecutor):
    """Processes of this machine."""

    def __init__(self, processes: int) -> None:
        super().__init__(processes, mp_context=multiprocessing.get_context("spawn"), initializer=thoughts.begin)

    def end(self) -> None:
        """End them, whatever they are doing."""
        processes = list((self._processes or {}).values())
        self.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()


class Thinkers:
    """Processes in which bots think and long pictures are drawn; one that dies is replaced.

    With the address of a Ray cluster, bots think there instead.
    """

    def __init__(self, processes: int, think_limit: float, gif_limit: float, ray: str = "") -> None:
        self.processes, self.ray = processes, ray
        self.limits = {"bots": think_limit, "pictures": gif_limit}  # seconds
        self._pools: dict[str, Pool | Bridge] = {}
        self._drawing = 0

    async def connect(self) -> None:
        """Reach the cluster, if there shall be one."""
        if self.ray:
            self.processes = await asyncio.wrap_future(self._bridge().cores)

    async def prepare(self, games: Iterable[str]) -> None:
        """Let the processes load one game after another; a bot that is needed waits for one at most."""
        for name in games:
            with suppress(LimitError):  # where it must be compiled, that goes on
                await asyncio.gather(*(self._run("bots", thoughts.prepare, name) for _ in range(self.processes)))

    def stop(self) -> None:
        """End the processes; what they are doing is lost, and would be done again after a restart."""
        for pool in self._pools.values():
            pool.end()
        self._pools.clear()

    async def choose(self, view: View, level: str, seed: str) -> str:
        """The action that a bot of a level chooses."""
        return await self._think(thoughts.choose, view, level, seed)

    async def advise(self, view: View, level: str, seed: str) -> list[Advice]:
        """What a bot of a level thinks of the legal actions, the best first."""
        return await self._think(thoughts.advise, view, level, seed)

    async def _think(self, how: Callable[[View, str, str], T], view: View, level: str, seed: str) -> T:
        metrics.thinking.inc()
        began = time.perf_counter()
        try:
            return await self._run(
                "bots", thoughts.look, how, view.game.name, view.seats, view.seat, view.tobytes(), level, seed
            )
        finally:
            metrics.thinking.dec()
            metrics.think_seconds.labels(level).observe(time.perf_counter() - began)

    async def animate(self, record: str, plies: list[int], seat: int, theme: str, language: str, width: int) -> bytes:
        """A match as an animated GIF, of the positions after these plies as a seat sees them."""
        if self._drawing >= WAITING_PICTURES:
            raise LimitError("limit/busy", "too many pictures are being drawn: ask again in a while")
        self._drawing += 1
        try:
            return await self._run("pictures", thoughts.animate, record, plies, seat, theme, language, width)
        finally:
            self._drawing -= 1

    async def _run(self, pool: str, function: Callable[..., T], *arguments: Any) -> T:
        loop = asyncio.get_running_loop()
        for attempt in range(2):
            executor = self._pool(pool)
            try:
                return await asyncio.wait_for(loop.run_in_executor(executor, function, *arguments), self.limits[pool])
            except TimeoutError:
                raise LimitError("limit/time", "this takes too long now: ask again in a while") from None
            except BrokenExecutor:
                if self._pools.get(pool) is executor:
                    del self._pools[pool]
                if attempt:
                    raise
        raise AssertionError

    def _pool(self, name: str) -> Pool | Bridge:
        if name not in self._pools:
            if name == "bots" and self.ray:
                return self._bridge()
            self._pools[name] = Pool(self.processes if name == "bots" else 1)
        return self._pools[name]

    def _bridge(self) -> Bridge:
        from formicarium.server.bridge import Bridge  # only where it is wanted: it brings the arena along

        found = self._pools["bots"] = Bridge(self.ray)
        return found
