"""The way to the next table that waits for me: those who play many matches go from one to the next."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from formicarium.server.web.api.asking import Asking
from formicarium.server.web.api.notices import waiting_for
from formicarium.server.web.state import State

router = APIRouter()


@router.get("/next")
async def go_on(request: Request, person: Asking, after: str = "") -> Response:
    """The table that has waited longest, after the one that I come from; where none waits, my matches."""
    waiting = await waiting_for(State.of(request), person)
    others = [table for table in waiting if table != after]
    return RedirectResponse(f"/table/{others[0]}" if others else "/matches", 303)
