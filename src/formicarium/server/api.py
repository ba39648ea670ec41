"""The JSON API: everything that a page does."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response, WebSocket
from fastapi.responses import JSONResponse
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from starlette.requests import HTTPConnection

import formicarium as fm
from formicarium import SPECTATOR
from formicarium.bots import levels
from formicarium.engine.errors import FormicariumError
from formicarium.server import fairness, frames, identity, live, rulebook, sheets
from formicarium.server.frames import Viewer
from formicarium.server.identity import COOKIE, COOKIE_AGE, clean
from formicarium.server.limits import LimitError
from formicarium.server.room import Held
from formicarium.server.schema import SeatRow, Stored
from formicarium.server.state import State
from formicarium.server.storage import Unavailable
from formicarium.server.tables import Person, Table, TableError
from formicarium.server.thoughts import Away

router = APIRouter(prefix="/api")

Language = Annotated[Literal["en", "de"], Query(alias="lang", description="The language of all texts.")]
TableId = Annotated[str, Field(examples=["q7Rk2mPzY0aXv9Lw"])]
Theme = Literal["light", "dark", "light-safe", "dark-safe"]
HINT_LINES = 5
RECORD = '[Game "sisimizi"]\n[Rules "1"]\n[Seats "2"]\n[Result "*"]\n\nnature: first 0\n0: ant a1\n'


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


# Who asks


async def asking(request: Request) -> Person | None:
    """The person of a request, if it says who it is."""
    state = State.of(request)
    person = await state.identities.person(request.headers, request.cookies)
    state.requests.check(_key(request, person))
    return person


Asking = Annotated[Person | None, Depends(asking)]


def _key(request: HTTPConnection, person: Person | None) -> str:
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


def _seated(person: Person | None) -> Person:
    if person is None:
        raise TableError("seat/none", "you have no seat at this table: you can watch it")
    return person


# Games


class OptionFacts(BaseModel):
    """A choice before the match."""

    name: str
    title: str
    explanation: str
    values: list[dict[str, str]]


class GameFacts(BaseModel):
    """A game in short."""

    name: str
    title: str
    tagline: str
    seats: list[int]
    options: list[OptionFacts]
    levels: list[str]
    sheet: str
    languages: list[str]


class GamePage(GameFacts):
    """A game with its rules and a key to its symbols."""

    rules: str = Field(description="The rules for players, as HTML.")
    key: list[dict[str, str]] = Field(description="Sprites of the sheet, their tones and what they are.")


@router.get("/games", response_model=list[GameFacts], responses=PROBLEMS, tags=["games"])
async def list_games(person: Asking, lang: Language = "en") -> Any:
    """All games."""
    return [rulebook.facts(name, lang) for name in fm.game_names()]


@router.get("/games/{game}", response_model=GamePage, responses=PROBLEMS, tags=["games"])
async def show_game(game: str, person: Asking, lang: Language = "en") -> Any:
    """A game with its rules and the key to its symbols."""
    return rulebook.page(fm.game(game).name, lang)


# Tables


def _whole(value: Any) -> Any:
    """A number without a fraction is whole in JSON, however it is written."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = Annotated[int, BeforeValidator(_whole)]


