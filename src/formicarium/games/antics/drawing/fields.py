"""The scout fields above the board: tiles, anteaters, the guide and the bag."""

from __future__ import annotations

from collections.abc import Iterator

from formicarium.engine.position import View
from formicarium.engine.texts import Words
from formicarium.games.antics.actions import ROW_NAMES
from formicarium.games.antics.components import ANTEATER, DATA, FIELDS, PAIR, ROWS, SIDES
from formicarium.games.antics.drawing.marks import (
    MARGIN,
    STRIP_HEIGHT,
    STRIP_TOP,
    WIDTH,
    Actions,
    box,
    count,
    symbol_name,
    tile,
)
from formicarium.scene import Node

GUIDE_WIDTH, BAG_WIDTH = 138, 104
FIELD_WIDTH = (WIDTH - 2 * MARGIN - GUIDE_WIDTH - BAG_WIDTH) / FIELDS
ROW_HEIGHT, ROW_TOP = 57, STRIP_TOP + 55
SIZE = 26  # of the hexes of a tile


def place(row: int, field: int) -> tuple[float, float]:
    """The middle of a slot."""
    return MARGIN + GUIDE_WIDTH + (field + 0.5) * FIELD_WIDTH, ROW_TOP + row * ROW_HEIGHT


def draw_fields(view: View, words: Words, actions: Actions) -> Iterator[Node]:
    """All slots with what lies there."""
    s = view.record
    for field in range(FIELDS):
        left = MARGIN + GUIDE_WIDTH + field * FIELD_WIDTH
        frame = box(left + 3, STRIP_TOP, FIELD_WIDTH - 6, STRIP_HEIGHT, 10)
        fill = "panel" if field < FIELDS - 1 else "paper"
        yield Node(f"scout:{field}", "ground", path=frame, fill=fill, stroke="line", width=1.6)
        yield Node(
            f"scout:{field}:number", "captions", left + 20, STRIP_TOP + 24, text=str(field + 1), size=20, face="serif"
        )
        for row in range(ROWS):
            yield from _slot(view, words, actions, row, field)
    yield from _guide(view, words)
    right = WIDTH - MARGIN - BAG_WIDTH / 2
    yield Node("bag", "pieces", right, STRIP_TOP + 44, sprite="bag", label=words("scout.bag", int(s.bag.sum())))
    yield count("bag:count", int(s.bag.sum()), right, STRIP_TOP + 86, size=22)
    yield Node("tokens", "pieces", right, STRIP_TOP + 126, sprite="token", label=words("board.tokens", int(s.tokens)))
    yield count("tokens:count", int(s.tokens), right, STRIP_TOP + 164, size=22)


def _slot(view: View, words: Words, actions: Actions, row: int, field: int) -> Iterator[Node]:
    s = view.record
    thing, (x, y) = int(s.slots[row, field]), place(row, field)
    where = {"field": field + 1, "row": ROW_NAMES[row]}
    name = f"{field + 1}{ROW_NAMES[row]}"
    if thing == ANTEATER:
        if s.anteater[row] < 0:
            return  # not yet drawn by lot
        colour = DATA.colours[SIDES[s.anteater[row], s.side[row]]]
        label = words("scout.anteater", colour=words(f"colour.{colour}"), **where)
        key = f"anteater:{DATA.anteater_names[s.anteater[row]]}"
        yield Node(key, "pieces", x, y, scale=0.98, sprite=f"anteater-{colour}", label=label)
    elif thing:
        first, second = PAIR[thing - 1].tolist()
        label = words("scout.tile", first=symbol_name(words, first), second=symbol_name(words, second), **where)
        yield from tile(f"slot:{name}", thing - 1, x, y, SIZE, label=label, actions=actions.get(f"take {name}", ()))
    else:
        gap = box(x - 40, y - 20, 80, 40, 14)
        label = words("scout.gap", **where)
        yield Node(f"slot:{name}", "regions", path=gap, stroke="line", width=1.6, label=label)


def _guide(view: View, words: Words) -> Iterator[Node]:
    """What the first, second and third anteater eat; who comes next is marked."""
    s = view.record
    frame = box(MARGIN, STRIP_TOP, GUIDE_WIDTH - 8, STRIP_HEIGHT, 10)
    yield Node("guide", "ground", path=frame, fill="panel", stroke="ink", width=1.6, label=words("scout.guide"))
    for k, (prey, ants) in enumerate(DATA.guide):
        y = ROW_TOP + k * ROW_HEIGHT
        if k == s.arrivals:
            label = words("scout.next", k + 1)
            row = box(MARGIN + 6, y - 26, GUIDE_WIDTH - 20, 52, 8)
            yield Node("guide:next", "regions", path=row, fill="glow", opacity=0.28, label=label)
        yield Node(f"guide:{k}", "captions", MARGIN + 22, y + 8, text=str(k + 1), size=22, face="serif")
        if prey:
            yield Node(f"guide:{k}:prey", "captions", MARGIN + 58, y, scale=0.85, sprite="prey-red")
        if ants:
            yield Node(f"guide:{k}:ants", "captions", MARGIN + 98, y, scale=1.15, sprite="figure", tone="ink")
