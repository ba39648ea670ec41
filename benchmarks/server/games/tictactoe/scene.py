"""Tic-tac-toe as a scene: nine fields, and a mark for each that is filled."""

from functools import cache

from formicarium.core.actions import ActionSpace, Domain, Verb
from formicarium.engine.position import View
from formicarium.engine.texts import Words
from formicarium.scene import Node, Scene, Sheet

ACTIONS = ActionSpace(Verb("cell", Domain("cell", tuple("012345678"))))
SHEET = Sheet("tictactoe", {}, {})
BOX = "M-45-45h90v90h-90Z"


def scene(view: View, words: Words) -> Scene:
    """The board; fields that may be filled can be clicked."""
    mover = int(view.record.mover)
    nodes: list[Node] = []
    for cell, owner in enumerate(view.record.owner.tolist()):
        nodes += _cell(words, cell, owner, mover == view.seat)
    return Scene(300, 300, words("name"), words("prompt", words(f"seat.{mover}")), SHEET, tuple(nodes))


@cache
def _cell(words: Words, cell: int, owner: int, to_act: bool) -> tuple[Node, ...]:
    """A field and its mark."""
    x, y = 50 + 100 * (cell % 3), 50 + 100 * (cell // 3)
    label = words("field", cell, words(f"seat.{owner - 1}") if owner else words("empty"))
    click = (f"cell {cell}",) if to_act and not owner else ()
    field = Node(f"field:{cell}", "regions", x, y, path=BOX, stroke="line", label=label, actions=click)
    if not owner:
        return (field,)
    return field, Node(f"mark:{cell}", "pieces", x, y + 20, text="xo"[owner - 1], size=60, tone=f"seat-{owner - 1}")


def diagram(view: View) -> str:
    """The board as text."""
    marks = [".xo"[owner] for owner in view.record.owner.tolist()]
    return "\n".join("".join(marks[row : row + 3]) for row in (0, 3, 6))
