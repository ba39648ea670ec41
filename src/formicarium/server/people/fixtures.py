"""Fixtures: who meets whom in the next round of a tournament, and who sits first. Nothing here is stored.

Entrants are numbers, given in the order that was drawn by lot; a pairing names them by their seats, one alone has a
bye. The same question has the same answer, so that all processes that ask get it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from typing import Any  # Any: networkx has no types

from formicarium.server.people.standings import Played

Pairing = tuple[int, ...]

BYE = -1
STEEP = 10**9  # so much more an aim counts than the next one: no sum over a round reaches it
UNEVEN = 2  # so much oftener somebody may have begun than not, before that goes before points


class Past:
    """What has been played, as pairing asks for it."""

    def __init__(self, played: Iterable[Played]) -> None:
        self.points: Counter[int] = Counter()
        self.met: Counter[frozenset[int]] = Counter()
        self.byes: Counter[int] = Counter()
        self.sat: Counter[tuple[int, int]] = Counter()  # by entrant and seat
        self.last: dict[int, int] = {}  # the seat of an entrant's last match
        for match in played:
            self.points.update(dict(zip(match.entrants, match.points, strict=True)))
            if len(match.entrants) == 1:
                self.byes[match.entrants[0]] += 1
                continue
            self.met.update(map(frozenset, combinations(match.entrants, 2)))
            for seat, entrant in enumerate(match.entrants):
                self.sat[entrant, seat] += 1
                self.last[entrant] = seat

    def ranked(self, entrants: Sequence[int]) -> list[int]:
        """The best first, equals as they were drawn."""
        return sorted(entrants, key=lambda entrant: -self.points[entrant])

    def before(self, one: int, other: int) -> bool:
        """Whether two have met; or one has had the bye, where that is the other."""
        if BYE in (one, other):
            return self.byes[max(one, other)] > 0
        return self.met[frozenset((one, other))] > 0

    def lead(self, entrant: int) -> int:
        """How much oftener an entrant has sat first than second."""
        return self.sat[entrant, 0] - self.sat[entrant, 1]


# Two at a table


def swiss(entrants: Sequence[int], played: Iterable[Played], more: int = 0) -> list[Pairing]:
    """Pair who has about as many points: nobody meets twice while that can be avoided.

    Of all ways to pair everybody this is the best one, by a matching of least cost; aims count in this order: no
    rematch, no second bye and nobody far oftener first than second, equal points, fair seats, and in a group
    of equals its upper half against its lower. If so many `more` rounds could not all be paired anew after it, it is
    the best one without one of its pairs after which they can.
    """
    import networkx  # half a second, that no other start shall wait for

    past = Past(played)
    ranked = past.ranked(entrants)
    nodes = [*ranked, BYE] if len(ranked) % 2 else ranked
    graph = networkx.Graph()
    for (high, one), (low, other) in combinations(enumerate(nodes), 2):
        graph.add_edge(one, other, cost=_cost(past, ranked, high, low, other == BYE))
    matched = _matched(graph)
    if not _goes_on(past, graph, matched, more):
        found = (_matched(networkx.restricted_view(graph, [], [pair])) for pair in sorted(matched))
        most = _spent(graph, matched) // STEEP**4  # rematches
        others = [other for other in found if len(other) == len(matched) and _spent(graph, other) // STEEP**4 <= most]
        others.sort(key=lambda other: _spent(graph, other))
        matched = next((other for other in others if _goes_on(past, graph, other, more)), matched)
    place = {entrant: number for number, entrant in enumerate(ranked)}
    pairs = sorted(
        (sorted((entrant for entrant in pair if entrant != BYE), key=place.__getitem__) for pair in matched),
        key=lambda pair: (len(pair) == 1, place[pair[0]]),
    )
    return [_seated(past, pair) for pair in pairs]


def _matched(graph: Any) -> Any:
    """All in pairs, for the least cost."""
    import networkx

    return networkx.min_weight_matching(graph, weight="cost")


def _spent(graph: Any, pairs: Any) -> int:
    return sum(graph.edges[pair]["cost"] for pair in pairs)


def _goes_on(past: Past, graph: Any, pairs: Any, more: int) -> bool:
    """Whether so many more rounds without a rematch or a second bye are found, or as many as there are others to meet.

    Where everybody has half of all still to meet in the last of them, there are (Dirac); else they are looked for.
    """
    import networkx

    new = networkx.Graph()
    new.add_nodes_from(graph)
    new.add_edges_from(pair for pair in graph.edges if not past.before(*pair))
    new.remove_edges_from(pairs)
    left = min(degree for _, degree in new.degree)
    more = min(more, left)
    if 2 * (left - more + 1) >= len(new):
        return True
    for _ in range(more):
        matched = networkx.max_weight_matching(new, maxcardinality=True)
        if 2 * len(matched) < len(new):
            return False
        new.remove_edges_from(matched)
    return True


def _cost(past: Past, ranked: Sequence[int], high: int, low: int, free: bool) -> int:
    """What it costs to pair two by their ranks; the lower one may be the bye."""
    one = ranked[high]
    size = sum(past.points[other] == past.points[one] for other in ranked)
    if free:
        aims = (0, past.byes[one], (past.points[one] - past.points[ranked[-1]]) ** 2, 0, len(ranked) - 1 - high)
    else:
        other = ranked[low]
        leads = _leads(past, _seated(past, [one, other]))
        uneven = sum(abs(lead) > UNEVEN for lead in leads)
        gap = (past.points[one] - past.points[other]) ** 2
        met = past.met[frozenset((one, other))] ** 2
        aims = (met, uneven, gap, sum(lead**2 for lead in leads), (low - high - size // 2) ** 2)
    cost = 0
    for aim in aims:
        cost = cost * STEEP + aim
    return cost


def _seated(past: Past, pair: Sequence[int]) -> Pairing:
    """Two in the order of their seats: who has sat first less often, then who sat second last, begins."""
    if len(pair) == 1:
        return (pair[0],)
    one, other = pair
    swaps = (past.lead(one), -past.last.get(one, 0)) > (past.lead(other), -past.last.get(other, 0))
    return (other, one) if swaps else (one, other)


def _leads(past: Past, pair: Pairing) -> tuple[int, int]:
    first, second = pair
    return past.lead(first) + 1, past.lead(second) - 1


def round_robin(entrants: Sequence[int], number: int) -> list[Pairing]:
    """A round, from 1 on, of everybody against everybody: one stays, the others go round in a circle."""
    circle = [*entrants, BYE] if len(entrants) % 2 else list(entrants)
    *moving, fixed = circle
    turned = moving[number - 1 :] + moving[: number - 1]
    pairs = [(turned[0], fixed) if number % 2 else (fixed, turned[0])]
    for at in range(1, len(circle) // 2):
        one, other = turned[at], turned[-at]
        pairs.append((one, other) if at % 2 else (other, one))
    with_byes = [tuple(entrant for entrant in pair if entrant != BYE) for pair in pairs]
    return sorted(with_byes, key=lambda pair: len(pair) == 1)


def rounds_of(entrants: int) -> int:
    """How many rounds it takes until everybody has met everybody."""
    return entrants - 1 + entrants % 2


# More at a table


def pods(entrants: Sequence[int], played: Iterable[Played], seats: int) -> list[Pairing]:
    """Tables of so many, of who has about as many points and has met least; who is left over has a bye.

    Byes go to who has had fewest, from below. The tables are made better by exchanges until none helps any more.
    """
    past = Past(played)
    ranked = past.ranked(entrants)
    left_over = len(ranked) % seats
    place = {entrant: number for number, entrant in enumerate(ranked)}
    free = sorted(ranked, key=lambda entrant: (past.byes[entrant], -place[entrant]))[:left_over]
    staying = [entrant for entrant in ranked if entrant not in free]
    tables = [staying[start : start + seats] for start in range(0, len(staying), seats)]
    while _exchange(past, tables):
        pass
    return [*(_around(past, table) for table in tables), *((entrant,) for entrant in sorted(free, key=place.get))]  # type: ignore[arg-type]  # each has a place


def _exchange(past: Past, tables: list[list[int]]) -> bool:
    """Make the exchange of two that helps most; whether one did."""
    best, found = (0, 0), None
    for one, other in combinations(tables, 2):
        before = _price(past, one), _price(past, other)
        for at, with_ in _places(one, other):
            one[at], other[with_] = other[with_], one[at]
            after = _price(past, one), _price(past, other)
            one[at], other[with_] = other[with_], one[at]
            gain = tuple(
                sum(new) - sum(old)
                for new, old in zip(zip(*after, strict=True), zip(*before, strict=True), strict=True)
            )
            if gain < best:
                best, found = gain, (one, at, other, with_)  # type: ignore[assignment]  # as many as a price has
    if found is None:
        return False
    one, at, other, with_ = found
    one[at], other[with_] = other[with_], one[at]
    return True


def _places(one: Sequence[int], other: Sequence[int]) -> Iterator[tuple[int, int]]:
    return ((at, with_) for at in range(len(one)) for with_ in range(len(other)))


def _price(past: Past, table: Sequence[int]) -> tuple[int, int]:
    """How often those at a table have met, and how far apart they are."""
    pairs = list(combinations(table, 2))
    met = sum(past.met[frozenset(pair)] ** 2 for pair in pairs)
    return met, sum((past.points[one] - past.points[other]) ** 2 for one, other in pairs)


def _around(past: Past, table: Sequence[int]) -> Pairing:
    """Those at a table in the order of seats in which each of them has sat least."""
    return min(
        permutations(table),
        key=lambda order: sum((past.sat[entrant, seat] + 1) ** 2 for seat, entrant in enumerate(order)),
    )
