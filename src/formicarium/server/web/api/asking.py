"""Asking: what all requests share. Who asks, at which table, and how an error is answered."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from fastapi import Depends, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from formicarium import SPECTATOR
from formicarium.errors import BotsAway, FormicariumError, LimitError, Preparing, TableError, Unavailable
from formicarium.server.room.held import Held
from formicarium.server.table.table import Person
from formicarium.server.web.identity import COOKIE, COOKIE_AGE, clean_name
from formicarium.server.web.language import Code
from formicarium.server.web.state import State

AWAY = BotsAway, Preparing, Unavailable
AGAIN_SECONDS = 2  # in which they may be back
HALF = re.compile("[\ud800-\udfff]")

Language = Annotated[Code, Query(alias="lang", description="The language of all texts.")]
TableId = Annotated[str, Field(examples=["q7Rk2mPzY0aXv9Lw"])]
Drawn = Annotated[Literal["yes", "no"], Query(alias="scene", description="`no` for programs that do not draw.")]
Seat = Annotated[int | None, Query(ge=0, le=SPECTATOR, description=f"A seat, or {SPECTATOR} for a spectator.")]


def _whole(value: Any) -> Any:
    """A number without a fraction is whole in JSON, however it is written."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


# Bounds go before what reads a number: behind that, in a list or where it may be null, they would not be described.
AsWhole = BeforeValidator(_whole)
Whole = Annotated[int, AsWhole]
SeatNumber = Annotated[int, Field(ge=0, le=3), AsWhole]
Counted = Annotated[int, Field(ge=1, le=10**6), AsWhole]


class Strict(BaseModel):
    """A request that may hold nothing unknown, and nothing of another type."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _check_text(cls, wanted: Any) -> Any:
        """Half a character, which JSON can say, can neither be stored nor said again."""
        if not _is_text(wanted):
            raise ValueError("half a surrogate pair is no text")
        return wanted


def _is_text(value: Any) -> bool:
    parts = [value]  # not by calling itself: it may be as deep as it likes
    while parts:
        part = parts.pop()
        if isinstance(part, str) and HALF.search(part):
            return False
        if isinstance(part, dict):
            parts += [*part, *part.values()]
        elif isinstance(part, list):
            parts += part
    return True


class Problem(BaseModel):
    """Why something was refused."""

    code: str = Field(examples=["number/stale"])
    message: str = Field(examples=["the table is at 12, you saw 11: look again"])
    number: int | None = Field(default=None, description="Where the table stands.", examples=[12])


PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "The request cannot be understood."},
    401: {"model": Problem, "description": "The token is not valid."},
    403: {"model": Problem, "description": "Not yours, or from a page of another site."},
    404: {"model": Problem, "description": "There is no such thing."},
    409: {"model": Problem, "description": "Not by the rules, or not as the table stands now; nothing was changed."},
    413: {"model": Problem, "description": "Too large."},
    422: {"model": Problem, "description": "A field is missing or of the wrong kind."},
    429: {"model": Problem, "description": "Too many requests."},
    503: {"model": Problem, "description": "Not now: a game is getting ready, or the database does not answer."},
}


def problem(error: FormicariumError) -> JSONResponse:
    """An error as an answer."""
    body = {"code": error.code, "message": str(error), "number": error.number}
    wait = error.wait if isinstance(error, LimitError) else AGAIN_SECONDS if isinstance(error, AWAY) else 0
    headers = {"Retry-After": str(wait)} if wait and error.status != 413 else None
    return JSONResponse(body, error.status, headers)


class Json(Response):
    """An answer that is encoded already."""

    media_type = "application/json"


async def asking(request: Request) -> Person | None:
    """The person of a request, if it says who it is."""
    state = State.of(request)
    if not hasattr(request.state, "person"):  # asked once, whoever wants to know
        request.state.person = await state.identities.person(request.headers, request.cookies)
        state.budget.pay("request", None, request.state.person)  # its address has paid already
    person: Person | None = request.state.person
    return person


Asking = Annotated[Person | None, Depends(asking)]


def remember(request: Request, response: Response, person: Person | None, name: str | None) -> Person:
    """The person of a request, made and remembered by a cookie if it is new or has a new name."""
    state = State.of(request)
    called = clean_name(name or "", state.settings.name_length)
    if person is None:
        person = state.identities.guest(called)
    elif person.shown or called in ("", person.name):
        return person  # a member is called as it is everywhere, and so is a program's person
    else:
        person = Person(person.id, called)
    keep(request, response, COOKIE, state.identities.cookie(person))
    return person


def keep(request: Request, response: Response, name: str, value: str, age: int = COOKIE_AGE) -> None:
    """Let a browser keep something that scripts cannot read and that pages of other sites cannot make it send."""
    settings = State.of(request).settings
    secure = settings.secure_cookies or settings.origin.startswith("https:")
    response.set_cookie(name, value, max_age=age, httponly=True, samesite="lax", secure=secure)


def check_known(person: Person | None) -> Person:
    """Somebody; who is nobody has no seat."""
    if person is None:
        raise TableError("seat/none", "you have no seat at this table: you can watch it")
    return person


async def table_at(request: Request, table: str, *, fresh: bool = True) -> tuple[State, Held]:
    """The table that a request is about; a fresh one has all that any process has acknowledged."""
    state = State.of(request)
    return state, await state.room.held(table, fresh=fresh)
