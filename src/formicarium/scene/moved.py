"""Which piece of a new picture is which of the old one, so that it can be moved instead of replaced."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from formicarium.scene.nodes import Node

Piece = dict[str, "Node"]  # the nodes of a piece by what their ids have behind that of the first, which is under ""


def moved(before: Sequence[Node], after: Sequence[Node]) -> dict[str, str]:
    """The pieces that only changed their ids, as old id to new id, their parts included.

    A node whose id is in both pictures is the same piece anyway. Beyond that, a piece that vanished and one that
    appeared are one if they look alike; of several such pairs those belong together that are nearest. A piece is a node
    of the layer `pieces` with all those whose ids continue its own, as `ant:e5` and `ant:e5:figure`. Only the two
    pictures are compared: whoever may see both learns nothing new. Nodes that are in both may be left out.
    """
    gone = _pieces(before, {node.id for node in after})
    come = _pieces(after, {node.id for node in before})
    pairs = sorted(
        (hypot(old[""].x - new[""].x, old[""].y - new[""].y), old[""].id, new[""].id)
        for old in gone.values()
        for new in come.values()
        if _alike(old, new)
    )
    same: dict[str, str] = {}
    for _, old_id, new_id in pairs:
        if old_id in gone and new_id in come:
            old, new = gone.pop(old_id), come.pop(new_id)
            same.update({old[part].id: new[part].id for part in old if part in new})
    return same


def _pieces(nodes: Iterable[Node], known: set[str]) -> dict[str, Piece]:
    """The pieces whose ids are not known, by the ids of their first nodes."""
    pieces: dict[str, Piece] = {}
    fresh = [node for node in nodes if node.layer == "pieces" and node.id not in known]
    ids = {node.id for node in fresh}
    for node in fresh:
        words = node.id.split(":")
        first = next(name for count in range(1, len(words) + 1) if (name := ":".join(words[:count])) in ids)
        pieces.setdefault(first, {})[node.id.removeprefix(first)] = node
    return pieces


def _alike(one: Piece, other: Piece) -> bool:
    """Whether two pieces have the same first node, and nothing that both have looks different."""
    return _look(one[""]) == _look(other[""]) and all(
        not node.sprite or _look(node) == _look(other[part]) for part, node in one.items() if part in other
    )


def _look(node: Node) -> tuple[str, str, str]:
    return node.sprite, node.path, node.tone
