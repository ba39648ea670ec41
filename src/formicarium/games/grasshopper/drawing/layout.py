"""Where things lie in the picture, and the shapes that its parts share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from formicarium.games.grasshopper.components import CARD_NAMES, CELLS, INSECT, INSECT_NAMES, SIDE, TYPE, TYPE_NAMES
from formicarium.scene import Node, Sheet

SHEET = Sheet.load("grasshopper", Path(__file__).parents[1] / "sprites.svg")

LEFT, TOP, PITCH = 64, 112, 134
GRID = SIDE * PITCH
SIDE_LEFT, SIDE_WIDTH = LEFT + GRID + 46, 366  # the column beside the grid
STRIP = TOP + GRID + 66  # the middle of the strip below the grid: tokens, and pawns that wait
PANEL_TOP, PANEL_WIDTH, PANEL_HEIGHT, GAP = STRIP + 52, 466, 172, 16
WIDTH = 2 * LEFT + 2 * PANEL_WIDTH + GAP
PLACES = [(LEFT + PITCH * (cell % SIDE + 0.5), TOP + PITCH * (cell // SIDE + 0.5)) for cell in range(CELLS)]


def height(seats: int) -> float:
    """The height of the picture: two panels stand in a row."""
    return PANEL_TOP + (seats + 1) // 2 * (PANEL_HEIGHT + 14) + 24


def box(x: float, y: float, width: float, height: float, radius: float) -> str:
    """A rectangle with rounded corners, as a path."""
    arc = f"a{radius:g} {radius:g} 0 0 1"
    across, down = f"{width - 2 * radius:g}", f"{height - 2 * radius:g}"
    return (
        f"M{x + radius:g} {y:g}h{across}{arc} {radius:g} {radius:g}v{down}{arc}-{radius:g} {radius:g}"
        f"h-{across}{arc}-{radius:g}-{radius:g}v-{down}{arc} {radius:g}-{radius:g}Z"
    )


def card(
    number: int, layer: str, x: float, y: float, scale: float, label: str = "", actions: tuple[str, ...] = ()
) -> Iterator[Node]:
    """A path card face up: its ground, and its insect in a medallion."""
    name = CARD_NAMES[number]
    sprite = f"card-{TYPE_NAMES[TYPE[number]]}"
    yield Node(f"card:{name}", layer, x, y, scale=scale, sprite=sprite, label=label, actions=actions)
    if INSECT[number] >= 0:
        shift, size = (-14 * scale, 1.0) if scale == 1 else (0, 1.35)
        insect = f"bug-{INSECT_NAMES[INSECT[number]]}"
        yield Node(f"card:{name}:insect", layer, x + shift, y + shift, scale=scale * size, sprite=insect)


def card_back(number: int, layer: str, x: float, y: float, scale: float, label: str = "") -> Node:
    """The same card face down."""
    return Node(f"card:{CARD_NAMES[number]}", layer, x, y, scale=scale, sprite="card-back", label=label)


def pawn(key: str, seat: int, layer: str, x: float, y: float, turn: float = 0, scale: float = 1) -> Iterator[Node]:
    """An ant on the disc of its seat; the disc keeps its light while the ant turns."""
    yield Node(key, layer, x, y, scale=scale, sprite="disc", tone=f"seat-{seat}")
    yield Node(f"{key}:figure", layer, x, y, turn, scale, sprite=f"ant-{seat}")


def price_chips(key: str, layer: str, x: float, y: float, scale: float, price: list[int]) -> Iterator[Node]:
    """The price of a provision down its left edge, at most six chips."""
    chips = [kind for kind, count in enumerate(price) for _ in range(count)]
    step = min(33.0, 128 / max(len(chips), 1))
    for place, kind in enumerate(chips):
        down = (place - (len(chips) - 1) / 2) * step
        sprite = f"chip-{TYPE_NAMES[kind]}"
        yield Node(f"{key}:{place}", layer, x - 34 * scale, y + down * scale, scale=0.86 * scale, sprite=sprite)
