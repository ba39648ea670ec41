"""Being civil: muting, blocking, chat off and on, and reports."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from formicarium.errors import CivilError
from formicarium.server.people.civil import Other, Reason
from formicarium.server.store.civil import BLOCK, MUTE, OFF, SILENCE, SUSPEND
from formicarium.server.table import clock
from formicarium.server.table.table import Person
from formicarium.server.web.api.asking import PROBLEMS, Asking, Counted, SeatNumber, Strict, remember
from formicarium.server.web.api.signing import people_of
from formicarium.server.web.identity import clean
from formicarium.server.web.state import State

router = APIRouter()


class Shunned(BaseModel):
    """Somebody whom I have muted or blocked."""

    id: str = Field(description="By which it is undone.")
    name: str
    how: Literal["mute", "block"]
    table: str | None = Field(description="The one table at which it counts; null for all.")
    created: float


class Manners(BaseModel):
    """What I want of chat and of others, and what moderators want of me."""

    chat: bool = Field(description="Whether I chat at all; among strangers only where I turn it on.")
    shunned: list[Shunned]
    silenced: float | None = Field(description="Until when I may say nothing.")
    suspended: float | None = Field(description="Until when I may not sit down at what is open to all.")
    moderator: bool = Field(description="Whether I keep order here: as one who is signed in.")


class Wish(Strict):
    """What I want of chat, or of somebody: of who sits on a seat, has said a line, or shows a profile."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"do": "chat", "on": True, "table": "q7Rk2mPzY0aXv9Lw"},
                {"do": "mute", "table": "q7Rk2mPzY0aXv9Lw", "seat": 1},
                {"do": "report", "table": "q7Rk2mPzY0aXv9Lw", "line": 7, "reason": "insult", "text": "…"},
            ]
        }
    )
    do: Literal["chat", "mute", "block", "undo", "report"] = Field(
        description=(
            "turn chat on or off, at a table of strangers or everywhere; hear nothing of somebody; besides never be "
            "paired with it or sit with it at open tables; undo one of these; tell the moderators of the site"
        )
    )
    on: bool = Field(default=False, description="Of chat.")
    table: Annotated[str, Field(max_length=40)] | None = None
    seat: SeatNumber | None = None
    line: Counted | None = Field(default=None, description="Of chat.")
    person: str | None = Field(default=None, max_length=32, description="Of a profile.")
    here: bool = Field(default=False, description="Mute at this table only.")
    id: str | None = Field(default=None, max_length=40, description="What to undo.")
    reason: Reason = "other"
    text: str = Field(default="", max_length=1000, description="A sentence for the moderators.")


async def describe_manners(request: Request, person: Person | None) -> dict[str, Any]:
    """What somebody wants, and what is wanted of it."""
    people, now = people_of(request), clock.now()
    store = people.civil.store
    known = await store.manners(person.id) if person else []
    until = {what: await store.until(person.id, what) if person else 0.0 for what in (SILENCE, SUSPEND)}
    return {
        "chat": all(one.how != OFF for one in known),
        "shunned": [
            {"id": one.id, "name": one.name, "how": one.how, "table": one.table_id or None, "created": one.created}
            for one in known
            if one.how in (MUTE, BLOCK)
        ],
        "silenced": until[SILENCE] if until[SILENCE] > now else None,
        "suspended": until[SUSPEND] if until[SUSPEND] > now else None,
        "moderator": person is not None and await people.moderation.is_one(person),
    }


@router.get("/manners", response_model=Manners, responses=PROBLEMS, tags=["people"])
async def show_manners(request: Request, person: Asking) -> Any:
    """What I want of chat and of others, and what moderators want of me."""
    State.of(request).pay("look", request, person)
    return await describe_manners(request, person)


@router.post("/manners", response_model=Manners, responses=PROBLEMS, tags=["people"])
async def change_manners(wanted: Wish, request: Request, response: Response, person: Asking) -> Any:
    """Mute, block, turn chat on or off, undo that, or report. Whom it is about is not told."""
    state, civil = State.of(request), people_of(request).civil
    state.pay("report" if wanted.do == "report" else "look", request, person)
    who = remember(request, response, person, None)
    if wanted.do == "chat":
        await civil.allow_chat(who, wanted.on, wanted.table or "")
    elif wanted.do == "undo":
        await civil.undo(who, wanted.id or "")
    else:
        other = await _other(request, wanted)
        if wanted.do == "report":
            text = clean(wanted.text, state.settings.chat_length)
            await civil.report(who, other, wanted.reason, text)
        else:
            await civil.shun(who, other, BLOCK if wanted.do == "block" else MUTE, here=wanted.here)
    return await describe_manners(request, who)


async def _other(request: Request, wanted: Wish) -> Other:
    people = people_of(request)
    if wanted.table is not None:
        return await people.civil.at_table(wanted.table, wanted.seat, wanted.line)
    name, parts = await people.profiles.store.shown(wanted.person) if wanted.person else ("", frozenset())
    if not wanted.person or not parts:
        raise CivilError("manners/whom", "nobody shows such a profile")
    return Other(wanted.person, name)
