"""What the points of Antics! are made of, in words."""

from __future__ import annotations

from formicarium.engine.game import Tally
from formicarium.engine.position import View
from formicarium.engine.texts import Words
from formicarium.games.antics.colony import fungus_score, prey_count


def tally(view: View, words: Words) -> list[Tally]:
    """A10: the square of the prey types, and the leaves on fungi."""
    lines: list[Tally] = []
    for me in view.record.players[: view.seats]:
        prey, leaves = int(prey_count(me)), int(fungus_score(me))
        lines.append([(words("tally.prey", prey), prey * prey), (words("tally.fungi"), leaves)])
    return lines
