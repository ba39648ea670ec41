"""Pairing: who of those who wait plays with whom. It follows from who waits and the time alone.

Who has waited longest goes first and meets whoever is nearest in strength. Everybody reaches further the longer they
wait, and after a minute to anybody; all at a table must be within each other's reach. Who would like several numbers of
players first hopes for the largest. Who takes bots is not kept waiting.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from operator import attrgetter

REACH = 4.0  # in strength, at first: who is as much stronger wins about two of three matches
WIDER = 0.4  # a second
ANYBODY = 60.0  # seconds
HOPE = 8.0  # seconds in which one hopes for more players before fewer will do


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody who looks for a match."""

    seek: str
    person: str
    wish: str  # game, options and clock: only who wishes the same meets
    seats: tuple[int, ...]  # how many may play, ascending
    strength: float
    since: float
    bots: bool = False  # whether bots may take the seats that nobody has
    avoids: frozenset[str] = frozenset()  # people who never meet this one: one of the two has blocked the other


@dataclass(frozen=True, slots=True)
class Group:
    """People who play together; bots take the other seats."""

    people: tuple[Waiting, ...]
    seats: int


def pair(waiting: Iterable[Waiting], now: float) -> list[Group]:
    """All groups that can be made now, of those first who have waited longest."""
    wishes: dict[str, list[Waiting]] = {}
    for one in sorted(waiting, key=attrgetter("since", "seek")):
        wishes.setdefault(one.wish, []).append(one)
    groups = [group for alike in wishes.values() for group in _pair_alike(alike, now)]
    return sorted(groups, key=lambda group: (group.people[0].since, group.people[0].seek))


def _pair_alike(alike: list[Waiting], now: float) -> list[Group]:
    groups, taken = [], set[str]()
    for first in alike:
        if first.person in taken:
            continue
        group = next((found for size in _sizes(first, now) if (found := _around(first, size, alike, taken, now))), None)
        if group:
            groups.append(group)
            taken.update(one.person for one in group.people)
    for first in alike:
        if first.bots and first.person not in taken:
            groups.append(_with_bots(first, alike, taken))
            taken.update(one.person for one in groups[-1].people)
    return groups


def _sizes(first: Waiting, now: float) -> tuple[int, ...]:
    """How many will do, the most first."""
    return first.seats[::-1] if now - first.since >= HOPE else first.seats[-1:]


def _around(first: Waiting, size: int, alike: list[Waiting], taken: set[str], now: float) -> Group | None:
    """So many people around somebody, the nearest ones."""
    far = _reach(first, now)
    others = [
        one
        for one in alike
        if one.person not in taken and size in one.seats and abs(one.strength - first.strength) <= far
    ]
    people, names = [first], {first.person}
    for other in sorted(others, key=lambda one: (abs(one.strength - first.strength), one.since, one.seek)):
        near = _reach(other, now)
        stranger = other.person not in names and names.isdisjoint(other.avoids)
        if stranger and all(abs(other.strength - one.strength) <= min(near, _reach(one, now)) for one in people):
            people.append(other)
            names.add(other.person)
            if len(people) == size:
                return Group(tuple(people), size)
    return None


def _with_bots(first: Waiting, alike: list[Waiting], taken: set[str]) -> Group:
    """As few as will do, of all who take bots."""
    size, people = first.seats[0], {first.person: first}
    for other in alike:
        fits = other.bots and other.person not in taken and size in other.seats and other.avoids.isdisjoint(people)
        if fits and len(people) < size:
            people.setdefault(other.person, other)
    return Group(tuple(people.values()), size)


def _reach(one: Waiting, now: float) -> float:
    waited = now - one.since
    return inf if waited >= ANYBODY else REACH + WIDER * max(0.0, waited)
