"""The live connection: numbered differences to a viewer, actions from it, over one WebSocket a table.

A connection holds no lock while it sends, and keeps little: not what is to be sent, but what the viewer knows already.
So one that reads slowly costs the others nothing; what it missed is made up for in one go when it reads again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import orjson
from starlette.websockets import WebSocket, WebSocketDisconnect

from formicarium.errors import FormicariumError, LimitError, TableError
from formicarium.server import metrics
from formicarium.server.room.changes import Act, Undo
from formicarium.server.room.held import Held
from formicarium.server.room.room import Room
from formicarium.server.table import clock
from formicarium.server.table.ears import Ears
from formicarium.server.table.table import Person
from formicarium.server.web.identity import clean
from formicarium.server.web.limits import Bucket, Gallery
from formicarium.server.web.sockets import Sockets
from formicarium.server.wire import frames
from formicarium.server.wire.events import Event
from formicarium.server.wire.frames import Around
from formicarium.server.wire.looks import Viewer
from formicarium.server.wire.messages import ASKED, Ack, Chat, Problem, Rematch, Step, Thinking, ToViewer, encode

POLICY, TOO_BIG, OVERLOAD = 1008, 1009, 1013  # close codes
AT_ONCE = 2  # entries of the log that are told at once; more are told in slices

Field = TypeVar("Field", str, int)
Note = Ack | Problem | Thinking | Rematch


class Connection:
    """One socket: what its viewer looks at and knows, and what it is still to be told."""

    def __init__(
        self,
        socket: WebSocket,
        room: Room,
        held: Held,
        person: Person | None,
        viewer: Viewer,
        pay: Callable[[str], None],
        gallery: Gallery,
    ) -> None:
        self._pay, self._gallery, self._line = pay, gallery, Sockets.of(socket)
        self.socket, self.room, self.held, self.person, self.viewer = socket, room, held, person, viewer
        self.number = -1  # of the log as far as it was told; -1 before the first frame
        self._seen = held.seen_by(person)
        self._edition = self._seen.album.edition(viewer)
        self._settling = self._seen.album.settled.now(person)
        self.heard = 0  # lines of chat that the viewer knows
        self._ears: Ears | None = None  # not while they are to be looked up
        self._due: set[str] = set()  # what has changed since: moved, seats, chat
        self._notes: list[Note] = []  # answers, and what is told once and then forgotten
        self._loop, self._called = asyncio.get_running_loop(), False  # whether what is due is sent soon
        self._wake, self._rests = asyncio.Event(), False  # the sender
        self._patience = Bucket(room.settings.watching_a_second, room.settings.watching_burst)

    @property
    def watches(self) -> bool:
        """Whether the viewer has no seat."""
        return not (self.person and self.held.table.seats_of(self.person.id))

    # Towards the viewer

    def resume(self, number: int, heard: int) -> None:
        """The viewer knows the table up to a number already; what was revealed since is told with everything else."""
        table = self._seen.table
        known = table.known(self.person)
        if not table.row.ending and (table.number if table.revealed else 0) <= number <= len(known.numbers):
            self.number, self.heard = known.number(number), max(0, heard)
            self._due |= {"moved", "seats", "chat"}

    def tell(self, event: Event) -> None:
        """Something has happened; called by the bus."""
        if event["type"] == "thinking" or event["type"] == "rematch":
            self._notes.append(event)
        elif event["type"] == "lost":
            self.number = -1
        elif event["type"] in ("manners", "gap"):
            if event["type"] == "manners" and event["person"] != (self.person and self.person.id):
                return
            if self._ears:
                self._ears, self.number = None, -1
        elif event["type"] in ("moved", "seats", "chat"):
            self._due.add(event["type"])
        else:
            return  # what processes tell each other is for nobody else
        self._soon()

    def note(self, message: Note) -> None:
        """Send a message as soon as that is possible."""
        self._notes.append(message)
        self._soon()

    def _soon(self) -> None:
        if not self._called:
            self._called = True
            self._loop.call_soon(self._send_now)

    def _send_now(self) -> None:
        """Send what is due at once where that is little, as it nearly always is; else the sender has time for it."""
        self._called = False
        held, ears = self.held, self._ears
        free = self._rests and self._line.ready and held.sound and not held.lock.locked()
        little = not held.table.over and held.table.number - self.number <= AT_ONCE
        if ears and free and little and not self.watches and not self._is_new():
            around, now = self.room.around(held), clock.now()
            steps = list(self._steps(around, now))
            self._line.say_now(map(encode, [*self._taken_notes(), *self._news(steps, around, now, ears)]))
        else:
            self._wake.set()

    async def send(self) -> None:
        """Send what could not be sent at once, as long as the socket is open."""
        self._wake.set()
        while True:
            self._rests = True
            await self._wake.wait()
            self._rests = False
            if self.watches:
                await self._gallery.turn()
            self._wake.clear()
            if len(self._notes) > self.room.settings.outbox:
                await self.socket.close(OVERLOAD, "reads too slowly")
                return
            await self._line.say(*map(encode, self._taken_notes()))
            await self._send_frames()  # a call of its own: what was sent is not held until there is more

    async def _send_frames(self) -> None:
        if self._ears is None:
            self._ears = await self.room.talk.ears(self.held.table, self.person)
        ears = self._ears
        async with self.held.lock:  # what is not stored yet is told nobody
            due = await self._frames(ears) if self.held.sound else []  # when it is again, all is told anew
        await self._line.say(*map(encode, due))

    async def _frames(self, ears: Ears) -> list[ToViewer]:
        """What brings the viewer from what it knows to how the table is: steps, or a full frame when those are many."""
        anew = self._is_new()
        table, album = self._seen
        if anew or table.over:  # else what is missing of the log is a few lines
            await album.prepare(self.viewer)
        around, now = self.room.around(self.held), clock.now()
        if not anew:
            return self._news(await frames.in_slices(self._steps(around, now)), around, now, ears)
        self._due.clear()
        self._edition, self._settling = album.edition(self.viewer), album.settled.now(self.person)
        self.number, self.heard = table.number, len(table.chat)
        return [album.full(self.viewer, self.person, around, now, ears)]

    def _steps(self, around: Around, now: float) -> Iterable[Step]:
        """What changed since the viewer was told last."""
        return self._seen.album.steps(self.viewer, self.person, self.number, around, now) if self._due else ()

    def _is_new(self) -> bool:
        """Whether the viewer is to be told everything: it knows nothing, or too little, or somebody is new."""
        before, self._seen = self._seen, self.held.seen_by(self.person)
        table, album = self._seen
        if table is not before.table:  # somebody sits down: from now on it sees the table as it is
            self.number = -1
        known = self.number >= 0 and 0 <= table.number - self.number <= self.room.settings.steps_behind
        return not known or self._edition != album.edition(self.viewer)

    def _news(self, steps: list[Step], around: Around, now: float, ears: Ears) -> list[ToViewer]:
        """Steps, and what else is due; then the viewer knows how the table is."""
        if not self._due:
            return []
        table, album = self._seen
        due, self._due = self._due, set()
        settling, self._settling = self._settling, album.settled.now(self.person)
        if steps and settling != self._settling:
            steps[-1]["table"] = album.status(self.viewer.language, self.person, around, now).table
        told: list[ToViewer] = list(steps)
        if "seats" in due or (settling != self._settling and not steps):
            told.append(album.seats(self.viewer, self.person, around, now))
        for line in ears.hear(table, after=self.heard):
            chat: Chat = {"type": "chat", **frames.chat_line(line)}
            told.append(chat)
        self.number, self.heard = table.number, len(table.chat)
        return told

    def _taken_notes(self) -> list[Note]:
        notes = [*self._notes]
        self._notes.clear()
        return notes

    # From the viewer

    async def receive(self) -> None:
        """Do what the viewer asks, until it leaves."""
        while True:
            message = await self._line.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None or len(text) > self.room.settings.message_bytes:
                await self.socket.close(TOO_BIG if text else POLICY, "text messages of JSON only, and short ones")
                return
            watches = self.watches
            if watches:
                await asyncio.sleep(self._patience.lacks(1.0))  # who only watches has little to say
                self._patience.take()
                await self._gallery.turn()
            try:
                self._pay("request")
                asked = orjson.loads(text)
            except LimitError:
                await self.socket.close(POLICY, "too many messages")
                return
            except orjson.JSONDecodeError:
                asked = None
            if watches and isinstance(asked, dict) and asked.get("type") == "look":
                self._patience.owe(self.room.settings.watching_look - 1)  # what is told then is the most of all
            if not isinstance(asked, dict):
                await self.socket.close(POLICY, "a message is a JSON object with a type")
                return
            answer = await self.answer(asked)
            if answer["type"] == "error" or "id" in asked:
                self.note(answer)

    async def answer(self, asked: dict[str, Any]) -> Ack | Problem:  # Any: what a stranger sends
        """The answer to one message: an ack, or an error that says what is wrong."""
        identity = asked.get("id")
        identity = identity if isinstance(identity, str | int) else None
        try:
            return {"type": "ack", "id": identity, "number": await self._do(asked)}
        except FormicariumError as error:
            number = self._seen.table.number_for(self.person)
            return {"type": "error", "id": identity, "code": error.code, "message": str(error), "number": number}

    async def _do(self, asked: dict[str, Any]) -> int:
        """Perform a message; the number of the table, or of the line of chat, afterwards."""
        kind, table = asked.get("type"), self.held.table.id
        if kind not in ASKED:
            raise TableError("message/type", f"a message is of type {', '.join(ASKED)}")
        if kind == "ping":
            return self._seen.table.number_for(self.person)
        if kind == "look":
            self._pay("look")
            return await self._look(_optional(asked, "seat"))
        if self.person is None:
            raise TableError("seat/none", "you have no seat at this table: you can watch it")
        if kind == "chat":
            text = clean(_field(asked, "text", str), self.room.settings.chat_length)
            self._pay("chat")
            return (await self.room.talk.say(self.held.table, self.person, text)).number
        number, seat = _field(asked, "number", int), _optional(asked, "seat")
        if kind == "undo":
            self._pay("undo")
            return await self.room.do(table, Undo(self.person, number, self.room.settings.log_entries, seat))
        return await self.room.do(table, Act(self.person, number, _field(asked, "action", str), seat))

    async def _look(self, seat: int | None) -> int:
        """Look through the eyes of another seat of one's own; a full frame comes with the next sending."""
        async with self.held.lock:
            self.viewer = self.viewer._replace(seat=self.held.table.viewing_seat(self.person, seat))
            self.number = -1
        self._wake.set()
        return self._seen.table.number_for(self.person)


