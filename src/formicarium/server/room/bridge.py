"""The bridge to a Ray cluster: a process that asks it for us, since Ray ends whoever asks when the cluster is lost."""

from __future__ import annotations

import logging
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import suppress
from functools import partial
from itertools import count
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any  # Any: what a function takes and answers is its own affair

from formicarium.arena.cluster import ANSWER_SECONDS, connect, explained, spread
from formicarium.errors import ArenaError, BotsAway, FormicariumError
from formicarium.server.room.thoughts import begin

CORES = 0  # the number of the first answer; work has those after it

log = logging.getLogger("formicarium.server")


class Bridge(Executor):
    """Work on a cluster, which does it again when a worker dies. A bridge that breaks must be replaced, like a pool."""

    def __init__(self, address: str) -> None:
        context = multiprocessing.get_context("spawn")
        self._address = address
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=carry, args=(theirs, address), daemon=True)
        self._process.start()
        theirs.close()
        self.cores: Future[int] = Future()  # of the cluster, known when it is reached
        self._numbers = count(CORES + 1)
        self._under_way: dict[int, Future[Any]] = {}
        self._outgoing: SimpleQueue[tuple[Any, ...] | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._broken = False
        for work in (self._send, self._listen):
            threading.Thread(target=work, daemon=True).start()

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:  # type: ignore[override]
        """Have a function of a module called on the cluster; cancelling the future cancels it there."""
        future: Future[Any] = Future()
        with self._lock:
            if self._broken:
                raise BrokenExecutor("the cluster is lost")
            number = next(self._numbers)
            self._under_way[number] = future
        self._outgoing.put((number, function, *arguments))
        future.add_done_callback(partial(self._give_up, number))
        return future

    def end(self) -> None:
        """Leave the cluster; what it is doing for us is lost."""
        self._process.terminate()

    def _give_up(self, number: int, future: Future[Any]) -> None:
        if future.cancelled() and self._under_way.pop(number, None) is not None:
            self._outgoing.put((number, None))

    def _send(self) -> None:
        with suppress(OSError):
            while message := self._outgoing.get():
                self._connection.send(message)

    def _listen(self) -> None:
        with suppress(EOFError, OSError):
            while True:
                number, error, answer = self._connection.recv()
                settle(self.cores if number == CORES else self._under_way.pop(number, None), error, answer)
        with self._lock:
            self._broken = True
        self._outgoing.put(None)
        if not self.cores.done():
            self.cores.set_exception(ArenaError("arena/cluster", f"there is no Ray cluster at {self._address!r}"))
        unreached = self.cores.exception()
        if unreached:
            log.warning("the cluster cannot be reached", extra={"error": str(unreached)})
        for future in list(self._under_way.values()):
            settle(future, BotsAway() if unreached else BrokenExecutor("the cluster is lost"))


def settle(future: Future[Any] | None, error: BaseException | None, answer: Any = None) -> None:
    """Say what came of it, if somebody still wants to know."""
    if future is not None and future.set_running_or_notify_cancel():
        if error is None:
            future.set_result(answer)
        else:
            future.set_exception(error)


# In the process of the bridge


def carry(connection: Connection[Any, Any], address: str) -> None:
    """Pass on to the cluster what is asked, and what comes of it back, until the server ends or Ray ends us."""
    begin()
    os.environ.setdefault("RAY_gcs_rpc_server_reconnect_timeout_s", str(round(ANSWER_SECONDS)))
    sending = threading.Lock()

    def answer(number: int, error: BaseException | None, result: Any = None) -> None:
        with sending, suppress(OSError):
            connection.send((number, error, result))

    try:
        ray = connect(address, "bots that think on a Ray cluster")
    except FormicariumError as error:
        answer(CORES, error)
        return
    answer(CORES, None, int(ray.cluster_resources().get("CPU", 0)))
    under_way: dict[int, Any] = {}
    remote: dict[Callable[..., Any], Any] = {}

    def finished(number: int, future: Future[Any]) -> None:
        under_way.pop(number, None)
        error = future.exception()
        if error:
            answer(number, explained(ray, error, "a thought"))
        else:
            answer(number, None, future.result())

    with suppress(EOFError, OSError):
        while True:
            number, function, *arguments = connection.recv()
            if function is None:
                if number in under_way:
                    ray.cancel(under_way[number])
                continue
            if function not in remote:
                remote[function] = spread(ray, function)
            under_way[number] = remote[function].remote(*arguments)
            under_way[number].future().add_done_callback(partial(finished, number))
