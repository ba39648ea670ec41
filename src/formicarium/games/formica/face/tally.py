"""What the points of Formica are made of, in words."""

from __future__ import annotations

from formicarium.engine.game import Tally
from formicarium.engine.position import View
from formicarium.engine.texts import Words
from formicarium.games.formica.components import NAMES


def tally(view: View, words: Words) -> list[Tally]:
    """F9: the parts of each seat's queens."""
    s = view.record
    return [
        [
            (words("tally.parts", colour=words(f"colour.{NAMES[colour]}")), int((s.queens[colour] > 0).sum()))
            for colour in range(seat, int(s.colours), view.seats)
        ]
        for seat in range(view.seats)
    ]
