"""What the points of Sisimizi are made of, in words."""

from __future__ import annotations

from formicarium.engine.game import Tally
from formicarium.engine.position import View
from formicarium.engine.texts import Words


def tally(view: View, words: Words) -> list[Tally]:
    """S6: the hills of each seat's largest network."""
    return [[(words("tally.joined"), points)] for points in view.points]
