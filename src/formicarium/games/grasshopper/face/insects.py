"""The insect cards that a seat keeps in Autumn: who sees them, and what they are worth."""

from __future__ import annotations

from formicarium.engine.position import View
from formicarium.games.grasshopper.components import INSECT_POINTS


def sees_insects(view: View, seat: int) -> bool:
    """G7.14: they lie face down for all but their owner, as long as the match goes on."""
    return bool(view.record.open_insects) or seat == view.seat or not view.actors


def points_of_kind(cards: int) -> int:
    """What so many cards of one insect are worth (G3.6)."""
    return int(INSECT_POINTS[min(cards, len(INSECT_POINTS) - 1)])


def insect_points(view: View, seat: int) -> int:
    """What all insect cards of a seat are worth."""
    return sum(points_of_kind(cards) for cards in view.record.players[seat].insects.tolist())
