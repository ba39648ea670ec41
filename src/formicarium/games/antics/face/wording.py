"""Actions of Antics! whose places have names on the board: hexes by what they show, paths by where they lead."""

from __future__ import annotations

from formicarium.core.actions import Action
from formicarium.engine.events import Event
from formicarium.engine.position import View
from formicarium.games.antics.components import DATA
from formicarium.games.antics.face.events import hex_said, path_said

ON_PATHS = ("advance", "return", "guard", "unguard", "deliver")


def wording(view: View, action: Action) -> Event | None:
    """The sentence of an action with its places as they are seen; none where its label says it as well."""
    if action.verb == "use":
        return Event("use", {"hex": hex_said(view, view.seat, action.arguments[0])})
    if action.verb in ON_PATHS:
        return Event(action.verb, {"path": path_said(DATA.paths.index(action.arguments[0]))})
    if action.verb == "pass":
        return Event("pass", {"path": path_said(DATA.paths.index(action.arguments[1]))})
    return None
