"""Players: people who play over HTTP and sockets whatever happens, and keep a record of what they were told."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.frames import Frame, Opcode

import formicarium as fm

THINK = 0.0, 1.5  # seconds before an action
PATIENCE = 4.0  # seconds for an answer; less than the database is paused, so that wishes are repeated
AGAIN_SECONDS = 0.1
SEATS = 3  # at each table: two people and a bot, in an order that is drawn
UNDO, CHAT, HTTP, CUT = 0.1, 0.05, 0.5, 0.3  # how often: of the actions, of the wishes, of the sockets
LOST = (OSError, WebSocketException, httpx.HTTPError, TimeoutError)


@dataclass
class Wish:
    """What somebody wants to be made, seen at a number; repeated until it is known what became of it."""

    kind: str  # act, undo
    seat: int
    number: int
    action: str = ""
    tries: int = 0
    made: int | None = None  # the number that was acknowledged
    refused: str = ""
    end: int | None = None  # the table was here when it was known


@dataclass
class Viewer:
    """Somebody who looks at a table: everything that was told, and when."""

    seat: int
    number: int = -1
    choices: list[str] = field(default_factory=list)
    over: bool = False
    views: dict[int, set[bytes]] = field(default_factory=dict)  # by number, what was seen, as hashes
    reached: list[tuple[float, int]] = field(default_factory=list)  # when which number was seen first
    wishes: list[Wish] = field(default_factory=list)
    said: dict[str, bool] = field(default_factory=dict)  # lines of chat, and whether they were acknowledged
    problems: list[str] = field(default_factory=list)

    def take(self, text: str) -> dict[str, Any]:
        """A message of the server."""
        message: dict[str, Any] = json.loads(text)
        kind = message["type"]
        if kind in ("full", "step"):
            number = message["number"]
            if number < self.number or (kind == "step" and message["from"] != self.number):
                self.problems.append(f"after {self.number} came a {kind} to {number}")
            self.number = number
            self.reached.append((time.time(), number))
            self.views.setdefault(number, set()).add(view_hash(message["view"]))
            if "choices" in message:  # else they are the same as before
                self.choices = message["choices"]
            self.over = message.get("outcome") is not None
            if '"seed":' in text and not self.over:
                self.problems.append("the seed was told before the end")
        return message


def view_hash(view: Any) -> bytes:
    """A view in short."""
    return hashlib.sha256(json.dumps(view, sort_keys=True).encode()).digest()


@dataclass
class Sitting:
    """A table that was acknowledged, and all who looked at it."""

    table: str
    game: str
    viewers: list[Viewer]
    began: float = field(default_factory=time.time)


class Party:
    """Two people and now and then somebody who watches, who play match after match until they are told to stop."""

    def __init__(self, load: Load, number: int, seed: int) -> None:
        self.load, self.lot = load, random.Random(f"party {seed} {number}")
        self.game = fm.game_names()[number % len(fm.game_names())]
        self.watched = number % 4 == 0
        self.cookies = ["", ""]
        self.viewers: list[Viewer] = []
        self.sockets: dict[int, ClientConnection] = {}  # by place among the viewers
        self.answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._ids = 0

    async def play(self) -> None:
        """Play until the load stops."""
        for person in range(2):
            await self._insist(person, "/api/tokens", {"name": "whatever"})  # the cookie comes with it
        while not self.load.stopping.is_set():
            sitting = await self._sit_down()
            self.load.sittings.append(sitting)
            self.viewers = sitting.viewers
            watching = [asyncio.create_task(self._watch(sitting, place)) for place in range(len(sitting.viewers))]
            try:
                await asyncio.gather(*(self._act(sitting, place) for place in range(2)))
                if self.load.stopping.is_set():
                    await self.load.leaving.wait()
            finally:
                for task in watching:
                    task.cancel()
                for ended in await asyncio.gather(*watching, return_exceptions=True):
                    assert isinstance(ended, asyncio.CancelledError), ended

    async def _sit_down(self) -> Sitting:
        kinds = self.lot.sample(["me", "friend", "bot"], SEATS)
        seats = [{"kind": kind, **({"level": "random"} if kind == "bot" else {})} for kind in kinds]
        made = await self._insist(0, "/api/tables", {"game": self.game, "seats": seats, "name": "Ada"})
        me, friend = kinds.index("me"), kinds.index("friend")
        wish = {"do": "join", "invite": made["invites"][0]["invite"], "name": "Ben"}
        await self._insist(1, f"/api/tables/{made['id']}/seats/{friend}", wish)
        watcher = [Viewer(fm.SPECTATOR)] if self.watched else []
        return Sitting(made["id"], self.game, [Viewer(me), Viewer(friend), *watcher])

    async def _insist(self, person: int, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Ask until it is granted."""
        while True:
            try:
                answer = await self._post(person, path, body)
                if answer.status_code in (200, 201):
                    return dict(answer.json())
                assert answer.status_code >= 500, answer.text
            except LOST:
                pass
            await asyncio.sleep(AGAIN_SECONDS)

    async def _post(self, person: int, path: str, body: dict[str, Any]) -> httpx.Response:
        headers = {"Origin": self.load.url, "Cookie": self.cookies[person]}
        answer = await self.load.http.post(path, json=body, headers=headers)
        if "set-cookie" in answer.headers:
            self.cookies[person] = answer.headers["set-cookie"].partition(";")[0]
        return answer

    # Looking

    async def _watch(self, sitting: Sitting, place: int) -> None:
        """Keep a connection to the table; a broken one is made anew and goes on after the last number."""
        viewer = sitting.viewers[place]
        headers = {"Cookie": self.cookies[place]} if place < 2 else {}
        address = f"{self.load.url.replace('http', 'ws')}/api/tables/{sitting.table}/live?scene=no&seat={viewer.seat}"
        while True:
            try:
                after = f"&after={viewer.number}" if viewer.number >= 0 else ""
                how: Any = {"max_size": None, "open_timeout": PATIENCE, "close_timeout": 1, "compression": None}
                async with connect(address + after, additional_headers=headers, **how) as live:
                    self.sockets[place] = live
                    async for text in live:
                        message = viewer.take(str(text))
                        answer = self.answers.get(message.get("id", ""))
                        if answer and not answer.done():
                            answer.set_result(message)
            except LOST:
                self.load.reconnects += 1
            finally:
                self.sockets.pop(place, None)
            await asyncio.sleep(AGAIN_SECONDS)

    def cut(self) -> None:
        """Cut a connection in the middle of a frame that says an action; nobody wished it, so it must not be made."""
        place = self.lot.randrange(2)
        live = self.sockets.get(place)
        if live is None:
            return
        viewer = self.viewers[place]
        action = viewer.choices[0] if viewer.choices else ""
        message = {"type": "act", "id": "cut", "number": viewer.number, "action": action, "seat": viewer.seat}
        whole = Frame(Opcode.TEXT, json.dumps(message).encode()).serialize(mask=True)
        live.transport.write(whole[: self.lot.randrange(1, len(whole))])
        live.transport.abort()

    # Acting

    async def _act(self, sitting: Sitting, place: int) -> None:
        viewer = sitting.viewers[place]
        least = 0  # what was acknowledged must be seen before the next action
        while not viewer.over and not self.load.stopping.is_set():
            if not viewer.choices or viewer.number < least:
                await asyncio.sleep(0.02)
                continue
            await asyncio.sleep(self.lot.uniform(*THINK))
            if not viewer.choices or viewer.number < least:
                continue
            wish = Wish("act", viewer.seat, viewer.number, self.lot.choice(viewer.choices))
            least = await self._submit(sitting, place, wish)
            if wish.made == wish.number + 1 and self.lot.random() < UNDO:
                least = await self._submit(sitting, place, Wish("undo", viewer.seat, wish.made))
            if self.lot.random() < CHAT:
                await self._say(sitting, place)

    async def _submit(self, sitting: Sitting, place: int, wish: Wish) -> int:
        """Ask until it is known whether it was made; the number that the table has at least."""
        viewer = sitting.viewers[place]
        viewer.wishes.append(wish)
        while wish.end is None:
            wish.tries += 1
            try:
                ask = self._by_http if self.lot.random() < HTTP else self._by_socket
                code, number = await ask(sitting, place, wish)
            except LOST:
                code, number = "lost", 0
            if code == "":
                wish.made = wish.end = number
            elif code.startswith(("number/", "undo/")):
                wish.refused, wish.end = code, max(number, wish.number)
            elif code != "lost" and not code.startswith(("storage/", "limit/", "http/")):
                viewer.problems.append(f"{wish} was refused: {code}")
                wish.refused, wish.end = code, max(number, wish.number)
            else:
                await asyncio.sleep(AGAIN_SECONDS)
        return wish.end

    async def _by_http(self, sitting: Sitting, place: int, wish: Wish) -> tuple[str, int]:
        path = f"/api/tables/{sitting.table}/{'actions' if wish.kind == 'act' else 'undo'}"
        body = {"number": wish.number, "seat": wish.seat, **({"action": wish.action} if wish.action else {})}
        answer = await self._post(place, path, body)
        if answer.status_code in (502, 504):
            return "lost", 0  # nginx did not reach who could say
        found = answer.json()
        return found.get("code", ""), found["number"] or 0

    async def _by_socket(self, sitting: Sitting, place: int, wish: Wish) -> tuple[str, int]:
        live = self.sockets.get(place)
        if live is None:
            return "lost", 0
        with self._answer() as (identity, answer):
            message = {"type": wish.kind, "id": identity, "number": wish.number, "seat": wish.seat}
            await live.send(json.dumps(message | ({"action": wish.action} if wish.action else {})))
            found = await asyncio.wait_for(answer, PATIENCE)
        return found.get("code", ""), found["number"]

    async def _say(self, sitting: Sitting, place: int) -> None:
        """Say something once: whether it was made is not asked again, since nothing keeps chat from doubling."""
        viewer = sitting.viewers[place]
        text = f"line {len(viewer.said)} of {viewer.seat}"
        viewer.said[text] = False
        with suppress(*LOST):
            answer = await self._post(place, f"/api/tables/{sitting.table}/chat", {"text": text})
            viewer.said[text] = answer.status_code == 200

    @contextmanager
    def _answer(self) -> Iterator[tuple[str, asyncio.Future[dict[str, Any]]]]:
        """A name for a message, and its answer to wait for."""
        self._ids += 1
        identity = str(self._ids)
        self.answers[identity] = asyncio.get_running_loop().create_future()
        try:
            yield identity, self.answers[identity]
        finally:
            self.answers.pop(identity, None)


