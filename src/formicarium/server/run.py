"""Running the server: uvicorn with our logging, from one call."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import logging
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path

import uvicorn
from fastapi import FastAPI

import formicarium as fm
from formicarium.bots import adviser, search
from formicarium.core import jit
from formicarium.errors import MissingExtra, SettingError
from formicarium.server.settings import Settings
from formicarium.server.store.storage import Storage
from formicarium.server.web.app import create_app, is_here
from formicarium.server.web.connections import Connections, Gate, raise_descriptors
from formicarium.server.web.sockets import Sockets

# Packages that are imported when somebody waits for them already; what names them by itself (PostgreSQL, Redis) is not.
LATE = ("PIL", "aiosqlite", "alembic", "matplotlib", "networkx", "openskill", "resvg_py")
DRAIN_SECONDS = 0.5  # in which a request that is on its way arrives
log = logging.getLogger("formicarium.server")
PLAIN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class Lines(logging.Formatter):
    """One JSON object a line: time, level, what happened, and the facts that were given as `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        facts = {name: value for name, value in vars(record).items() if name not in PLAIN}
        line = {"time": round(record.created, 3), "level": record.levelname.lower(), "event": record.getMessage()}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line | facts, ensure_ascii=False, default=str)


def start_logging(level: str) -> None:
    """Structured lines on stderr; of uvicorn only what is wrong, since its other lines name whole addresses."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    for name in ("formicarium", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level.upper() if name == "formicarium" else "WARNING")


def configuration(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """How uvicorn runs the application. Its own lines of requests would name addresses with their tokens."""
    gate = Gate(settings)
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        http=type("Connections", (Connections,), {"gate": gate}),
        ws=type("Sockets", (Sockets,), {"gate": gate}),
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies,
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=round(settings.stop_seconds),
    )


class Server(uvicorn.Server):
    """uvicorn that says when it is up, and stops in two steps: first nobody new is let in, then all are seen out."""

    def __init__(self, config: uvicorn.Config, address: str) -> None:
        super().__init__(config)
        self.address = address

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start; then say where the server is."""
        await super().startup(sockets)
        if not self.started:
            return
        print(f"Formicarium is at {self.address}  (Ctrl-C stops)", flush=True)
        if jit.enabled() and not all(search.is_compiled(fm.game(name)) for name in fm.game_names()):
            print("The games are being compiled, once on this machine: the page shows how far they are.", flush=True)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; who has connected in the last moment is still heard, since nobody else has heard them."""
        for server in self.servers:
            server.close()
        for listener in sockets or []:
            listener.close()
        await asyncio.sleep(DRAIN_SECONDS)
        await super().shutdown(sockets)


def check_packages() -> None:
    """Miss a package at the start, not in the middle; what is imported at once was missed before."""
    if any(importlib.util.find_spec(name) is None for name in LATE):
        raise MissingExtra("serve", "The server and its pages")


def run(host: str, port: int, data: Path | None = None) -> None:
    """Serve until a signal comes; then finish what is open and stop."""
    check_packages()
    settings = Settings(host=host, data=data)
    settings.check()
    for name in fm.game_names():
        adviser(name, settings.adviser)  # an unknown one is refused now, not when somebody asks for a hint
    start_logging(settings.log)
    raise_descriptors()
    if not (settings.metrics_token or is_here(host)):
        said = "/metrics is shown to all who seem to be on this machine, as behind a proxy here that names no visitors"
        log.warning(said, extra={"host": host, "hint": "set FORMICARIUM_METRICS_TOKEN"})
    storage = Storage(settings.database_url)
    storage.claim()
    asyncio.run(storage.reach())
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        hint = "give another one with --port, or 0 for a free one"
        raise SettingError("port/used", f"{host}:{port} cannot be listened at: {error.strerror}; {hint}") from error
    listener.listen(2048)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listener.getsockname()[1]}"
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn raises the signal again when it has stopped
    with suppress(KeyboardInterrupt):
        Server(configuration(create_app(settings, storage), settings), address).run(sockets=[listener])
