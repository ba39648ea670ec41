"""Balance: what matches between equal bots say about a game, as an HTML page."""

from __future__ import annotations

from formicarium.arena.balance import citations
from formicarium.arena.balance.observation import Observation, observe
from formicarium.arena.balance.page import page
from formicarium.arena.balance.study import Change, Effect, Setting, Study, VerbUse

__all__ = ["Change", "Effect", "Observation", "Setting", "Study", "VerbUse", "observe", "report"]

REPLAY_SECONDS = 10.0  # for each number of seats


def report(study: Study, replay_seconds: float = REPLAY_SECONDS) -> str:
    """The HTML page of a study of which something has been played."""
    cited = {}
    for setting in study.base:
        histories = [one.moves for one in study.of(setting) if one.moves]
        if setting.level == study.levels[0] and histories:
            variant = {"seats": setting.seats, "options": dict(setting.options)}
            cited[setting.seats] = citations.count(study.game.name, variant, histories, replay_seconds)
    return page(study, cited)
