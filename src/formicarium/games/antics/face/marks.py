"""What all parts of the picture share: sizes, hexagons, tiles, figures."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin, sqrt
from pathlib import Path

from formicarium.engine.texts import Words
from formicarium.games.antics.components import DATA, GREEN, PAIR
from formicarium.scene import Node, Sheet, remembered

FOLDER = Path(__file__).parent.parent
SHEET = Sheet.load("antics", FOLDER / "sprites.svg")

MARGIN = 30
WIDTH = 1200 + 2 * MARGIN
STRIP_TOP, STRIP_HEIGHT = 90, 206  # the scout fields
BOARD_TOP, BOARD_HEIGHT = STRIP_TOP + STRIP_HEIGHT + 14, 806
PANELS_TOP, PANELS_HEIGHT = BOARD_TOP + BOARD_HEIGHT + 16, 676
HEIGHT = PANELS_TOP + PANELS_HEIGHT + 32

ROOT3 = sqrt(3)
CORNERS = [(sin(k * pi / 3), -cos(k * pi / 3)) for k in range(6)]  # of a hexagon of size 1, from the top, clockwise
LEVEL_FILLS = ("#A98257", "#C19A69", "#D6B584", "#E8D0A2", "#F8EBC8")  # the higher, the lighter: all carry dark ink
COLOUR_FILLS = {
    "yellow": "#D9B23C",
    "green": "#7FA958",
    "blue": "#5B9BC8",
    "purple": "#A883C2",
    "grey": "#A3A39B",
    "red": "#CF6450",
}
Actions = dict[str, tuple[str, ...]]  # legal actions by what they are about, as `use 0,1`


@remembered
def hexagon(size: float) -> str:
    """A hexagon around 0,0 with a corner up, as a path."""
    return "M" + "L".join(f"{x * size:.1f} {y * size:.1f}" for x, y in CORNERS) + "Z"


@remembered
def circle(radius: float) -> str:
    """A circle around 0,0, as a path."""
    arc = f"a{radius:.1f} {radius:.1f} 0 1 1"
    return f"M{-radius:.1f} 0{arc} {2 * radius:.1f} 0{arc} {-2 * radius:.1f} 0Z"


def item_sprite(item: int) -> str:
    """The sprite of prey or of a leaf."""
    if item >= GREEN:
        return "leaf-green" if item == GREEN else "leaf-brown"
    return f"prey-{DATA.colours[item - 1]}"


def item_name(words: Words, item: int) -> str:
    """Prey or leaf in the viewer's language."""
    if item >= GREEN:
        return words("leaf.green" if item == GREEN else "leaf.brown")
    return words(f"prey.{DATA.colours[item - 1]}")


def symbol_name(words: Words, symbol: int) -> str:
    """What a hex shows, in the viewer's language."""
    return words(f"symbol.{DATA.names[symbol]}")


@remembered
def tile(
    key: str,
    kind: int,
    x: float,
    y: float,
    size: float,
    *,
    label: str = "",
    actions: tuple[str, ...] = (),
    chosen: bool = False,
    home: str = "",
) -> tuple[Node, ...]:
    """A tile that lies flat: two hexagons side by side, the first symbol on the left."""
    layer, scale, half = "pieces", size / TILE_SIZE, size * ROOT3 / 2
    fill, stroke, width = LEVEL_FILLS[2], "accent" if chosen else "piece-ink", 3.2 if chosen else 1.8
    first, second = (DATA.names[symbol] for symbol in PAIR[kind].tolist())
    return (
        Node(f"{key}:shade", layer, x + 2, y + 3, 0, scale, path=TILE, fill="shadow", opacity=0.35, home=home),
        Node(
            key,
            layer,
            x,
            y,
            0,
            scale,
            path=TILE,
            fill=fill,
            stroke=stroke,
            width=width / scale,
            label=label,
            actions=actions,
            home=home,
        ),
        Node(f"{key}:join", layer, x, y, 0, scale, path=TILE_JOIN, stroke=fill, width=3.4 / scale, home=home),
        Node(f"{key}:first", layer, x - half, y, 0, size / 23, first, home=home),
        Node(f"{key}:second", layer, x + half, y, 0, size / 23, second, home=home),
    )


def _shifted(right: float, size: float) -> str:
    return "M" + "L".join(f"{right + x * size:.1f} {y * size:.1f}" for x, y in CORNERS) + "Z"


TILE_SIZE = 26  # at which the outline of a tile is given
TILE = "".join(_shifted(side * TILE_SIZE * ROOT3 / 2, TILE_SIZE) for side in (-1, 1))
TILE_JOIN = f"M0 {-TILE_SIZE * 0.44:.1f}V{TILE_SIZE * 0.44:.1f}"


def count(
    key: str, number: int, x: float, y: float, *, size: float = 18, layer: str = "captions", tone: str = "ink"
) -> Node:
    """A bold figure."""
    return Node(key, layer, x, y, text=str(number), size=size, face="bold", tone=tone)


def level_plate(key: str, level: int, x: float, y: float, size: float, layer: str = "pieces") -> Iterator[Node]:
    """The level of a hex as a figure on a light plate at its upper left corner."""
    disc = circle(size * 0.29)
    right, up = size * 0.53, size * 0.5
    yield Node(f"{key}:plate", layer, x - right, y - up, path=disc, fill="piece-paper", stroke="piece-ink", width=1.2)
    yield count(
        f"{key}:level", level, x - right, y - up + size * 0.155, size=size * 0.44, layer=layer, tone="piece-ink"
    )
