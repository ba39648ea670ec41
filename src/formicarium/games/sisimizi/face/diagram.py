"""Sisimizi's board as text, for the terminal and for tests."""

from __future__ import annotations

from formicarium.engine.position import View
from formicarium.games.sisimizi.components import COLUMNS, DOT, REGION, REGIONS, ROWS

ANTS = "xovz"  # an ant of seat 0…3; a capital for one that bridges another
KEY = "x o v z ants of seats 0 1 2 3, capital when bridging; 0 1 2 3 hills; a letter: a free dot of that region"


def diagram(view: View) -> str:
    """The board, a line a row, the supplies of each seat and whose turn it is."""
    s = view.record
    lines = ["    " + " ".join(COLUMNS[: len(ROWS[0])])]
    ground, bridging, field = s.ground.tolist(), s.above.tolist(), 0
    for number, row in enumerate(ROWS, 1):
        cells = []
        for _ in row:
            standing, above = ground[field], bridging[field]
            if above:
                cells.append(ANTS[above - 1].upper())
            elif standing:
                cells.append(str(standing - 1) if DOT[field] else ANTS[standing - 1])
            else:
                cells.append(REGIONS[REGION[field]].lower() if DOT[field] else ".")
            field += 1
        lines.append(f"{number:2}  " + " " * ((number - 1) % 2) + " ".join(cells))
    for seat in range(view.seats):
        me = s.players[seat]
        reached = int(me.regions)
        regions = "".join(name if reached >> k & 1 else "-" for k, name in enumerate(REGIONS))
        turn = "  <- to move" if seat in view.actors else ""
        lines.append(
            f"seat {seat} ({ANTS[seat]})  ants {me.ants:2}  hills {me.hills}  bridges {me.bridges}  {regions}{turn}"
        )
    return "\n".join([*lines, KEY])
