"""Lists of tables: mine, and those that are open to everybody."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

import formicarium as fm
from formicarium.errors import FormicariumError
from formicarium.server.table.rows import OVER, PLAYING, RECORD, Listed
from formicarium.server.table.table import Person
from formicarium.server.web.api.asking import PROBLEMS, Asking, Language
from formicarium.server.web.state import State

router = APIRouter()


class ListedSeat(BaseModel):
    """Who sits on a seat of a listed table."""

    seat: int
    name: str
    kind: str
    level: str | None
    mine: bool


class Result(BaseModel):
    """How a match ended."""

    places: list[int]
    points: list[float]
    reason: str
    plies: int
    seconds: float = Field(description="From setting up to the end.")


class ListedTable(BaseModel):
    """A table in a list."""

    id: str
    link: str
    game: str
    title: str
    state: str
    open: bool
    seats: list[ListedSeat]
    your_turn: bool
    created: float
    changed: float
    acted: float = Field(description="When something happened there last.")
    result: Result | None = Field(description="Of a match that is over.")


class TableLists(BaseModel):
    """The tables that concern somebody."""

    mine: list[ListedTable]
    open: list[ListedTable]


async def list_line(state: State, listed: Listed, person: Person | None, language: str) -> dict[str, Any]:
    """A table as a line of a list."""
    row = listed.row
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
            for seat in listed.seats
        ],
        "your_turn": person is not None and await is_turn_of(state, listed, person),
        "created": row.created,
        "changed": row.changed,
        "acted": listed.acted,
        "result": listed.result,
    }


async def is_turn_of(state: State, listed: Listed, person: Person) -> bool:
    """Whether a person is to act at a table, as it stands now in whatever process."""
    mine = [seat.seat for seat in listed.seats if seat.owner == person.id and not seat.away]
    if not mine or listed.row.state != PLAYING or any(seat.kind == "open" for seat in listed.seats):
        return False
    to_act = listed.to_act
    if to_act is None:  # of a version that did not note it: the log knows
        with suppress(FormicariumError):  # a table that cannot be shown tells so itself
            to_act = (await state.room.held(listed.row.id, fresh=True)).table.to_act
    return any((to_act or 0) >> seat & 1 for seat in mine)


@router.get("/tables", response_model=TableLists, responses=PROBLEMS, tags=["tables"])
async def list_tables(request: Request, person: Asking, lang: Language = "en") -> Any:
    """My tables, and those that are open to everybody."""
    state = State.of(request)
    everybodys = await state.storage.open_tables()
    return {
        "mine": await tables_of(state, person, lang, PLAYING, OVER, RECORD),
        "open": [await list_line(state, listed, person, lang) for listed in everybodys],
    }


async def tables_of(state: State, person: Person | None, language: str, *states: str) -> list[dict[str, Any]]:
    """A person's tables in these states, those where it is to act first, then by what happened last."""
    if person is None:
        return []
    listed = await state.storage.tables_of(person.id, *states)
    lines = [await list_line(state, one, person, language) for one in listed]
    return sorted(lines, key=lambda line: not line["your_turn"])
