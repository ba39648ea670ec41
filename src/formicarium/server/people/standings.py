"""Standings: who is ahead in a tournament, by points and by what decides between equals. Nothing here is stored.

Points are counted in halves, so that they stay whole: two for everybody whom one leaves behind in a match, one for who
ends level. At a table of two that is the usual one, a half and nothing; at one of four the winner gets three points.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

BEHIND, LEVEL = 2, 1  # half points


@dataclass(frozen=True)
class Played:
    """A match of a tournament that is over: who sat where, and the half points. One entrant alone had a bye."""

    entrants: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True)
class Standing:
    """Where an entrant stands. All but the place is counted in halves, Sonneborn-Berger in quarters."""

    entrant: int
    place: int  # shared by those between whom nothing decides
    points: int
    direct: int  # points against those who have as many, where all of them have met
    buchholz: int  # the points of all opponents
    sonneborn: int  # the points of those whom one has left behind, half of those with whom one was level
    matches: int


def score(places: Sequence[int], gone: Collection[int] = ()) -> tuple[int, ...]:
    """The half points by seat of a match that ended with these places; seats that have given up get none."""
    seats = range(len(places))
    return tuple(
        0
        if seat in gone
        else sum(
            BEHIND if other in gone or places[seat] < places[other] else LEVEL * (places[seat] == places[other])
            for other in seats
            if other != seat
        )
        for seat in seats
    )


def bye(seats: int) -> int:
    """The half points of a bye: those of a match that is won."""
    return BEHIND * (seats - 1)


def standings(entrants: Sequence[int], played: Iterable[Played]) -> list[Standing]:
    """All entrants, the best first. Equals stand in the order in which they are given."""
    everybody = frozenset(entrants)
    matches = [match for match in played if everybody.issuperset(match.entrants)]
    sat = Counter(entrant for match in matches for entrant in match.entrants)
    byes: dict[int, list[int]] = defaultdict(list)
    for match in matches:
        if len(match.entrants) == 1:
            byes[match.entrants[0]].append(match.points[0])
    points = Counter(dict.fromkeys(entrants, 0))
    for match in matches:
        points.update(dict(zip(match.entrants, match.points, strict=True)))
    against = _against(matches)
    direct = _direct(points, against)
    found = []
    for entrant in entrants:
        others = [(other, won) for other, results in against[entrant].items() for won in results]
        own = points[entrant]  # a bye counts as an opponent who has as many points as oneself
        buchholz = sum(points[other] for other, _ in others) + own * len(byes[entrant])
        sonneborn = sum(won * points[other] for other, won in others) + sum(
            BEHIND * own for won in byes[entrant] if won
        )
        found.append((own, direct[entrant], buchholz, sonneborn, sat[entrant], entrant))
    found.sort(key=lambda one: one[:4], reverse=True)  # stable: equals stay as they were given
    places: dict[tuple[int, ...], int] = {}
    for place, one in enumerate(found, 1):
        places.setdefault(one[:4], place)
    return [
        Standing(entrant, places[own, met, buchholz, sonneborn], own, met, buchholz, sonneborn, count)
        for own, met, buchholz, sonneborn, count, entrant in found
    ]


def _against(matches: Iterable[Played]) -> Mapping[int, Mapping[int, list[int]]]:
    """What everybody won against everybody else, in half points, match by match."""
    against: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for match in matches:
        seated = list(zip(match.entrants, match.points, strict=True))
        for entrant, own in seated:
            for other, theirs in seated:
                if other != entrant:
                    won = BEHIND if own > theirs else LEVEL if own == theirs > 0 else 0
                    against[entrant][other].append(won)
    return against


def _direct(points: Mapping[int, int], against: Mapping[int, Mapping[int, list[int]]]) -> dict[int, int]:
    """The half points among those who have the same number of points; nothing where some of them have not met."""
    groups: dict[int, list[int]] = defaultdict(list)
    for entrant, own in points.items():
        groups[own].append(entrant)
    direct = dict.fromkeys(points, 0)
    for group in groups.values():
        if all(other in against[entrant] for entrant in group for other in group if other != entrant):
            for entrant in group:
                direct[entrant] = sum(sum(against[entrant][other]) for other in group if other != entrant)
    return direct
