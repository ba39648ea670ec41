"""Nodes and scenes: a picture described as plain data, the same for the browser and for Python."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from formicarium.scene import raster, svg
from formicarium.scene.sheet import Sheet

REMEMBERED = 20_000
remembered = lru_cache(REMEMBERED)  # for functions that draw: what was drawn before is the same object again
LAYERS = ("ground", "regions", "tracks", "pieces", "highlights", "captions")  # from the bottom up, in every game


class Node(NamedTuple):
    """One thing in a picture: a sprite of the sheet, a path, or a line of text.

    Its `id` is the identity of the piece, so a renderer can move it from where it was. A node without a label and
    without actions is decoration: no pointer, keyboard or screen reader meets it.
    """

    id: str
    layer: str
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0  # degrees, clockwise
    scale: float = 1.0
    sprite: str = ""  # the id of a symbol in the sheet …
    path: str = ""  # … or SVG path data …
    text: str = ""  # … or a line of text
    tone: str = ""  # a token of the theme: the `currentColor` of a sprite, the colour of a text
    fill: str = ""  # of a path: a token, a colour `#rrggbb` or a pattern of the sheet `@name`
    stroke: str = ""  # of a path: a token or a colour
    width: float = 1.0  # of the stroke
    opacity: float = 1.0  # of a path or a text
    size: float = 16.0  # of the text
    anchor: str = "middle"  # of the text: start, middle, end
    face: str = "sans"  # of the text: sans, bold, serif, italic
    label: str = ""  # what it is, in the viewer's language
    actions: tuple[str, ...] = ()  # the legal actions, in notation, that a click on it performs
    back: bool = False  # whether a click on it takes back the last action: a piece that was picked up
    home: str = ""  # the id of the node that it comes out of when it appears and goes into when it vanishes, if any
    held: str = ""  # `carried` if it goes along to what is pointed at, `leads` if a line from it leads there
    before: str = ""  # an action: a path without opacity that is shown while the action is pointed at
    area: str = ""  # the name of the area that it belongs to; without one it is on the poster alone

    def to_dict(self) -> dict[str, Any]:
        """The node as plain data; what has its default value is left out."""
        return {
            name: value
            for name, value, default in zip(self._fields, self, _DEFAULTS, strict=True)
            if value is not default and value != default
        }


_DEFAULTS = tuple(Node._field_defaults.get(name) for name in Node._fields)


# By area and identity of a node: itself, so that its identity stays its own, and as a node of that area
_held: dict[str, dict[int, tuple[Node, Node]]] = {}


class Area(NamedTuple):
    """An area of a picture that has its own place on every screen: the board, a market, what lies before a seat.

    It is a rectangle of the poster, and all its nodes lie in there.
    """

    name: str
    label: str  # what it is, in the viewer's language
    x: float
    y: float
    width: float
    height: float
    want: float = 1.0  # how large it should be beside the others: twice this is twice the scale
    text: float = 11.0  # pixels: the least size of a text in it

    def holds(self, nodes: Iterable[Node]) -> list[Node]:
        """The same nodes, as nodes of this area."""
        known = _held.setdefault(self.name, {}).get
        return [kept[1] if (kept := known(id(node))) else self._hold(node) for node in nodes]

    def _hold(self, node: Node) -> Node:
        held = _held[self.name]
        if len(held) >= REMEMBERED:
            held.clear()
        _, kept = held[id(node)] = node, Node._make((*node[:-1], self.name))
        return kept


class Figure(NamedTuple):
    """Something that a seat has: a sign, how many, and a word for it; each is a node of the poster, by its id."""

    signs: tuple[str, ...] = ()  # sprites that lie over each other: the label of the first says what it is
    text: str = ""
    caption: str = ""  # a text that is shown where there is room for it
    over: bool = False  # whether the text stands on the sign, not after it
    sprite: str = ""  # a sign that the poster does not need, for where there is no room for the caption

    def to_dict(self) -> dict[str, Any]:
        """The figure as plain data; what has its default value is left out."""
        return {name: value for name, value in self._asdict().items() if value}


class Panel(NamedTuple):
    """What stands at a seat beside the board: lines of figures, and a block of them aside.

    On a poster they are drawn where their nodes are. A screen shows them as text that can be read at any size; what
    is not in the picture is left out there too.
    """

    node: str  # the one that frames it on the poster
    rows: tuple[tuple[Figure, ...], ...]
    aside: tuple[tuple[Figure, ...], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The panel as plain data."""
        rows, aside = ([[one.to_dict() for one in row] for row in block] for block in (self.rows, self.aside))
        return {"node": self.node, "rows": rows, "aside": aside}


Tree = str | tuple["Tree", ...]
"""Where areas lie on a screen: the name of one, a row of trees, within a row a column of trees, and so on."""
Arrangement = tuple[Tree, ...]
"""All areas on one page, or on several that are a swipe apart: a tree each."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture; within a layer the nodes are painted in their order."""

    width: float
    height: float
    title: str
    prompt: str  # one sentence: whose turn it is, and what to do now
    sheet: Sheet
    nodes: tuple[Node, ...]
    areas: tuple[Area, ...] = ()  # without any, the whole poster is one
    arrangements: tuple[Arrangement, ...] = ()  # of the areas; a screen takes the one that suits it best
    least: float = 0.0  # pixels a unit below which too little can be read: then a screen shows fewer areas at once
    buttons: tuple[str, ...] = ()  # verbs whose actions are buttons too, although they are on the board
    loses: Mapping[str, str] = field(default_factory=dict)  # by verb, what the viewer gives up by such an action
    panels: tuple[Panel, ...] = ()  # by seat, what a screen shows beside the board
    ghosts: Mapping[str, tuple[Node, ...]] = field(default_factory=dict)  # by verb, what comes where one points

    def layers(self) -> dict[str, list[Node]]:
        """The nodes of each layer, from the bottom up."""
        layers: dict[str, list[Node]] = {layer: [] for layer in LAYERS}
        for node in self.nodes:
            layers[node.layer].append(node)
        return layers

    def to_dict(self) -> dict[str, Any]:
        """The scene as plain data, ready for JSON; the sheet is given by its name."""
        return {
            "width": self.width,
            "height": self.height,
            "title": self.title,
            "prompt": self.prompt,
            "sheet": self.sheet.name,
            "nodes": [node.to_dict() for node in self.nodes],
            "layout": self.layout(),
        }

    def layout(self) -> dict[str, Any]:
        """What a screen needs to know to place the areas, as plain data."""
        return {
            "areas": [area._asdict() for area in self.areas],
            "arrangements": self.arrangements,
            "least": self.least,
            "buttons": self.buttons,
            "panels": [panel.to_dict() for panel in self.panels],
            "ghosts": {verb: [node.to_dict() for node in nodes] for verb, nodes in self.ghosts.items()},
        }

    def svg(self, theme: str = "light", *, targets: bool = False) -> str:
        """The picture as SVG; with `targets`, everything that can be clicked glows."""
        return svg.render(self, theme, targets=targets)

    def png(self, theme: str = "light", *, width: int = 1200, targets: bool = False) -> bytes:
        """The picture as PNG, so many pixels wide."""
        return raster.png(self, theme, width=width, targets=targets)

    def _repr_svg_(self) -> str:
        return self.svg()
