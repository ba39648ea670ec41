"""Crews: who plays the matches. This process alone, or processes beside it of which any may die."""

from __future__ import annotations

import multiprocessing
import signal
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, Protocol, TypeVar

from formicarium.errors import ArenaError

Task = TypeVar("Task")
Answer = TypeVar("Answer")
Key = TypeVar("Key", bound=Hashable)

ATTEMPTS = 3  # a task that so many workers have died of is not given to another one


def lost(task: object, workers: int) -> ArenaError:
    """The end of a task whose workers die again and again."""
    return ArenaError("arena/worker", f"{workers} workers died of {task}; play it with --workers 1 to see why")


class Crew(Protocol[Task, Answer]):
    """Workers that do the same work on many tasks, as a context: leaving it sends them home, whatever they are at."""

    @property
    def places(self) -> int:
        """How many tasks are worth having under way."""

    def begin(self, key: Hashable, task: Task) -> None:
        """Give a task to a worker; there must be a place."""

    def finished(self) -> tuple[Any, Answer]:
        """Wait until a task is done; its key, and what came of it. An error of the work is raised here."""

    def __enter__(self) -> Crew[Task, Answer]: ...

    def __exit__(self, *_: object) -> None: ...


def carry_out(crew: Crew[Task, Answer], tasks: Iterable[tuple[Key, Task]]) -> Iterator[tuple[Key, Answer]]:
    """Let a crew do tasks and yield what is finished, in the order in which that happens.

    The tasks are drawn one by one as places become free, so what they are may depend on what was finished.
    """
    waiting, under_way = iter(tasks), 0
    while True:
        while under_way < crew.places:
            following = next(waiting, None)
            if following is None:
                break
            crew.begin(*following)
            under_way += 1
        if not under_way:
            return
        key, answer = crew.finished()
        under_way -= 1
        yield key, answer


def hire(work: Callable[[Task], Answer], workers: int = 1, ray: str | None = None) -> Crew[Task, Answer]:
    """Whoever shall do the work: a Ray cluster if its address is given, else so many processes, one being this."""
    if ray is not None:
        from formicarium.arena.cluster import Cluster  # it builds on this module

        return Cluster(work, ray)
    return Alone(work) if workers == 1 else Processes(work, workers)


class Alone(Generic[Task, Answer]):
    """This process, one task at a time."""

    places = 1

    def __init__(self, work: Callable[[Task], Answer]) -> None:
        self._work = work
        self._task: tuple[Hashable, Task]

    def begin(self, key: Hashable, task: Task) -> None:
        self._task = key, task

    def finished(self) -> tuple[Any, Answer]:
        key, task = self._task
        return key, self._work(task)

    def __enter__(self) -> Alone[Task, Answer]:
        return self

    def __exit__(self, *_: object) -> None: ...


@dataclass
class Hand:
    """One process of a crew, and the task that it is at."""

    process: BaseProcess
    connection: Connection[Any, Any]
    key: Hashable = None
    task: Any = None
    busy: bool = False


class Processes(Generic[Task, Answer]):
    """Processes of this machine. If one dies, a new one takes its place and its task is done again.

    They are spawned, since a forked process would inherit the locks of compiled code, and they leave Ctrl-C to us.
    """

    def __init__(self, work: Callable[[Task], Answer], workers: int) -> None:
        self._work = work
        self._context = multiprocessing.get_context("spawn")
        self._lost: Counter[Hashable] = Counter()
        self.places = workers
        self.hands: list[Hand] = []

    def begin(self, key: Hashable, task: Task) -> None:
        hand = next((hand for hand in self.hands if not hand.busy), None) or self._hire()
        hand.key, hand.task, hand.busy = key, task, True
        try:
            hand.connection.send(task)
        except OSError:  # it died while it was idle
            self._replace(hand)

    def finished(self) -> tuple[Any, Answer]:
        while True:
            for ready in wait([hand.connection for hand in self.hands if hand.busy]):
                hand = next(hand for hand in self.hands if hand.connection is ready)
                try:
                    error, answer = hand.connection.recv()
                except (EOFError, OSError):
                    self._replace(hand)
                    continue
                hand.busy = False
                if error is not None:
                    raise error
                return hand.key, answer

    def __enter__(self) -> Processes[Task, Answer]:
        return self

    def __exit__(self, *_: object) -> None:
        for hand in self.hands:
            self._dismiss(hand)
        self.hands.clear()

    def _hire(self) -> Hand:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(theirs, self._work), daemon=True)
        process.start()
        theirs.close()
        hand = Hand(process, ours)
        self.hands.append(hand)
        return hand

    def _dismiss(self, hand: Hand) -> None:
        hand.connection.close()
        hand.process.terminate()
        hand.process.join()
        hand.process.close()

    def _replace(self, hand: Hand) -> None:
        self._lost[hand.key] += 1
        self.hands.remove(hand)
        self._dismiss(hand)
        if self._lost[hand.key] == ATTEMPTS:
            raise lost(hand.task, ATTEMPTS)
        self.begin(hand.key, hand.task)


def _serve(connection: Connection[Any, Any], work: Callable[[Any], Any]) -> None:
    """The life of a worker: take a task, answer, until the other end hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            task = connection.recv()
        except (EOFError, OSError):
            return
        error, answer = None, None
        try:
            answer = work(task)
        except Exception as problem:
            error = problem
        try:
            connection.send((error, answer))
        except OSError:
            return
