"""The scout fields above the board: tiles, anteaters, the guide and the bag."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from formicarium.engine.position import View
from formicarium.engine.texts import Words
from formicarium.games.antics.actions import ROW_NAMES
from formicarium.games.antics.components import ANTEATER, DATA, FIELDS, PAIR, SIDES
from formicarium.games.antics.face.marks import (
    MARGIN,
    STRIP_HEIGHT,
    STRIP_TOP,
    WIDTH,
    Actions,
    count,
    symbol_name,
    tile,
)
from formicarium.scene import Node, remembered
from formicarium.scene.shapes import box

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
    yield from _frames()
    sides = [
        SIDES[number, side] if number >= 0 else -1
        for number, side in zip(s.anteater.tolist(), s.side.tolist(), strict=True)
    ]
    for row, things in enumerate(s.slots.tolist()):
        for field, thing in enumerate(things):
            if thing == ANTEATER:
                if sides[row] >= 0:  # else it is not yet drawn by lot
                    yield _anteater(words.plain, int(s.anteater[row]), int(sides[row]), row, field)
            else:
                yield from _slot(words.plain, row, field, thing, actions.get(f"take {_name(row, field)}", ()))
    yield from _guide(words.plain, int(s.arrivals))
    right = WIDTH - MARGIN - BAG_WIDTH / 2
    yield Node("bag", "pieces", right, STRIP_TOP + 44, sprite="bag", label=words("scout.bag", int(s.bag.sum())))
    yield count("bag:count", int(s.bag.sum()), right, STRIP_TOP + 86, size=22)
    yield Node("tokens", "pieces", right, STRIP_TOP + 126, sprite="token", label=words("board.tokens", int(s.tokens)))
    yield count("tokens:count", int(s.tokens), right, STRIP_TOP + 164, size=22)


@cache
def _frames() -> tuple[Node, ...]:
    """The six fields with their numbers."""
    nodes = []
    for field in range(FIELDS):
        left, number = MARGIN + GUIDE_WIDTH + field * FIELD_WIDTH, str(field + 1)
        frame = box(left + 3, STRIP_TOP, FIELD_WIDTH - 6, STRIP_HEIGHT, 10)
        fill = "panel" if field < FIELDS - 1 else "paper"
        nodes += [
            Node(f"scout:{field}", "ground", path=frame, fill=fill, stroke="line", width=1.6),
            Node(f"scout:{field}:number", "captions", left + 20, STRIP_TOP + 24, text=number, size=20, face="serif"),
        ]
    return tuple(nodes)


def _name(row: int, field: int) -> str:
    return f"{field + 1}{ROW_NAMES[row]}"


def slot_key(row: int, field: int, kind: int) -> str:
    """The id of the node of a tile: one that slides on, or is taken, can be told from the next one."""
    return f"slot:{_name(row, field)}:{DATA.kinds[kind]}"


@remembered
def _anteater(words: Words, number: int, side: int, row: int, field: int) -> Node:
    colour, (x, y), key = DATA.colours[side], place(row, field), f"anteater:{DATA.anteater_names[number]}"
    label = words("scout.anteater", colour=words(f"colour.{colour}"), field=field + 1, row=ROW_NAMES[row])
    return Node(key, "pieces", x, y, scale=0.98, sprite=f"anteater-{colour}", label=label)


@remembered
def _slot(words: Words, row: int, field: int, thing: int, actions: tuple[str, ...]) -> tuple[Node, ...]:
    """A tile in a slot, or the gap that it left."""
    name, (x, y), where = _name(row, field), place(row, field), {"field": field + 1, "row": ROW_NAMES[row]}
    if not thing:
        gap, label = box(x - 40, y - 20, 80, 40, 14), words("scout.gap", **where)
        return (Node(f"gap:{name}", "regions", path=gap, stroke="line", width=1.6, label=label),)
    first, second = (symbol_name(words, symbol) for symbol in PAIR[thing - 1].tolist())
    label = words("scout.tile", first=first, second=second, **where)
    return tile(slot_key(row, field, thing - 1), thing - 1, x, y, SIZE, label=label, actions=actions, home="bag")


@remembered
def _guide(words: Words, arrivals: int) -> tuple[Node, ...]:
    """What the first, second and third anteater eat; who comes next is marked."""
    return tuple(_entries(words, arrivals))


def _entries(words: Words, arrivals: int) -> Iterator[Node]:
    frame = box(MARGIN, STRIP_TOP, GUIDE_WIDTH - 8, STRIP_HEIGHT, 10)
    yield Node("guide", "ground", path=frame, fill="panel", stroke="ink", width=1.6, label=words("scout.guide"))
    for k, (prey, ants) in enumerate(DATA.guide):
        y = ROW_TOP + k * ROW_HEIGHT
        if k == arrivals:
            label = words("scout.next", k + 1)
            row = box(MARGIN + 6, y - 26, GUIDE_WIDTH - 20, 52, 8)
            yield Node("guide:next", "regions", path=row, fill="glow", opacity=0.28, label=label)
        yield Node(f"guide:{k}", "captions", MARGIN + 22, y + 8, text=str(k + 1), size=22, face="serif")
        if prey:
            yield Node(f"guide:{k}:prey", "captions", MARGIN + 58, y, scale=0.85, sprite="prey-red")
        if ants:
            yield Node(f"guide:{k}:ants", "captions", MARGIN + 98, y, scale=1.15, sprite="figure", tone="ink")
