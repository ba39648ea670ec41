"""Running the server: uvicorn with our logging, from one call."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path

import uvicorn
from fastapi import FastAPI

import formicarium as fm
from formicarium.bots import search
from formicarium.server import thoughts
from formicarium.server.app import create_app
from formicarium.server.settings import Settings
from formicarium.server.thinking import Pool

DRAIN_SECONDS = 0.5  # in which a request that is on its way arrives
PLAIN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


class Lines(logging.Formatter):
    """One JSON object a line: time, level, what happened, and the facts that were given as `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        facts = {name: value for name, value in vars(record).items() if name not in PLAIN}
        line = {"time": round(record.created, 3), "level": record.levelname.lower(), "event": record.getMessage()}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line | facts, ensure_ascii=False, default=str)


def start_logging() -> None:
    """Structured lines on stderr; of uvicorn only what is wrong, since its other lines name whole addresses."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    level = os.environ.get("FORMICARIUM_LOG", "warning").upper()
    for name in ("formicarium", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level if name == "formicarium" else "WARNING")


def configuration(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """How uvicorn runs the application. Its own lines of requests would name addresses with their tokens."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=round(settings.stop_seconds),
    )


class Server(uvicorn.Server):
    """uvicorn that stops in two steps: first nobody new is let in, then those who are in are seen out."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; who has connected in the last moment is still heard, since nobody else has heard them."""
        for server in self.servers:
            server.close()
        for listener in sockets or []:
            listener.close()
        await asyncio.sleep(DRAIN_SECONDS)
        await super().shutdown(sockets)


def compile_games() -> None:
    """Compile what the cache lacks, rules and bots, before anybody waits for it; the memory that it took is freed."""
    lacking = [name for name in fm.game_names() if not search.is_compiled(fm.game(name))]
    if not lacking:
        return
    pool = Pool(min(len(lacking), os.cpu_count() or 1))
    try:
        list(pool.map(thoughts.prepare, lacking))
    finally:
        pool.end()


def run(host: str, port: int, data: Path | None = None) -> None:
    """Serve until a signal comes; then finish what is open and stop."""
    if data is not None:
        os.environ["FORMICARIUM_DATA"] = str(data)
    settings = Settings.from_environment()
    start_logging()
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((host, port))
    listener.listen(2048)
    compile_games()
    shown = f"[{host}]" if ":" in host else host
    print(f"Formicarium is at http://{shown}:{listener.getsockname()[1]}  (Ctrl-C stops)", flush=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn raises the signal again when it has stopped
    with suppress(KeyboardInterrupt):
        Server(configuration(create_app(settings), settings)).run(sockets=[listener])
