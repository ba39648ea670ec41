"""Somebody who was playing when the server was killed, and goes on as soon as there is one again."""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor

import httpx

from .visitors import Visitor

AGAIN_SECONDS = 0.02
PATIENCE = 300.0  # seconds; longer than any restart may take


class Returning:
    """A table for two at one screen; a match that ends is followed by another one."""

    def __init__(self, url: str) -> None:
        self.visitor = Visitor(url)
        self.table = self._sit_down()
        self._pool = ThreadPoolExecutor(1)
        self._acting: Future[float] | None = None

    def __enter__(self) -> Returning:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown()
        self.visitor.http.close()

    def begin(self) -> None:
        """The server was killed: try to go on from now."""
        self._acting = self._pool.submit(self.act)

    def end(self) -> float | None:
        """The seconds from then until an action was acknowledged; `None` if nothing was begun."""
        acting, self._acting = self._acting, None
        return acting.result() if acting else None

    def act(self) -> float:
        """Look at the table and act, again until that is acknowledged; the seconds that it took."""
        began = time.monotonic()
        while True:
            try:
                if self._act():
                    return time.monotonic() - began
            except (httpx.HTTPError, AssertionError):  # nobody is there yet, or asks to come again
                if time.monotonic() - began > PATIENCE:
                    raise
            time.sleep(AGAIN_SECONDS)

    def _act(self) -> bool:
        frame = self.visitor.get(f"/api/tables/{self.table}?scene=no").json()
        if frame["outcome"]:
            self.table = self._sit_down()
            return False
        wish = {"number": frame["number"], "seat": frame["seat"], "action": frame["choices"][-1]}
        self.visitor.post(f"/api/tables/{self.table}/actions", wish)
        return True

    def _sit_down(self) -> str:
        wish = {"game": "sisimizi", "seats": [{"kind": "me"}, {"kind": "local"}], "first": 0}
        return str(self.visitor.post("/api/tables", wish)["id"])
