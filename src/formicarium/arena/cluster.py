"""A crew on a Ray cluster: the matches go to whichever nodes have room, and Ray repeats those of a node that dies."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Hashable
from typing import Any, Generic

from formicarium.arena.crew import Answer, Task, lost
from formicarium.errors import ArenaError, MissingExtra

RETRIES = 9  # more than in `crew`: nodes come and go, and that is not the fault of a match
ANSWER_SECONDS = 5.0  # in which a cluster that is there has answered


def connect(address: str, purpose: str) -> Any:
    """Ray, connected to a cluster; `address` is what `ray start` said, or `auto`, or `ray://…`."""
    try:
        import ray
    except ImportError:
        raise MissingExtra("ray", purpose) from None
    try:
        host, _, port = address.rpartition(":")
        if port.isdecimal() and "://" not in address:  # else Ray tries for two minutes
            socket.create_connection((host, int(port)), ANSWER_SECONDS).close()
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (OSError, ValueError) as error:
        raise ArenaError("arena/cluster", f"there is no Ray cluster at {address!r}: {error}") from None
    return ray


def spread(ray: Any, work: Callable[..., Any]) -> Any:
    """Work that any node with a free core does, and another one if that dies."""
    return ray.remote(num_cpus=1, max_retries=RETRIES)(work)


def explained(ray: Any, error: BaseException, task: object) -> BaseException:
    """What went wrong with a task: its own error, or that too many workers have died of it."""
    if isinstance(error, (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError)):
        return lost(task, RETRIES + 1)
    return error.cause if isinstance(error, ray.exceptions.RayTaskError) else error


class Cluster(Generic[Task, Answer]):
    """The workers of a Ray cluster, one a core. Every node must have the same version of Formicarium as here."""

    def __init__(self, work: Callable[[Task], Answer], address: str) -> None:
        self._ray = connect(address, "matches on a Ray cluster")
        self._work = spread(self._ray, work)
        self._under_way: dict[Any, tuple[Hashable, Task]] = {}

    @property
    def places(self) -> int:
        """Twice the cores there are just now, so that none waits for us; nodes may come and go."""
        return max(1, 2 * int(self._ray.cluster_resources().get("CPU", 1)))

    def begin(self, key: Hashable, task: Task) -> None:
        self._under_way[self._work.remote(task)] = key, task

    def finished(self) -> tuple[Any, Answer]:
        ready, _ = self._ray.wait(list(self._under_way), num_returns=1)
        key, task = self._under_way.pop(ready[0])
        try:
            return key, self._ray.get(ready[0])
        except self._ray.exceptions.RayError as error:
            raise explained(self._ray, error, task) from None

    def __enter__(self) -> Cluster[Task, Answer]:
        return self

    def __exit__(self, *_: object) -> None:
        for reference in self._under_way:
            self._ray.cancel(reference, force=True)
        self._ray.shutdown()
