"""Asking: what all requests share. Who asks, at which table, and how an error is answered."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Depends, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from starlette.requests import HTTPConnection

from formicarium import SPECTATOR
from formicarium.engine.errors import FormicariumError
from formicarium.server.identity import COOKIE, COOKIE_AGE, clean
from formicarium.server.limits import LimitError
from formicarium.server.room import Held
from formicarium.server.state import State
from formicarium.server.storage import Unavailable
from formicarium.server.tables import Person, TableError
from formicarium.server.thoughts import Away

Language = Annotated[Literal["en", "de"], Query(alias="lang", description="The language of all texts.")]
TableId = Annotated[str, Field(examples=["q7Rk2mPzY0aXv9Lw"])]
Drawn = Annotated[Literal["yes", "no"], Query(alias="scene", description="`no` for programs that do not draw.")]
Seat = Annotated[int | None, Query(ge=0, le=SPECTATOR, description=f"A seat, or {SPECTATOR} for a spectator.")]


def _whole(value: Any) -> Any:
    """A number without a fraction is whole in JSON, however it is written."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = Annotated[int, BeforeValidator(_whole)]


class Strict(BaseModel):
    """A request that may hold nothing unknown, and nothing of another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


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
}
STATUS = {
    "limit/busy": 429,
    "limit/rate": 429,
    "limit/size": 413,
    "limit/time": 429,
    "ply/unknown": 404,
    "seat/taken": 409,
    "seat/present": 409,
    "seat/away": 409,
    "seat/unknown": 404,
    "seat/which": 409,
    "token/many": 403,
    "token/unknown": 401,
    "table/unknown": 404,
}
STATUS_OF_KIND = {
    "action": 409,
    "bots": 503,
    "chat": 409,
    "clock": 409,
    "number": 409,
    "option": 409,
    "origin": 403,
    "record": 409,
    "seat": 403,
    "storage": 503,
    "table": 409,
    "undo": 409,
    "unknown": 404,
}


def problem(error: FormicariumError) -> JSONResponse:
    """An error as an answer."""
    status = STATUS.get(error.code) or STATUS_OF_KIND.get(error.code.split("/")[0], 400)
    body = {"code": error.code, "message": str(error), "number": getattr(error, "number", None)}
    headers = {"Retry-After": "2"} if isinstance(error, Away | LimitError | Unavailable) else None
    return JSONResponse(body, status, headers)


class Json(Response):
    """An answer that is encoded already."""

    media_type = "application/json"


async def asking(request: Request) -> Person | None:
    """The person of a request, if it says who it is."""
    state = State.of(request)
    person = await state.identities.person(request.headers, request.cookies)
    state.requests.check(key(request, person))
    return person


Asking = Annotated[Person | None, Depends(asking)]


def key(request: HTTPConnection, person: Person | None) -> str:
    """What limits are counted by: the person, or an address."""
    return person.id if person else (request.client.host if request.client else "")


def known(request: Request, response: Response, person: Person | None, name: str | None) -> Person:
    """The person of a request, made and remembered by a cookie if it is new or has a new name."""
    state = State.of(request)
    called = clean(name or "", state.settings.name_length)
    if person is None:
        person = state.identities.guest(called)
    elif called and called != person.name and "authorization" not in request.headers:
        person = Person(person.id, called)
    elif COOKIE in request.cookies or "authorization" in request.headers:
        return person
    response.set_cookie(
        COOKIE,
        state.identities.cookie(person),
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="lax",
        secure=state.settings.secure_cookies,
    )
    return person


def seated(person: Person | None) -> Person:
    """Somebody; who is nobody has no seat."""
    if person is None:
        raise TableError("seat/none", "you have no seat at this table: you can watch it")
    return person


async def table_at(request: Request, table: str) -> tuple[State, Held]:
    """The table that a request is about, with all that any process has acknowledged."""
    state = State.of(request)
    return state, await state.room.held(table, fresh=True)
