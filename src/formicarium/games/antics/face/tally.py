"""What the points of Antics! are made of, in words."""

from __future__ import annotations

from formicarium.engine.game import Tally
from formicarium.engine.position import View
from formicarium.engine.texts import Words


def tally(view: View, words: Words) -> list[Tally]:
    """A10: the square of the prey types, and the leaves on fungi."""
    lines: list[Tally] = []
    for seat, points in enumerate(view.points):
        prey = int(view.record.players[seat].delivered).bit_count()
        lines.append([(words("tally.prey", prey), prey * prey), (words("tally.fungi"), points - prey * prey)])
    return lines
