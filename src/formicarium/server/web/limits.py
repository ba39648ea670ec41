"""Limits: what strangers may ask for. Everything costly has a price, and a person and its address both pay it.

Who comes with a new cookie is a new person, but not a new address.
"""

from __future__ import annotations

import asyncio
import ipaddress
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from formicarium.errors import LimitError
from formicarium.server.settings import Settings
from formicarium.server.table.table import Person

PREFIX = 64  # of an IPv6 address: what one household or one server is given


class Bucket:
    """So much at once, and so much a second in the long run."""

    __slots__ = ("level", "most", "rate", "then")

    def __init__(self, rate: float, most: float) -> None:
        self.rate, self.most = rate, most
        self.level, self.then = float(most), time.monotonic()

    def lacks(self, price: float) -> float:
        """The seconds until there is enough for a price; 0 if there is now."""
        now = time.monotonic()
        self.level = min(self.most, self.level + (now - self.then) * self.rate)
        self.then = now
        return max(0.0, (price - self.level) / self.rate)

    def take(self, price: float = 1.0) -> bool:
        """Take so much, if there is enough."""
        if self.lacks(price):
            return False
        self.level -= price
        return True

    def owe(self, price: float) -> None:
        """Take so much even if there is not enough: who comes next waits the longer."""
        self.level -= price


class Budget:
    """What each person and each address may spend; the prices are in the settings."""

    MOST = 50_000  # buckets; beyond, the one that was used least recently is forgotten

    def __init__(self, settings: Settings) -> None:
        self._prices = settings.prices
        self._rate, self._most, self._people = settings.budget_a_second, settings.budget, settings.people_an_address
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def pay(self, what: str, address: str | None, person: Person | None, count: int = 1) -> None:
        """Let an address and a person pay the price of so many of something, those that are named; both or none."""
        price, buckets = self._prices[what] * count, []
        if address is not None:
            buckets.append(self._bucket(f"address {household(address)}", self._people))
        if person is not None:
            buckets.append(self._bucket(f"person {person.id}", 1.0))
        lacks = max([bucket.lacks(price) for bucket in buckets], default=0.0)
        if lacks:
            wait = math.ceil(lacks)
            raise LimitError("limit/rate", f"that is too much at once: ask again in {wait} s", wait)
        for bucket in buckets:
            bucket.level -= price

    def _bucket(self, name: str, times: float) -> Bucket:
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = Bucket(times * self._rate, times * self._most)
            if len(self._buckets) > self.MOST:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(name)
        return bucket


class Places:
    """So many live connections at once for each person, and for an address as many as for so many people."""

    def __init__(self, settings: Settings) -> None:
        self.most, self._people = settings.sockets_each, settings.people_an_address
        self._taken: Counter[str] = Counter()

    @contextmanager
    def take(self, address: str, person: Person | None) -> Iterator[None]:
        """Take a place until the block ends; refuse who has too many."""
        names = {f"address {household(address)}": self._people * self.most}
        if person:
            names[f"person {person.id}"] = self.most
        if any(self._taken[name] >= most for name, most in names.items()):
            raise LimitError("limit/places", f"nobody has more than {self.most} live connections at once")
        self._taken.update(names.keys())
        try:
            yield
        finally:
            self._taken.subtract(names.keys())
            for name in names:
                if not self._taken[name]:
                    del self._taken[name]


class Gallery:
    """Lets those who only watch have their turns one after the other, with time for players in between.

    When something is played a hundred of them wake at the same moment, and a player would wait for all of them.
    What a busy machine delays is not made up for: turns that came due meanwhile would come all at once.
    """

    def __init__(self, settings: Settings) -> None:
        self._seconds = 1 / settings.watching_turns
        self._next = 0.0  # when the turn of who went in last is over
        self._door = asyncio.Lock()  # they go in as they came

    async def turn(self) -> None:
        """Wait for one's turn; nobody in front, no wait."""
        async with self._door:
            wait = self._next - time.monotonic()
            if wait > 0:
                await asyncio.sleep(wait)
            self._next = time.monotonic() + self._seconds


class Easel:
    """Lets those who look back or want a picture have their turns one after the other, with others in between.

    Each is short, but of hundreds at once everybody else would wait for all that came before.
    """

    def __init__(self) -> None:
        self._door = asyncio.Lock()

    async def turn(self) -> None:
        """Wait for one's turn: the next comes in an iteration of the event loop of its own."""
        async with self._door:
            await asyncio.sleep(0)


@lru_cache(maxsize=10_000)
def household(address: str) -> str:
    """What limits count of an address: all of IPv4, of IPv6 the part that one customer is given as a whole."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is None:
            return str(ipaddress.ip_network((parsed, PREFIX), strict=False))
        parsed = parsed.ipv4_mapped
    return str(parsed)
