"""What the points of The Grasshopper & the Ant are made of, in words."""

from __future__ import annotations

from formicarium.engine.game import Tally
from formicarium.engine.position import View
from formicarium.engine.texts import Words
from formicarium.games.grasshopper.components import (
    FOOD,
    INSECT_NAMES,
    INSECTS,
    KINDS,
    PAIR,
    POINTS,
    POWER_POINTS,
    PROVISION_NAMES,
    SHELF,
    TYPE_NAMES,
    TYPES,
)
from formicarium.games.grasshopper.face.insects import points_of_kind
from formicarium.games.grasshopper.options import AUTUMN
from formicarium.games.grasshopper.state import HELD


def tally(view: View, words: Words) -> list[Tally]:
    """G3.6, G4.3: shelves and insects in Autumn, provisions and their pairs in Winter."""
    count = _autumn if view.record.mode == AUTUMN else _winter
    return [count(view, words, seat) for seat in range(view.seats)]


def _autumn(view: View, words: Words, seat: int) -> Tally:
    me = view.record.players[seat]
    lines = []
    for kind in range(TYPES):
        if me.shelves[kind]:
            name, food = words(f"type.{TYPE_NAMES[kind]}"), words(f"food.{FOOD[kind]}")
            lines.append((words("pantry.shelf", type=name, food=food), int(SHELF[me.shelves[kind]])))
    for insect in range(INSECTS):
        cards = int(me.insects[insect])
        if cards:
            name = words(f"insect.{INSECT_NAMES[insect]}")
            lines.append((words("tally.insects", insect=name, count=cards), points_of_kind(cards)))
    return lines


def _winter(view: View, words: Words, seat: int) -> Tally:
    s = view.record
    lines = []
    for kind in range(KINDS):
        count, name = int(s.players[seat].provisions[kind]), words(f"provision.{PROVISION_NAMES[kind]}")
        if count:
            key = "tally.pair" if count == 2 else "tally.provision"
            lines.append((words(key, name=name), count + (PAIR if count == 2 else 0)))
    if s.powers[POINTS] == HELD + seat:
        lines.append((words("tally.power"), POWER_POINTS))
    return lines
