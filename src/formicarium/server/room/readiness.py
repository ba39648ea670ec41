"""Readiness: games are compiled beside the server, in processes whose memory is freed; who is asked for goes first."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from contextlib import suppress
from multiprocessing.process import BaseProcess

import formicarium as fm
from formicarium.bots import search
from formicarium.core import jit
from formicarium.engine import calls
from formicarium.errors import Preparing
from formicarium.server.room import thoughts

CORES = os.cpu_count() or 1
TRIES = 2  # of a process that dies; then the game is compiled where it is needed
LAST = 19  # the niceness of what nobody has asked for, while others wait

log = logging.getLogger("formicarium.server")


class _Game:
    """How far one game is."""

    def __init__(self, name: str) -> None:
        self.game = fm.game(name)
        self.percent = 0
        self.wanted = False
        self.rules, self.bots = asyncio.Event(), asyncio.Event()
        self.task: asyncio.Task[None] | None = None
        self.process: BaseProcess | None = None


def work(game: fm.Game) -> int:
    """About how much of a game there is to compile."""
    return sum(path.stat().st_size for path in game.folder.glob("*.py"))


class Readiness:
    """Which games can be played: those whose compiled rules this process has loaded. Their bots come after."""

    def __init__(self) -> None:
        self._games: dict[str, _Game] = {}
        self._compiling: set[_Game] = set()

    def start(self) -> None:
        """Begin with all games, the least work first."""
        for name in sorted(fm.game_names(), key=lambda name: work(fm.game(name))):
            self._of(name)

    async def stop(self) -> None:
        """End what is being compiled: what is done of it stays on disk."""
        tasks = [game.task for game in self._games.values() if game.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def all(self) -> None:
        """Wait until nothing is left to do."""
        for game in list(self._games.values()):
            await game.bots.wait()

    def percent(self, name: str) -> int:
        """How much of a game is done; one of 100 is ready, bots and all."""
        return self._of(name).percent

    def playable(self, name: str) -> bool:
        """Whether the rules of a game are ready."""
        return self._of(name).rules.is_set()

    def soon(self, name: str) -> bool:
        """Whether the rules of a game are ready, or only to be loaded: worth a wait of a second."""
        game = self._of(name)
        return game.rules.is_set() or not jit.enabled() or calls.is_compiled(game.game)

    async def check(self, *names: str) -> None:
        """Refuse to go on without the rules of these games; what is compiled already is worth the wait."""
        for name in names:
            game = self._of(name)
            if not self.soon(name):
                self._want(game)
                raise Preparing(name, game.percent)
            await game.rules.wait()

    async def check_bots(self, name: str) -> None:
        """Refuse to go on without the bots of a game."""
        game = self._of(name)
        if not game.bots.is_set() and jit.enabled() and not search.is_compiled(game.game):
            self._want(game)
            raise Preparing(name, game.percent)
        await game.bots.wait()

    async def rules(self, name: str) -> None:
        """Wait for the rules of a game, which now goes first."""
        game = self._of(name)
        self._want(game)
        await game.rules.wait()

    async def rules_in_turn(self, name: str) -> None:
        """Wait for the rules of a game that nobody has asked to play."""
        await self._of(name).rules.wait()

    async def bots(self, name: str) -> None:
        """Wait for the bots of a game, which now goes first."""
        game = self._of(name)
        self._want(game)
        await game.bots.wait()

    def _of(self, name: str) -> _Game:
        if name not in self._games:
            game = self._games[name] = _Game(name)
            if not jit.enabled() or search.is_compiled(game.game):
                game.task = asyncio.create_task(self._load(game))
            self._begin()
        return self._games[name]

    def _want(self, game: _Game) -> None:
        """Let a game go first, and those that nobody has asked for last."""
        if not game.wanted:
            game.wanted = True
            self._begin()
            for other in self._games.values():
                if not other.wanted and other.process is not None and other.process.pid is not None:
                    with suppress(ProcessLookupError):
                        os.setpriority(os.PRIO_PROCESS, other.process.pid, LAST)

    def _begin(self) -> None:
        """Compile as many games at once as there are cores, and what is wanted in any case."""
        waiting = [game for game in self._games.values() if game.task is None]
        for game in waiting:
            if game.wanted or len(self._compiling) < CORES:
                self._compiling.add(game)
                game.task = asyncio.create_task(self._compile(game))

    async def _load(self, game: _Game) -> None:
        """Load what is on disk; what is not is compiled on the way, in a thread."""
        await asyncio.to_thread(calls.prepare, game.game)
        game.rules.set()
        game.bots.set()
        game.percent = 100

    async def _compile(self, game: _Game) -> None:
        """Have a game compiled by a process, and load its rules as soon as they are done."""
        try:
            for _ in range(TRIES):
                await self._listen(game)
                if search.is_compiled(game.game):
                    break
            else:
                log.error("a game could not be compiled in a process", extra={"game": game.game.name})
            await self._load(game)
        finally:
            self._compiling.discard(game)
            self._begin()

    async def _listen(self, game: _Game) -> None:
        """Run a process until it ends, and hear from it how far it is."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        game.process = context.Process(target=thoughts.compile_all, args=(game.game.name, theirs), daemon=True)
        game.process.start()
        theirs.close()
        try:
            with suppress(EOFError):
                while True:
                    game.percent = await asyncio.to_thread(ours.recv)
                    if calls.is_compiled(game.game) and not game.rules.is_set():
                        await asyncio.to_thread(calls.prepare, game.game)
                        game.rules.set()
        finally:
            game.process.terminate()
            game.process = None
