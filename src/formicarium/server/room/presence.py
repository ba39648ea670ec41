"""Presence: who is connected to a table, here and to other processes, and since when somebody is not."""

from __future__ import annotations

import time
from collections import Counter

from formicarium.server.table.table import Person


class Presence:
    """The people at one table. What changes it answers whether somebody has come or gone."""

    def __init__(self) -> None:
        self.connections = 0
        self._here: Counter[str] = Counter()  # connections of each person to this process
        self._elsewhere: dict[str, frozenset[str]] = {}  # the people who are connected to other processes
        self.online = frozenset[str]()  # the people who are connected to the table, to whatever process
        self._seen: dict[str, float] = {}  # when a person was last connected
        self._programs: set[str] = set()  # people for whom a program asks: they need no connection to be there
        self._since = time.monotonic()  # before this nobody could be seen here
        self._wishes: dict[int, set[str]] = {}  # by seat: who wants a bot to go on there

    def arrive(self, person: Person | None) -> bool:
        """A connection opens."""
        self.connections += 1
        if person is None:
            return False
        self._here[person.id] += 1
        self._wishes.clear()  # somebody is back: what was wanted before may not be now
        self._count()
        return self._here[person.id] == 1

    def depart(self, person: Person | None, *, sits: bool = True) -> bool:
        """A connection closes; of who sits here it is known when, others are not missed."""
        self.connections -= 1
        if person is None:
            return False
        self._here[person.id] -= 1
        if self._here[person.id] > 0:
            return False
        del self._here[person.id]
        if sits:
            self._seen[person.id] = time.monotonic()
        self._count()
        return True

    def report(self) -> tuple[list[str], dict[str, float]]:
        """Who is connected to this process; and who was, and how many seconds ago."""
        now = time.monotonic()
        return list(self._here), {person: now - then for person, then in self._seen.items()}

    def hear(self, process: str, people: list[str], left: dict[str, float]) -> bool:
        """Another process reports."""
        before, now = self.online, time.monotonic()
        self._elsewhere[process] = frozenset(people)
        for person, ago in left.items():
            self._seen[person] = max(self._seen.get(person, float("-inf")), now - ago)
        self._count()
        return self.online != before

    def forget_all_but(self, alive: set[str]) -> bool:
        """Nobody is connected to a process that is not alive; whoever speaks has said before that it lives."""
        dead = [self._elsewhere.pop(process) for process in self._elsewhere.keys() - alive]
        self._count()
        return any(dead)

    def _count(self) -> None:
        self.online = frozenset(self._here).union(*self._elsewhere.values())

    def note_program(self, person: Person) -> None:
        """A program asks for a person."""
        self._programs.add(person.id)

    def is_absent(self, person: str, seconds: float) -> bool:
        """Whether a person has not been connected for so long; of a program nobody can say that."""
        if person in self.online or person in self._programs:
            return False
        return time.monotonic() - self._seen.get(person, self._since) >= seconds

    def wish(self, seat: int, person: Person) -> frozenset[str]:
        """A person wants a bot to go on at a seat; all who do."""
        wishes = self._wishes.setdefault(seat, set())
        wishes.add(person.id)
        return frozenset(wishes)
