"""What the points of Sisimizi are made of, in words."""

from __future__ import annotations

from formicarium.engine.game import Tally
from formicarium.engine.position import View
from formicarium.engine.texts import Words
from formicarium.games.sisimizi.rules import most_joined


def tally(view: View, words: Words) -> list[Tally]:
    """S6: the hills of each seat's largest network."""
    return [[(words("tally.joined"), int(most_joined(view.record, seat)))] for seat in range(view.seats)]
