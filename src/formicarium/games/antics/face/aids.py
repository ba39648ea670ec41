"""The preview of Antics!: what the best hex of each action would yield now, and how far the prey is."""

from __future__ import annotations

from formicarium.core.kernel import SEATS
from formicarium.engine.events import Event, Said
from formicarium.engine.position import View
from formicarium.games.antics.components import BUILD, CELL_NAMES, CELLS, DATA, FUNGUS, ITEM_AT
from formicarium.games.antics.face.events import hex_said, item_said
from formicarium.games.antics.face.ways import wanted, ways
from formicarium.games.antics.state import LOT


def aids(view: View) -> list[Event]:
    """For the viewing seat: the highest free hex of each action, and the ants that are missing on the way to prey."""
    s, seat = view.record, view.seat
    if seat >= SEATS or s.phase <= LOT:
        return []
    me, noted = s.players[seat], []
    best: dict[int, int] = {}
    for cell in range(CELLS):
        symbol = int(me.symbol[cell])
        free = me.height[cell] and not me.load[cell] and symbol != FUNGUS
        if free and me.height[cell] > (me.height[best[symbol]] if symbol in best else 0):
            best[symbol] = cell
    for symbol, cell in sorted(best.items()):
        name = CELL_NAMES[cell]
        count = int(me.height[cell]) if symbol != BUILD else min(int(me.height[cell]), int(me.supply.sum()))
        if not count:
            continue  # nothing to build
        yields = Said(f"yields.{DATA.names[symbol]}", {"count": count})
        noted.append(Event("level", {"hex": hex_said(view, seat, name), "yields": yields}, (f"hex:{seat}:{name}",)))
    found = ways(view, seat)
    for node in wanted(view, seat):
        if node in found:
            name = DATA.nodes[node]
            values = {"item": item_said(int(ITEM_AT[node]), f"site:{name}"), "count": len(found[node])}
            spots = tuple(f"spot:{DATA.paths[path]}" for path in found[node])
            noted.append(Event("way" if found[node] else "reached", values, (f"site:{name}", *spots)))
    return noted
