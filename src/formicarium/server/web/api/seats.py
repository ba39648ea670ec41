"""Seats: sitting down, leaving to a bot, coming back, and the invitation to a friend."""

from __future__ import annotations

import asyncio
from io import BytesIO
from typing import Any, Literal

import segno
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from formicarium.bots import check_level, levels
from formicarium.errors import TableError
from formicarium.server.room.changes import Call, Fill, Join, Leave, Resign, Return
from formicarium.server.table import clock
from formicarium.server.web.api.asking import PROBLEMS, Asking, Strict, TableId, check_known, remember, table_at
from formicarium.server.wire import frames

router = APIRouter()


class SeatChange(Strict):
    """What to do with a seat."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"do": "join", "invite": "5f0c…", "name": "Ada"}, {"do": "leave"}]}
    )
    do: Literal["join", "leave", "return", "bot", "name", "resign"] = Field(
        description=(
            "join an open seat; leave mine to a bot; return to it; give an open or deserted one to a bot; "
            "be called otherwise; resign for good"
        )
    )
    invite: str | None = Field(
        default=None, max_length=80, description="The token of the invitation; open tables need none."
    )
    name: str | None = Field(default=None, max_length=80)
    level: str | None = Field(default=None, max_length=40)


class Seated(BaseModel):
    """Who sits where now."""

    you: list[int]
    seats: list[dict[str, Any]]


@router.post("/tables/{table}/seats/{seat}", response_model=Seated, responses=PROBLEMS, tags=["tables"])
async def change_seat(
    table: TableId, seat: int, wanted: SeatChange, request: Request, response: Response, person: Asking
) -> Any:
    """Join, leave to a bot, come back, or give a seat to a bot."""
    state, held = await table_at(request, table)
    held.table.seat(seat)
    room, row = state.room, held.table.seats[seat]
    if wanted.do == "join":
        if not held.table.row.open and not room.invitations.is_valid(table, seat, wanted.invite or ""):
            raise TableError("seat/invite", "this seat needs an invitation")
        who = remember(request, response, person, wanted.name)
        if state.people:
            await state.people.civil.check_joins(held.table, who)
        level = wanted.level or levels(held.table.match.game)[-1]  # not one that the maker of the table may have picked
        await room.do(table, Join(seat, who, check_level(held.table.row.game, level)))
    else:
        who = check_known(person)
        if wanted.do == "name":
            who = remember(request, response, who, wanted.name)
            await room.do(table, Call(seat, who))
        elif wanted.do == "resign":
            await room.do(table, Resign(seat, who))
        elif wanted.do == "leave":
            await room.do(table, Leave(seat, who))
        elif wanted.do == "bot" and row.kind == "open":
            await room.do(table, Fill(seat, who, check_level(held.table.row.game, wanted.level or row.level)))
        elif wanted.do == "return":
            await room.do(table, Return(seat, who))
        else:
            await room.hand_over(held, seat, who)
    async with held.lock:
        return {
            "you": held.table.seats_of(who.id),
            "seats": frames.seat_facts(held.table, who, room.around(held), clock.now()),
        }


@router.get("/tables/{table}/seats/{seat}/qr", responses=PROBLEMS, response_class=Response, tags=["tables"])
async def show_code(table: TableId, seat: int, request: Request, person: Asking) -> Response:
    """The link of an invitation as a QR code, for who set up the table."""
    state, held = await table_at(request, table)
    state.pay("look", request, person)
    invites = state.room.invitations.of(held.table) if person and person.id == held.table.row.owner else ()
    link = next((invite["link"] for invite in invites if invite["seat"] == seat), None)
    if link is None:
        raise TableError("seat/invite", "only who set up the table can invite to a free seat")
    here = state.settings.origin or str(request.base_url).rstrip("/")
    code = await asyncio.to_thread(segno.make, here + link, micro=False)
    picture = BytesIO()
    code.save(picture, kind="svg", scale=4, border=2, dark="#2a2823", light="#fffdf7", xmldecl=False)
    return Response(
        picture.getvalue(), media_type="image/svg+xml", headers={"Content-Security-Policy": "default-src 'none'"}
    )
