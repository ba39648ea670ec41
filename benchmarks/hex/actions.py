"""Hex's action space, and why an action is refused."""

from __future__ import annotations

from benchmarks.hex.board import NAMES
from formicarium.core.actions import Action, ActionSpace, Domain, Verb
from formicarium.engine.position import View

ACTIONS = ActionSpace(Verb("fill", Domain("cell", NAMES)))  # the code is the number of the cell


def why(view: View, seat: int, action: Action) -> str | None:
    """The reason in words why a seat whose turn it is may not do this now."""
    return f"{action.arguments[0]} is filled"