class Strict(BaseModel):
    """A request that may hold nothing unknown, and nothing of another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


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


def _wishes(state: State, game: str, wishes: list[SeatWish], person: Person) -> list[SeatRow]:
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


def _made(state: State, held: Held, person: Person) -> dict[str, Any]:
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
    state.new_tables.check(_key(request, person))
    who = known(request, response, person, wanted.name)
    held = await state.room.create(
        wanted.game,
        _wishes(state, wanted.game, wanted.seats, who),
        dict(wanted.options),
        owner=who.id,
        first=wanted.first,
        clock=wanted.clock.model_dump(),
        open_to_all=wanted.open,
    )
    return _made(state, held, who)


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
    your_turn: bool | None = Field(description="Known for tables in memory only.")
    created: float
    changed: float


class TableLists(BaseModel):
    """The tables that concern somebody."""

    mine: list[ListedTable]
    open: list[ListedTable]


def listed(state: State, stored: Stored, person: Person | None, language: str) -> dict[str, Any]:
    """A table as a line of a list."""
    row, held = stored.row, state.room.in_memory(stored.row.id)
    mine = held.table.seats_of(person.id) if held and person else []
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
        "your_turn": any(seat in held.table.match.actors for seat in mine) if held else None,
        "created": row.created,
        "changed": row.changed,
    }


@router.get("/tables", response_model=TableLists, responses=PROBLEMS, tags=["tables"])
async def list_tables(request: Request, person: Asking, lang: Language = "en") -> Any:
    """My tables, and those that are open to everybody."""
    state = State.of(request)
    mine = await state.storage.tables_of(person.id) if person else []
    everybodys = await state.storage.open_tables()
    return {
        "mine": [listed(state, stored, person, lang) for stored in mine],
        "open": [listed(state, stored, person, lang) for stored in everybodys],
    }


async def _at(request: Request, table: str) -> tuple[State, Held]:
    state = State.of(request)
    return state, await state.room.held(table, fresh=True)


Drawn = Annotated[Literal["yes", "no"], Query(alias="scene", description="`no` for programs that do not draw.")]
Seat = Annotated[int | None, Query(ge=0, le=SPECTATOR, description=f"A seat, or {SPECTATOR} for a spectator.")]


@router.get("/tables/{table}", responses=PROBLEMS, tags=["tables"])
async def show_table(
    table: TableId, request: Request, person: Asking, seat: Seat = None, lang: Language = "en", scene: Drawn = "yes"
) -> Json:
    """The whole frame of a table, as one of my seats sees it, or as a spectator does."""
    state, held = await _at(request, table)
    async with held.lock:
        viewer = Viewer(live.viewing_seat(held, person, seat), lang, scene == "yes")
        return Json(frames.encode(frames.full(held.album, viewer, person, state.room, time.time())))


class ActionWish(Strict):
    """An action to make."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"number": 1, "action": "ant e5"}]})
    number: Whole = Field(ge=0, le=10**9, description="The number of the table that I saw.")
    action: str = Field(max_length=200, description="In notation, as in `choices`.")
    seat: Whole | None = Field(default=None, ge=0, le=3, description="Which of my seats, if several may act.")


class Number(BaseModel):
    """Where the table stands now."""

    number: int


@router.post("/tables/{table}/actions", response_model=Number, responses=PROBLEMS, tags=["playing"])
async def act(table: TableId, wanted: ActionWish, request: Request, person: Asking) -> Any:
    """Make an action; the answer comes when it is on disk. Stale and repeated ones change nothing."""
    state = State.of(request)
    await state.room.held(table)
    return {"number": await state.room.act(table, _seated(person), wanted.number, wanted.action, wanted.seat)}


