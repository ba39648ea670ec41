"""What speaks for an action of Antics!: points, ways to prey that get shorter, loads, and what a level yields."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from formicarium.core.actions import Action
from formicarium.engine.events import BIG, Event, Reason, Said, Who
from formicarium.engine.position import View
from formicarium.games.antics.actions import SEAT_COLOURS
from formicarium.games.antics.components import CELL_NAMES, CELLS, DATA, FUNGUS, ITEM_AT, SYMBOLS
from formicarium.games.antics.face.events import item_said, symbol_said
from formicarium.games.antics.face.ways import wanted, ways
from formicarium.games.antics.state import CHOOSE, LAY_SECOND, SCOUTING

POINTS, TILES, ITEMS, STRENGTH = 1, 4, 5, 6  # rows of the parts of the evaluation, and their units:
UNITS = {POINTS: 20.0, TILES: 5.0, ITEMS: 20.0, STRENGTH: 10.0}
NAMES = {POINTS: "points in reach", TILES: "tiles", ITEMS: "prey and leaves in reach", STRENGTH: "strength"}
LEAST = 0.01  # a true fact weighs a little, even where the estimate does not move


def reasons(view: View, action: Action) -> list[Reason]:
    """The facts that an action brings about, by the part of the estimate that each belongs to."""
    after = view.copy()
    after.apply(view.seat, action)
    before, now = (_parts(one, view.seat) for one in (view, after))
    return [
        Reason(event, NAMES[part], max(LEAST, float(now[part] - before[part])))
        for part, event in _facts(view, after, action)
    ]


def _parts(view: View, seat: int) -> NDArray[np.float64]:
    parts: NDArray[np.float64] = view.parts(STRENGTH)[:, seat].copy()
    for row, unit in UNITS.items():
        parts[row] *= unit
    return parts


def _facts(view: View, after: View, action: Action) -> Iterator[tuple[int, Event]]:
    seat, s, t = view.seat, view.record, after.record
    more = int(after.points[seat] - view.points[seat])
    if more > 0:
        yield ITEMS, Event("points", {"count": more}, (f"panel:{seat}:points",), BIG)
    if action.verb in ("use", "super") and t.phase != CHOOSE:
        deed = action.arguments[0] if action.verb == "super" else DATA.names[int(s.players[seat].symbol[_cell(action)])]
        nodes = () if action.verb == "super" else (f"hex:{seat}:{action.arguments[0]}",)
        yield POINTS, Event("level", {"yields": Said(f"yields.{deed}", {"count": int(t.steps)})}, nodes)
    elif action.verb == "take" and t.phase in (SCOUTING, CHOOSE):
        yield TILES, Event("tiles", {"count": int(t.players[seat].supply.sum())})
    elif action.verb == "lay" and s.phase == LAY_SECOND:
        yield from ((STRENGTH, event) for event in _raised(view, after, seat))
    elif action.verb == "hatch":
        nest = DATA.colours.index(action.arguments[0])
        values = {"count": int(t.players[seat].nests[nest]), "colour": Said(f"colour.{action.arguments[0]}")}
        yield ITEMS, Event("hatched", values, (f"nest:{action.arguments[0]}",))
    elif action.verb in ("advance", "bridge"):
        yield from ((ITEMS, event) for event in _shorter(view, after, seat))
    elif action.verb in ("pick", "steal"):
        yield ITEMS, _loaded(view, after, action)


def _cell(action: Action) -> int:
    return CELL_NAMES.index(action.arguments[0])


def _raised(view: View, after: View, seat: int) -> Iterator[Event]:
    """The symbols whose highest hex is higher now."""
    old, new = _highest(view, seat), _highest(after, seat)
    for symbol in range(SYMBOLS):
        if new[symbol][0] > old[symbol][0]:
            values = {"symbol": symbol_said(symbol), "count": new[symbol][0], "before": old[symbol][0]}
            kind = "fungus" if symbol == FUNGUS else "raised" if old[symbol][0] else "first"
            yield Event(kind, values, (f"hex:{seat}:{new[symbol][1]}",))


def _highest(view: View, seat: int) -> list[tuple[int, str]]:
    """The level and the hex of each symbol's highest stack that shows it."""
    me, best = view.record.players[seat], [(0, "")] * SYMBOLS
    for cell in range(CELLS):
        height = int(me.height[cell])
        if height > best[int(me.symbol[cell])][0]:
            best[int(me.symbol[cell])] = height, CELL_NAMES[cell]
    return best


def _shorter(view: View, after: View, seat: int) -> Iterator[Event]:
    """The prey or leaf to which the way has become shorter, the nearest of them."""
    old, new = ways(view, seat), ways(after, seat)
    nearer = [
        node for node in wanted(after, seat) if node in new and (node not in old or len(new[node]) < len(old[node]))
    ]
    if nearer:
        node = min(nearer, key=lambda node: (len(new[node]), ITEM_AT[node] > len(DATA.colours), node))
        name = DATA.nodes[node]
        values = {"item": item_said(int(ITEM_AT[node]), f"site:{name}"), "count": len(new[node])}
        spots = tuple(f"spot:{DATA.paths[path]}" for path in new[node])
        yield Event("way" if new[node] else "reached", values, (f"site:{name}", *spots))


def _loaded(view: View, after: View, action: Action) -> Event:
    """What an ant carries now, and from whom it was stolen."""
    path = DATA.paths.index(action.arguments[0])
    item = int(after.record.players[view.seat].cargo[path])
    if action.verb == "steal":
        who = Who(SEAT_COLOURS.index(action.arguments[1]))
        item = item or int(view.record.players[who.seat].cargo[path])
        return Event("stolen", {"item": item_said(item), "who": who}, (f"ant:{view.seat}:{action.arguments[0]}",))
    kind = "prey" if item <= len(DATA.colours) else "leaf"
    return Event(kind, {"item": item_said(item)}, (f"ant:{view.seat}:{action.arguments[0]}",))
