"""Thinking: bots and slow drawings in processes of their own, so that the event loop never waits for them."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing.connection import wait
from typing import Any, NamedTuple, TypeVar

import numpy as np

from formicarium import View, game, loads
from formicarium.bots import SearchBot, bot, search
from formicarium.engine import calls
from formicarium.scene import gif
from formicarium.server import metrics
from formicarium.server.limits import LimitError

T = TypeVar("T")

WAITING_PICTURES = 4  # animated ones; who comes then has to ask again
NICENESS = 10  # who clicks goes before who thinks


class Advice(NamedTuple):
    """What a bot thinks of one action; `formicarium.bots.Line` in notation."""

    action: str
    shares: tuple[float, ...]
    visits: int
    chance: float


class Thinkers:
    """Processes in which bots think and long pictures are drawn; one that dies is replaced."""

    def __init__(self, processes: int, think_limit: float, gif_limit: float) -> None:
        self.processes = processes
        self.limits = {"bots": think_limit, "pictures": gif_limit}  # seconds
        self._pools: dict[str, ProcessPoolExecutor] = {}
        self._drawing = 0

    async def start(self, games: Iterable[str]) -> None:
        """Start the processes and let them load one game after another; a bot that is needed waits for one at most."""
        for name in games:
            with suppress(LimitError):  # where it must be compiled, that goes on
                await asyncio.gather(*(self._run("bots", prepare, name) for _ in range(self.processes)))

    def stop(self) -> None:
        """End the processes; what they are doing is lost, and would be done again after a restart."""
        for pool in self._pools.values():
            processes = list((pool._processes or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()
        self._pools.clear()

    async def choose(self, view: View, level: str, seed: str) -> str:
        """The action that a bot of a level chooses."""
        return await self._think(choose, view, level, seed)

    async def advise(self, view: View, level: str, seed: str) -> list[Advice]:
        """What a bot of a level thinks of the legal actions, the best first."""
        return await self._think(advise, view, level, seed)

    async def _think(self, how: Callable[[View, str, str], T], view: View, level: str, seed: str) -> T:
        metrics.thinking.inc()
        began = time.perf_counter()
        try:
            return await self._run(
                "bots", look, how, view.game.name, view.seats, view.seat, view.tobytes(), level, seed
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
            return await self._run("pictures", animate, record, plies, seat, theme, language, width)
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

    def _pool(self, name: str) -> ProcessPoolExecutor:
        if name not in self._pools:
            self._pools[name] = ProcessPoolExecutor(
                self.processes if name == "bots" else 1,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=begin,
            )
        return self._pools[name]


# In the processes


def begin() -> None:
    """Be polite, leave signals to the server, and end with it however it ends."""
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            wait([parent.sentinel])
            os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def prepare(name: str) -> None:
    """Load a game before somebody waits for a bot."""
    calls.prepare(game(name))
    search.prepare(game(name))


def look(
    how: Callable[[View, str, str], T], name: str, seats: int, seat: int, record: bytes, level: str, seed: str
) -> T:
    """What a bot makes of the bytes of a view."""
    found = game(name)
    records = np.frombuffer(record, found.kernel.record).copy()
    return how(View(found, seats, records, seat), level, seed)


def choose(view: View, level: str, seed: str) -> str:
    """A bot's choice."""
    return bot(view.game, level, seed=seed).choose(view).text


def advise(view: View, level: str, seed: str) -> list[Advice]:
    """A bot's thoughts."""
    lines = SearchBot(seed, view.game.levels[level]).analyse(view)
    return [Advice(line.action.text, line.shares, line.visits, line.chance) for line in lines]


def animate(record: str, plies: list[int], seat: int, theme: str, language: str, width: int) -> bytes:
    """A GIF from a record's text."""
    wanted = set(plies)
    stages = enumerate(loads(record, seed="").positions())
    scenes = (position.view(seat).scene(language) for ply, (_, position) in stages if ply in wanted)
    return gif(scenes, theme, width=width)
