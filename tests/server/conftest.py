"""Real servers in threads, real HTTP and real sockets.

Every test runs twice: with one process on SQLite, and with two on PostgreSQL and Redis behind nginx.
"""

import asyncio
import json
import socket
import threading
import time
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.sync.client import connect

import formicarium as fm
from formicarium.engine import calls
from formicarium.server.run import configuration
from formicarium.server.settings import Settings
from formicarium.server.store.storage import Storage
from formicarium.server.web.app import create_app
from services import Nginx, Postgres, Redis

QUICK: dict[str, Any] = {
    "thinkers": 1,
    "adviser": "gentle",
    "budget": 10**9,  # all guests come from one address
    "sockets_each": 10**4,
    "connections_each": 10**4,
    "messages_burst": 2000,
    "watching_burst": 2000,
    "work_limit": 300.0,  # whoever draws has to start first, on a machine that runs other tests as well
}


def with_storage(url, work):
    """What some work with an opened storage answers."""

    async def within():
        storage = Storage(url)
        await storage.start()
        try:
            return await work(storage)
        finally:
            await storage.stop()

    return asyncio.run(within())


def wait_for(look, seconds=120):
    """What a look finds, as soon as it finds something; never for ever."""
    until = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.02)
    return found


class Site:
    """A running server, or several behind one address, and those who visit it."""

    def __init__(self, port, *apps):
        self.port, self.apps = port, apps
        self.base = f"http://127.0.0.1:{port}"
        self.guests = []
        self.processes = [self]  # the sites of the single processes
        self.configuration = None  # of a single process, for connections to come

    @property
    def app(self):
        return self.apps[0]

    def table(self, name):
        """A table as one of the processes has it in memory."""
        found = [app.state.server.room._held.get(name) for app in self.apps]
        return next(held.table for held in found if held)

    def guest(self, name="Ada"):
        self.guests.append(Guest(self, name))
        return self.guests[-1]


class Guest:
    """Somebody with a cookie jar."""

    def __init__(self, site, name):
        self.site, self.name = site, name
        self.http = httpx.Client(base_url=site.base, headers={"Origin": site.base}, timeout=300)

    def post(self, path, body=None, status=200):
        answer = self.http.post(path, json=body or {})
        assert answer.status_code == status, answer.text
        return answer.json()

    def get(self, path, status=200, **query):
        answer = self.http.get(path, params=query)
        assert answer.status_code == status, answer.text
        return answer.json()

    def table(self, *kinds, game="sisimizi", **more):
        seats = [{"kind": kind} if kind != "bot" else {"kind": "bot", "level": "random"} for kind in kinds]
        return self.post("/api/tables", {"game": game, "seats": seats, "name": self.name, **more}, 201)

    def frame(self, table, **query):
        return self.get(f"/api/tables/{table}", **query)

    def act(self, table, number, action, status=200, **more):
        return self.post(f"/api/tables/{table}/actions", {"number": number, "action": action, **more}, status)

    @contextmanager
    def live(self, table, **query):
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        text = "&".join(f"{name}={value}" for name, value in query.items())
        headers = {"Cookie": cookie} if cookie else {}
        address = f"ws://127.0.0.1:{self.site.port}/api/tables/{table}/live?{text}"
        how: Any = {"max_size": None, "max_queue": None, "close_timeout": 1}  # whatever is not read, closing is quick
        with connect(address, additional_headers=headers, origin=self.site.base, **how) as live:
            yield Live(live)

    def play_out(self, table):
        """Play a legal action of my only seat until the match is over; the last frame."""
        with self.live(table, scene="no") as live:
            message = live.get("full")
            number, choices = message["number"], message["choices"]
            while not message.get("outcome"):
                if choices:
                    live.put(type="act", number=number, action=choices[len(choices) // 2])
                    assert live.get("ack", "error")["type"] == "ack"
                message = live.get("step")  # without choices when they are the same as before
                number, choices = message["number"], message.get("choices", choices)
        return self.frame(table)


class Live:
    """A live connection."""

    def __init__(self, socket):
        self.socket = socket
        self.early = []  # what came before the ack that was waited for

    def get(self, *kinds):
        """The next message, of one of these types if any are named; an ack and its step may come in any order."""
        for place, message in enumerate(self.early):
            if not kinds or message["type"] in kinds:
                return self.early.pop(place)
        while True:
            message = json.loads(self.socket.recv(timeout=60))
            if not kinds or message["type"] in kinds:
                return message
            if "ack" in kinds:
                self.early.append(message)

    def put(self, **message):
        self.socket.send(json.dumps({"id": 0} | message))  # what has an id is answered


@contextmanager
def running(settings):
    """A server in a thread until the block ends."""
    for game in fm.game_names():
        calls.prepare(fm.game(game))
    app = create_app(settings)
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(configuration(app, settings))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        site = Site(listener.getsockname()[1], app)
        site.configuration = server.config
        yield site
        for guest in site.guests:
            guest.http.close()
    finally:
        server.should_exit = True
        thread.join(20)
        listener.close()


@contextmanager
def running_behind_nginx(settings, processes=2):
    """Several servers in threads, and nginx before them."""
    with ExitStack() as stack:
        sites = [stack.enter_context(running(settings)) for _ in range(processes)]
        nginx = Nginx([site.port for site in sites])
        stack.callback(nginx.stop)
        nginx.start()
        found = Site(nginx.port, *(site.app for site in sites))
        found.processes = sites
        yield found
        for guest in found.guests:
            guest.http.close()


@pytest.fixture(scope="session")
def postgres():
    found = Postgres()
    try:
        found.start()
        yield found
    finally:
        found.stop()


@pytest.fixture(scope="session")
def redis():
    found = Redis()
    try:
        found.start()
        yield found
    finally:
        found.stop()


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def site(request, tmp_path_factory):
    if request.param == "sqlite":
        folder = tmp_path_factory.mktemp("site")
        with running(Settings(database_url=f"sqlite:///{folder / 'tables.db'}", **QUICK)) as found:
            yield found
        return
    postgres, redis = (request.getfixturevalue(name) for name in ("postgres", "redis"))
    with running_behind_nginx(Settings(database_url=postgres.new_database(), bus_url=redis.url, **QUICK)) as found:
        yield found


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request, tmp_path):
    """An empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    return request.getfixturevalue("postgres").new_database()


@pytest.fixture
def ada(site):
    return site.guest("Ada")


@pytest.fixture
def ben(site):
    return site.guest("Ben")
