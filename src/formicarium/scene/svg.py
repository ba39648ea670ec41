"""A scene as SVG: one element a node, painted layer by layer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape  # nosec B406  # writes, does not read

from formicarium.scene.sheet import definitions
from formicarium.scene.themes import theme as find_theme

if TYPE_CHECKING:
    from formicarium.scene.nodes import Node, Scene

SERIF = "Iowan Old Style, Palatino, Book Antiqua, Georgia, serif"
SANS = "system-ui, sans-serif"
FACES = {
    "sans": "",  # the face of the whole picture
    "bold": ' font-weight="bold"',
    "serif": f' font-family="{SERIF}"',
    "italic": f' font-family="{SERIF}" font-style="italic"',
}

MANY = 60  # targets: so many at once are lit faintly


def render(scene: Scene, theme: str, *, targets: bool = False, paper: bool = True) -> str:
    """The scene as one SVG document that needs nothing else; the same scene always gives the same text.

    Without `paper` it can be laid over another picture.
    """
    painter = _Painter(scene, theme)
    parts = []
    for layer, nodes in scene.layers().items():
        elements = [painter.element(node) for node in nodes]
        if layer == "highlights" and targets:
            elements.append(painter.glow([node for node in scene.nodes if node.actions]))
        parts.append(f"<g>{''.join(elements)}</g>")
    width, height = _number(scene.width), _number(scene.height)
    ground = f'<rect width="{width}" height="{height}" fill="{painter.colours["paper"]}"/>' if paper else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' style="max-width:100%;height:auto" role="img" font-family="{SANS}">'
        f"<title>{escape(scene.title)}</title><desc>{escape(scene.prompt)}</desc>"
        f"<defs>{definitions(scene.sheet, theme)}</defs>"
        f"{ground}{''.join(parts)}</svg>\n"
    )


class _Painter:
    """Knows the colours and the ids while one scene is painted."""

    def __init__(self, scene: Scene, theme: str) -> None:
        self.colours: Mapping[str, str] = find_theme(theme)
        self.prefix = scene.sheet.prefix(theme)
        self.reach = scene.sheet.reach

    def element(self, node: Node) -> str:
        """The element of a node, with its label as a title."""
        title = f"<title>{escape(node.label)}</title>" if node.label else ""
        if node.sprite:
            tone = f' color="{self.colours[node.tone]}"' if node.tone else ""
            return f'<use href="#{self.prefix}{node.sprite}"{_place(node)}{tone}>{title}</use>'
        if node.path:
            return f'<path d="{node.path}"{_place(node)}{self.fill(node)}{self.stroke(node)}>{title}</path>'
        return (
            f'<text{_place(node)} font-size="{_number(node.size)}" text-anchor="{node.anchor}"{FACES[node.face]}'
            f' fill="{self.colours[node.tone or "ink"]}"{_opacity("fill", node)}>{title}{escape(node.text)}</text>'
        )

    def fill(self, node: Node) -> str:
        """How a path is filled: with a colour, a pattern or nothing."""
        if not node.fill:
            return ' fill="none"'
        pattern = node.fill.startswith("@")
        paint = f"url(#{self.prefix}{node.fill[1:]})" if pattern else self.colours.get(node.fill, node.fill)
        return f' fill="{paint}"{_opacity("fill", node)}'

    def stroke(self, node: Node) -> str:
        """How a path is outlined, if it is."""
        if not node.stroke:
            return ""
        colour = self.colours.get(node.stroke, node.stroke)
        ends = ' stroke-linecap="round" stroke-linejoin="round"'
        return f' stroke="{colour}" stroke-width="{_number(node.width)}"{ends}{_opacity("stroke", node)}'

    def glow(self, nodes: Iterable[Node]) -> str:
        """A soft ring of light around each node; fainter where there are many."""
        shapes = [self.shape(node) for node in nodes]
        strength = 1 if len(shapes) <= MANY else 0.5
        rings = [(8, 0.3 * strength), (2.4, strength)]
        return "".join(
            f'<g fill="none" stroke="{self.colours["glow"]}" stroke-width="{width}" stroke-opacity="{opacity}">'
            f"{''.join(shapes)}</g>"
            for width, opacity in rings
        )

    def shape(self, node: Node) -> str:
        """The outline of what can be clicked: of a path itself, of a sprite a circle."""
        if node.path:
            return f'<path d="{node.path}"{_place(node)}/>'
        radius = self.reach[node.sprite] * node.scale
        return f'<circle cx="{_number(node.x)}" cy="{_number(node.y)}" r="{_number(radius)}"/>'


def _opacity(paint: str, node: Node) -> str:
    """The opacity of one paint: cheaper to draw than that of an element, which needs a layer of its own."""
    return f' {paint}-opacity="{_number(node.opacity)}"' if node.opacity != 1 else ""


def _place(node: Node) -> str:
    moves = f"translate({_number(node.x)} {_number(node.y)})" if node.x or node.y else ""
    if node.turn:
        moves += f"rotate({_number(node.turn)})"
    if node.scale != 1:
        moves += f"scale({_number(node.scale)})"
    return f' transform="{moves}"' if moves else ""


def _number(value: float) -> str:
    return f"{round(value, 2):g}"
