"""Ways in Antics!: how many ants a seat misses on the way from the hill to what lies on the board."""

from __future__ import annotations

from formicarium.engine.position import View
from formicarium.games.antics.components import CHASM, DATA, HILL, ITEM_AT, PATHS

Way = tuple[int, ...]  # the paths without an own worker


def ways(view: View, seat: int) -> dict[int, Way]:
    """For each node, the paths on the way there with fewest that have no own worker yet; the chasm only by a bridge."""
    workers = int(view.record.players[seat].workers)
    best: dict[int, Way] = {HILL: ()}
    changed = True
    while changed:
        changed = False
        for path in range(PATHS):
            there = workers >> path & 1
            if path == CHASM and not there:
                continue
            for near, far in (DATA.ends[path], DATA.ends[path][::-1]):
                if near in best:
                    way = best[near] if there else (*best[near], path)
                    if far not in best or len(way) < len(best[far]):
                        best[far], changed = way, True
    return best


def wanted(view: View, seat: int) -> list[int]:
    """The nodes where something lies that a seat can use: prey that it has neither at home nor on the way, leaves."""
    s, me = view.record, view.record.players[seat]
    had = int(me.delivered) | int(me.carried)
    found = []
    for node, item in enumerate(ITEM_AT.tolist()):
        if item and s.lying[node] > 0 and (item > len(DATA.colours) or not had >> (item - 1) & 1):
            found.append(node)
    return found
