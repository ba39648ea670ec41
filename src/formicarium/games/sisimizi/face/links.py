"""Links in Sisimizi: the fewest ants that would join two networks of a seat, or lead to a region, and where."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from formicarium.engine.events import Said
from formicarium.engine.position import View
from formicarium.games.sisimizi.components import DOT, FIELDS, NAMES, REGION, REGIONS
from formicarium.games.sisimizi.face.events import TOUCHING, Network, networks


class Link(NamedTuple):
    """The free fields between two networks, or from a network to a dot: an ant on each of them, and they are joined."""

    start: Network
    end: Network
    fields: tuple[int, ...]


def links(view: View, seat: int) -> dict[tuple[Network, Network], Link]:
    """The shortest link of each two networks of a seat that have one without a bridge."""
    found = {}
    for one, other in combinations(sorted(networks(view, seat), key=sorted), 2):
        way = _way(view, seat, one, other)
        if way is not None:
            found[one, other] = Link(one, other, way[:-1])
    return found


def outlets(view: View, seat: int) -> dict[tuple[Network, int], Link]:
    """The shortest link of each network of a seat to a free dot in each region where the seat has no hill."""
    s, found = view.record, {}
    for region in range(len(REGIONS)):
        if s.players[seat].regions >> region & 1:
            continue
        dots = [field for field in range(FIELDS) if DOT[field] and REGION[field] == region and not s.ground[field]]
        for one in networks(view, seat):
            way = _way(view, seat, one, dots)
            if way is not None:
                found[one, region] = Link(one, frozenset(way[-1:]), way[:-1])
    return found


def said(network: Network) -> Said:
    """A network by the region of its first hill, by which all its hills light up."""
    first = min(network, key=lambda hill: (REGION[hill], hill))
    return Said(f"region.{REGIONS[REGION[first]]}", nodes=nodes(network))


def nodes(fields: Iterable[int]) -> tuple[str, ...]:
    """The nodes of fields on the scene."""
    return tuple(f"field:{NAMES[field]}" for field in sorted(fields))


def _way(view: View, seat: int, start: Iterable[int], end: Iterable[int]) -> tuple[int, ...] | None:
    """The free fields without a dot on a way with as few of them as can be, over own pieces, and where it ends."""
    s, goal = view.record, set(end)
    ground, above = s.ground[:FIELDS].tolist(), s.above[:FIELDS].tolist()
    came: dict[int, int | None] = dict.fromkeys(start)
    queue, settled = deque(came), set()
    cost = dict.fromkeys(came, 0)
    while queue:
        field = queue.popleft()
        if field in settled:
            continue
        settled.add(field)
        if field in goal:
            way: list[int] = []
            at: int | None = field
            while at is not None:
                if not DOT[at] and not ground[at]:
                    way.append(at)
                at = came[at]
            return (*way[::-1], field)
        for near in TOUCHING[field]:
            own = seat + 1 in (ground[near], above[near])
            if not own and near not in goal and (ground[near] or DOT[near]):
                continue
            further = cost[field] + (not own and not DOT[near])
            if further < cost.get(near, FIELDS):
                cost[near], came[near] = further, field
                (queue.append if further > cost[field] else queue.appendleft)(near)
    return None
