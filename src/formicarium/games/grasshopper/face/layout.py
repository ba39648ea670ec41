"""Where things lie in the picture, and the shapes that its parts share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from formicarium.games.grasshopper.components import CARD_NAMES, CELLS, INSECT, INSECT_NAMES, SIDE, TYPE, TYPE_NAMES
from formicarium.scene import Node, Sheet, remembered

SHEET = Sheet.load("grasshopper", Path(__file__).parents[1] / "sprites.svg")

LEFT, TOP, PITCH = 64, 112, 134
GRID = SIDE * PITCH
SIDE_LEFT, SIDE_WIDTH = LEFT + GRID + 46, 366  # the column beside the grid
STRIP = TOP + GRID + 66  # the middle of the strip below the grid: tokens, and pawns that wait
PANEL_TOP, PANEL_WIDTH, PANEL_HEIGHT, GAP = STRIP + 52, 466, 172, 16
WIDTH = 2 * LEFT + 2 * PANEL_WIDTH + GAP
DECK = "deck"  # the node from which cards come
PLACES = [(LEFT + PITCH * (cell % SIDE + 0.5), TOP + PITCH * (cell // SIDE + 0.5)) for cell in range(CELLS)]


def height(seats: int) -> float:
    """The height of the picture: two panels stand in a row."""
    return PANEL_TOP + (seats + 1) // 2 * (PANEL_HEIGHT + 14) + 24


def panel_place(seat: int) -> tuple[float, float]:
    """The corner of a seat's panel."""
    return LEFT + seat % 2 * (PANEL_WIDTH + GAP), PANEL_TOP + seat // 2 * (PANEL_HEIGHT + 14)


@remembered
def card(
    number: int, layer: str, x: float, y: float, scale: float, label: str = "", actions: tuple[str, ...] = ()
) -> tuple[Node, ...]:
    """A path card face up: its ground, and its insect in a medallion."""
    key, kind, insect = f"card:{CARD_NAMES[number]}", TYPE_NAMES[TYPE[number]], INSECT[number]
    ground = Node(key, layer, x, y, 0, scale, f"card-{kind}", label=label, actions=actions, home=DECK)
    if insect < 0:
        return (ground,)
    shift, size = (-14 * scale, 1.0) if scale == 1 else (0, 1.35)
    sprite = f"bug-{INSECT_NAMES[insect]}"
    return ground, Node(f"{key}:insect", layer, x + shift, y + shift, 0, scale * size, sprite, home=DECK)


def card_back(number: int, layer: str, x: float, y: float, scale: float, label: str = "") -> Node:
    """The same card face down."""
    return Node(f"card:{CARD_NAMES[number]}", layer, x, y, scale=scale, sprite="card-back", label=label)


def price_chips(key: str, layer: str, x: float, y: float, scale: float, price: list[int]) -> Iterator[Node]:
    """The price of a provision down its left edge, at most six chips."""
    chips = [kind for kind, count in enumerate(price) for _ in range(count)]
    step = min(33.0, 128 / max(len(chips), 1))
    for place, kind in enumerate(chips):
        down = (place - (len(chips) - 1) / 2) * step
        sprite = f"chip-{TYPE_NAMES[kind]}"
        yield Node(f"{key}:{place}", layer, x - 34 * scale, y + down * scale, scale=0.86 * scale, sprite=sprite)