class Load:
    """All parties at a site, in a thread of their own."""

    def __init__(self, url: str, matches: int, seed: int) -> None:
        self.url, self.seed = url, seed
        self.sittings: list[Sitting] = []
        self.reconnects = 0
        self.parties = [Party(self, number, seed) for number in range(matches)]
        self._lot = random.Random(f"cuts {seed}")
        self._begun = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()))
        self.error: BaseException | None = None

    def start(self) -> None:
        """Let them play."""
        self._thread.start()
        self._begun.wait()

    def cut(self) -> None:
        """Cut some connections in mid-frame."""
        for party in self._lot.sample(self.parties, round(CUT * len(self.parties))):
            self._loop.call_soon_threadsafe(party.cut)

    def stop_acting(self) -> None:
        """Let nobody act any more; all go on looking."""
        self._loop.call_soon_threadsafe(self.stopping.set)

    def leave(self) -> None:
        """Let all leave, and wait until they have."""
        if self._thread.is_alive():
            for event in (self.stopping, self.leaving):
                self._loop.call_soon_threadsafe(event.set)
        self._thread.join()

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.stopping, self.leaving = asyncio.Event(), asyncio.Event()
        limits = httpx.Limits(max_connections=100, max_keepalive_connections=100)
        async with httpx.AsyncClient(base_url=self.url, timeout=PATIENCE, limits=limits) as self.http:
            self._begun.set()
            tasks = [asyncio.create_task(party.play()) for party in self.parties]
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
            finally:
                for task in tasks:
                    task.cancel()
                ended = await asyncio.gather(*tasks, return_exceptions=True)
                self.error = next((error for error in ended if isinstance(error, Exception)), None)
