"""Targets: what is given the input. Each says what is wrong with how it took it: a crash, or too long a time."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import ExitStack
from typing import Any

import httpx

import formicarium as fm
from formicarium.engine import calls, guide
from formicarium.errors import LONGEST, FormicariumError
from formicarium.server.settings import Settings
from formicarium.server.web.app import create_app
from formicarium.server.web.sockets import OWN

from .grammar import Asked, address, places, played

ORIGIN = "http://127.0.0.1"
FREELY: dict[str, Any] = {  # strangers of whom there is one, and who is in a hurry
    "thinkers": 1,
    "budget": 10**9,
    "sockets_each": 10**4,
    "watching_burst": 10**9,
    "tables_in_memory": 20,
}


def take_notation(given: tuple[str, str]) -> None:
    """Read an action, and play it."""
    game, text = given
    match = played(game, 0)
    try:
        match.at(0).play(text)
    except FormicariumError as error:
        assert len(str(error)) <= LONGEST + len(" … ")


def take_record(text: str) -> None:
    """Read a record, and write it again."""
    try:
        match = fm.loads(text, seed="fuzz", nature=False)
    except FormicariumError:
        return
    written = match.text()
    assert fm.loads(written, seed="fuzz", nature=False).text() == written


class Line:
    """A connection without a network: what is said on it is kept."""

    ready = True

    def __init__(self, receive: Callable[[], Awaitable[dict[str, Any]]], told: list[dict[str, Any]]) -> None:
        self.receive, self.told = receive, told

    async def say(self, *texts: bytes) -> None:
        self.say_now(texts)

    def say_now(self, texts: Iterable[bytes]) -> None:
        self.told += [{"type": "websocket.send", "text": text.decode()} for text in texts]


class Loop(asyncio.SelectorEventLoop):
    """An event loop that knows for how long it was held, and what went wrong in it while nobody waited for that."""

    def __init__(self) -> None:
        super().__init__()
        self.longest = 0.0
        self.failed: list[str] = []
        self.set_exception_handler(lambda _, what: self.failed.append(f"{what['message']}: {what.get('exception')!r}"))

    def _run_once(self) -> None:
        began = time.thread_time()
        super()._run_once()  # type: ignore[misc]  # as asyncio has it; a second way to see that is as private
        self.longest = max(self.longest, time.thread_time() - began)


class Site:
    """The application in this process, with a table to ask about: no network, but everything behind it."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        folder = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="formicarium-fuzz-"))
        for game in fm.game_names():
            calls.prepare(fm.game(game))
        self.app = create_app(Settings(database_url=f"sqlite:///{folder}/tables.db", **FREELY))
        self.loop = Loop()
        self._stack.callback(self.loop.close)
        lifespan = self.app.router.lifespan_context(self.app)
        self.loop.run_until_complete(lifespan.__aenter__())
        self._stack.callback(lambda: self.loop.run_until_complete(lifespan.__aexit__(None, None, None)))
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=True, client=("127.0.0.1", 1))
        self.http = httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers={"Origin": ORIGIN})
        self._stack.callback(lambda: self.loop.run_until_complete(self.http.aclose()))
        seats = [{"kind": "me"}, {"kind": "local"}]
        wish = {"game": "sisimizi", "seats": seats, "open": True}
        self.table = self._post("/api/tables", wish)["id"]
        self.known = {"table": self.table, "plate": next(iter(guide.plates(fm.game("sisimizi")))), **places(self._post)}

    def _post(self, path: str, wish: dict[str, Any]) -> dict[str, Any]:
        made: dict[str, Any] = self.loop.run_until_complete(self.http.post(path, json=wish)).json()
        return made

    def close(self) -> None:
        """End it."""
        self._stack.close()

    def hold(self, take: Callable[[Any], None], given: Any) -> float:
        """The seconds for which the event loop was held at most while something was taken."""
        self.loop.longest = 0.0
        take(given)
        assert not self.loop.failed, self.loop.failed.pop()
        return self.loop.longest

    def take_request(self, asked: Asked) -> None:
        """Ask, and be answered or refused."""
        path = address(asked, self.known)
        body = asked.body.encode() if asked.body else None
        headers = {"Content-Type": "application/json"} if asked.body else {}

        async def ask() -> httpx.Response:
            return await self.http.request(asked.method, path, content=body, headers=headers)

        try:
            answer = self.loop.run_until_complete(ask())
        except httpx.InvalidURL:
            return  # no client can ask that
        assert answer.status_code < 500, answer.text

    def take_message(self, text: str) -> None:
        """Send a message over a live connection to a table and one to the lobby; hear the answer or be closed."""
        for place in (f"tables/{self.table}", "lobby"):
            self._say(place, text)

    def _say(self, place: str, text: str) -> None:
        told: list[dict[str, Any]] = []
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        scope: dict[str, Any] = {
            "type": "websocket",
            "scheme": "ws",
            "path": f"/api/{place}/live",
            "query_string": b"scene=no",
            "headers": [(b"host", b"127.0.0.1"), (b"origin", ORIGIN.encode()), (b"cookie", cookie.encode())],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
            "subprotocols": [],
        }
        texts = iter([{"type": "websocket.connect"}, {"type": "websocket.receive", "text": text}])

        async def receive() -> dict[str, Any]:
            return next(texts, {"type": "websocket.disconnect", "code": 1000})

        async def send(message: dict[str, Any]) -> None:
            told.append(message)

        scope["extensions"] = {OWN: Line(receive, told)}
        app: Callable[..., Awaitable[None]] = self.app
        self.loop.run_until_complete(app(scope, receive, send))
        assert told and told[0]["type"] in ("websocket.accept", "websocket.close")


def timed(take: Callable[[Any], None], given: Any) -> float:
    """How many seconds of this thread something took."""
    began = time.thread_time()
    take(given)
    return time.thread_time() - began
