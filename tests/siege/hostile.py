"""Hostile requests: records and bodies by the grammar of the fuzzer, over the network, while others play."""

from __future__ import annotations

import random
import threading
import time

import httpx

from fuzz.grammar import address, places, request

PAUSE_SECONDS = 0.02
PATIENCE = 300.0  # seconds; longer than any answer may take


def targets(url: str) -> dict[str, str]:
    """What they ask about, beside a table."""
    with httpx.Client(base_url=url, headers={"Origin": url}, timeout=PATIENCE) as http:
        return places(lambda path, wish: http.post(path, json=wish).json())


class Hostile:
    """Somebody who sends nearly valid requests one after the other, in a thread, while the block lasts."""

    def __init__(self, url: str, known: dict[str, str], seed: int) -> None:
        self.url, self.known = url, known
        self.lot = random.Random(f"hostile {seed}")
        self.sent, self.slowest = 0, 0.0
        self.problems: list[str] = []
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._send)

    def __enter__(self) -> Hostile:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _send(self) -> None:
        with httpx.Client(base_url=self.url, headers={"Origin": self.url}, timeout=PATIENCE) as http:
            while not self._ended.wait(PAUSE_SECONDS):
                asked = request(self.lot)
                path = address(asked, self.known)
                content = asked.body.encode() if asked.body else None
                began = time.perf_counter()
                try:
                    answer = http.request(
                        asked.method, path, content=content, headers={"Content-Type": "application/json"}
                    )
                except httpx.InvalidURL:
                    continue
                except httpx.HTTPError as error:
                    self.problems.append(f"{asked.method} {path} was not answered: {error!r}")
                    continue
                self.sent += 1
                self.slowest = max(self.slowest, time.perf_counter() - began)
                if answer.status_code >= 500:
                    self.problems.append(f"{answer.status_code} to {asked}: {answer.text[:200]}")
