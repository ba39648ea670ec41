"""Reasons: why an action is good, in sentences that are computed from what a seat sees, and what can be worked out."""

from __future__ import annotations

from collections.abc import Sequence

from formicarium.core.actions import Action
from formicarium.engine import events
from formicarium.engine.events import Event, Reason
from formicarium.engine.position import View
from formicarium.engine.telling import Told

MOST = 3  # reasons that are told for one action: more is not read
SLIGHT = 0.2  # of the weightiest one; what matters less is not told


def explain(view: View, action: Action | str) -> tuple[Event, ...]:
    """The one to three facts that speak most for a legal action of the viewing seat, or against it; weightiest first.

    They are none where the game knows no reasons, or the action changes nothing that it can name.
    """
    return tuple(reason.event for reason in _weightiest(view, action))


def _weightiest(view: View, action: Action | str) -> list[Reason]:
    chosen = view.game.actions.parse(action) if isinstance(action, str) else action
    found = sorted(view.game.because(view, chosen), key=lambda reason: -abs(reason.weight))
    return [reason for reason in found if abs(reason.weight) >= SLIGHT * abs(found[0].weight)][:MOST]


def told(
    view: View, action: Action | str, language: str = "en", names: Sequence[str] | None = None
) -> tuple[Told, ...]:
    """The same in words, with the places on the scene that each sentence is about."""
    return _in_words(view, explain(view, action), "because", language, names)


def sentences(
    view: View, action: Action | str, language: str = "en", names: Sequence[str] | None = None
) -> tuple[str, ...]:
    """The same as plain sentences; `names` are those of the seats, by default their colours."""
    return tuple(one.text for one in told(view, action, language, names))


def merits(
    view: View, action: Action | str, language: str = "en", names: Sequence[str] | None = None
) -> tuple[str, ...]:
    """Of these sentences those that speak for the action."""
    found = [reason.event for reason in _weightiest(view, action) if reason.weight >= 0]
    return tuple(one.text for one in _in_words(view, found, "because", language, names))


def warnings(
    view: View, action: Action | str, language: str = "en", names: Sequence[str] | None = None
) -> tuple[str, ...]:
    """Of these sentences those that speak against the action."""
    found = [reason.event for reason in _weightiest(view, action) if reason.weight < 0]
    return tuple(one.text for one in _in_words(view, found, "because", language, names))


def notes(view: View, language: str = "en", names: Sequence[str] | None = None) -> tuple[Told, ...]:
    """What a careful player would note down now, in words, with the places on the scene."""
    return _in_words(view, view.game.aids(view), "aids", language, names)


def _in_words(
    view: View, found: Sequence[Event], table: str, language: str, names: Sequence[str] | None
) -> tuple[Told, ...]:
    words = view.game.words(language)
    called = names or [words.seat(seat, view.seats) for seat in range(view.seats)]
    return tuple(Told(one.kind, one.size, events.told(one, words, called, table), one.nodes) for one in found)
