"""The lobby: open tables, who waits, and looking for a match."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request, Response, WebSocket
from pydantic import BaseModel, ConfigDict, Field

from formicarium.errors import FormicariumError, LimitError, TableError
from formicarium.server.people.lobby import Lobby
from formicarium.server.people.matchmaking import Wish
from formicarium.server.table.table import Person
from formicarium.server.web import live, lobby
from formicarium.server.web.api.asking import PROBLEMS, Asking, AsWhole, Json, Strict, problem, remember
from formicarium.server.web.api.tables import DaysClock, LiveClock, NoClock
from formicarium.server.web.state import State, address_of
from formicarium.server.wire.messages import encode

router = APIRouter()

Size = Annotated[int, Field(ge=2, le=4), AsWhole]


class SeekWish(Strict):
    """A match to look for: people who wish the same are paired, of about the same strength first."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {"game": "sisimizi", "seats": [2]},
                {
                    "game": "grasshopper",
                    "seats": [2, 3],
                    "options": {"mode": "winter"},
                    "clock": {"kind": "live", "seconds": 600, "increment": 10},
                    "bots_after": 30,
                },
            ]
        },
    )
    game: str = Field(max_length=40)
    seats: list[Size] = Field(min_length=1, max_length=3, description="How many may play, me among them.")
    options: dict[str, str] = Field(default_factory=dict, max_length=20)
    clock: NoClock | LiveClock | DaysClock = Field(default_factory=lambda: NoClock(kind="none"), discriminator="kind")
    bots_after: float | None = Field(
        default=None, ge=0, le=3600, description="Seconds after which I would like to be offered bots."
    )
    name: str | None = Field(default=None, max_length=80, description="My name.")


class Sought(BaseModel):
    """What I look for, or the table that became of what I looked for last."""

    seek: dict[str, Any] | None = Field(description="As `Seek` in the messages of the lobby.")
    table: str | None


def _lobby(state: State) -> Lobby:
    assert state.people, "a site without people has no such routes"
    return state.people.lobby


def _somebody(person: Person | None) -> Person:
    if person is None:
        raise TableError("seek/none", "you do not look for a match")
    return person


@router.get("/lobby", responses=PROBLEMS, tags=["lobby"])
async def show_lobby(request: Request, person: Asking) -> Json:
    """Open tables with a free seat, who waits, and what I look for."""
    state = State.of(request)
    state.pay("look", request, person)
    hall = _lobby(state)
    await hall.look()
    return Json(encode(await hall.shown_to(person)))


@router.post("/lobby/seek", response_model=Sought, responses=PROBLEMS, tags=["lobby"])
async def seek(wanted: SeekWish, request: Request, response: Response, person: Asking) -> Any:
    """Look for a match, as long as I am connected to the lobby or ask for it every few seconds."""
    state = State.of(request)
    state.pay("seek", request, person)
    who = remember(request, response, person, wanted.name)
    assert state.people
    await state.people.civil.check_public(who)
    wish = Wish(wanted.game, wanted.options, wanted.seats, wanted.clock.model_dump(), wanted.bots_after)
    hall = _lobby(state)
    found = await hall.matchmaking.seek(who, wish)
    return {
        "seek": await hall.told(found) if found else None,
        "table": None if found else await hall.matchmaking.store.last_table(who.id),
    }


@router.get("/lobby/seek", response_model=Sought, responses=PROBLEMS, tags=["lobby"])
async def show_seek(request: Request, person: Asking) -> Any:
    """What I look for, or the table that became of it; who asks is there."""
    state = State.of(request)
    state.pay("look", request, person)
    hall = _lobby(state)
    if person is None:
        return {"seek": None, "table": None}
    await hall.matchmaking.note(person)
    found = await hall.matchmaking.store.of(person.id)
    return {
        "seek": await hall.told(found) if found else None,
        "table": None if found else await hall.matchmaking.store.last_table(person.id),
    }


@router.delete("/lobby/seek", response_model=Sought, responses=PROBLEMS, tags=["lobby"])
async def give_up(request: Request, person: Asking) -> Any:
    """Look for a match no more; if it was found just now, I am told the table."""
    state, who = State.of(request), _somebody(person)
    state.pay("look", request, person)
    hall = _lobby(state)
    await hall.matchmaking.give_up(who)
    return {"seek": None, "table": await hall.matchmaking.store.last_table(who.id)}


@router.post("/lobby/seek/bots", response_model=Sought, responses=PROBLEMS, tags=["lobby"])
async def take_bots(request: Request, person: Asking) -> Any:
    """Let bots take the seats that nobody has: the match begins at once."""
    state = State.of(request)
    state.pay("look", request, person)
    hall = _lobby(state)
    found = await hall.matchmaking.take_bots(_somebody(person))
    return {"seek": await hall.told(found), "table": None}


@router.websocket("/lobby/live")
async def live_lobby(socket: WebSocket) -> None:
    """The live connection of the lobby; `docs/api.md` has its messages."""
    state = State.of(socket)
    address = address_of(socket)
    try:
        state.identities.check_origin("GET", socket.headers, socket=True)
        state.budget.pay("socket", address, None)  # before anything is looked up
        person = await state.identities.person(socket.headers, socket.cookies)
        state.budget.pay("socket", None, person)
    except LimitError as error:
        await socket.send_denial_response(problem(error))
        return
    except FormicariumError as error:
        await socket.close(live.POLICY, error.code)
        return

    def pay(what: str) -> None:
        state.budget.pay(what, address, person)

    try:
        with state.sockets.take(address, person):
            visit = lobby.serve(socket, _lobby(state), person, state.settings.outbox, pay)
            assert state.people
            if not await state.people.doors.stay(person, visit):
                await socket.close(live.POLICY, "signed-out")
    except LimitError as error:
        await socket.send_denial_response(problem(error))
