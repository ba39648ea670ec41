"""The pulse: somebody who plays at a steady pace, and notes how long each action took to be answered."""

from __future__ import annotations

import json
import threading
import time
from statistics import quantiles
from typing import Any

from websockets.sync.client import connect

from .visitors import Visitor

PACE_SECONDS = 0.1
PATIENCE = 300.0  # seconds; longer than any answer may take


class Pulse:
    """A table for two at one screen, in a thread; a match that ends is followed by another one."""

    def __init__(self, url: str) -> None:
        self.visitor = Visitor(url)
        self.took: list[float] = []  # seconds, since they were taken last
        self.problems: list[str] = []
        self.actions = 0
        self.table = self._sit_down()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._play)

    def __enter__(self) -> Pulse:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        self.visitor.http.close()

    def take(self) -> list[float]:
        """What was noted since the last time."""
        took, self.took = self.took, []
        return took

    def _sit_down(self) -> str:
        seats = [{"kind": "me"}, {"kind": "local"}]
        wish = {"game": "sisimizi", "seats": seats, "open": True, "first": 0}
        return str(self.visitor.post("/api/tables", wish)["id"])

    def _play(self) -> None:
        while not self._ended.is_set():
            try:
                self._play_match()
            except Exception as error:  # whatever it is, it is told in the report
                self.problems.append(f"the pulse stopped: {type(error).__name__}: {error}")
                return

    def _play_match(self) -> None:
        url = self.visitor.url
        cookie = "; ".join(f"{name}={value}" for name, value in self.visitor.http.cookies.items())
        address = f"{url.replace('http', 'ws')}/api/tables/{self.table}/live?scene=no"
        how: Any = {"max_size": None, "close_timeout": 1, "additional_headers": {"Cookie": cookie}, "origin": url}
        with connect(address, **how) as live:
            while not self._ended.wait(PACE_SECONDS):
                live.send(json.dumps({"type": "look"}))
                frame = self._hear(live, "full")
                if frame["outcome"]:
                    self.table = self._sit_down()
                    return
                message = {"type": "act", "id": 0, "number": frame["number"], "seat": frame["seat"]}
                began = time.perf_counter()
                live.send(json.dumps(message | {"action": frame["choices"][-1]}))
                answer = self._hear(live, "ack", "error")
                self.took.append(time.perf_counter() - began)
                self.actions += 1
                if answer["type"] == "error" or answer["number"] <= frame["number"]:
                    self.problems.append(f"an action of the only player was refused: {answer}")

    def _hear(self, live: Any, *kinds: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(live.recv(timeout=PATIENCE))
            if message["type"] in kinds:
                return message


def p95(took: list[float]) -> float:
    """What nineteen of twenty did not exceed."""
    return quantiles(took, n=20)[-1] if len(took) > 1 else float("inf")
