"""Limits: how often somebody may ask, as buckets that fill up again."""

from __future__ import annotations

import time

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
