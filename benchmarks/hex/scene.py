"""Hex as a scene: one line of text a cell, the plainest picture that can be played."""

from __future__ import annotations

from benchmarks.hex.board import CELLS, NAMES, SIDE
from formicarium.engine.position import View
from formicarium.engine.texts import Words
from formicarium.scene.nodes import Node, Scene
from formicarium.scene.sheet import Sheet

SHEET = Sheet("hex", {}, {})
STEP = 40  # from one cell to the next


def scene(view: View, words: Words | None = None) -> Scene:
    """The board as letters; a yardstick needs no art and no languages."""
    legal = set(view.legal())
    nodes = []
    for cell in range(CELLS):
        row, column = divmod(cell, SIDE)
        owner = int(view.record.owner[cell])
        nodes.append(
            Node(
                id=NAMES[cell],
                layer="pieces",
                x=STEP * (1 + column + row / 2),
                y=STEP * (1 + row),
                text="·xo"[owner],
                label=f"{NAMES[cell]}: {('empty', 'x', 'o')[owner]}",
                actions=(f"fill {NAMES[cell]}",) if cell in legal else (),
            )
        )
    return Scene(STEP * (1.5 * SIDE + 1), STEP * (SIDE + 1), "Hex", "Fill a cell.", SHEET, tuple(nodes))
