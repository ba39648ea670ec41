"""A scene as SVG: one element a node, painted layer by layer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

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


def render(scene: Scene, theme: str, *, targets: bool) -> str:
    """The scene as one SVG document that needs nothing else; the same scene always gives the same text."""
    painter = _Painter(scene, theme)
    parts = []
    for layer, nodes in scene.layers().items():
        elements = [painter.element(node) for node in nodes]
        if layer == "highlights" and targets:
            elements += [painter.glow(node) for node in scene.nodes if node.actions]
        parts.append(f"<g>{''.join(elements)}</g>")
    width, height = _number(scene.width), _number(scene.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' style="max-width:100%;height:auto" role="img" font-family="{SANS}">'
        f"<title>{escape(scene.title)}</title><desc>{escape(scene.prompt)}</desc>"
        f"<defs>{scene.sheet.definitions(theme)}</defs>"
        f'<rect width="{width}" height="{height}" fill="{painter.colours["paper"]}"/>'
        f"{''.join(parts)}</svg>\n"
    )


class _Painter:
    """Knows the colours and the ids while one scene is painted."""

    def __init__(self, scene: Scene, theme: str) -> None:
        self.colours: Mapping[str, str] = find_theme(theme)
        self.prefix = scene.sheet.prefix(theme)
        self.reach = scene.sheet.reach

    def element(self, node: Node) -> str:
        """The element of a node, with its label as a title."""
        place = _place(node)
        if node.opacity != 1:
            place += f' opacity="{_number(node.opacity)}"'
        title = f"<title>{escape(node.label)}</title>" if node.label else ""
        if node.sprite:
            tone = f' color="{self.colours[node.tone]}"' if node.tone else ""
            return f'<use href="#{self.prefix}{node.sprite}"{place}{tone}>{title}</use>'
        if node.path:
            stroke = f' stroke="{self.paint(node.stroke)}" stroke-width="{_number(node.width)}"' if node.stroke else ""
            return f'<path d="{node.path}"{place} fill="{self.paint(node.fill)}"{stroke}{_ROUND if stroke else ""}>{title}</path>'
        return (
            f'<text{place} font-size="{_number(node.size)}" text-anchor="{node.anchor}"{FACES[node.face]}'
            f' fill="{self.colours[node.tone or "ink"]}">{title}{escape(node.text)}</text>'
        )

    def paint(self, name: str) -> str:
        """A paint as SVG writes it: of a token, a colour or a pattern."""
        if name.startswith("@"):
            return f"url(#{self.prefix}{name[1:]})"
        return self.colours.get(name, name) or "none"

    def glow(self, node: Node) -> str:
        """A soft ring of light around what can be clicked."""
        outline = f'd="{node.path}"'
        if node.sprite:
            r = self.reach[node.sprite]
            outline = f'd="M{_number(-r)} 0a{_number(r)} {_number(r)} 0 1 1 0 .01z"'
        return "".join(
            f'<path {outline}{_place(node)} fill="none" stroke="{self.colours["glow"]}" stroke-width="{width}" opacity="{opacity}"/>'
            for width, opacity in ((7, 0.25), (2.5, 0.9))
        )


_ROUND = ' stroke-linejoin="round" stroke-linecap="round"'


def _place(node: Node) -> str:
    moves = f"translate({_number(node.x)} {_number(node.y)})" if node.x or node.y else ""
    if node.turn:
        moves += f"rotate({_number(node.turn)})"
    if node.scale != 1:
        moves += f"scale({_number(node.scale)})"
    return f' transform="{moves}"' if moves else ""


def _number(value: float) -> str:
    return f"{round(value, 2):g}"
