"""What those who sit at a table are called, and what is said about bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import formicarium as fm
from formicarium.server.table.names import BOTS
from formicarium.server.web.language import Catalogue


def colours(game: str, language: str, seats: int) -> list[str]:
    """The names of the seats themselves."""
    words = fm.game(game).words(language)
    return [words.seat(seat, seats) for seat in range(seats)]


def levels(_: Catalogue) -> dict[str, str]:
    """How strong bots are, by their levels."""
    return {
        "random": _("at random"),
        "greedy": _("greedy"),
        "gentle": _("gentle"),
        "easy": _("easy"),
        "steady": _("steady"),
        "strong": _("strong"),
        "champion": _("champion"),
    }


def characters(_: Catalogue) -> dict[str, str]:
    """What bots are like, by their levels."""
    return {
        "random": _("Runs this way and that without a plan."),
        "greedy": _("Takes what looks best at once and never thinks of tomorrow."),
        "gentle": _("Strolls along, sees what is near and forgives a slip: good for a first match."),
        "easy": _("Thinks for a moment and overlooks something now and then."),
        "steady": _("Plays soundly and does not miss a plain mistake."),
        "strong": _("Looks far ahead and gives nothing away."),
        "champion": _("Takes its time and finds what most overlook: the strongest that we have."),
    }


def bots(_: Catalogue, levels_of: list[str]) -> list[dict[str, str]]:
    """The bots of a game as one chooses among them: each level with the first of its names and its character."""
    said, like = levels(_), characters(_)
    return [{"level": level, "title": f"{BOTS[level][0]} · {said[level]}", "like": like[level]} for level in levels_of]


def name_of(seat: Mapping[str, Any], colours: list[str]) -> str:
    """What a seat of a frame is called."""
    return str(seat["name"] or colours[seat["seat"]])
