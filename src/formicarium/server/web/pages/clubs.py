"""A club: the way into it by its invitation; its members, tables and tournaments for who belongs to it."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from formicarium.server.web.api.asking import Asking
from formicarium.server.web.api.clubs import describe_club
from formicarium.server.web.api.tournaments import people_of
from formicarium.server.web.pages.home import line
from formicarium.server.web.pages.page import Reader
from formicarium.server.web.pages.tournaments import Known, listed, unless_known
from formicarium.server.web.state import State

router = APIRouter()


@router.get("/club/{club}")
async def show_club(club: str, request: Request, reader: Reader, person: Asking, code: str = "") -> Response:
    """One club."""
    State.of(request).pay("look", request, None)
    return reader.render("club.html", code=code, **await _shown(request, reader, club, person))


@router.get("/club/{club}/parts")
async def show_club_parts(club: str, request: Request, reader: Reader, person: Asking, known: Known = None) -> Response:
    """What changes on that page."""
    State.of(request).pay("look", request, None)
    values = await _shown(request, reader, club, person)
    return unless_known(reader.render("club_parts.html", code="", **values), known)


async def _shown(request: Request, reader: Reader, club: str, person: Asking) -> dict[str, Any]:
    state = State.of(request)
    shown = await describe_club(state, *await people_of(state).clubs.find(club), person, reader.language)
    tables = [line(reader, table) for table in shown["tables"]]
    return {
        "club": shown,
        "tables": [{**table, "link": table["join"] or table["link"]} for table in tables],
        "tournaments": [listed(reader, one) for one in shown["tournaments"]],
        "name": person.name if person else "",
        "name_length": reader.settings.name_length,
        "address": f"{reader.origin}{shown['invitation']}" if shown["invitation"] else "",
        "data": {"address": f"/api/clubs/{club}", "parts": f"/club/{club}/parts" if shown["member"] else ""},
    }