class UndoWish(Strict):
    """Take back my last action."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"number": 13}]})
    number: Whole = Field(ge=0, le=10**9)
    seat: Whole | None = Field(default=None, ge=0, le=3)


@router.post("/tables/{table}/undo", response_model=Number, responses=PROBLEMS, tags=["playing"])
async def undo(table: TableId, wanted: UndoWish, request: Request, person: Asking) -> Any:
    """Take back my last action, if nobody has acted or learned anything since."""
    state = State.of(request)
    await state.room.held(table)
    return {"number": await state.room.undo(table, _seated(person), wanted.number, wanted.seat)}


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
    state, held = await _at(request, table)
    held.table.seat(seat)
    if wanted.do == "join":
        room, found = state.room, held.table
        if not found.row.open and not room.is_invitation(table, seat, wanted.invite or ""):
            raise TableError("seat/invite", "this seat needs an invitation", found.number)
        who = known(request, response, person, wanted.name)
        await room.sit(table, lambda at, now: at.join(seat, who, now))
    else:
        who = _seated(person)
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
    state, held = await _at(request, table)
    who = _seated(person)
    text = clean(wanted.text, state.settings.chat_length)
    if not text:
        raise TableError("chat/empty", "there is nothing to say", held.table.number)
    return frames.chat_line(await state.room.say(table, who, text))


class HintLine(BaseModel):
    """What the adviser thinks of one action."""

    action: str
    label: str
    shares: list[float] = Field(description="Of victory, by seat, as the search expects it after this action.")
    visits: int = Field(description="How often the search tried it.")
    chance: float = Field(description="With which the adviser would choose it.")


class Hint(BaseModel):
    """What the adviser would do, and what it thinks of the best actions."""

    number: int
    action: str
    label: str
    lines: list[HintLine] = Field(description=f"The best first, at most {HINT_LINES}.")


class HintWish(Strict):
    """For which seat."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"seat": 0}]})
    seat: Whole | None = Field(default=None, ge=0, le=3)


@router.post("/tables/{table}/hint", response_model=Hint, responses=PROBLEMS, tags=["playing"])
async def hint(table: TableId, wanted: HintWish, request: Request, person: Asking, lang: Language = "en") -> Any:
    """Ask the strongest bot what it would do on my seat, from what my seat sees."""
    state, held = await _at(request, table)
    who = _seated(person)
    state.hints.check(who.id)
    async with held.lock:
        seat = held.table.check_seat(who.id, wanted.seat)
        if seat not in held.table.match.actors:
            raise TableError("action/seat", f"seat {seat} is not to act", held.table.number)
        view, number = held.table.match.view(seat), held.table.number
    words, parse = view.game.words(lang), view.game.actions.parse
    found = await state.thinkers.advise(view, state.settings.adviser, f"hint {number}")
    lines = [{**line._asdict(), "label": words.action(parse(line.action))} for line in found[:HINT_LINES]]
    return {"number": number, "action": lines[0]["action"], "label": lines[0]["label"], "lines": lines}


@router.post("/tables/{table}/rematch", response_model=MadeTable, responses=PROBLEMS, tags=["tables"])
async def rematch(table: TableId, request: Request, person: Asking) -> Any:
    """The same again with the seats moved on by one; asked twice, it is the same table."""
    state, _ = await _at(request, table)
    who = _seated(person)
    state.new_tables.check(who.id)
    return _made(state, await state.room.rematch(table, who), who)


# Looking back


@router.get("/tables/{table}/replay", responses=PROBLEMS, tags=["replay"])
async def replay(
    table: TableId,
    request: Request,
    person: Asking,
    at: Annotated[int, Query(ge=0, le=10**9, description="After so many actions.")] = 0,
    since: Annotated[
        int | None, Query(ge=0, le=10**9, description="The position that was shown before: `moved` tells its pieces.")
    ] = None,
    seat: Seat = None,
    lang: Language = "en",
) -> Json:
    """A past position as my seat saw it; after the end, as any seat did."""
    _, held = await _at(request, table)
    async with held.lock:
        viewer = Viewer(live.viewing_seat(held, person, seat), lang)
        return Json(frames.encode(frames.replay(held.album, viewer, at, at if since is None else since)))


def _finished(table: Table) -> str:
    """The record of a match whose secrets are open."""
    if not table.revealed:
        raise TableError("table/not-over", "the record can be had when the match is over", table.number)
    row = table.row
    names = {f"Seat{seat.seat}": seat.name or f"bot {seat.level}" for seat in table.seats if seat.kind != "open"}
    dice = {} if row.state == "record" else fairness.tags(row.seed, row.given, row.first)
    date = time.strftime("%Y-%m-%d", time.gmtime(row.created))
    return table.match.text(Date=date, **names, **dice)


