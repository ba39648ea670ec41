"""Where things lie in Formica's picture: places of fields, the ground that never changes, the ways of moves."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from formicarium.engine.texts import Words
from formicarium.games.formica.components import (
    COLOURS,
    COORDINATES,
    FIELD_NAMES,
    GOAL_NAMES,
    NAMES,
    NEIGHBOURS,
    NEST_COORDINATES,
    NEST_FIELDS,
    QUEEN_COORDINATES,
    SIZE,
    edges,
)
from formicarium.scene import Node
from formicarium.scene.shapes import box

UNIT, LEFT, TOP = 50, 20, 88
BOARD = SIZE * UNIT
PANEL_HEIGHT, PANEL_GAP, PANEL_TOP = 116, 9, TOP + BOARD + 16
WIDTH, HEIGHT = 2 * LEFT + BOARD, PANEL_TOP + PANEL_HEIGHT + 34
MIDDLE = (LEFT + BOARD / 2, TOP + BOARD / 2)
PALETTE = ("seat-0", "seat-1", "seat-green", "seat-2")  # of yellow, blue, green and red

TARGET_NAMES = [*FIELD_NAMES, *GOAL_NAMES]

Point = tuple[float, float]


class Clicks(dict[str, tuple[str, ...]]):
    """What a click does, by the name of a field, a nest field, a colour or a verb."""

    def __missing__(self, key: str) -> tuple[str, ...]:
        return ()


def colour_name(words: Words, colour: int) -> str:
    """A colour in the viewer's language."""
    return words(f"colour.{NAMES[colour]}")


def place(x: float, y: float) -> Point:
    """A point of the board in the picture."""
    return LEFT + x * UNIT, TOP + y * UNIT


PLACES = [place(x, y) for x, y in COORDINATES]
NEST_PLACES = [place(x, y) for x, y in NEST_COORDINATES]
QUEEN_PLACES = [place(x, y) for x, y in QUEEN_COORDINATES]


@cache
def grounds(colours: int) -> tuple[Node, ...]:
    """Soil, the four nests with their queens' chambers, the courses, the prison; a nest that is not in play is grey."""
    board = box(LEFT + 4, TOP + 4, BOARD - 8, BOARD - 8, 26)
    nodes = [
        Node("board", "ground", path=board, fill="wood", opacity=0.34),
        Node("board:soil", "ground", path=board, fill="@soil", stroke="ink", width=3),
    ]
    corner = [(0.3, 0.3), (7.1, 0.3), (7.1, 1.7), (6.6, 2.7), (2.7, 6.6), (1.7, 7.1), (0.3, 7.1)]
    chamber = [(0.45, 0.45), (2.55, 0.45), (3.58, 1.5), (3.58, 3.58), (1.5, 3.58), (0.45, 2.55)]
    for colour in range(COLOURS):
        outline = _outline([_turned(point, colour) for point in corner])
        queen = _outline([_turned(point, colour) for point in chamber])
        passage = line([NEST_PLACES[colour * NEST_FIELDS + k] for k in range(NEST_FIELDS)])
        key, tint = f"nest:{NAMES[colour]}", PALETTE[colour] if colour < colours else "line"
        nodes += [
            Node(f"{key}:ground", "ground", path=outline, fill="paper", opacity=0.75, stroke="ink", width=2.2),
            Node(f"{key}:tint", "ground", path=outline, fill=tint, opacity=0.34),
            Node(f"{key}:sand", "ground", path=outline, fill="@sand"),
            Node(f"{key}:queen", "ground", path=queen, fill=tint, opacity=0.42, stroke="ink", width=1.4),
            Node(f"{key}:edge", "regions", path=passage, stroke="ink", width=17, opacity=0.5),
            Node(f"{key}:passage", "regions", path=passage, stroke=tint, width=14),
        ]
    ways = "".join(line([PLACES[one], PLACES[other]]) for one, other in edges())
    x, y = place(7.5, 7.5)
    cell = box(x, y, 5 * UNIT, 5 * UNIT, 14)
    return (
        *nodes,
        Node("ways:edge", "regions", path=ways, stroke="ink", width=21, opacity=0.62),
        Node("ways", "regions", path=ways, stroke="panel", width=18),
        Node("prison:ground", "regions", path=cell, fill="panel", stroke="ink", width=2.6),
        Node("prison:bars", "regions", path=cell, fill="@bars"),
    )


def _turned(point: Point, quarters: int) -> Point:
    x, y = point
    for _ in range(quarters):
        x, y = SIZE - y, x
    return place(x, y)


def line(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)


def _outline(points: list[Point]) -> str:
    """A closed line through the middles of the sides, bent at the corners."""
    middles = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in zip(points, points[1:] + points[:1], strict=True)]
    path = f"M{middles[-1][0]:g} {middles[-1][1]:g}"
    for (x, y), (to_x, to_y), (from_x, from_y) in zip(points, middles, [middles[-1], *middles], strict=False):
        near_x, near_y = x + (from_x - x) * 0.3, y + (from_y - y) * 0.3
        far_x, far_y = x + (to_x - x) * 0.3, y + (to_y - y) * 0.3
        path += f"L{near_x:g} {near_y:g}Q{x:g} {y:g} {far_x:g} {far_y:g}L{to_x:g} {to_y:g}"
    return path + "Z"


@lru_cache(4096)
def route(source: int, target: int, steps: int, barriers: frozenset[int]) -> tuple[int, ...]:
    """One of the ways that a move can have taken."""
    ways: list[tuple[int, ...]] = [(source,)]
    for _ in range(steps):
        ways = [
            (*way, field)
            for way in ways
            for field in NEIGHBOURS[way[-1]]
            if field not in barriers and (len(way) < 2 or field != way[-2])
        ]
    return next((way for way in ways if way[-1] == target), (source, target))
