"""The bus: tells everyone who listens to a table that it has changed, in this process and, through Redis, in others."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol  # Any: the client of Redis has no types

import orjson

from formicarium.errors import MissingExtra, SettingError
from formicarium.server import metrics
from formicarium.server.wire.events import Event

Listener = Callable[[Event], None]
Hearing = Callable[[str, Event], None]

GAP: Event = {"type": "gap"}  # something may have been missed: look into the database
PREFIX = "formicarium:"
OWN = f"{PREFIX}processes"  # every process listens to it, so that there is always something to listen to
AGAIN_SECONDS = 0.2  # between two attempts to reach Redis
SUBSCRIBE_SECONDS = 1.0  # to wait for Redis to say that it has understood; later, what was missed is looked up
MOST_WAITING = 10_000  # events while Redis cannot be reached; beyond, one a table says that there was something

log = logging.getLogger("formicarium.bus")


class Bus(Protocol):
    """Publish and subscribe by table."""

    async def start(self, hear: Hearing) -> None:
        """Begin; `hear` is called with what other processes publish about the tables that are followed."""

    async def stop(self) -> None:
        """Send what waits, then close."""

    def publish(self, table: str, event: Event) -> None:
        """Tell all listeners of a table: those in this process at once, those in others soon."""

    def tell(self, table: str, event: Event) -> None:
        """Tell the listeners in this process only."""

    def subscribe(self, table: str, listener: Listener) -> Callable[[], None]:
        """Listen in this process until the returned function is called."""

    async def follow(self, table: str) -> None:
        """Hear from now on what other processes publish about a table."""

    def leave(self, table: str) -> None:
        """Hear no more of it."""

    @property
    def connected(self) -> bool:
        """Whether other processes can be heard now."""


def bus(url: str) -> Bus:
    """The bus of a URL such as `redis://host:6379/0`; without one, a bus within this process."""
    if not url:
        return LocalBus()
    if url.partition("://")[0] not in ("redis", "rediss", "unix"):
        raise SettingError("bus/unknown", "the bus is a redis://, rediss:// or unix:// URL, or none")
    return RedisBus(url)


class LocalBus:
    """A bus within one process: listeners are called at once and must not wait."""

    connected = True

    def __init__(self) -> None:
        self._listeners: dict[str, list[Listener]] = {}

    async def start(self, hear: Hearing) -> None:
        """There is nobody else to hear."""

    async def stop(self) -> None:
        """Nothing waits."""

    def publish(self, table: str, event: Event) -> None:
        """Tell all listeners of a table."""
        self.tell(table, event)

    def tell(self, table: str, event: Event) -> None:
        """Tell all listeners of a table."""
        for listener in tuple(self._listeners.get(table, ())):
            listener(event)

    def subscribe(self, table: str, listener: Listener) -> Callable[[], None]:
        """Listen to a table until the returned function is called."""
        self._listeners.setdefault(table, []).append(listener)

        def leave() -> None:
            listeners = self._listeners.get(table, [])
            if listener in listeners:
                listeners.remove(listener)
            if not listeners:
                self._listeners.pop(table, None)

        return leave

    async def follow(self, table: str) -> None:
        """Nobody else publishes."""

    def leave(self, table: str) -> None:
        """Nobody else publishes."""


class RedisBus(LocalBus):
    """A bus between processes: one channel a table, followed by the processes that hold it in memory.

    Redis keeps nothing, and needs not: the database does. After a broken connection each followed table hears of
    a gap, and what could not be sent is sent again.
    """

    def __init__(self, url: str) -> None:
        super().__init__()
        try:
            from redis import asyncio as redis
            from redis.asyncio.retry import Retry
            from redis.backoff import NoBackoff
            from redis.exceptions import RedisError
        except ModuleNotFoundError as error:
            raise MissingExtra("redis", "A bus between processes") from error
        self._errors = (RedisError, OSError, RuntimeError)  # the last is how uvloop says that a connection is closed
        # No retries inside: a connection that was made anew in silence would hide that something was missed.
        self._client = redis.Redis.from_url(url, retry=Retry(NoBackoff(), 0), socket_connect_timeout=2)
        self.process = secrets.token_hex(4)
        self.connected = False
        self._followed: dict[str, asyncio.Event] = {}  # by channel: set when Redis has understood
        self._leaving: set[str] = set()
        self._outgoing: list[tuple[str, bytes]] = []
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._pubsub: Any = None

    async def start(self, hear: Hearing) -> None:
        """Begin to send and to listen."""
        self._tasks = [asyncio.create_task(self._listen(hear)), asyncio.create_task(self._send())]

    async def stop(self) -> None:
        """Send what waits, if that is possible now, then close."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(*self._errors):
            await self._send_waiting()
        await self._client.aclose()

    def publish(self, table: str, event: Event) -> None:
        """Tell all listeners of a table."""
        self.tell(table, event)
        message = {"from": self.process, "at": time.time(), **event}
        self._outgoing.append((PREFIX + table, orjson.dumps(message)))
        self._wake.set()

    async def follow(self, table: str) -> None:
        """Hear what other processes publish about a table."""
        channel = PREFIX + table
        self._leaving.discard(channel)
        understood = self._followed.setdefault(channel, asyncio.Event())
        if self.connected and not understood.is_set():
            with suppress(TimeoutError, *self._errors):
                await self._pubsub.subscribe(channel)
                await asyncio.wait_for(understood.wait(), SUBSCRIBE_SECONDS)

    def leave(self, table: str) -> None:
        """Hear no more of a table."""
        if self._followed.pop(PREFIX + table, None):
            self._leaving.add(PREFIX + table)
            self._wake.set()

    async def _send(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._send_waiting()
            except self._errors:
                self._shorten()
                self._wake.set()
                await asyncio.sleep(AGAIN_SECONDS)

    async def _send_waiting(self) -> None:
        sending = list(self._outgoing)
        if sending:
            pipeline = self._client.pipeline(transaction=False)
            for channel, message in sending:
                pipeline.publish(channel, message)
            await pipeline.execute()
            del self._outgoing[: len(sending)]
        if self._leaving and self.connected:
            leaving, self._leaving = self._leaving, set()
            await self._pubsub.unsubscribe(*leaving)

    def _shorten(self) -> None:
        """While nothing can be sent, do not keep more than what others need to look again."""
        if len(self._outgoing) > MOST_WAITING:
            gap = orjson.dumps({"from": self.process, "at": time.time(), **GAP})
            self._outgoing = [(channel, gap) for channel in dict.fromkeys(channel for channel, _ in self._outgoing)]

    async def _listen(self, hear: Hearing) -> None:
        while True:
            self._pubsub = self._client.pubsub()
            try:
                await self._pubsub.subscribe(OWN)
                while True:
                    before = self.connected
                    self._take(await self._pubsub.get_message(timeout=None), hear)
                    if self.connected and not before and self._followed:  # who comes later subscribes by itself
                        await self._pubsub.subscribe(*self._followed)
            except self._errors as error:
                if self.connected:
                    log.warning("the bus is lost", extra={"error": str(error)})
            finally:
                self.connected = False
                metrics.bus_connected.set(0)
                for understood in self._followed.values():
                    understood.clear()
                with suppress(*self._errors):
                    await self._pubsub.aclose()
            await asyncio.sleep(AGAIN_SECONDS)

    def _take(self, message: dict[str, Any] | None, hear: Hearing) -> None:
        """One message: that Redis has understood, or what another process says."""
        if message is None:
            return
        channel = message["channel"].decode()
        if message["type"] == "subscribe":
            if channel == OWN:
                self.connected = True
                metrics.bus_connected.set(1)
            elif channel in self._followed:
                self._followed[channel].set()
                hear(channel.removeprefix(PREFIX), GAP)
        elif message["type"] == "message" and channel in self._followed:
            event = orjson.loads(message["data"])
            if event.pop("from") != self.process:
                metrics.bus_seconds.observe(max(0.0, time.time() - event.pop("at")))
                hear(channel.removeprefix(PREFIX), event)
