"""Playing: acting, taking back, asking for a hint."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from formicarium.server.api.asking import (
    PROBLEMS,
    Asking,
    Language,
    Strict,
    TableId,
    Whole,
    seated,
    table_at,
)
from formicarium.server.state import State
from formicarium.server.tables import TableError

HINT_LINES = 5

router = APIRouter()


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
    return {"number": await state.room.act(table, seated(person), wanted.number, wanted.action, wanted.seat)}


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
    return {"number": await state.room.undo(table, seated(person), wanted.number, wanted.seat)}


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
    state, held = await table_at(request, table)
    who = seated(person)
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
