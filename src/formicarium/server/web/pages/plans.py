"""The page on which one plans what to play if the others play this or that."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from formicarium.server.people.plans import LINES, STEPS, may_plan
from formicarium.server.web.api.asking import Asking, check_known, table_at
from formicarium.server.web.api.signing import people_of
from formicarium.server.web.pages.page import Reader

router = APIRouter()


@router.get("/table/{table}/plans")
async def show(table: str, request: Request, reader: Reader, person: Asking) -> Response:
    """What I plan at a table, as text that can be changed."""
    _, held = await table_at(request, table)
    lines = await people_of(request).plans.at(held.table.id, check_known(person).id)
    return reader.render(
        "plans.html",
        data={"table": held.table.id},
        table=held.table.id,
        title=held.table.match.game.words(reader.language)("name"),
        possible=may_plan(held.table) and bool(held.table.seats_of(check_known(person).id)),
        lines="\n".join("; ".join(action for _, action in line) for line in lines),
        most=LINES,
        steps=STEPS,
    )
