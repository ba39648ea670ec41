"""Hex's board as text."""

from __future__ import annotations

from benchmarks.hex.board import CELLS, NAMES, SIDE
from formicarium.engine.position import View


def diagram(view: View) -> str:
    """The board, a line a row, each half a cell further right: seat 0 is `x`, from top to bottom; seat 1 is `o`."""
    stones = [".xo"[owner] for owner in view.record.owner[:CELLS]]
    lines = ["   " + " ".join(name[0] for name in NAMES[:SIDE])]
    for row in range(SIDE):
        lines.append(" " * row + f"{row + 1:2} " + " ".join(stones[row * SIDE : (row + 1) * SIDE]))
    return "\n".join(lines)