def _field(asked: dict[str, Any], name: str, kind: type[Field]) -> Field:
    value = asked.get(name)
    if type(value) is not kind:
        raise TableError("message/field", f"{name} must be a {'text' if kind is str else 'number'}")
    return value


def _optional(asked: dict[str, Any], name: str) -> int | None:
    return None if asked.get(name) is None else _field(asked, name, int)


async def serve(
    socket: WebSocket,
    room: Room,
    held: Held,
    person: Person | None,
    viewer: Viewer,
    pay: Callable[[str], None],
    gallery: Gallery,
    after: int | None = None,
    heard: int = 0,
) -> None:
    """Run a connection until either side closes it.

    Its viewer pays for what is costly. It goes on after the number `after`, and with the chat after the line `heard`.
    """
    async with held.lock:
        connection = Connection(socket, room, held, person, viewer, pay, gallery)
    room.arrive(held, person)  # first, so that the table stays in memory
    metrics.sockets.inc()
    leave, listen_no_more = room.bus.subscribe(held.table.id, connection.tell), room.talk.listen(connection.tell)
    sender: asyncio.Task[None] | None = None
    try:
        if connection.watches:
            await gallery.turn()
        await socket.accept()
        await room.held(held.table.id, fresh=True)  # what happened before anybody listened here was not heard
        if after is not None:
            connection.resume(after, heard)
        sender = asyncio.create_task(connection.send())
        await connection.receive()
    except (WebSocketDisconnect, RuntimeError):
        pass  # the other side has gone
    except FormicariumError as error:
        await socket.close(OVERLOAD, error.code)  # the database does not answer: come again
    finally:
        leave()
        listen_no_more()
        room.depart(held, person)
        metrics.sockets.dec()
        if sender:
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)
