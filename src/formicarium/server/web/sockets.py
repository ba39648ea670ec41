"""Sockets: uvicorn's WebSocket protocol, made to let go of whoever does not read, or says too much.

A connection whose buffer has been full for `SLOW_SECONDS`, or that does not answer a close in that time, is cut: what
it has not read by then is of no use to anybody. What comes is read in pieces, so that the thousands of tiny frames that
arrive at once cannot take the event loop; all frames count, pings and parts of messages too. Large messages are
compressed, with no memory from one to the next; small ones would cost more time than they save.

Nearly all that comes and goes is a short message in one frame. Such a frame is read and written right here; all others,
and whatever is amiss, are left to the library.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame, apply_mask  # type: ignore[attr-defined]  # in C where that was built
from websockets.protocol import OPEN
from websockets.server import ServerProtocol
from websockets.typing import ExtensionParameter

from formicarium.server import metrics
from formicarium.server.web.connections import Gate, cut
from formicarium.server.web.limits import Bucket

SLOW_SECONDS = 2.0
PIECE = 1024  # bytes that are read before others have their turn: at most some 170 frames
POLICY = 1008  # the code of a close
AHEAD = 8  # messages that are read before the first of them is done
LARGE = 8_192  # bytes: a first frame, hardly ever a step
OWN = "formicarium"  # under this name the scope of a connection has the `Sockets` itself
TEXT, LAST, MASKED, LONG, LONGER = 0x81, 0x80, 0x80, 126, 127  # how RFC 6455 begins a frame: a text, whole and plain; …
FAST = {"level": 1}  # ten times smaller in half a millisecond; slower levels save little more


class Deflate(PerMessageDeflate):
    """Compresses what is large."""

    def encode(self, frame: Frame) -> Frame:
        """A frame as it is sent."""
        return frame if len(frame.data) < LARGE else super().encode(frame)


class DeflateFactory(ServerPerMessageDeflateFactory):
    """Agrees on compression with a client that wants it."""

    def __init__(self) -> None:
        super().__init__(server_no_context_takeover=True, client_no_context_takeover=True, compress_settings=FAST)

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """What is agreed on."""
        agreed, deflate = super().process_request_params(params, accepted_extensions)
        windows = deflate.remote_max_window_bits, deflate.local_max_window_bits
        return agreed, Deflate(
            deflate.remote_no_context_takeover, deflate.local_no_context_takeover, *windows, deflate.compress_settings
        )


class Sockets(WebSocketsSansIOProtocol):
    """One connection."""

    gate: ClassVar[Gate]

    _stalled: asyncio.TimerHandle | None = None
    _ending: asyncio.TimerHandle | None = None
    _bucket: Bucket
    _rest = b""  # what has come and is not read yet
    _whole = True  # whether what comes next begins a frame, for all that came before were whole ones

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.conn = ServerProtocol(
            extensions=[DeflateFactory()], max_size=self.config.ws_max_size, logger=self.conn.logger
        )

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """It begins."""
        super().connection_made(transport)
        settings = self.gate.settings
        self._bucket = Bucket(settings.messages_a_second, settings.messages_burst)

    def data_received(self, data: bytes) -> None:
        """Something has come; the head of the request, which is bounded, is read as a whole."""
        if not self.handshake_initiated:
            super().data_received(data)
            self._whole = data.endswith(b"\r\n\r\n")
        elif self._rest or not self._take(data):
            self._rest += data
            self._read()

    def _take(self, data: bytes) -> bool:
        """Take what has come if it is one message in one frame, as a client sends it; whether it was."""
        self._whole = self._whole and len(data) > 5 and bool(data[0] & LAST and data[1] & MASKED)
        if not self._whole:
            return False
        length, head = data[1] & ~MASKED, 2
        if length == LONG:
            length, head = int.from_bytes(data[2:4]), 4
        start = head + 4
        self._whole = length != LONGER and len(data) == start + length
        if not self._whole or data[0] != TEXT or length > self.config.ws_max_size or self.read_paused:
            return False
        if self.close_sent or self.conn.state is not OPEN or not self._bucket.take():
            return False
        try:
            text = apply_mask(data[start:], data[head:start]).decode()
        except UnicodeDecodeError:
            return False
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if self.queue.qsize() >= AHEAD:
            self.read_paused = True
            self.transport.pause_reading()
        return True

    def _read(self) -> None:
        """Read a piece; as long as there is more, nothing is taken from the network."""
        piece, self._rest = self._rest[:PIECE], self._rest[PIECE:]
        super().data_received(piece)
        if self.transport.is_closing():
            self._rest = b""
        elif self._rest:
            if not self.read_paused:
                self.read_paused = True
                self.transport.pause_reading()
            self.loop.call_soon(self._read)
        else:
            self._resume()

    def handle_events(self) -> None:
        """Do what a piece says, unless that is too much."""
        frames = sum(isinstance(event, Frame) for event in self.conn.events)
        if frames and not self.close_sent and not self._bucket.take(frames):
            self.conn.send_close(POLICY, "too many messages")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
        else:
            super().handle_events()

    async def receive(self) -> Any:
        """The next message; when there is none, more is read."""
        message = await self.queue.get()
        self._resume()
        return message

    def _resume(self) -> None:
        if self.read_paused and self.queue.empty() and not self._rest:
            self.read_paused = False
            self.transport.resume_reading()

    def pause_writing(self) -> None:
        """The other side does not read: it has a moment to catch up."""
        super().pause_writing()
        if self._stalled is None:
            self._stalled = self.loop.call_later(SLOW_SECONDS, self._cut)

    def resume_writing(self) -> None:
        """It reads again."""
        super().resume_writing()
        if self._stalled:
            self._stalled.cancel()
            self._stalled = None

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        for timer in (self._stalled, self._ending):
            if timer:
                timer.cancel()
        self.gate.leave(self.transport)
        super().connection_lost(exc)

    async def send(self, message: Any) -> None:
        """Send; a close must be answered soon."""
        await super().send(message)
        if message["type"] == "websocket.close":
            self._end_soon()

    @property
    def ready(self) -> bool:
        """Whether something can be said at once: the other side reads, and is there."""
        return self.writable.is_set() and self.conn.state is OPEN and not self.close_sent and not self.disconnected

    async def say(self, *texts: bytes) -> None:
        """Send messages; while the other side does not read, that waits."""
        if not self.writable.is_set():
            await self.writable.wait()
        if not self.ready:
            raise WebSocketDisconnect(code=1006)
        self.say_now(texts)

    def say_now(self, texts: Iterable[bytes]) -> None:
        """Send messages at once; the connection must be `ready`."""
        for text in texts:
            size = len(text)
            if size < LONG:
                self.transport.write(bytes((TEXT, size)) + text)
            elif size < LARGE:
                self.transport.write(bytes((TEXT, LONG)) + size.to_bytes(2) + text)
            else:
                self.conn.send_text(text)
                self.transport.write(b"".join(self.conn.data_to_send()))

    async def run_asgi(self) -> None:
        """Serve the connection; when that is done, what is not read soon is not waited for."""
        extensions: Any = self.scope["extensions"]
        extensions[OWN] = self
        await super().run_asgi()
        self._end_soon()

    def _end_soon(self) -> None:
        if self._ending is None:
            self._ending = self.loop.call_later(SLOW_SECONDS, cut, self.transport)

    def keepalive_timeout(self) -> None:
        """It did not answer when it was asked whether it is there: what is said to it now would not be read either."""
        self._cut()

    @classmethod
    def of(cls, socket: WebSocket) -> Sockets:
        """The connection beneath a socket."""
        connection: Sockets = socket.scope["extensions"][OWN]
        return connection

    def _cut(self) -> None:
        metrics.sockets_cut.inc()
        cut(self.transport)
