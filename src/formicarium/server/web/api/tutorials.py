"""Tutorials: which there are, sitting down to one, and going on without it."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

import formicarium as fm
from formicarium.bots import levels
from formicarium.coach.tutorials import SEAT, find_tutorial, shipped
from formicarium.server.room.changes import Skip
from formicarium.server.table import clock
from formicarium.server.table.setup import new_table
from formicarium.server.web.api.asking import PROBLEMS, Asking, Language, TableId, check_known, remember, table_at
from formicarium.server.web.api.playing import Number
from formicarium.server.web.api.tables import MadeTable, SeatWish, announce, seat_rows
from formicarium.server.web.state import State

router = APIRouter()


class Listed(BaseModel):
    """A guided first match."""

    game: str
    name: str
    title: str
    steps: int = Field(description="Each is one idea, and something to do.")


@router.get("/tutorials", response_model=list[Listed], tags=["tutorials"])
async def show_tutorials(lang: Language = "en") -> Any:
    """The guided first matches of all games."""
    return [
        {"game": game, "name": one.name, "title": one.sentences(lang).title, "steps": len(one.steps)}
        for game in fm.game_names()
        for one in shipped(fm.game(game))
    ]


@router.post(
    "/tutorials/{game}/{name}", status_code=201, response_model=MadeTable, responses=PROBLEMS, tags=["tutorials"]
)
async def begin_tutorial(game: str, name: str, request: Request, response: Response, person: Asking) -> Any:
    """Sit down to a guided match against the gentlest bots. Who is new becomes a guest and gets a cookie."""
    state, played = State.of(request), fm.game(game)
    tutorial = find_tutorial(played, name)
    state.pay("table", request, person)
    await state.room.readiness.check(played.name)
    who = remember(request, response, person, None)
    bot = SeatWish(kind="bot", level=levels(played)[0])
    wishes = [SeatWish(kind="me") if seat == SEAT else bot for seat in range(tutorial.seats)]
    rows = seat_rows(state, played.name, wishes, who)
    stored = new_table(played.name, rows, tutorial.options, clock.now(), owner=who.id, tutorial=tutorial)
    return announce(state, await state.room.create(stored), who)


@router.post("/tables/{table}/skip", response_model=Number, responses=PROBLEMS, tags=["tutorials"])
async def skip_tutorial(table: TableId, request: Request, person: Asking) -> Any:
    """Go on without the tutorial: from here the match is free."""
    state, held = await table_at(request, table)
    who = check_known(person)
    state.pay("undo", request, who)
    await state.room.do(table, Skip(who))
    return {"number": held.table.number_for(who)}
