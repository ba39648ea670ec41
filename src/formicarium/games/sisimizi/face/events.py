"""What happens in Sisimizi: pieces put down and moved, bridges, networks joined and cut, passes, the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from formicarium.engine.events import BIG, NOTABLE, STEP, Event, Moment, Said, Who, total
from formicarium.engine.position import View
from formicarium.games.sisimizi.components import DOT, FIELDS, GOAL, NAMES, NEAR, REGION, REGIONS, ROUNDS

TOUCHING = [[near for near in row if near < FIELDS] for row in NEAR.tolist()]
HILL: list[bool] = DOT[:FIELDS].tolist()
BOARDS_KEPT = 64  # of which several are told, or what came before is asked again

Network = frozenset[int]  # the fields of hills that are joined


def events(before: View, after: View) -> list[Event]:
    """What happened in the step from one view of a witness to the next."""
    old, new = before.record, after.record
    if old.first < 0:
        return [_first(after)] if new.first >= 0 else []
    seat = int(old.mover)
    happened = _pieces(before, after, seat)
    if not happened and _is_idle(before) and (new.mover != old.mover or new.ending):
        happened.append(Event("passed", {"who": Who(seat)}, (f"panel:{seat}",)))
    if old.round_number < new.round_number == ROUNDS:
        happened.append(Event("last-round", size=BIG))
    if new.ending and not old.ending:
        happened.append(_end(after))
    return happened


def _first(view: View) -> Event:
    seat = int(view.record.first)
    return Event("first", {"who": Who(seat)}, (f"panel:{seat}",), STEP)


def _is_idle(view: View) -> bool:
    s = view.record
    return not (s.placed or s.moved or s.bridged)


def _end(view: View) -> Event:
    outcome = view.outcome
    assert outcome is not None
    if max(outcome.shares) == 1:
        seat = outcome.shares.index(1)
        return Event("won", {"who": Who(seat)}, (f"panel:{seat}",), BIG)
    return Event(f"drawn-{outcome.reason}", size=BIG)


# Pieces


def _pieces(before: View, after: View, seat: int) -> list[Event]:
    """A piece put down, picked up or put elsewhere, and what that did to the networks of its seat."""
    old, new = before.record, after.record
    at = ((old.ground != new.ground) | (old.above != new.above))[:FIELDS].nonzero()[0].tolist()
    if not at:
        return []
    (field,) = at
    kind = "hill" if HILL[field] else "ant"
    place = {"who": Who(seat), "place": _place(field)}
    supply, board, hand = f"supply.{kind}.{seat}", f"board.{kind}.{seat}", f"hand.{seat}"
    if new.lifted >= 0:
        event = Event(f"lifted-{kind}", place, ("hand",), STEP, {board: -1, hand: 1})
    elif new.bridged:
        source = supply if old.lifted < 0 else hand
        values = {**place, "other": Who(int(new.ground[field]) - 1)}
        changes = {f"supply.bridge.{seat}": -1, source: -1, board: 1}
        event = Event("bridged", values, (f"bridge:{NAMES[field]}",), BIG, changes)
    elif old.lifted >= 0:
        values = {**place, "source": _place(int(old.lifted))}
        size = NOTABLE if kind == "hill" else STEP
        event = Event(f"moved-{kind}", values, (f"{kind}:{NAMES[field]}",), size, {hand: -1, board: 1})
    else:
        size = NOTABLE if kind == "hill" else STEP
        event = Event(f"placed-{kind}", place, (f"{kind}:{NAMES[field]}",), size, {supply: -1, board: 1})
    return _with_networks(before, after, seat, event)


def _with_networks(before: View, after: View, seat: int, event: Event) -> list[Event]:
    """An event on the board, then the networks that it joined or cut; the last of them tells what is joined now."""
    old, new = networks(before, seat), networks(after, seat)
    told = [event]
    told += [_joined(seat, hills) for hills in new if len(hills) > 1 and not any(hills <= other for other in old)]
    for hills in old:
        if len(hills) > 1 and not any(hills <= other for other in new):
            told.append(_cut(seat, hills, max((len(hills & other) for other in new), default=0)))
    more = _most(new) - _most(old)
    if more:
        last = told.pop()
        changes = {**last.changes, f"joined.{seat}": more}
        told.append(Event(last.kind, last.values, last.nodes, last.size, changes))
    return told


def _joined(seat: int, hills: Network) -> Event:
    regions = sorted(hills, key=lambda hill: REGION[hill])
    values = {"who": Who(seat), "count": len(hills), "regions": tuple(_region(hill) for hill in regions)}
    return Event("joined", values, _nodes(hills), BIG if len(hills) >= GOAL - 1 else NOTABLE)


def _cut(seat: int, hills: Network, left: int) -> Event:
    values = {"who": Who(seat), "count": len(hills), "left": left}
    return Event("cut" if left > 1 else "parted", values, _nodes(hills))


def _nodes(hills: Iterable[int]) -> tuple[str, ...]:
    return tuple(f"field:{NAMES[hill]}" for hill in sorted(hills))


def networks(view: View, seat: int) -> tuple[Network, ...]:
    """The hills of a seat, those together that its pieces join (S6)."""
    return _networks(*view.bytes_of("ground", "above"), seat + 1)


@lru_cache(BOARDS_KEPT)
def _networks(ground: bytes, above: bytes, piece: int) -> tuple[Network, ...]:
    rest = {field for field in range(FIELDS) if piece in (ground[field], above[field])}
    joined = []
    while rest:
        network = [rest.pop()]
        for field in network:
            near = rest.intersection(TOUCHING[field])
            rest -= near
            network += near
        hills = frozenset(field for field in network if HILL[field])
        if hills:
            joined.append(hills)
    return tuple(joined)


def _most(networks: Sequence[Network]) -> int:
    return max(map(len, networks), default=0)


def _place(field: int) -> Said:
    """A field as the coordinates around the board name it, with what grows or lies there."""
    name = NAMES[field]
    return Said("place.field", {"field": name, "region": Said(f"region.{REGIONS[REGION[field]]}")}, (f"field:{name}",))


def _region(hill: int) -> Said:
    """The region of a hill, by which the hill lights up."""
    return Said(f"region.{REGIONS[REGION[hill]]}", nodes=(f"field:{NAMES[hill]}",))


# What everybody owns, and whole turns


def holdings(view: View) -> dict[str, int]:
    """What each seat has in the supply, in hand and on the board, and how many hills are joined."""
    s = view.record
    owned: dict[str, int] = {}
    points = view.points
    for seat in range(view.seats):
        ground, above = (s.ground[:FIELDS] == seat + 1), (s.above[:FIELDS] == seat + 1)
        player = s.players[seat]
        owned |= {
            f"supply.ant.{seat}": int(player.ants),
            f"supply.hill.{seat}": int(player.hills),
            f"supply.bridge.{seat}": int(player.bridges),
            f"board.ant.{seat}": int((ground & ~DOT[:FIELDS]).sum() + above.sum()),
            f"board.hill.{seat}": int((ground & DOT[:FIELDS]).sum()),
            f"hand.{seat}": int(s.lifted >= 0 and s.mover == seat),
            f"joined.{seat}": int(points[seat]),
        }
    return owned


def moment(view: View) -> Moment:
    """The round and whose turn it is; before the lot, the match is being set up."""
    s = view.record
    return Moment(setup=True) if s.first < 0 else Moment(int(s.round_number), int(s.mover))


DEEDS = {
    "placed-ant": "ant",
    "placed-hill": "hill",
    "moved-ant": "moved",
    "moved-hill": "moved",
    "bridged": "bridged",
    "passed": "passed",
    "won": "won",
    "drawn-passes": "drawn",
    "drawn-rounds": "drawn",
}


def sum_up(before: View, after: View, events: Sequence[Event]) -> Event | None:
    """A whole turn: what was placed and moved, and how many hills are joined, if that has changed."""
    if before.record.first < 0:
        return next(iter(events), None)
    seat = int(before.record.mover)
    deeds = Counter(DEEDS[event.kind] for event in events if event.kind in DEEDS)
    if not deeds:
        return None
    over = next((event.values["other"] for event in events if event.kind == "bridged"), None)
    told = [Said(f"deeds.{deed}", {"count": count, "other": over}) for deed, count in deeds.items()]
    more = total(events).get(f"joined.{seat}", 0)
    values: dict[str, object] = {"who": Who(seat), "deeds": (*told, *(() if more else _smaller(before, after, seat)))}
    if more:
        values["count"] = max(1, int(after.points[seat]))  # one hill alone is joined to none, and so is none
    nodes = tuple(dict.fromkeys(node for event in events for node in event.nodes if node != "hand"))
    kind = "turn" if not more else "turn-grown" if more > 0 else "turn-shrunk"
    return Event(kind, values, nodes, max(event.size for event in events))


def _smaller(before: View, after: View, seat: int) -> Iterator[Said]:
    """What became of the networks in a turn that left the largest as large as it was."""
    old, new = networks(before, seat), networks(after, seat)
    for kind, some, others in (("joined", new, old), ("cut", old, new)):
        changed = [len(hills) for hills in some if len(hills) > 1 and not any(hills <= other for other in others)]
        if changed:
            yield Said(f"deeds.{kind}", {"count": max(changed)})
