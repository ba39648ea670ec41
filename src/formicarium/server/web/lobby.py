"""The live connection of the lobby: who visits is told what changes, and is there as long as it is connected."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from starlette.websockets import WebSocket, WebSocketDisconnect

from formicarium.errors import FormicariumError, LimitError
from formicarium.server import metrics
from formicarium.server.people.lobby import Lobby, Visitor
from formicarium.server.table.table import Person
from formicarium.server.web.live import OVERLOAD, POLICY
from formicarium.server.web.sockets import Sockets


class Visit:
    """One socket, and what is still to be told over it."""

    def __init__(self, socket: WebSocket, person: Person | None, most: int) -> None:
        self.socket, self._line, self._most = socket, Sockets.of(socket), most
        self.visitor = Visitor(person, self._say)
        self._due: deque[bytes] = deque()
        self._wake = asyncio.Event()

    def _say(self, message: bytes) -> None:
        self._due.append(message)
        self._wake.set()

    async def send(self) -> None:
        """Send what is due, as long as the socket is open."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            if len(self._due) > self._most:
                await self.socket.close(OVERLOAD, "reads too slowly")
                return
            messages = [*self._due]
            self._due.clear()
            await self._line.say(*messages)

    async def receive(self, pay: Callable[[str], None]) -> None:
        """Until the visitor leaves; what it says means nothing, and costs."""
        while True:
            message = await self._line.receive()
            if message["type"] == "websocket.disconnect":
                return
            try:
                pay("request")
            except LimitError:
                await self.socket.close(POLICY, "too many messages")
                return


async def serve(socket: WebSocket, lobby: Lobby, person: Person | None, most: int, pay: Callable[[str], None]) -> None:
    """Run a connection until either side closes it."""
    visit = Visit(socket, person, most)
    await socket.accept()
    metrics.lobby_visitors.inc()
    sender = asyncio.create_task(visit.send())
    try:
        await lobby.enter(visit.visitor)
        await visit.receive(pay)
    except (WebSocketDisconnect, RuntimeError):
        pass  # the other side has gone
    except FormicariumError as error:
        await socket.close(OVERLOAD, error.code)  # the database does not answer: come again
    finally:
        lobby.leave(visit.visitor)
        metrics.lobby_visitors.dec()
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)
