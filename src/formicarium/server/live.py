"""The live connection: numbered differences to a viewer, actions from it, over one WebSocket a table."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Any

import orjson
from starlette.websockets import WebSocket, WebSocketDisconnect

from formicarium import SPECTATOR
from formicarium.engine.errors import FormicariumError
from formicarium.server import frames, metrics
from formicarium.server.bus import Event
from formicarium.server.clock import NONE
from formicarium.server.frames import Viewer
from formicarium.server.identity import clean
from formicarium.server.limits import Bucket
from formicarium.server.room import Held, Room
from formicarium.server.tables import Person, TableError

POLICY, TOO_BIG, OVERLOAD, RESTART = 1008, 1009, 1013, 1012  # close codes


class Connection:
    """One socket: what it looks at, what it has been told, what waits to be sent."""

    def __init__(self, socket: WebSocket, room: Room, held: Held, person: Person | None, viewer: Viewer) -> None:
        self.socket, self.room, self.held, self.person, self.viewer = socket, room, held, person, viewer
        self.number = -1  # the last that the viewer was told
        self.waiting: deque[Event] = deque()
        self._sleeping: asyncio.Future[None] | None = None  # the sender, while there is nothing to send
        self.bucket = Bucket(room.settings.messages_a_second, room.settings.messages_burst)

    # Towards the viewer

    def tell(self, event: Event) -> None:
        """Queue an event; called by the bus."""
        self.waiting.append(event)
        if self._sleeping and not self._sleeping.done():
            self._sleeping.set_result(None)

    async def send(self) -> None:
        """Send what waits, as long as the socket is open."""
        loop = asyncio.get_running_loop()
        while True:
            if not self.waiting:
                self._sleeping = loop.create_future()
                await self._sleeping
            if len(self.waiting) > self.room.settings.outbox:
                await self.socket.close(OVERLOAD, "reads too slowly")
                return
            event = self.waiting.popleft()
            async with self.held.lock:  # what is not stored yet is told nobody
                told = self.frames(event) if self.held.sound else []  # when it is again, all is told anew
            for frame in told:
                await self.put(frame)

    async def put(self, frame: dict[str, Any]) -> None:
        """Send one frame."""
        await self.socket.send_text(frames.encode(frame).decode())

    def frames(self, event: Event) -> list[dict[str, Any]]:
        """The frames in which an event is told."""
        kind = event["type"]
        if kind == "moved":
            return self.catch_up()
        if kind == "seats":
            return [{"type": "seats", **self.facts()}]
        if kind == "chat":
            return [{"type": "chat", **frames.chat_line(self.held.table.chat[event["number"] - 1])}]
        if kind == "lost":
            return [self.full()]
        if kind in ("thinking", "rematch"):
            return [dict(event)]
        return []  # what processes tell each other is for nobody else

    def full(self) -> dict[str, Any]:
        """A full frame; afterwards the viewer is where the table is."""
        frame = frames.full(self.held.album, self.viewer, self.person, self.room, time.time())
        self.number = frame["number"]
        return frame

    def catch_up(self) -> list[dict[str, Any]]:
        """The steps from where the viewer is to where the table is, or a full frame when those are too many."""
        table = self.held.table
        if not 0 <= table.number - self.number <= self.room.settings.steps_behind:
            return [self.full()]
        steps = []
        for number in range(self.number + 1, table.number + 1):
            step = dict(self.held.album.step(self.viewer, number))
            if number == table.number:
                if self.viewer.draws or table.over or table.clock.kind != NONE:
                    step |= self.facts()
                else:
                    step["to_act"] = table.match.actors
                if table.over:
                    step["outcome"] = frames.outcome(table, self.viewer.language)
            steps.append(step)
        self.number = table.number
        return steps

    def facts(self) -> dict[str, Any]:
        """What all know about the table, which seats are the viewer's, and whether it may take something back."""
        facts = self.held.album.facts(self.viewer.language, self.person, self.room, self.held.version)
        return {"table": facts.table, "you": facts.you, "can_undo": facts.can_undo}

    # From the viewer

    async def receive(self) -> None:
        """Do what the viewer asks, until it leaves."""
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None or len(text) > self.room.settings.message_bytes:
                await self.socket.close(TOO_BIG if text else POLICY, "text messages of JSON only, and short ones")
                return
            if not self.bucket.take():
                await self.socket.close(POLICY, "too many messages")
                return
            try:
                asked = orjson.loads(text)
            except orjson.JSONDecodeError:
                asked = None
            if not isinstance(asked, dict):
                await self.socket.close(POLICY, "a message is a JSON object with a type")
                return
            answer = await self.answer(asked)
            if answer["type"] == "error" or "id" in asked:
                await self.put(answer)

    async def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The answer to one message: an ack, or an error that says what is wrong."""
        identity = asked.get("id")
        identity = identity if isinstance(identity, str | int) else None
        try:
            return {"type": "ack", "id": identity, **await self.do(asked)}
        except FormicariumError as error:
            number = getattr(error, "number", None)
            if number is None:
                number = self.held.table.number
            return {"type": "error", "id": identity, "code": error.code, "message": str(error), "number": number}

    async def do(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Perform a message."""
        kind, table = asked.get("type"), self.held.table.id
        if kind == "ping":
            return {"number": self.held.table.number}
        if kind == "look":
            return await self.look(asked.get("seat"))
        if kind not in ("act", "undo", "chat"):
            raise TableError("message/type", "a message is of type act, undo, chat, look or ping")
        if self.person is None:
            raise TableError("seat/none", "you have no seat at this table: you can watch it")
        if kind == "chat":
            text = clean(_text(asked, "text"), self.room.settings.chat_length)
            if not text:
                raise TableError("chat/empty", "there is nothing to say")
            return {"number": (await self.room.say(table, self.person, text)).number}
        number, seat = asked.get("number"), asked.get("seat")
        if type(number) is not int or (seat is not None and type(seat) is not int):
            raise TableError("message/field", "number and seat must be numbers")
        if kind == "undo":
            return {"number": await self.room.undo(table, self.person, number, seat)}
        return {"number": await self.room.act(table, self.person, number, _text(asked, "action"), seat)}

    async def look(self, seat: Any) -> dict[str, Any]:
        """Look through the eyes of another seat of one's own."""
        async with self.held.lock:
            self.viewer = self.viewer._replace(seat=viewing_seat(self.held, self.person, seat))
            await self.put(self.full())
        return {"number": self.held.table.number}


