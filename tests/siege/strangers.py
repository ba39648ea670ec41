"""Strangers: sockets that never read, and sockets that never stop asking; one thread drives them all."""

from __future__ import annotations

import base64
import json
import os
import random
import socket
import struct
import threading
import time
from collections.abc import Sequence
from contextlib import suppress

ASK: tuple[dict[str, object], ...] = (
    {"type": "look"},
    {"type": "ping", "id": 1},
    {"type": "act", "id": 2, "number": 0, "action": "x"},
    {"type": "?"},
)
ROUND_SECONDS = 0.02
CONNECT_SECONDS = 5.0
READ_BYTES = 1 << 18


class Stranger:
    """One of them: who is cut off comes again."""

    def __init__(self, ports: Sequence[int], place: str, lot: random.Random, *, deaf: bool) -> None:
        self.port, self.place, self.deaf, self.lot = ports[lot.randrange(len(ports))], place, deaf, lot
        self.came = self.asked = 0
        self.raw: socket.socket | None = None

    def ask(self) -> None:
        """Ask once more, over a new connection if need be."""
        try:
            if self.raw is None:
                self._connect()
            assert self.raw is not None
            if not self.deaf:
                with suppress(BlockingIOError):
                    if not self.raw.recv(READ_BYTES):
                        raise ConnectionResetError
            self.raw.send(_frame(ASK[0] if self.deaf else ASK[self.lot.randrange(len(ASK))]))
            self.asked += 1
        except BlockingIOError:
            pass  # the server does not read either
        except OSError:
            self.leave()

    def leave(self) -> None:
        """Close the connection."""
        if self.raw is not None:
            self.raw.close()
            self.raw = None

    def _connect(self) -> None:
        raw = socket.socket()
        if self.deaf:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        raw.settimeout(CONNECT_SECONDS)
        self.raw = raw
        raw.connect(("127.0.0.1", self.port))
        key = base64.b64encode(os.urandom(16)).decode()
        raw.sendall(
            f"GET /api/{self.place}/live HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        raw.setblocking(False)
        self.came += 1


def _frame(message: dict[str, object]) -> bytes:
    text = json.dumps(message).encode()
    return struct.pack("!BB4s", 0x81, 0x80 | len(text), bytes(4)) + text


class Crowd:
    """Many strangers at some tables, while the block lasts."""

    def __init__(self, ports: Sequence[int], tables: Sequence[str], deaf: int, flooding: int, seed: int) -> None:
        lot = random.Random(f"crowd {seed}")
        kinds = [True] * deaf + [False] * flooding
        places = [*(f"tables/{table}" for table in tables), "lobby"]
        self.strangers = [Stranger(ports, places[n % len(places)], lot, deaf=kind) for n, kind in enumerate(kinds)]
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._ask)

    def __enter__(self) -> Crowd:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _ask(self) -> None:
        try:
            while not self._ended.is_set():
                began = time.monotonic()
                for stranger in self.strangers:
                    stranger.ask()
                self._ended.wait(max(0.0, ROUND_SECONDS - (time.monotonic() - began)))
        finally:
            for stranger in self.strangers:
                stranger.leave()

    @property
    def told(self) -> dict[str, int]:
        """What they did."""
        return {
            "connections": sum(stranger.came for stranger in self.strangers),
            "messages": sum(stranger.asked for stranger in self.strangers),
        }
