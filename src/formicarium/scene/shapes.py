"""Shapes that the pictures of several games share: a rounded box, the frame with its title, an ant on its disc."""

from __future__ import annotations

from formicarium.scene.nodes import Node, remembered


@remembered
def box(x: float, y: float, width: float, height: float, radius: float) -> str:
    """A rectangle with rounded corners, as a path."""
    r, across, down = f"{radius:g}", f"{width - 2 * radius:g}", f"{round(height - 2 * radius, 1):g}"
    start, arc = f"M{x + radius:g} {round(y, 1):g}", f"a{r} {r} 0 0 1"
    return f"{start}h{across}{arc} {r} {r}v{down}{arc}-{r} {r}h-{across}{arc}-{r}-{r}v-{down}{arc} {r}-{r}Z"


def frame(
    width: float, height: float, outer: float, inner: float, *, radius: float = 6, line: float = 1.6
) -> tuple[Node, Node]:
    """Two lines around a picture, so far from its edge."""
    around = box(outer, outer, width - 2 * outer, height - 2 * outer, radius)
    within = box(inner, inner, width - 2 * inner, height - 2 * inner, radius - 3)
    return (
        Node("frame", "ground", path=around, stroke="ink", width=line),
        Node("frame:inner", "ground", path=within, stroke="line"),
    )


def title(name: str, tagline: str, x: float, y: float, size: float) -> Node:
    """The name of the game above the board."""
    return Node("title", "captions", x, y, text=name, size=size, face="serif", label=tagline)


def ornaments(x: float, y: float, away: float, scale: float = 1) -> tuple[Node, Node]:
    """An ant on each side of the title, so far from its middle, that looks at it."""
    return (
        Node("ornament:left", "captions", x - away, y, 90, scale, "figure", tone="caption"),
        Node("ornament:right", "captions", x + away, y, -90, scale, "figure", tone="caption"),
    )


@remembered
def ant(
    key: str,
    seat: int,
    x: float,
    y: float,
    *,
    layer: str = "pieces",
    turn: float = 0,
    scale: float = 1,
    label: str = "",
    actions: tuple[str, ...] = (),
    home: str = "",
) -> tuple[Node, Node]:
    """An ant on the disc of its seat; the disc keeps its light while the ant turns."""
    return (
        Node(key, layer, x, y, 0, scale, "disc", tone=f"seat-{seat}", label=label, actions=actions, home=home),
        Node(f"{key}:figure", layer, x, y, turn, scale, f"ant-{seat}", home=home),
    )
