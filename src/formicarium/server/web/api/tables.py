"""Tables: setting one up, looking at it, talking there, and playing the same again."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

import formicarium as fm
from formicarium.bots import check_level, levels
from formicarium.server.room.changes import Rematch
from formicarium.server.room.held import Held
from formicarium.server.store.seeks import listing_write
from formicarium.server.table import clock
from formicarium.server.table.names import bot_name, distinct
from formicarium.server.table.rows import SeatRow
from formicarium.server.table.setup import new_table
from formicarium.server.table.table import Person
from formicarium.server.web.api.asking import (
    PROBLEMS,
    Asking,
    Drawn,
    Json,
    Language,
    Seat,
    SeatNumber,
    Strict,
    TableId,
    Whole,
    check_known,
    remember,
    table_at,
)
from formicarium.server.web.identity import clean, clean_name
from formicarium.server.web.language import choose_language
from formicarium.server.web.state import State
from formicarium.server.wire import frames
from formicarium.server.wire.looks import Viewer
from formicarium.server.wire.messages import encode

router = APIRouter()


class SeatWish(Strict):
    """Who shall sit on a seat."""

    kind: Literal["me", "friend", "bot", "local"] = Field(
        description="me; a friend who gets a link; a bot; or somebody beside me at this screen"
    )
    level: str | None = Field(default=None, max_length=40, description="Of the bot, also of the one that steps in.")
    name: str | None = Field(default=None, max_length=80)


class NoClock(Strict):
    """Nobody is in a hurry."""

    kind: Literal["none"]


class LiveClock(Strict):
    """So many seconds for the whole match, and more for each turn."""

    kind: Literal["live"]
    seconds: float = Field(ge=10, le=86_400)
    increment: float = Field(default=0, ge=0, le=600)


class DaysClock(Strict):
    """So many days for each move."""

    kind: Literal["days"]
    days: float = Field(ge=0.01, le=30)


class NewTable(Strict):
    """A table to set up."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {"game": "sisimizi", "seats": [{"kind": "me"}, {"kind": "bot", "level": "champion"}]},
                {
                    "game": "grasshopper",
                    "seats": [{"kind": "me"}, {"kind": "friend"}],
                    "options": {"mode": "winter"},
                    "clock": {"kind": "live", "seconds": 900, "increment": 10},
                    "open": True,
                },
            ]
        },
    )
    game: str = Field(max_length=40)
    seats: list[SeatWish] = Field(min_length=1, max_length=4)
    options: dict[str, str] = Field(default_factory=dict, max_length=20)
    first: SeatNumber | None = Field(default=None, description="The seat that begins; drawn by lot if not said.")
    clock: NoClock | LiveClock | DaysClock = Field(default_factory=lambda: NoClock(kind="none"), discriminator="kind")
    open: bool = Field(default=False, description="Listed for everybody to join and to watch.")
    delay: Whole = Field(default=0, ge=0, le=5, description="Turns after which those who only watch see what happens.")
    hints: bool | None = Field(
        default=None, description="Whether who sits here may ask for advice; if not said, only where nobody else plays."
    )
    name: str | None = Field(default=None, max_length=80, description="My name.")


class Invite(BaseModel):
    """How a friend gets to a seat."""

    seat: int
    invite: str
    link: str


