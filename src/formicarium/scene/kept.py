"""What is kept of a viewer's last picture: its parts, so that only what an action touched is drawn anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from formicarium.scene.nodes import Node


class Kept:
    """The parts of the last picture that one viewer was shown, each with what it depends on."""

    __slots__ = ("_parts",)

    def __init__(self) -> None:
        self._parts: dict[str, tuple[object, tuple[Node, ...]]] = {}

    def part(self, name: str, key: object, draw: Callable[[], Iterable[Node]]) -> tuple[Node, ...]:
        """A part of the picture; `key` is all that it depends on, besides the viewer and its words."""
        known = self._parts.get(name)
        if known is not None and known[0] == key:
            return known[1]
        nodes = tuple(draw())
        self._parts[name] = key, nodes
        return nodes
