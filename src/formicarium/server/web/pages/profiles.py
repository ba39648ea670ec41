"""The profile of somebody: ratings with their curves, results, openings, luck, and how one did against whom."""

from __future__ import annotations

from typing import Any

from babel.numbers import format_decimal
from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

import formicarium as fm
from formicarium.server.people.profiles import PARTS, Curve
from formicarium.server.people.strengths import POOLS, is_provisional
from formicarium.server.web.api.asking import Asking
from formicarium.server.web.api.profiles import PersonId, profile_of
from formicarium.server.web.language import Catalogue
from formicarium.server.web.pages.page import Page, Reader

router = APIRouter()

WIDTH, HEIGHT, EDGE = 300, 90, 6  # of a curve


def parts(_: Catalogue) -> dict[str, str]:
    """What can be shown, in words."""
    named = (_("Ratings"), _("Results"), _("First actions"), _("Luck and secret choices"), _("Head to head"))
    return dict(zip(PARTS, named, strict=True))


@router.get("/people/{person}")
async def show_profile(person: PersonId, request: Request, reader: Reader, viewer: Asking) -> Response:
    """All about me, or what somebody else shows."""
    if person == "me" and viewer is None:
        return RedirectResponse("/matches", 303)  # who never played has no profile
    profile = await profile_of(request, person, viewer)
    _ = reader.say
    return reader.render(
        "profile.html",
        profile=profile,
        data={} if profile.own else {"address": "/api/manners"},
        title=profile.name or _("A guest"),
        parts=parts(_),
        address=f"{reader.origin}/people/{profile.person}",
        ratings=profile.ratings and [rating_line(reader, curve) for curve in profile.ratings],
        results=profile.results
        and [
            (place_of(reader, one), one.matches, one.won, percent(reader, one.won, one.matches))
            for one in profile.results
        ],
        openings=profile.openings
        and [(game_of(reader, one.game, one.mode), one.action, one.times) for one in profile.openings],
        luck=profile.luck and _luck(reader, profile.luck),
        rivals=profile.rivals,
    )


def rating_line(reader: Page, curve: Curve) -> dict[str, Any]:
    """A rating as it is shown, with its curve."""
    strength = curve.standing.strength
    said = format_decimal(round(strength.strength, 1), locale=reader.language)
    return {
        "title": place_of(reader, curve.standing),
        "rating": said + ("?" if is_provisional(strength) else ""),
        "doubt": format_decimal(round(strength.doubt, 1), locale=reader.language),
        "matches": strength.matches,
        "curve": points([after.strength for _, after in curve.points]),
    }


def points(values: list[float]) -> str:
    """The points of a curve; empty for less than two values."""
    if len(values) < 2:
        return ""
    low, high = min(values), max(values)
    span = max(high - low, 1.0)
    step = (WIDTH - 2 * EDGE) / (len(values) - 1)
    return " ".join(
        f"{EDGE + step * place:.1f},{HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (value - low) / span:.1f}"
        for place, value in enumerate(values)
    )


def game_of(reader: Page, game: str, mode: str) -> str:
    """A game with its mode."""
    words = fm.game(game).words(reader.language)
    return " · ".join([words("name"), *([words(f"option.mode.{mode}")] if mode else [])])


def place_of(reader: Page, one: Any) -> str:
    """A game with its mode, and against whom."""
    _ = reader.say
    against = _("against people") if one.pool == POOLS[0] else _("against bots")
    return f"{game_of(reader, one.game, one.mode)}, {against}"


def percent(reader: Page, part: float, whole: float) -> str:
    """A share of something."""
    return format_decimal(round(100 * part / whole) if whole else 0, locale=reader.language) + "\u00a0%"


def _luck(reader: Page, luck: Any) -> dict[str, Any]:
    """What reviews tell, as it is shown."""
    if not luck.matches:
        return {"matches": 0}

    def signed(value: float) -> str:
        return format_decimal(round(100 * value / luck.matches, 1), format="+#,##0.0;-#,##0.0", locale=reader.language)

    return {
        "matches": luck.matches,
        "received": signed(luck.received) + "\u00a0%",
        "lost": signed(-luck.lost) + "\u00a0%",
        "choices": luck.choices,
        "guessed": percent(reader, luck.guessed, luck.choices),
        "expected": percent(reader, luck.expected, luck.choices),
    }