@router.get("/tables/{table}/record", responses=PROBLEMS, response_class=Response, tags=["replay"])
async def record(table: TableId, request: Request, person: Asking) -> Response:
    """The record file of a finished match, with seed and commitment: `formicarium verify` checks its dice."""
    _, held = await _at(request, table)
    async with held.lock:
        text = _finished(held.table)
    return _download(text.encode(), "text/plain; charset=utf-8", held.table, "ants")


@router.get("/tables/{table}/svg", responses=PROBLEMS, response_class=Response, tags=["replay"])
async def svg(
    table: TableId,
    request: Request,
    person: Asking,
    at: Annotated[int | None, Query(ge=0, le=10**9)] = None,
    seat: Seat = None,
    theme: Theme = "light",
    lang: Language = "en",
) -> Response:
    """A position as an SVG picture."""
    _, held = await _at(request, table)
    async with held.lock:
        view = _view(held, person, at, seat)
    return _download(view.svg(theme, lang).encode(), "image/svg+xml", held.table, "svg")


Width = Annotated[int, Query(ge=100, le=2000, description="Pixels.")]


@router.get("/tables/{table}/png", responses=PROBLEMS, response_class=Response, tags=["replay"])
async def png(
    table: TableId,
    request: Request,
    person: Asking,
    at: Annotated[int | None, Query(ge=0, le=10**9)] = None,
    seat: Seat = None,
    theme: Theme = "light",
    lang: Language = "en",
    width: Width = 1200,
) -> Response:
    """A position as a PNG picture."""
    state, held = await _at(request, table)
    state.pictures.check(_key(request, person))
    async with held.lock:
        view = _view(held, person, at, seat)
    picture = await asyncio.to_thread(lambda: view.scene(lang).png(theme, width=width))
    return _download(picture, "image/png", held.table, "png")