def viewing_seat(held: Held, person: Person | None, seat: Any) -> int:
    """Through whose eyes a person looks: a seat that it names and may, else its own to act, else a spectator's."""
    table = held.table
    if seat is None:
        mine = table.seats_of(person.id) if person else []
        to_act = [held_seat for held_seat in mine if held_seat in table.match.actors]
        return (to_act or mine or [SPECTATOR])[0]
    if not isinstance(seat, int) or not (seat == SPECTATOR or 0 <= seat < len(table.seats)):
        raise TableError("seat/unknown", f"the table has seats 0 to {len(table.seats) - 1}", table.number)
    if not table.may_view(seat, person.id if person else None):
        raise TableError("seat/secret", f"only who holds seat {seat} may look through its eyes", table.number)
    return seat


def _text(asked: dict[str, Any], name: str) -> str:
    value = asked.get(name)
    if not isinstance(value, str):
        raise TableError("message/field", f"{name} must be a text")
    return value


async def serve(
    socket: WebSocket,
    room: Room,
    held: Held,
    person: Person | None,
    viewer: Viewer,
    after: int | None = None,
    heard: int = 0,
) -> None:
    """Run a connection until either side closes it.

    It goes on after the number `after`, and with the chat after the line `heard`.
    """
    connection = Connection(socket, room, held, person, viewer)
    await socket.accept()
    metrics.sockets.inc()
    leave = room.bus.subscribe(held.table.id, connection.tell)
    room.arrive(held, person)
    sender: asyncio.Task[None] | None = None
    try:
        await room.held(held.table.id, fresh=True)  # what happened before anybody listened here was not heard
        async with held.lock:
            if after is not None and 0 <= after <= held.table.number:
                connection.number = after
                first = connection.catch_up() or [{"type": "seats", **connection.facts()}]
                first += [{"type": "chat", **frames.chat_line(line)} for line in held.table.chat[max(0, heard) :]]
            else:
                first = [connection.full()]
            for frame in first:
                await connection.put(frame)
        sender = asyncio.create_task(connection.send())
        await connection.receive()
    except (WebSocketDisconnect, RuntimeError):
        pass  # the other side has gone
    except FormicariumError as error:
        await socket.close(OVERLOAD, error.code)  # the database does not answer: come again
    finally:
        leave()
        room.depart(held, person)
        metrics.sockets.dec()
        if sender:
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)
