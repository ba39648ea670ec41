"""What speaks for an action of Sisimizi: networks joined, ways made shorter, and ways of others made longer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from formicarium.core.actions import Action
from formicarium.engine.events import BIG, Event, Reason, Said, Who
from formicarium.engine.position import View
from formicarium.games.sisimizi.components import DOT, NAMES, REGION, REGIONS
from formicarium.games.sisimizi.face.events import networks
from formicarium.games.sisimizi.face.links import Link, links, nodes, outlets, said
from formicarium.games.sisimizi.network import OVER

Ends = TypeVar("Ends")
MISSING, BRIDGED = 2, 6  # rows of the parts of the evaluation: pieces missing in twentieths, bridges in halves
DOTS = {name for name, dot in zip(NAMES, DOT, strict=False) if dot}
WON = 100.0  # more than all pieces
PUT = ("ant", "hill", "drop", "bridge")


def reasons(view: View, action: Action) -> list[Reason]:
    """The facts that an action brings about, by the pieces that each seat is short of its network."""
    seat = view.seat
    if action.verb == "lift":
        return _lift(view, action)
    if action.verb not in PUT:
        return []
    after = view.copy()
    after.apply(seat, action)
    outcome = after.outcome
    if outcome is not None:
        return [Reason(Event("wins", size=BIG), "victory", WON)] if outcome.shares[seat] == 1 else []
    less = _missing(view) - _missing(after)
    found = [Reason(event, "pieces missing", less[seat]) for event in _own(view, after, seat) if less[seat] > 0]
    for other in range(view.seats):
        if other != seat and less[other] < 0:
            found += [Reason(event, "pieces that another misses", -less[other]) for event in _block(view, after, other)]
    return found


def _lift(view: View, action: Action) -> list[Reason]:
    """An ant that can be had for something better: without it, all hills are joined as they were, and no way grows."""
    after, seat = view.copy(), view.seat
    after.apply(seat, action)
    if action.arguments[0] in DOTS or _missing(after)[seat] > _missing(view)[seat]:
        return []  # which is quicker than to look at all ways
    if networks(after, seat) != networks(view, seat):
        return []
    if _any_longer(links(view, seat), links(after, seat)) or _any_longer(outlets(view, seat), outlets(after, seat)):
        return []
    return [Reason(Event("spare", nodes=(f"field:{action.arguments[0]}",)), "pieces missing", 1.0)]


def _any_longer(before: Mapping[Ends, Link], now: Mapping[Ends, Link]) -> bool:
    """Whether a way has grown, or is gone."""
    return any(ends not in now or len(now[ends].fields) > len(link.fields) for ends, link in before.items())


def _missing(view: View) -> NDArray[np.float64]:
    """What each seat is short of its network, in pieces."""
    parts = view.parts(BRIDGED)
    missing: NDArray[np.float64] = 20 * parts[MISSING] + OVER * 2 * parts[BRIDGED]
    return missing


def _own(view: View, after: View, seat: int) -> Iterator[Event]:
    """What it does for the seat: the hills that are joined now, a region more, or a way that is shorter."""
    old, new = networks(view, seat), networks(after, seat)
    joined = [hills for hills in new if len(hills) > 1 and not any(hills <= other for other in old)]
    if joined:
        hills = max(joined, key=len)
        ordered = sorted(hills, key=lambda hill: REGION[hill])
        regions = tuple(said(frozenset((hill,))) for hill in ordered)
        yield Event("joins", {"count": len(hills), "regions": regions}, nodes(hills))
    before, now = (int(one.record.players[seat].regions) for one in (view, after))
    if now.bit_count() > before.bit_count():
        (region,) = (number for number in range(len(REGIONS)) if (now & ~before) >> number & 1)
        yield Event("region", {"region": Said(f"region.{REGIONS[region]}"), "count": now.bit_count()})
    if joined:
        return
    known = links(view, seat)
    shorter = [link for key, link in links(after, seat).items() if _is_shorter(link, known.get(key))]
    if shorter:
        link = min(shorter, key=lambda link: len(link.fields))
        values = {"one": said(link.start), "two": said(link.end), "count": len(link.fields)}
        yield Event("closer", values, nodes(link.fields))
        return
    ways = outlets(view, seat)
    leads = [link for key, link in outlets(after, seat).items() if _is_shorter(link, ways.get(key))]
    if leads:
        link = min(leads, key=lambda link: len(link.fields))
        kind = "toward" if link.fields else "beside"
        values = {"one": said(link.start), "two": said(link.end), "count": len(link.fields)}
        yield Event(kind, values, nodes(link.fields))


def _is_shorter(link: Link, before: Link | None) -> bool:
    return before is not None and len(link.fields) < len(before.fields)


def _block(view: View, after: View, seat: int) -> Iterator[Event]:
    """What it does to another seat: the link that is longer now, or closed, the shortest of them."""
    now = links(after, seat)
    longer = [
        link for key, link in links(view, seat).items() if key not in now or len(now[key].fields) > len(link.fields)
    ]
    if not longer:
        return
    link = min(longer, key=lambda link: len(link.fields))
    values = {"who": Who(seat), "one": said(link.start), "two": said(link.end), "count": len(link.fields)}
    if (link.start, link.end) in now:
        around = now[link.start, link.end].fields
        yield Event("blocks", {**values, "now": len(around)}, nodes(link.fields))
    else:
        yield Event("closes", values, nodes(link.fields))
