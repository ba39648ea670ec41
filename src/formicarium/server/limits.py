"""Limits: how often somebody may ask, as buckets that fill up again."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from formicarium.engine.errors import FormicariumError


class LimitError(FormicariumError):
    """Somebody asks too often or sends too much."""


class Bucket:
    """So many at once, and so many a second in the long run."""

    __slots__ = ("burst", "level", "rate", "then")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self.level, self.then = float(burst), time.monotonic()

    def take(self) -> bool:
        """Take one, if there is one."""
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.then) * self.rate)
        self.then = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Places:
    """So many at once for each person or address."""

    def __init__(self, what: str, most: int) -> None:
        self.what, self.most = what, most
        self._taken: Counter[str] = Counter()

    @contextmanager
    def take(self, key: str) -> Iterator[None]:
        """Take a place until the block ends; refuse who has too many."""
        if self._taken[key] >= self.most:
            raise LimitError("limit/places", f"nobody has more than {self.most} {self.what} at once")
        self._taken[key] += 1
        try:
            yield
        finally:
            self._taken[key] -= 1
            if not self._taken[key]:
                del self._taken[key]


class Limiter:
    """A bucket for each person or address."""

    MOST = 20_000  # buckets; beyond, those that are full again are forgotten

    def __init__(self, what: str, rate: float, burst: float) -> None:
        self.what, self.rate, self.burst = what, rate, burst
        self._buckets: dict[str, Bucket] = {}

    def check(self, key: str) -> None:
        """Refuse who asks too often."""
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self.MOST:
                self._forget()
            bucket = self._buckets[key] = Bucket(self.rate, self.burst)
        if not bucket.take():
            raise LimitError("limit/rate", f"too many {self.what}: wait {max(1, round(1 / self.rate))} s and ask again")

    def _forget(self) -> None:
        now = time.monotonic()
        for key, bucket in list(self._buckets.items()):
            if bucket.level + (now - bucket.then) * bucket.rate >= bucket.burst:
                del self._buckets[key]
