"""The first minute: `python -m benchmarks.server.first` starts a server with nothing compiled and writes the page.

Packages are installed, and the cache of compiled code is empty. Counted are seconds until the first page is there,
until a bot has acted at a table of Sisimizi, and until bots have acted at a table of every game.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from datetime import date
from typing import Any

from benchmarks.claims import of_the_first_minute
from benchmarks.machine import processor
from benchmarks.page import PAGE, claimed, put
from benchmarks.server.__main__ import wait_for
from formicarium.engine.game import names

MOST = 600  # seconds to wait for anything
TEXT = """## The first minute

A server that starts with an empty cache, on {day}: {processor}. Games are compiled while it serves.
`python -m benchmarks.server.first` measures this part anew.

{claims}
"""


class Visitor:
    """Somebody who asks again until there is an answer."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._client = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """The answer to a request, as soon as there is one: a game that is not ready yet says so."""
        until = time.monotonic() + MOST
        headers = {"Content-Type": "application/json", "Origin": self.address}
        data = None if body is None else json.dumps(body).encode()
        while True:
            try:
                with self._client.open(urllib.request.Request(self.address + path, data, headers)) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code != 503 or time.monotonic() > until:
                    raise SystemExit(f"{path}: {error.code} {error.read().decode()}") from None
                time.sleep(0.1)

    def play(self, game: str) -> None:
        """A table against a bot, which must have acted."""
        seats = [{"kind": "bot", "level": "gentle"}, {"kind": "me"}]
        table = self.ask("/api/tables", {"game": game, "seats": seats, "first": 0})["id"]
        until = time.monotonic() + MOST
        while not any(line["seat"] == 0 for line in self.ask(f"/api/tables/{table}")["log"]):
            if time.monotonic() > until:
                raise SystemExit(f"the bot of {game} does not act")
            time.sleep(0.1)


def first_minute() -> dict[str, float]:
    """Seconds from the start until each of these is there."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "formicarium", "serve", "--port", str(port), "--data", folder]
        environment = os.environ | {"FORMICARIUM_CACHE_DIR": cache, "FORMICARIUM_BUDGET": "1000000000"}
        began = time.monotonic()
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            visitor = Visitor(f"http://127.0.0.1:{port}")
            wait_for(f"{visitor.address}/")
            found["page"] = time.monotonic() - began
            visitor.play("sisimizi")
            found["sisimizi"] = time.monotonic() - began
            for game in names():
                visitor.play(game)
            found["all"] = time.monotonic() - began
        finally:
            process.terminate()
            process.wait()
    return found


def main() -> None:
    """Measure, print and write."""
    claims = of_the_first_minute(first_minute())
    for claim in claims:
        print(f"{claim.subject}: {claim.measured_text} ({claim.bound_text})")
    text = TEXT.format(day=date.today(), processor=processor(), claims=claimed(claims))
    PAGE.write_text(put(PAGE.read_text(encoding="utf-8"), "first", text), encoding="utf-8")


if __name__ == "__main__":
    main()
