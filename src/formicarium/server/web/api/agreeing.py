"""Agreeing: what those at a table ask each other for. A draw, to take back, a pause; and to go on after one."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, Request
from pydantic import ConfigDict, Field

from formicarium.server.room.changes import Ask, Respond, Resume
from formicarium.server.web.api.asking import PROBLEMS, Asking, Strict, TableId, check_known, table_at
from formicarium.server.web.api.playing import Number

router = APIRouter()


class Wish(Strict):
    """What is asked for."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"what": "undo"}]})
    what: Literal["draw", "undo", "pause", "resume"] = Field(
        description="A draw; to take back my last action and all after it; a pause; or to go on, which needs no leave."
    )


@router.post("/tables/{table}/ask", response_model=Number, responses=PROBLEMS, tags=["playing"])
async def ask(table: TableId, wanted: Wish, request: Request, person: Asking) -> Any:
    """Ask the others at the table; it is done when all people who play have agreed."""
    state, held = await table_at(request, table)
    who = check_known(person)
    state.pay("undo", request, who)
    await state.room.do(table, Resume(who) if wanted.what == "resume" else Ask(who, wanted.what))
    return {"number": held.table.number_for(who)}


class Reply(Strict):
    """An answer to what somebody asks for."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"yes": True}]})
    yes: bool


@router.post("/tables/{table}/answer", response_model=Number, responses=PROBLEMS, tags=["playing"])
async def answer(table: TableId, wanted: Reply, request: Request, person: Asking) -> Any:
    """Agree to what is asked, or not; who asked takes it back by a no."""
    state, held = await table_at(request, table)
    who = check_known(person)
    state.pay("undo", request, who)
    await state.room.do(table, Respond(who, wanted.yes))
    return {"number": held.table.number_for(who)}
