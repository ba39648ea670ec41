"""Consequences: what an action surely leads to, as far as the one who thinks of it can know."""

from __future__ import annotations

from formicarium import View
from formicarium.core import random
from formicarium.engine.events import NOTABLE, told
from formicarium.server.wire.looks import Names

WORLDS = 6  # in which an action is tried: what happens in all of them is not a matter of what nobody knows


def consequences(view: View, action: str, language: str, names: Names) -> str:
    """What is told in every world that fits a view after an action of its seat: only what is notable, or nothing."""
    game, chosen = view.game, view.game.actions.parse(action)
    words, rng = game.words(language), random.stream(("consequences", view.tobytes(), action))
    common: list[str] | None = None
    for _ in range(WORLDS if game.secrets else 1):
        world = view.world(rng) if game.secrets else view.copy()
        world.apply(view.seat, chosen)
        happened = [event for event in game.events(view, world.view(view.seat)) if event.size >= NOTABLE]
        sentences = ["".join(part.text for part in told(event, words, names)) for event in happened]
        common = sentences if common is None else [one for one in common if one in sentences]
    return " ".join(common or ())