class MadeTable(BaseModel):
    """A new table."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "id": "q7Rk2mPzY0aXv9Lw",
                    "link": "/table/q7Rk2mPzY0aXv9Lw",
                    "number": 1,
                    "commitment": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                    "you": [0],
                    "invites": [{"seat": 1, "invite": "5f0c…", "link": "/table/q7Rk2mPzY0aXv9Lw?seat=1&invite=5f0c…"}],
                }
            ]
        }
    )
    id: str
    link: str
    number: int
    commitment: str = Field(description="SHA-256 of the seed of nature's outcomes, which is revealed at the end.")
    you: list[int]
    invites: list[Invite]


def seat_rows(state: State, game: str, wishes: list[SeatWish], person: Person) -> list[SeatRow]:
    """Who sits where, as somebody wishes."""
    played = fm.game(game)
    rows: list[SeatRow] = []
    for seat, wish in enumerate(wishes):
        level = check_level(played.name, wish.level or levels(played)[-1])
        name = clean_name(wish.name or "", state.settings.name_length)
        others = [row.name for row in rows]
        name = distinct(name or (person.name if wish.kind == "me" else ""), others)
        if wish.kind == "me":
            rows.append(SeatRow(seat, "human", name, person.id, level))
        elif wish.kind == "local":
            rows.append(SeatRow(seat, "local", name, person.id, level))
        elif wish.kind == "friend":
            rows.append(SeatRow(seat, "open", name, None, level))
        else:
            rows.append(SeatRow(seat, "bot", name or bot_name(level, others), None, level))
    return rows


def announce(state: State, held: Held, person: Person) -> dict[str, Any]:
    """A new table, as its maker is told of it."""
    table = held.table
    return {
        "id": table.id,
        "link": f"/table/{table.id}",
        "number": table.number_for(person),
        "commitment": table.row.commitment,
        "you": table.seats_of(person.id),
        "invites": list(state.room.invitations.of(table)) if table.row.owner == person.id else [],
    }


@router.post("/tables", status_code=201, response_model=MadeTable, responses=PROBLEMS, tags=["tables"])
async def make_table(wanted: NewTable, request: Request, response: Response, person: Asking) -> Any:
    """Set up a table. Who is new becomes a guest and gets a cookie."""
    state = State.of(request)
    state.pay("table", request, person)
    await state.room.readiness.check(fm.game(wanted.game).name)
    who = remember(request, response, person, wanted.name)
    if wanted.open and state.people:
        await state.people.civil.check_public(who)
    stored = new_table(
        wanted.game,
        seat_rows(state, wanted.game, wanted.seats, who),
        wanted.options,
        clock.now(),
        owner=who.id,
        first=wanted.first,
        clock=wanted.clock.model_dump(),
        open_to_all=wanted.open,
        strangers=wanted.open,
        delay=wanted.delay,
        hints=not any(seat.kind in ("friend", "local") for seat in wanted.seats)
        if wanted.hints is None
        else wanted.hints,
    )
    listing = [listing_write(stored.row.id, choose_language(request))] if wanted.open and state.people else []
    return announce(state, await state.room.create(stored, listing), who)


@router.get("/tables/{table}", responses=PROBLEMS, tags=["tables"])
async def show_table(
    table: TableId, request: Request, person: Asking, seat: Seat = None, lang: Language = "en", scene: Drawn = "yes"
) -> Json:
    """The whole frame of a table, as one of my seats sees it, or as a spectator does."""
    state, held = await table_at(request, table)
    state.pay("look", request, person)
    ears = await state.room.talk.ears(held.table, person)
    async with held.lock:
        seen, album = held.seen_by(person)
        viewer = Viewer(seen.viewing_seat(person, seat), lang, scene == "yes")
        await album.prepare(viewer)
        return Json(encode(album.full(viewer, person, state.room.around(held), clock.now(), ears)))


class ChatWish(Strict):
    """Something to say."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"text": "well played"}]})
    text: str = Field(max_length=2000)
    name: str | None = Field(default=None, max_length=80)


class Said(BaseModel):
    """A line of chat."""

    number: int
    seat: int | None
    name: str
    text: str
    time: float


@router.post("/tables/{table}/chat", response_model=Said, responses=PROBLEMS, tags=["tables"])
async def say(table: TableId, wanted: ChatWish, request: Request, person: Asking) -> Any:
    """Say something at a table where I sit."""
    state, held = await table_at(request, table)
    who, text = check_known(person), clean(wanted.text, state.settings.chat_length)
    state.pay("chat", request, who)
    return frames.chat_line(await state.room.talk.say(held.table, who, text))


@router.post("/tables/{table}/rematch", response_model=MadeTable, responses=PROBLEMS, tags=["tables"])
async def rematch(table: TableId, request: Request, person: Asking) -> Any:
    """The same again with the seats moved on by one; asked twice, it is the same table."""
    state, _ = await table_at(request, table)
    who = check_known(person)
    state.pay("table", request, who)
    return announce(state, await state.room.held(await state.room.do(table, Rematch(who))), who)