@router.get("/tables/{table}/gif", responses=PROBLEMS, response_class=Response, tags=["replay"])
async def gif(
    table: TableId,
    request: Request,
    person: Asking,
    seat: Seat = None,
    theme: Theme = "light",
    lang: Language = "en",
    width: Annotated[int, Query(ge=100, le=800, description="Pixels.")] = 640,
) -> Response:
    """The match so far as an animated GIF, as one seat sees it."""
    state, held = await _at(request, table)
    state.pictures.check(_key(request, person))
    async with held.lock:
        viewing = live.viewing_seat(held, person, seat)
        text, last = held.table.match.text(), len(held.table.match.history)
    every = max(1, -(-last // state.settings.gif_frames))
    plies = sorted({*range(0, last + 1, every), last})
    picture = await state.thinkers.animate(text, plies, viewing, theme, lang, width)
    return _download(picture, "image/gif", held.table, "gif")


def _view(held: Held, person: Person | None, at: int | None, seat: int | None) -> fm.View:
    viewing = live.viewing_seat(held, person, seat)
    return held.table.position_after(at).view(viewing)


def _download(content: bytes, media_type: str, table: Table, ending: str) -> Response:
    name = f'inline; filename="{table.row.game}-{table.id}.{ending}"'
    return Response(content, media_type=media_type, headers={"Content-Disposition": name})


class RecordWish(Strict):
    """A record file to look at."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"text": RECORD}]})
    text: str = Field(max_length=1_000_000)


@router.post("/records", status_code=201, response_model=MadeTable, responses=PROBLEMS, tags=["replay"])
async def import_record(wanted: RecordWish, request: Request, response: Response, person: Asking) -> Any:
    """Make a table that shows a record, to replay it or to continue from any of its positions."""
    state = State.of(request)
    state.new_tables.check(_key(request, person))
    who = known(request, response, person, None)
    match = await asyncio.to_thread(fm.loads, wanted.text, seed="imported", nature=False)
    seats = [SeatRow(seat, "open", "", None, levels(match.game)[-1]) for seat in range(match.seats)]
    held = await state.room.create(
        match.game.name, seats, dict(match.options), owner=who.id, given=match.history, record=True
    )
    return _made(state, held, who)


class ContinueWish(Strict):
    """From where, and with whom."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"at": 0, "seats": [{"kind": "me"}, {"kind": "bot"}]}]})
    at: Whole = Field(ge=0, le=10**9, description="After so many actions.")
    seats: list[SeatWish] = Field(min_length=1, max_length=4)


@router.post("/tables/{table}/continue", status_code=201, response_model=MadeTable, responses=PROBLEMS, tags=["replay"])
async def go_on(table: TableId, wanted: ContinueWish, request: Request, response: Response, person: Asking) -> Any:
    """A new table that goes on from a position of a finished match or of a record."""
    state, held = await _at(request, table)
    state.new_tables.check(_key(request, person))
    who = known(request, response, person, None)
    seats = _wishes(state, held.table.row.game, wanted.seats, who)
    return _made(state, await state.room.continued(table, wanted.at, seats, who.id), who)


# Tokens


class TokenWish(Strict):
    """A token for an external bot."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "my bot"}]})
    name: str = Field(min_length=1, max_length=80)


class MadeToken(BaseModel):
    """A token; it is shown once."""

    token: str
    name: str


@router.post("/tokens", status_code=201, response_model=MadeToken, responses=PROBLEMS, tags=["tokens"])
async def make_token(wanted: TokenWish, request: Request, response: Response, person: Asking) -> Any:
    """Make a token: whoever sends it as `Authorization: Bearer …` acts as I do."""
    state = State.of(request)
    state.new_tables.check(_key(request, person))
    who = known(request, response, person, wanted.name if person is None else None)
    if len(await state.storage.tokens_of(who.id)) >= state.settings.tokens_each:
        raise TableError("token/many", f"nobody has more than {state.settings.tokens_each} tokens")
    token, name = identity.new_token(), clean(wanted.name, state.settings.name_length)
    row = {"hash": identity.token_hash(token), "owner": who.id, "name": name, "created": time.time()}
    await state.storage.commit([("token", row)])
    return {"token": token, "name": name}


class Token(BaseModel):
    """A token that was made before; what it says itself is not kept."""

    id: str = Field(examples=["2c26b46b68ffc68ff99b453c1d304134"])
    name: str
    created: float


@router.get("/tokens", response_model=list[Token], responses=PROBLEMS, tags=["tokens"])
async def list_tokens(request: Request, person: Asking) -> Any:
    """My tokens."""
    found = await State.of(request).storage.tokens_of(person.id) if person else []
    return [{"id": _token_id(row), "name": row["name"], "created": row["created"]} for row in found]


@router.delete("/tokens/{token}", status_code=204, responses=PROBLEMS, tags=["tokens"])
async def revoke_token(token: str, request: Request, person: Asking) -> None:
    """Revoke a token: whoever has it can do nothing more with it."""
    storage = State.of(request).storage
    for row in await storage.tokens_of(person.id) if person else []:
        if _token_id(row) == token:
            await storage.commit([("revoke", {"of": row["hash"], "by": row["owner"]})])
            return
    raise TableError("unknown/token", "you have no such token")


def _token_id(row: dict[str, Any]) -> str:
    """The name of a token in addresses: a part of what is kept of it."""
    return str(row["hash"])[:32]


# Live


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
        with state.sockets.take(_key(socket, person)):
            await live.serve(socket, state.room, held, person, viewer, number, heard)
    except LimitError as error:
        await socket.close(live.POLICY, error.code)


# Sheets

sheet_router = APIRouter()


@sheet_router.get("/static-sheet/{game}.svg", response_class=Response, responses=PROBLEMS, tags=["games"])
async def show_sheet(game: str) -> Response:
    """The sprites of a game, coloured by the variables of the page."""
    text = sheets.sheet(fm.game(game).name)
    return Response(text, media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=31536000, immutable"})
