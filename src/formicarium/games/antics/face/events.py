"""What happens in Antics!, what everybody owns, and a turn in one sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from formicarium.core.kernel import NATURE
from formicarium.engine.events import BIG, NOTABLE, STEP, Event, Moment, Said, Who
from formicarium.engine.position import View
from formicarium.games.antics.actions import ACTIONS, SEAT_COLOURS
from formicarium.games.antics.components import (
    ANTEATER,
    CELL_NAMES,
    CHASM,
    COLOURS,
    DATA,
    EATS_ANTS,
    EATS_PREY,
    GREEN,
    HILL,
    ITEM_AT,
    ITEMS,
    KINDS,
    LEVELS,
    PAIR,
    PREY_SITE,
    ROWS,
    SIDES,
    TERRAIN,
)
from formicarium.games.antics.face.fields import slot_key
from formicarium.games.antics.network import BRIDGE_ANTS
from formicarium.games.antics.state import LOT, TRACE

# What everybody owns


def holdings(view: View) -> dict[str, int]:
    """Points, ants wherever they are, tiles, storeys, loads, prey and leaves of each seat; what is common to all."""
    s, held = view.record, {}
    points = view.points
    for seat in range(view.seats):
        me = s.players[seat]
        held[f"points:{seat}"] = int(points[seat])
        held[f"ants:{seat}"] = int(me.ants)
        held[f"workers:{seat}"] = int(me.workers).bit_count()
        held[f"guards:{seat}"] = int(me.guards).bit_count()
        for nest, colour in enumerate(DATA.colours):
            held[f"nest:{seat}:{colour}"] = int(me.nests[nest])
        for kind in range(KINDS):
            held[f"tiles:{seat}:{DATA.kinds[kind]}"] = int(me.supply[kind])
        for level in range(LEVELS):
            held[f"built:{seat}:{level + 1}"] = int(me.on_level[level])
        cargo = Counter(me.cargo.tolist())
        for item in range(1, ITEMS + 1):
            held[f"carried:{seat}:{_item_id(item)}"] = cargo[item]
            home = int(me.leaves[item - GREEN]) if item > COLOURS else int(me.delivered) >> (item - 1) & 1
            held[f"home:{seat}:{_item_id(item)}"] = home
    for nest, colour in enumerate(DATA.colours):
        held[f"eaten:{colour}"] = int(s.eaten[nest])
    for site in np.flatnonzero(ITEM_AT).tolist():
        held[f"lying:{DATA.nodes[site]}"] = int(s.lying[site])
    for kind, count in enumerate(np.bincount(s.slots[(s.slots > 0) & (s.slots < ANTEATER)], minlength=KINDS + 1)[1:]):
        name = DATA.kinds[kind]
        held |= {f"bag:{name}": int(s.bag[kind]), f"open:{name}": int(count), f"removed:{name}": int(s.removed[kind])}
    held["tokens"] = int(s.tokens)
    return held


def _item_id(item: int) -> str:
    return DATA.colours[item - 1] if item <= COLOURS else f"leaf-{'green' if item == GREEN else 'brown'}"


# Whose turn it is


def moment(view: View) -> Moment:
    """A turn lasts until its clean-up is over; what comes before the first is set-up."""
    s = view.record
    if s.phase <= LOT:
        return Moment(setup=True)
    return Moment(int(s.round_number), int(s.mover))


# What happened


class Step(NamedTuple):
    """Two views that follow each other, and their records."""

    before: View
    after: View
    s: Any
    t: Any

    @property
    def seat(self) -> int:
        """Whose turn it was."""
        return int(self.s.mover)

    @property
    def turned(self) -> bool:
        """Whether the turn has ended in this step, its clean-up with it."""
        return bool(self.t.mover != self.s.mover)


def events(before: View, after: View) -> list[Event]:
    """What happened in one step: what was done or drawn, then what the clean-up brought."""
    step = Step(before, after, before.record, after.record)
    happened = list(_drawn(step) if before.actors == (NATURE,) else _done(step, *_action(step).split()))
    happened += list(_attacks(step, happened))
    happened += [*_exhausted(step), *_closing(step)]
    return happened


def _action(step: Step) -> str:
    """What the seat did: the record keeps the actions of a turn, but no more than fit."""
    s, t, number = step.s, step.t, int(step.s.tracks)
    if number < TRACE:
        return ACTIONS[int(t.last[number] if step.turned else t.track[number])].text
    for code in step.before.codes(step.seat).tolist():
        trial = step.before.copy()
        trial.apply(step.seat, code)
        if trial == step.after:
            return ACTIONS[code].text
    raise AssertionError(f"no action of seat {s.mover} leads from one view to the other")


def _drawn(step: Step) -> Iterator[Event]:
    """Set-up and refill."""
    s, t = step.s, step.t
    for kind in np.flatnonzero(t.bag < s.bag).tolist():
        event, to = ("removed", "removed") if t.removed[kind] > s.removed[kind] else ("drawn", "open")
        changes = {f"bag:{DATA.kinds[kind]}": -1, f"{to}:{DATA.kinds[kind]}": 1}
        yield Event(event, {"tile": _tile(kind)}, ("bag",), STEP, changes)
    for row in np.flatnonzero(t.anteater != s.anteater).tolist():
        name, colour = DATA.anteater_names[t.anteater[row]], int(SIDES[t.anteater[row], t.side[row]])
        yield Event("anteater", {"colour": _colour(colour)}, (f"anteater:{name}",), STEP)
    if t.first != s.first:
        yield Event("first", {"who": Who(int(t.first))}, (f"panel:{t.first}",))


def _done(step: Step, verb: str, *names: str) -> Iterator[Event]:
    """What a seat did: one function a verb; to stop tells nothing by itself, nor does to end, unless it is all."""
    who = {"who": Who(step.seat)}
    if verb in TELL:
        yield from TELL[verb](step, who, *names)


def _idle(step: Step, who: dict[str, object]) -> Iterator[Event]:
    if not step.s.tracks:
        yield Event("idle", who, (f"panel:{step.seat}",), STEP)


def _super(step: Step, who: dict[str, object], deed: str) -> Iterator[Event]:
    yield Event("super", {**who, "symbol": Said(f"symbol.{deed}")}, (f"panel:{step.seat}",), STEP)


def _used(step: Step, who: dict[str, object], cell: str) -> Iterator[Event]:
    yield Event("used", {**who, "hex": hex_said(step.before, step.seat, cell)}, (f"hex:{step.seat}:{cell}",), STEP)


def _took(step: Step, who: dict[str, object], slot: str) -> Iterator[Event]:
    field, row = int(slot[0]) - 1, "abc".index(slot[1])
    kind = int(step.s.slots[row, field]) - 1
    values = {**who, "tile": _tile(kind), "field": field + 1}
    changes = {f"open:{DATA.kinds[kind]}": -1, f"tiles:{step.seat}:{DATA.kinds[kind]}": 1}
    yield Event("took", values, (slot_key(row, field, kind),), changes=changes)


def _laid(step: Step, who: dict[str, object], cell: str) -> Iterator[Event]:
    """The second half of a tile; the first one is told with it."""
    s, seat, kind = step.s, step.seat, int(step.s.kind)
    if s.cell < 0:
        return
    first, second = int(s.cell), CELL_NAMES.index(cell)
    level = int(s.players[seat].height[first]) + 1
    nodes = tuple(f"hex:{seat}:{CELL_NAMES[half]}" for half in (first, second))
    if level == 1:
        place = Said("place.beside", nodes=nodes)
    else:
        below = [symbol_said(int(s.players[seat].symbol[half])) for half in (first, second)]
        place = Said("place.over", {"level": level, "first": below[0], "second": below[1]}, nodes)
    changes = {f"tiles:{seat}:{DATA.kinds[kind]}": -1, f"built:{seat}:{level}": 1}
    values = {**who, "tile": _tile(kind), "place": place, "level": level}
    yield Event("built", values, nodes, BIG if level >= 4 else NOTABLE, changes)
    yield from _scored(step, "fungus")


def _hatched(step: Step, who: dict[str, object], colour: str) -> Iterator[Event]:
    changes = {f"ants:{step.seat}": -1, f"nest:{step.seat}:{colour}": 1}
    yield Event(
        "hatched", {**who, "nest": _nest(DATA.colours.index(colour), "in_nest")}, (f"nest:{colour}",), STEP, changes
    )


def _advanced(step: Step, who: dict[str, object], name: str) -> Iterator[Event]:
    path = DATA.paths.index(name)
    changes = {f"nest:{step.seat}:{DATA.colours[TERRAIN[path]]}": -1, f"workers:{step.seat}": 1}
    yield Event("advanced", {**who, "path": path_said(path)}, (f"ant:{step.seat}:{name}",), STEP, changes)


def _returned(step: Step, who: dict[str, object], name: str) -> Iterator[Event]:
    changes = {f"workers:{step.seat}": -1, f"ants:{step.seat}": 1}
    values = {**who, "path": path_said(DATA.paths.index(name))}
    yield Event("returned", values, (f"ant:{step.seat}:{name}",), STEP, changes)


def _guarded(step: Step, who: dict[str, object], name: str) -> Iterator[Event]:
    changes = {f"nest:{step.seat}:{DATA.colours[-1]}": -1, f"guards:{step.seat}": 1}
    values = {**who, "path": path_said(DATA.paths.index(name))}
    yield Event("guarded", values, (f"guard:{step.seat}:{name}",), STEP, changes)


def _unguarded(step: Step, who: dict[str, object], name: str) -> Iterator[Event]:
    changes = {f"guards:{step.seat}": -1, f"ants:{step.seat}": 1}
    values = {**who, "path": path_said(DATA.paths.index(name))}
    yield Event("unguarded", values, (f"guard:{step.seat}:{name}",), STEP, changes)


def _bridged(step: Step, who: dict[str, object]) -> Iterator[Event]:
    seat = step.seat
    changes = {
        f"nest:{seat}:{DATA.colours[-1]}": -BRIDGE_ANTS,
        f"ants:{seat}": BRIDGE_ANTS - 1,
        f"workers:{seat}": 1,
    }
    yield Event("bridged", who, (f"ant:{seat}:{DATA.paths[CHASM]}", "chasm"), BIG, changes)


def _picked(step: Step, who: dict[str, object], name: str, site: str) -> Iterator[Event]:
    item = int(ITEM_AT[DATA.nodes.index(site)])
    values = {**who, "item": item_said(item, f"site:{site}"), "path": path_said(DATA.paths.index(name))}
    nodes = (f"site:{site}", f"load:{step.seat}:{name}")
    yield Event("picked", values, nodes, changes={f"lying:{site}": -1, f"carried:{step.seat}:{_item_id(item)}": 1})


def _passed(step: Step, who: dict[str, object], name: str, other: str) -> Iterator[Event]:
    item = int(step.s.players[step.seat].cargo[DATA.paths.index(name)])
    values = {**who, "item": item_said(item), "path": path_said(DATA.paths.index(other))}
    yield Event("passed", values, (f"load:{step.seat}:{name}", f"load:{step.seat}:{other}"), STEP)


def _delivered(step: Step, who: dict[str, object], name: str) -> Iterator[Event]:
    seat, item = step.seat, int(step.s.players[step.seat].cargo[DATA.paths.index(name)])
    home = f"prey:{item - 1}" if item <= COLOURS else f"leaf_{'green' if item == GREEN else 'brown'}"
    node = f"panel:{seat}:{home}"
    changes = {f"carried:{seat}:{_item_id(item)}": -1, f"home:{seat}:{_item_id(item)}": 1}
    size = BIG if item <= COLOURS else NOTABLE
    yield Event(
        "delivered", {**who, "item": item_said(item, node)}, (f"load:{seat}:{name}", "hill", node), size, changes
    )
    yield from _scored(step, "prey" if item <= COLOURS else "leaf")


def _stole(step: Step, who: dict[str, object], name: str, colour: str) -> Iterator[Event]:
    seat, victim, path = step.seat, SEAT_COLOURS.index(colour), DATA.paths.index(name)
    item = int(step.s.players[victim].cargo[path])
    changes = {
        f"carried:{victim}:{_item_id(item)}": -1,
        f"carried:{seat}:{_item_id(item)}": 1,
        f"nest:{seat}:{DATA.colours[-1]}": -1,
        f"ants:{seat}": 1,
    }
    values = {**who, "victim": Who(victim), "item": item_said(item), "path": path_said(path)}
    yield Event("stole", values, (f"load:{victim}:{name}", f"load:{seat}:{name}"), BIG, changes)


def _stored(step: Step, who: dict[str, object], colour: str, cell: str) -> Iterator[Event]:
    item = item_said(1 + DATA.colours.index(colour))
    values = {**who, "item": item, "hex": hex_said(step.before, step.seat, cell)}
    yield Event("stored", values, (f"hex:{step.seat}:{cell}",), STEP)


def _dropped(step: Step, who: dict[str, object], name: str) -> Iterator[Event]:
    kind = DATA.kinds.index(name)
    changes = {f"tiles:{step.seat}:{name}": -1, f"bag:{name}": 1}
    yield Event("dropped", {**who, "tile": _tile(kind)}, ("bag",), STEP, changes)


TELL: dict[str, Callable[..., Iterator[Event]]] = {
    "end": _idle,
    "super": _super,
    "use": _used,
    "take": _took,
    "lay": _laid,
    "hatch": _hatched,
    "advance": _advanced,
    "return": _returned,
    "guard": _guarded,
    "unguard": _unguarded,
    "bridge": _bridged,
    "pick": _picked,
    "pass": _passed,
    "deliver": _delivered,
    "steal": _stole,
    "store": _stored,
    "drop": _dropped,
}


def _scored(step: Step, why: str) -> Iterator[Event]:
    """Points won or lost by what the seat did."""
    gain = int(step.after.points[step.seat] - step.before.points[step.seat])
    if gain:
        values = {"who": Who(step.seat), "count": abs(gain), "why": Said(f"gain.{why}")}
        changes = {f"points:{step.seat}": gain}
        yield Event("won" if gain > 0 else "lost", values, (f"panel:{step.seat}:points",), changes=changes)


# The clean-up and the end


def _exhausted(step: Step) -> Iterator[Event]:
    """A7: the last prey of a site is gone, taken or eaten."""
    old, new = step.s.lying.tolist(), step.t.lying.tolist()
    for colour, site in enumerate(PREY_SITE.tolist()):
        if old[site] and not new[site]:
            name = DATA.nodes[site]
            values = {"prey": Said(f"kinds.{DATA.colours[colour]}", nodes=(f"site:{name}",))}
            yield Event("exhausted", values, (f"site:{name}", "tokens"), BIG, {"tokens": -1})


def _attacks(step: Step, done: Sequence[Event]) -> Iterator[Event]:
    """A9: the anteaters that reached field 1 eat, one after the other, as the guide says."""
    s, t = step.s, step.t
    if not step.turned:
        return
    seats = range(step.after.seats)
    made: Counter[str] = Counter()
    for event in done:
        made.update(event.changes)
    nests = [
        [int(s.players[seat].nests[nest]) + made[f"nest:{seat}:{colour}"] for seat in seats]
        for nest, colour in enumerate(DATA.colours)
    ]
    lying = [
        int(t.lying[site]) + int(t.eaten[colour] - s.eaten[colour]) for colour, site in enumerate(PREY_SITE.tolist())
    ]
    attackers = [int(colour) - 1 for colour in t.attacks.tolist() if colour]
    for order, colour in enumerate(attackers, int(s.arrivals)):
        name = DATA.colours[colour]
        anteater: dict[str, object] = {"colour": _colour(colour)}
        node, happened = _anteater_of(colour), False
        if EATS_PREY[order] and lying[colour]:
            lying[colour] -= 1
            happened = True
            site = DATA.nodes[PREY_SITE[colour]]
            values = {**anteater, "item": item_said(1 + colour, f"site:{site}")}
            changes = {f"lying:{site}": -1, f"eaten:{name}": 1}
            yield Event("ate-prey", values, (node, f"site:{site}"), BIG, changes)
        to_the_left = [(colour - k) % COLOURS for k in range(COLOURS)]
        nest = next((nest for nest in to_the_left if any(nests[nest])), -1)
        if EATS_ANTS[order] and nest >= 0:
            happened = True
            yield _emptied(anteater, node, nest, nests[nest])
            nests[nest] = [0 for _ in seats]
        if not happened:
            yield Event("ate-nothing", anteater, (node,))
    if s.arrivals + len(attackers) == ROWS:
        yield Event("turned-over", {}, tuple(f"anteater:{name}" for name in DATA.anteater_names))


def _emptied(anteater: dict[str, object], node: str, nest: int, ants: list[int]) -> Event:
    """All ants of a nest go back to their owners."""
    name, changes = DATA.colours[nest], {}
    for seat, number in enumerate(ants):
        if number:
            changes[f"nest:{seat}:{name}"] = -number
            changes[f"ants:{seat}"] = number
    losses = tuple(
        Said("place.loss", {"who": Who(seat), "count": ants[seat]}) for seat in range(len(ants)) if ants[seat]
    )
    return Event("ate-ants", {**anteater, "nest": _nest(nest), "losses": losses}, (node, f"nest:{name}"), BIG, changes)


def _anteater_of(colour: int) -> str:
    """The node of the anteater that has this colour on one of its sides."""
    return next(
        f"anteater:{name}" for name, sides in zip(DATA.anteater_names, SIDES.tolist(), strict=True) if colour in sides
    )


def _closing(step: Step) -> Iterator[Event]:
    """A10: the last turns are announced; and the end."""
    s, t, outcome = step.s, step.t, step.after.outcome
    if t.ending and not s.ending and not outcome:
        reason = step.after.game.reasons[t.ending - 1]
        where = "bag" if reason == "tiles" else "tokens"
        yield Event("last-turns", {"why": Said(f"announced.{reason}")}, (where,), BIG)
    if outcome:
        first = tuple(Who(seat) for seat, share in enumerate(outcome.shares) if share > 0)
        how = "one" if len(first) == 1 else "all" if len(first) == step.after.seats else "some"
        won = Said(f"won.{how}", {"seat": first, "points": f"{max(outcome.points):g}"})
        nodes = tuple(f"panel:{who.seat}" for who in first)
        yield Event("end", {"reason": Said(f"reason.{outcome.reason}"), "won": won}, nodes, BIG)


# A turn in one sentence

COUNTED = ("took", "built", "hatched", "advanced", "returned", "guarded", "unguarded", "passed", "dropped")
LISTED = ("picked", "delivered")
NAMED = ("bridged", "stole")
AFTER = ("ate-prey", "ate-ants", "exhausted", "last-turns", "end")
MOVING = ("ant", "guard", "load")  # what may come and go within a turn


def sum_up(before: View, after: View, events: Sequence[Event]) -> Event | None:
    """What the seat did, counted; the points it made of it; then what the anteaters ate and what was announced."""
    seat = moment(before).seat
    if seat is None:
        return None
    deeds = [Said(f"did.{kind}", {"count": sum(event.kind == kind for event in events)}) for kind in COUNTED]
    deeds = [deed for deed in deeds if deed.values["count"]]
    deeds += [Said(f"did.{event.kind}", event.values) for event in events if event.kind in NAMED]
    for kind in LISTED:
        items = tuple(event.values["item"] for event in events if event.kind == kind)
        deeds += [Said(f"did.{kind}", {"item": items})] if items else []
    gain = sum(event.changes[f"points:{seat}"] for event in events if event.kind in ("won", "lost"))
    if gain:
        deeds.append(Said("did.won" if gain > 0 else "did.lost", {"count": abs(gain)}))
    after_it = [event for event in events if event.kind in AFTER]
    if not deeds and not after_it:
        return None  # a turn under way, of which a single sentence tells more
    if not deeds:
        deeds.append(Said("did.nothing"))
    shown = [event for event in events if event.kind in (*COUNTED, *LISTED, *NAMED)] + after_it
    places = dict.fromkeys(node for event in shown for node in event.nodes)
    nodes = tuple(node for node in places if _is_drawn(node, before, after))
    size = max((event.size for event in shown), default=STEP)
    summed = Event("turn", {"who": Who(seat), "deeds": tuple(deeds)}, nodes, size)
    for event in after_it:
        parts = {
            "turn": Said(f"events.{summed.kind}", summed.values),
            "then": Said(f"events.{event.kind}", event.values),
        }
        summed = Event("turn-then", parts, nodes, size)
    return summed


def _is_drawn(node: str, before: View, after: View) -> bool:
    """Whether a place was there as the turn began or is there as it ends."""
    kind, *names = node.split(":")
    if kind not in MOVING:
        return True
    path = DATA.paths.index(names[1])
    for me in (view.record.players[int(names[0])] for view in (before, after)):
        if {"ant": me.workers >> path & 1, "guard": me.guards >> path & 1, "load": me.cargo[path]}[kind]:
            return True
    return False


# The words of it


def symbol_said(symbol: int) -> Said:
    return Said(f"symbol.{DATA.names[symbol]}")


def _tile(kind: int) -> tuple[Said, ...]:
    """A tile by its two symbols."""
    return tuple(symbol_said(symbol) for symbol in PAIR[kind].tolist())


def _colour(colour: int) -> Said:
    return Said(f"colour.{DATA.colours[colour]}")


def _nest(nest: int, key: str = "nest") -> Said:
    return Said(f"place.{key}", {"colour": _colour(nest)}, (f"nest:{DATA.colours[nest]}",))


def hex_said(view: View, seat: int, cell: str) -> Said:
    """A hex of a colony by what it shows and its level."""
    me, number = view.record.players[seat], CELL_NAMES.index(cell)
    values = {"symbol": symbol_said(int(me.symbol[number])), "level": int(me.height[number])}
    return Said("place.hex", values, (f"hex:{seat}:{cell}",))


def item_said(item: int, *nodes: str) -> Said:
    return Said(f"item.{_item_id(item)}", nodes=nodes)


def path_said(path: int) -> Said:
    """A path by its terrain and by what lies at its two ends."""
    nodes = (f"spot:{DATA.paths[path]}", f"track:{DATA.paths[path]}")
    if path == CHASM:
        return Said("place.chasm", nodes=nodes)
    first, second = (_spot(node) for node in DATA.ends[path])
    terrain = Said(f"terrain.{DATA.terrains[TERRAIN[path]]}")
    if first == second:
        return Said("place.forks", {"terrain": terrain}, nodes)
    return Said(
        "place.path", {"terrain": terrain, "first": Said(f"spot.{first}"), "second": Said(f"spot.{second}")}, nodes
    )


def _spot(node: int) -> str:
    if node == HILL:
        return "hill"
    return _item_id(int(ITEM_AT[node])) if ITEM_AT[node] else "fork"
