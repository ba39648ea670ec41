"""My matches: those that are played, whose turn first; and those that are over, with how they ended."""

from __future__ import annotations

from typing import Any

from babel.dates import format_timedelta
from babel.numbers import format_decimal
from fastapi import APIRouter, Request
from fastapi.responses import Response

from formicarium import SPECTATOR
from formicarium.server.people.profiles import Curve
from formicarium.server.table.rows import OVER, PLAYING
from formicarium.server.table.table import Person
from formicarium.server.web.api.asking import Asking
from formicarium.server.web.api.lists import tables_of
from formicarium.server.web.pages.home import line
from formicarium.server.web.pages.page import Page, Reader
from formicarium.server.web.pages.profiles import rating_line
from formicarium.server.web.pages.seats import colours, name_of
from formicarium.server.web.state import State

router = APIRouter()


@router.get("/matches")
async def show_matches(request: Request, reader: Reader, person: Asking) -> Response:
    """All my tables."""
    state = State.of(request)
    played = await tables_of(state, person, reader.language, PLAYING)
    over = await tables_of(state, person, reader.language, OVER)
    return reader.render(
        "matches.html",
        ratings=await _ratings(state, reader, person),
        played=[line(reader, table) for table in played],
        over=[_finished(reader, table) for table in over],
    )


async def _ratings(state: State, reader: Page, person: Person | None) -> list[dict[str, Any]]:
    """What my ratings are now; nothing on a site without people."""
    if state.people is None or person is None:
        return []
    found = await state.people.ratings.store.standings_of(person.id)
    return [rating_line(reader, Curve(standing, [])) for standing in found]


def _finished(reader: Page, table: dict[str, Any]) -> dict[str, Any]:
    """A match that is over, as it is listed."""
    _, result = reader.say, table["result"]
    shown = {**line(reader, table), "outcome": "", "length": "", "places": []}
    shown["picture"] = f"/api/tables/{table['id']}/svg?seat={SPECTATOR}&lang={reader.language}"
    if not result:
        return shown  # it ended before results were kept
    names = colours(table["game"], reader.language, len(table["seats"]))
    mine = [seat["seat"] for seat in table["seats"] if seat["mine"]]
    best = [seat for seat, place in enumerate(result["places"]) if place == 1]
    if len(mine) != 1:
        shown["outcome"] = _("Over")
    elif mine[0] not in best:
        shown["outcome"] = _("Lost")
    elif len(best) == 1:
        shown["outcome"] = _("Won")
    else:
        shown["outcome"] = _("Drawn") if len(best) == len(result["places"]) else _("Victory shared")
    took = format_timedelta(result["seconds"], locale=reader.language)
    actions = format_decimal(result["plies"], locale=reader.language)
    shown["length"] = " · ".join((took, _("actions: {count}").format(count=actions)))
    places = [
        (place, name_of(seat, names), format_decimal(round(points, 1), locale=reader.language))
        for seat, place, points in zip(table["seats"], result["places"], result["points"], strict=True)
    ]
    shown["places"] = sorted(places)
    return shown
