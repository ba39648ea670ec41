"""Tables: making and finding them, sitting down, talking, and the live connection."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any, Literal

from fastapi import APIRouter, Request, Response, WebSocket
from pydantic import BaseModel, ConfigDict, Field

import formicarium as fm
from formicarium.bots import levels
from formicarium.engine.errors import FormicariumError
from formicarium.server import frames, live
from formicarium.server.api.asking import (
    PROBLEMS,
    Asking,
    Drawn,
    Json,
    Language,
    Seat,
    Strict,
    TableId,
    Whole,
    key,
    known,
    seated,
    table_at,
)
from formicarium.server.frames import Viewer
from formicarium.server.identity import clean
from formicarium.server.limits import LimitError
from formicarium.server.room import Held
from formicarium.server.schema import SeatRow, Stored
from formicarium.server.state import State
from formicarium.server.tables import Person, TableError

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
    first: Whole | None = Field(default=None, ge=0, le=3, description="The seat that begins; drawn by lot if not said.")
    clock: NoClock | LiveClock | DaysClock = Field(default_factory=lambda: NoClock(kind="none"), discriminator="kind")
    open: bool = Field(default=False, description="Listed for everybody to join and to watch.")
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
    found, rows = fm.game(game), []
    for seat, wish in enumerate(wishes):
        level = state.room.check_level(found.name, wish.level or levels(found)[-1])
        name = clean(wish.name or "", state.settings.name_length)
        if wish.kind == "me":
            rows.append(SeatRow(seat, "human", name or person.name, person.id, level))
        elif wish.kind == "local":
            rows.append(SeatRow(seat, "local", name, person.id, level))
        elif wish.kind == "friend":
            rows.append(SeatRow(seat, "open", name, None, level))
        else:
            rows.append(SeatRow(seat, "bot", name, None, level))
    return rows


def made(state: State, held: Held, person: Person) -> dict[str, Any]:
    """A new table, as its maker is told of it."""
    table = held.table
    return {
        "id": table.id,
        "link": f"/table/{table.id}",
        "number": table.number,
        "commitment": table.row.commitment,
        "you": table.seats_of(person.id),
        "invites": state.room.invites(table) if table.row.owner == person.id else [],
    }


@router.post("/tables", status_code=201, response_model=MadeTable, responses=PROBLEMS, tags=["tables"])
async def make_table(wanted: NewTable, request: Request, response: Response, person: Asking) -> Any:
    """Set up a table. Who is new becomes a guest and gets a cookie."""
    state = State.of(request)
    state.new_tables.check(key(request, person))
    who = known(request, response, person, wanted.name)
    held = await state.room.create(
        wanted.game,
        seat_rows(state, wanted.game, wanted.seats, who),
        dict(wanted.options),
        owner=who.id,
        first=wanted.first,
        clock=wanted.clock.model_dump(),
        open_to_all=wanted.open,
    )
    return made(state, held, who)


class SeatFacts(BaseModel):
    """Who sits on a seat of a listed table."""

    seat: int
    name: str
    kind: str
    level: str | None
    mine: bool


class ListedTable(BaseModel):
    """A table in a list."""

    id: str
    link: str
    game: str
    title: str
    state: str
    open: bool
    seats: list[SeatFacts]
    your_turn: bool
    created: float
    changed: float


class TableLists(BaseModel):
    """The tables that concern somebody."""

    mine: list[ListedTable]
    open: list[ListedTable]


async def listed(state: State, stored: Stored, person: Person | None, language: str) -> dict[str, Any]:
    """A table as a line of a list."""
    row = stored.row
    return {
        "id": row.id,
        "link": f"/table/{row.id}",
        "game": row.game,
        "title": fm.game(row.game).words(language)("name"),
        "state": row.state,
        "open": row.open,
        "seats": [
            {
                "seat": seat.seat,
                "name": seat.name,
                "kind": seat.kind,
                "level": seat.level if seat.kind == "bot" or seat.away else None,
                "mine": person is not None and seat.owner == person.id,
            }
            for seat in stored.seats
        ],
        "your_turn": person is not None and await is_turn_of(state, stored, person),
        "created": row.created,
        "changed": row.changed,
    }


async def is_turn_of(state: State, stored: Stored, person: Person) -> bool:
    """Whether a person is to act at a table, as it stands now in whatever process."""
    mine = [seat.seat for seat in stored.seats if seat.owner == person.id and not seat.away]
    if not mine or stored.row.state != "playing" or any(seat.kind == "open" for seat in stored.seats):
        return False
    with suppress(FormicariumError):  # a table that cannot be shown tells so itself
        actors = (await state.room.held(stored.row.id, fresh=True)).table.match.actors
        return any(seat in actors for seat in mine)
    return False


@router.get("/tables", response_model=TableLists, responses=PROBLEMS, tags=["tables"])
async def list_tables(request: Request, person: Asking, lang: Language = "en") -> Any:
    """My tables, and those that are open to everybody."""
    state = State.of(request)
    mine = await state.storage.tables_of(person.id) if person else []
    everybodys = await state.storage.open_tables()
    return {
        "mine": [await listed(state, stored, person, lang) for stored in mine],
        "open": [await listed(state, stored, person, lang) for stored in everybodys],
    }


@router.get("/tables/{table}", responses=PROBLEMS, tags=["tables"])
async def show_table(
    table: TableId, request: Request, person: Asking, seat: Seat = None, lang: Language = "en", scene: Drawn = "yes"
) -> Json:
    """The whole frame of a table, as one of my seats sees it, or as a spectator does."""
    state, held = await table_at(request, table)
    async with held.lock:
        viewer = Viewer(live.viewing_seat(held, person, seat), lang, scene == "yes")
        return Json(frames.encode(frames.full(held.album, viewer, person, state.room, time.time())))


class SeatChange(Strict):
    """What to do with a seat."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"do": "join", "invite": "5f0c…", "name": "Ada"}, {"do": "leave"}]}
    )
    do: Literal["join", "leave", "return", "bot"] = Field(
        description="join an open seat; leave mine to a bot; return to it; give an open or deserted one to a bot"
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
    if wanted.do == "join":
        room, found = state.room, held.table
        if not found.row.open and not room.is_invitation(table, seat, wanted.invite or ""):
            raise TableError("seat/invite", "this seat needs an invitation", found.number)
        who = known(request, response, person, wanted.name)
        await room.sit(table, lambda at, now: at.join(seat, who, now))
    else:
        who = seated(person)
        if wanted.do == "leave":
            await state.room.sit(table, lambda at, now: at.leave(seat, who.id, now))
        elif wanted.do == "return":
            await state.room.sit(table, lambda at, now: at.come_back(seat, who.id, now))
        else:
            level = state.room.check_level(held.table.row.game, wanted.level or held.table.seats[seat].level)
            absent = state.room.is_absent(held, seat)
            await state.room.sit(table, lambda at, now: at.give_to_bot(seat, who.id, level, now, absent=absent))
    async with held.lock:
        return {
            "you": held.table.seats_of(who.id),
            "seats": frames.seats(held.table, who, state.room, time.time()),
        }


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
    who = seated(person)
    text = clean(wanted.text, state.settings.chat_length)
    if not text:
        raise TableError("chat/empty", "there is nothing to say", held.table.number)
    return frames.chat_line(await state.room.say(table, who, text))


@router.post("/tables/{table}/rematch", response_model=MadeTable, responses=PROBLEMS, tags=["tables"])
async def rematch(table: TableId, request: Request, person: Asking) -> Any:
    """The same again with the seats moved on by one; asked twice, it is the same table."""
    state, _ = await table_at(request, table)
    who = seated(person)
    state.new_tables.check(who.id)
    return made(state, await state.room.rematch(table, who), who)


@router.websocket("/tables/{table}/live")
async def live_table(socket: WebSocket, table: str) -> None:
    """The live connection of a table; `docs/api.md` has its messages."""
    state = State.of(socket)
    query = socket.query_params
    try:
        state.identities.check_origin("GET", socket.headers, socket=True)
        person = await state.identities.person(socket.headers, socket.cookies)
        held = await state.room.held(table, fresh=True)
        seat, after = query.get("seat"), query.get("after")
        viewing = live.viewing_seat(held, person, int(seat) if seat else None)
        language = query.get("lang", "en")
        held.table.match.game.words(language)
        number = int(after) if after else None
        heard = int(query.get("chat", "0"))
    except (FormicariumError, ValueError) as error:
        await socket.close(live.POLICY, getattr(error, "code", "request/invalid"))
        return
    viewer = Viewer(viewing, language, query.get("scene") != "no")
    try:
        with state.sockets.take(key(socket, person)):
            await live.serve(socket, state.room, held, person, viewer, number, heard)
    except LimitError as error:
        await socket.close(live.POLICY, error.code)
