"""A crew on a Ray cluster: the matches go to whichever nodes have room, and Ray repeats those of a node that dies."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable
from typing import Any, Generic

from formicarium.arena.crew import Answer, Task, lost
from formicarium.engine.errors import ArenaError, MissingExtra

RETRIES = 9  # more than in `crew`: nodes come and go, and that is not the fault of a match


class Cluster(Generic[Task, Answer]):
    """The workers of a Ray cluster, one a core; `address` is what `ray start` said, or `auto`, or `ray://…`.

    Every node must have Formicarium installed, the same version as here.
    """

    def __init__(self, work: Callable[[Task], Answer], address: str) -> None:
        try:
            import ray
        except ImportError:
            raise MissingExtra("ray", "matches on a Ray cluster") from None
        self._ray: Any = ray
        try:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except (ConnectionError, ValueError) as error:
            raise ArenaError("arena/cluster", f"there is no Ray cluster at {address!r}: {error}") from None
        self._work = ray.remote(num_cpus=1, max_retries=RETRIES)(work)
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
        died = (self._ray.exceptions.WorkerCrashedError, self._ray.exceptions.NodeDiedError)
        try:
            return key, self._ray.get(ready[0])
        except died:
            raise lost(task, RETRIES + 1) from None
        except self._ray.exceptions.RayTaskError as error:
            raise error.cause from None

    def __enter__(self) -> Cluster[Task, Answer]:
        return self

    def __exit__(self, *_: object) -> None:
        for reference in self._under_way:
            self._ray.cancel(reference, force=True)
        self._ray.shutdown()
