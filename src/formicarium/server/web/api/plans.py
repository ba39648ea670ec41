"""Plans: what I play at a table over days if the others play this or that."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from formicarium.server.people.plans import LINES, STEPS
from formicarium.server.web.api.asking import PROBLEMS, Asking, Strict, TableId, check_known, table_at
from formicarium.server.web.api.signing import people_of

router = APIRouter()

Line = Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=STEPS)]


class PlanWish(Strict):
    """What I plan, instead of all that I planned before."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"lines": [["ant e5", "done", "ant f6", "done"]]}]})
    lines: list[Line] = Field(
        max_length=LINES,
        description="Actions of all, one after the other, from where the table stands; each ends with one of mine.",
    )


class PlanFacts(BaseModel):
    """What I plan at a table; nobody else is told."""

    lines: list[list[str]]


@router.get("/tables/{table}/plans", response_model=PlanFacts, responses=PROBLEMS, tags=["playing"])
async def show_plans(table: TableId, request: Request, person: Asking) -> Any:
    """What is left of what I planned."""
    _, held = await table_at(request, table)
    found = await people_of(request).plans.at(held.table.id, check_known(person).id)
    return {"lines": [[action for _, action in line] for line in found]}


@router.post("/tables/{table}/plans", response_model=PlanFacts, responses=PROBLEMS, tags=["playing"])
async def plan(table: TableId, wanted: PlanWish, request: Request, person: Asking) -> Any:
    """Plan what I play as soon as the others have played as a line says; no line takes all back.

    A line is dropped as soon as something else happens. For days a move, in games in which nothing is secret.
    """
    state, held = await table_at(request, table)
    who = check_known(person)
    state.pay("undo", request, who)
    found = await people_of(request).plans.lay(held.table, who, wanted.lines)
    return {"lines": [[action for _, action in line] for line in found]}
