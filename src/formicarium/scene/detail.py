"""A detail of a picture: cut out of it, and without what nobody sees there."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from formicarium.scene.sheet import Sheet

if TYPE_CHECKING:
    from formicarium.scene.nodes import Node, Scene

REFERENCE = re.compile(r'(?:href="#|url\(#)([^")]+)')

Box = tuple[float, float, float, float]
"""A part of a picture: x, y, width and height."""


def cut(scene: Scene, box: Box) -> Scene:
    """That part of the picture as one of its own."""
    left, top, width, height = box

    def outside(node: Node) -> bool:
        reach = scene.sheet.reach.get(node.sprite, 0) * node.scale if node.sprite else 0
        if not reach:  # how far a path or a text goes, nobody has measured
            return False
        return not (left - reach < node.x < left + width + reach and top - reach < node.y < top + height + reach)

    nodes = tuple(node._replace(x=node.x - left, y=node.y - top) for node in scene.nodes if not outside(node))
    return replace(scene, width=width, height=height, nodes=nodes, areas=(), arrangements=(), panels=())


def lighten(scene: Scene) -> Scene:
    """The same picture without what a still one does not need: labels, and sprites that it does not use."""
    nodes = tuple(node._replace(label="") for node in scene.nodes)
    parts, used = scene.sheet.parts, set[str]()
    wanted = {node.sprite or node.fill.removeprefix("@") for node in nodes} & parts.keys()
    while wanted:
        used |= wanted
        wanted = {name for part in wanted for name in REFERENCE.findall(parts[part])} & parts.keys() - used
    kept = {name: part for name, part in parts.items() if name in used}
    return replace(scene, nodes=nodes, sheet=Sheet(scene.sheet.name, kept, scene.sheet.reach))
