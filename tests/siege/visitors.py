"""Visitors: people with a cookie who ask one thing after the other, or many at once."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import httpx

PATIENCE = 600.0  # seconds: a machine that others use too is slow, and nothing here is timed by it


class Visitor:
    """Somebody with a cookie jar."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, headers={"Origin": url}, timeout=PATIENCE)

    def __enter__(self) -> Visitor:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def post(self, path: str, body: dict[str, Any], status: int | None = None) -> dict[str, Any]:
        """The answer to a request that makes something; any good one if no status is named."""
        answer = self.http.post(path, json=body)
        assert answer.status_code in ((200, 201) if status is None else (status,)), answer.text
        return dict(answer.json())

    def get(self, path: str, status: int = 200) -> httpx.Response:
        """The answer to a request that looks."""
        answer = self.http.get(path, follow_redirects=True)
        assert answer.status_code == status, answer.text
        return answer

    @contextmanager
    def meanwhile(self, *paths: str, status: int = 200) -> Iterator[list[Any]]:
        """Ask for all of these at once; when the block ends, the answers are there."""
        answers: list[Any] = []
        with ThreadPoolExecutor(len(paths)) as pool:
            asked = [pool.submit(self.get, path, status) for path in paths]
            yield answers
            for answer in asked:
                found = answer.result()
                answers.append(found.json() if "json" in found.headers["content-type"] else found.content)
