"""The site under siege: one process on SQLite, or two on PostgreSQL and Redis behind nginx; and what is done to it."""

from __future__ import annotations

import random
import secrets
import signal
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator

from chaos.faults import schedule, strike
from chaos.run import SETTINGS
from services import Cluster

from .held import Watched

KILL_AFTER = 0.5, 3.0  # seconds of play between a start and the next fault
PAUSE_SECONDS = 0.5, 2.0


class Site(ABC):
    """Where it is, and what can fail."""

    url: str
    database: str

    @property
    @abstractmethod
    def processes(self) -> list[Watched]:
        """The processes of our server."""

    @abstractmethod
    def new_database(self) -> str:
        """The address of another, empty database."""

    @abstractmethod
    def start(self) -> None:
        """Start everything."""

    @abstractmethod
    def stop(self) -> None:
        """End everything."""

    @abstractmethod
    def faults(
        self, seed: int, seconds: float, kills: int, cut: Callable[[], None], killed: Callable[[], None]
    ) -> Iterator[tuple[str, float]]:
        """Let something fail for so long and until there were so many kills.

        After each, when it is well again: what it was, and how long that took. `killed` is called at that moment.
        """


class Alone(Site):
    """One process on SQLite."""

    def __init__(self) -> None:
        self._server = Watched(**SETTINGS)
        self.url, self.database = self._server.url, f"sqlite:///{self._server.folder / 'tables.db'}"

    @property
    def processes(self) -> list[Watched]:
        """The one."""
        return [self._server]

    def new_database(self) -> str:
        """One more file."""
        return f"sqlite:///{self._server.folder / secrets.token_hex(8)}.db"

    def start(self) -> None:
        """Start it."""
        self._server.start()

    def stop(self) -> None:
        """End it."""
        self._server.stop()

    def faults(
        self, seed: int, seconds: float, kills: int, cut: Callable[[], None], killed: Callable[[], None]
    ) -> Iterator[tuple[str, float]]:
        """It is killed, again and again; now and then paused, or its connections are cut."""
        lot, end = random.Random(f"siege {seed}"), time.monotonic() + seconds
        while time.monotonic() < end or kills > 0:
            time.sleep(lot.uniform(*KILL_AFTER))
            kind, began = lot.choices(("kill", "pause", "cut"), (6, 1, 1))[0], time.monotonic()
            if kind == "kill":
                self._server.kill()
                killed()
                self._server.start()
                kills -= 1
            elif kind == "pause":
                self._server.send(signal.SIGSTOP)
                try:
                    time.sleep(lot.uniform(*PAUSE_SECONDS))
                finally:
                    self._server.send(signal.SIGCONT)
            else:
                cut()
            yield kind, time.monotonic() - began


class Together(Site):
    """Two processes on PostgreSQL and Redis, behind nginx."""

    def __init__(self) -> None:
        self._cluster = Cluster(server=Watched, **SETTINGS)
        self.url, self.database = self._cluster.url, self._cluster.database

    @property
    def processes(self) -> list[Watched]:
        """Both."""
        return list(self._cluster.processes)

    def new_database(self) -> str:
        """One more of the same PostgreSQL."""
        return str(self._cluster.postgres.new_database())

    def start(self) -> None:
        """Start them."""
        self._cluster.start()

    def stop(self) -> None:
        """End everything."""
        self._cluster.stop()

    def faults(
        self, seed: int, seconds: float, kills: int, cut: Callable[[], None], killed: Callable[[], None]
    ) -> Iterator[tuple[str, float]]:
        """What `make chaos` does: kills, restarts, pauses, a lost bus, cut connections; then kills alone."""
        lot, end = random.Random(f"siege {seed}"), time.monotonic() + seconds
        for fault in schedule(seed, seconds):
            if time.monotonic() > end:
                break
            time.sleep(fault.after)
            began = time.monotonic()
            strike(fault, self._cluster, cut, killed)
            kills -= fault.kind == "kill"
            yield fault.kind, time.monotonic() - began
        while kills > 0:
            time.sleep(lot.uniform(*KILL_AFTER))
            process, began = lot.choice(self._cluster.processes), time.monotonic()
            process.kill()
            killed()
            process.start()
            kills -= 1
            yield "kill", time.monotonic() - began


SITES: dict[str, type[Site]] = {"sqlite": Alone, "postgres": Together}
