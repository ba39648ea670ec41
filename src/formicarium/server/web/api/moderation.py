"""Moderation: open reports, what can be done about them, and what was done."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from formicarium.server.people.moderation import What
from formicarium.server.table import clock
from formicarium.server.web.api.asking import PROBLEMS, Asking, Strict
from formicarium.server.web.api.signing import people_of
from formicarium.server.web.identity import clean
from formicarium.server.web.state import State

router = APIRouter()


class SaidLine(BaseModel):
    """A line of chat as it was when somebody reported it."""

    number: int
    seat: int | None
    name: str
    text: str
    time: float


class ReportFacts(BaseModel):
    """That somebody is said to have misbehaved."""

    id: str
    name: str
    by: str = Field(description="The name of a member who reports; empty of a guest.")
    table: str | None
    line: int | None = Field(description="Which of the lines is reported.")
    reason: str
    text: str
    said: list[SaidLine] = Field(description="What was said around it.")
    created: float


class MeasureFacts(BaseModel):
    """What a moderator did. Who runs the site has no name."""

    id: str
    moderator: str
    what: str
    name: str
    report: str | None
    why: str
    until: float | None = Field(description="Of a silence or a suspension.")
    holds: bool = Field(description="Whether that counts now: nothing else was decided since.")
    time: float


class Desk(BaseModel):
    """What moderators have before them."""

    reports: list[ReportFacts]
    measures: list[MeasureFacts]


class Deed(Strict):
    """What to do about a report; it stays open until it is settled."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"do": "silence", "report": "q7Rk2mPzY0aXv9Lw", "days": 7, "why": "insults"}]}
    )
    do: What = Field(
        description=(
            "settle: it is done with; strike: take the line of chat away; silence: no chat; suspend: sign out "
            "everywhere, and no seat at what is open to all; close: end the match; rename: by a name that says nothing"
        )
    )
    report: str = Field(max_length=40)
    days: float | None = Field(
        default=None, ge=0, le=3650, description="Of a silence or a suspension; for good if not said; 0 ends it."
    )
    why: str = Field(default="", max_length=1000)


async def describe_desk(request: Request, person: Asking) -> dict[str, Any]:
    """What a moderator has before it."""
    moderation = people_of(request).moderation
    await moderation.check(person)
    reports, measures, names = await moderation.shown()
    now, decided = clock.now(), {(one.person, one.what): one for one in reversed(measures)}
    return {
        "reports": [
            {
                **{name: getattr(one, name) for name in ("id", "name", "line", "reason", "text", "said", "created")},
                "by": names.get(one.reporter, ""),
                "table": one.table_id or None,
            }
            for one in reports
        ],
        "measures": [
            {
                **{name: getattr(one, name) for name in ("id", "what", "why", "until", "time")},
                "moderator": names.get(one.moderator, ""),
                "name": names.get(one.person, ""),
                "report": one.report or None,
                "holds": decided[one.person, one.what] is one and (one.until or 0.0) > now,
            }
            for one in measures
        ],
    }


@router.get("/moderation", response_model=Desk, responses=PROBLEMS, tags=["people"])
async def show_desk(request: Request, person: Asking) -> Any:
    """Open reports, and everything that moderators did, the latest first; for moderators."""
    State.of(request).pay("look", request, person)
    return await describe_desk(request, person)


@router.post("/moderation", response_model=Desk, responses=PROBLEMS, tags=["people"])
async def moderate(wanted: Deed, request: Request, person: Asking) -> Any:
    """Do something about a report. It is written into the audit log, which nobody changes."""
    state, moderation = State.of(request), people_of(request).moderation
    state.pay("look", request, person)
    me = await moderation.check(person)
    why = clean(wanted.why, state.settings.chat_length)
    await moderation.do(me, wanted.do, wanted.report, wanted.days, why)
    return await describe_desk(request, me)
