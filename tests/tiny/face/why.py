"""Why not: the reason in words why an action of the tiny game is not legal now."""

from __future__ import annotations

from formicarium.core.actions import Action
from formicarium.engine.position import View


def why(view: View, seat: int, action: Action) -> str | None:
    """The reason in words why a seat whose turn it is may not do this now."""
    if action.verb == "fold" and not view.record.foldable:
        return "nobody folds at this table"
    return None
