"""Connections: uvicorn's HTTP protocol, made to let go of whoever says nothing, too little, too slowly or too much.

The gate counts all connections of a process, sockets among them. There are always descriptors left for files and for
who comes next: when they run short, the connection that has been silent for longest is closed.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import resource
import socket
import struct
from collections import Counter, OrderedDict
from contextlib import suppress
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from formicarium.server import metrics
from formicarium.server.settings import Settings
from formicarium.server.web.limits import household

WANTED_DESCRIPTORS = 65_536  # as many as the system allows, up to this
SPARE = 0.25  # of the descriptors is kept for files, the database and processes
NEAR = 0.8  # of all connections: from there on the log says so

AT_ONCE = struct.pack("ii", 1, 0)  # as SO_LINGER has it

log = logging.getLogger("formicarium.server")


def raise_descriptors() -> None:
    """Let this process open as many descriptors as it is allowed to."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, WANTED_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def cut(transport: asyncio.BaseTransport) -> None:
    """End a connection at once; what was not read is thrown away, else the system would keep it for minutes."""
    raw = transport.get_extra_info("socket")
    if raw is not None:
        with suppress(OSError, ValueError):  # it is closed already
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
    transport.abort()  # type: ignore[attr-defined]  # every transport of a connection has it


class Gate:
    """All connections of a process: how many there are, from where, and which of them wait for nothing of ours."""

    def __init__(self, settings: Settings) -> None:
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        descriptors = WANTED_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
        self.settings = settings
        self.most = max(1, int((1 - SPARE) * descriptors))
        self._proxies = [ipaddress.ip_network(part.strip()) for part in settings.proxies.split(",") if part.strip()]
        self._from: dict[asyncio.Transport, str] = {}
        self._counts: Counter[str] = Counter()
        self._silent: OrderedDict[asyncio.Transport, None] = OrderedDict()  # the longest silent first
        self._near = False

    def enter(self, transport: asyncio.Transport) -> bool:
        """Let a connection in, or say that there is no place for it."""
        host = str((transport.get_extra_info("peername") or ("",))[0])
        place = household(host)
        if self._counts[place] >= self.settings.connections_each and not self._is_proxy(host):
            metrics.connections_refused.labels("address").inc()
            return False
        if len(self._from) >= self.most and not self._make_room():
            metrics.connections_refused.labels("process").inc()
            return False
        self._from[transport] = place
        self._counts[place] += 1
        self._watch()
        return True

    def leave(self, transport: asyncio.Transport) -> None:
        """A connection is gone."""
        self._silent.pop(transport, None)
        place = self._from.pop(transport, None)
        if place is not None:
            self._counts[place] -= 1
            if not self._counts[place]:
                del self._counts[place]
            self._watch()

    def rest(self, transport: asyncio.Transport) -> None:
        """A connection has nothing to wait for."""
        self._silent[transport] = None

    def wake(self, transport: asyncio.Transport) -> None:
        """A connection has asked for something."""
        self._silent.pop(transport, None)

    def _make_room(self) -> bool:
        """Close who has been silent for longest, if anybody is."""
        if not self._silent:
            return False
        oldest, _ = self._silent.popitem(last=False)
        cut(oldest)
        self.leave(oldest)
        return True

    def _is_proxy(self, host: str) -> bool:
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._proxies)

    def _watch(self) -> None:
        metrics.connections.set(len(self._from))
        if len(self._from) > NEAR * self.most and not self._near:
            self._near = True
            log.warning("connections run short", extra={"connections": len(self._from), "most": self.most})
        elif len(self._from) < NEAR / 2 * self.most:
            self._near = False  # far enough that the next time is another one


class Connections(HttpToolsProtocol):
    """One connection. Its requests arrive in time and with a head of bounded length, or it is closed."""

    gate: ClassVar[Gate]

    _deadline: asyncio.TimerHandle | None = None
    _stalled: asyncio.TimerHandle | None = None
    _head = 0  # bytes of the head that have come so far; -1 when it is complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Somebody connects, and has to say soon what it wants."""
        super().connection_made(transport)
        if self.gate.enter(transport):
            self.gate.rest(transport)
            self._within(self.gate.settings.head_seconds)
        else:
            self._refuse(503, "too many connections")

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self._stop()
        self.gate.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A piece has come: of a head, which is bounded, or of a body, which those bound who read it."""
        if self.transport.is_closing():
            return
        self.gate.wake(self.transport)
        if self._head >= 0:
            self._head += len(data)
            if self._head == len(data):
                self._within(self.gate.settings.head_seconds)
        super().data_received(data)
        if self._head > self.gate.settings.head_bytes and not self.transport.is_closing():
            self._refuse(431, f"the head of a request has at most {self.gate.settings.head_bytes} bytes")

    def on_headers_complete(self) -> None:
        """The head is complete: now the body has its time."""
        self._head = -1
        self._within(self.gate.settings.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is complete: whatever comes is the next."""
        self._within(None)
        self._head = 0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """It has its answer, and may be silent again for a while."""
        super().on_response_complete()
        if not self.pipeline and not self._head and not self.transport.is_closing():
            self.gate.rest(self.transport)

    def handle_websocket_upgrade(self) -> None:
        """It becomes a socket, which has times of its own and stays behind the gate."""
        self._stop()
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        """The other side does not read."""
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(self.gate.settings.stall_seconds, cut, self.transport)

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        if self._stalled:
            self._stalled.cancel()
            self._stalled = None

    def _within(self, seconds: float | None) -> None:
        """What is expected comes within so many seconds; `None` when nothing is."""
        if self._deadline:
            self._deadline.cancel()
        self._deadline = self.loop.call_later(seconds, self._late) if seconds is not None else None

    def _late(self) -> None:
        self._deadline = None
        if not self._head:
            self.transport.abort()  # it has said nothing at all
            return
        metrics.connections_refused.labels("slow").inc()
        self._refuse(408, "the request did not arrive in time")

    def _refuse(self, status: int, sentence: str) -> None:
        """Answer in few words, unless an answer is on its way, and close."""
        waiting = self._head < 0 and not self.cycle.response_started
        if waiting or (self._head >= 0 and (self.cycle is None or self.cycle.response_complete)):
            lines = f"HTTP/1.1 {status} \r\ncontent-type: text/plain\r\ncontent-length: {len(sentence)}\r\n"
            self.transport.write(f"{lines}connection: close\r\n\r\n{sentence}".encode())
        self.transport.close()

    def _stop(self) -> None:
        self._within(None)
        if self._stalled:
            self._stalled.cancel()
