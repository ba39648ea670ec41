"""Antics! as text, for the terminal and for tests: scout fields, paths, sites, and every colony in its heights."""

from __future__ import annotations

from typing import Any

from formicarium.engine.position import View
from formicarium.games.antics.actions import ROW_NAMES, SEAT_COLOURS
from formicarium.games.antics.components import (
    ANTEATER,
    COLOURS,
    DATA,
    HIGH_Q,
    ITEM_AT,
    LOW_Q,
    LOW_R,
    SIDE,
    SIDES,
)
from formicarium.games.antics.state import MARKER, OVER

ITEMS = ["-", *DATA.colours, "green-leaf", "brown-leaf"]
KEY = "a hex: symbol and level, ' with a marker, ! under prey; * after an ant: with a guard"


def diagram(view: View) -> str:
    """The scout fields, what lies on the sites, and of each seat its ants, its tiles and its colony."""
    s = view.record
    lines = [f"round {s.round_number}  bag {int(s.bag.sum())}  exhausted tokens {s.tokens}  arrivals {s.arrivals}"]
    for row, name in enumerate(ROW_NAMES):
        lines.append(f"{name}  " + "  ".join(f"{_slot(s, row, thing):6}" for thing in s.slots[row].tolist()).rstrip())
    lying = [
        f"{DATA.nodes[node]} {ITEMS[ITEM_AT[node]]} {count}" for node, count in enumerate(s.lying.tolist()) if count
    ]
    lines.append("sites: " + ", ".join(lying))
    for seat in range(view.seats):
        lines += _seat(s, seat)
    return "\n".join([*lines, KEY])


def _slot(s: Any, row: int, thing: int) -> str:
    if thing == ANTEATER:
        if s.anteater[row] < 0:
            return "A?"
        return f"{DATA.anteater_names[s.anteater[row]]} {DATA.colours[SIDES[s.anteater[row], s.side[row]]][:3]}"
    return DATA.kinds[thing - 1] if thing else "."


def _seat(s: Any, seat: int) -> list[str]:
    me = s.players[seat]
    turn = "  <- to move" if seat == s.mover and s.first >= 0 and s.phase != OVER else ""
    ants = " ".join(f"{colour} {count}" for colour, count in zip(DATA.colours, me.nests.tolist(), strict=True) if count)
    paths = []
    workers, guards, cargo = int(me.workers), int(me.guards), me.cargo.tolist()
    for path, name in enumerate(DATA.paths):
        if workers >> path & 1:
            guard = "*" if guards >> path & 1 else ""
            paths.append(name + guard + (f"({ITEMS[cargo[path]]})" if cargo[path] else ""))
    tiles = " ".join(
        f"{kind}" for kind, count in zip(DATA.kinds, me.supply.tolist(), strict=True) for _ in range(count)
    )
    prey = " ".join(colour for number, colour in enumerate(DATA.colours) if int(me.delivered) >> number & 1)
    lines = [
        f"seat {seat} ({SEAT_COLOURS[seat]}){turn}",
        f"  ants {me.ants}, nests: {ants or '-'}, paths: {' '.join(paths) or '-'}",
        f"  tiles: {tiles or '-'}, prey: {prey or '-'}, leaves: green {me.leaves[0]} brown {me.leaves[1]}",
    ]
    colony = list(zip(me.height.tolist(), me.symbol.tolist(), me.load.tolist(), strict=True))
    cells = [cell for cell, (height, _, _) in enumerate(colony) if height]
    rows = range(min(cells) // SIDE, max(cells) // SIDE + 1)
    left = min(cell % SIDE for cell in cells)
    for row in rows:
        indent = " " * (2 * (row - rows[0]))
        line = "".join(_cell(*colony[row * SIDE + column]) for column in range(left, HIGH_Q - LOW_Q + 1))
        lines.append(f"  {row + LOW_R:3} {indent}{line}".rstrip())
    return [*lines, f"      first column q {left + LOW_Q}"]


def _cell(height: int, symbol: int, load: int) -> str:
    if not height:
        return "  . "
    mark = "'" if load == MARKER else "!" if 0 < load <= COLOURS else " "
    return f" {DATA.symbols[symbol]}{height}{mark}"
