"""Playing: acting, taking back, asking for a hint."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from formicarium.coach import reasons
from formicarium.coach.reasons import MOST
from formicarium.engine.events import wording
from formicarium.engine.refusals import refusal, why_not
from formicarium.engine.telling import Told
from formicarium.errors import ActionError, TableError
from formicarium.server.room.changes import Act, Undo
from formicarium.server.web.api.asking import (
    PROBLEMS,
    Asking,
    Language,
    SeatNumber,
    Strict,
    TableId,
    Whole,
    check_known,
    table_at,
)
from formicarium.server.wire.consequences import consequences
from formicarium.server.wire.telling import names_of

HINT_LINES = 5

router = APIRouter()


class ActionWish(Strict):
    """An action to make."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"number": 1, "action": "ant e5"}]})
    number: Whole = Field(ge=0, le=10**9, description="The number of the table that I saw: how many entries I know of.")
    action: str = Field(max_length=200, description="In notation, as in `choices`.")
    seat: SeatNumber | None = Field(default=None, description="Which of my seats, if several may act.")


class Number(BaseModel):
    """Where the table stands now."""

    number: int


@router.post("/tables/{table}/actions", response_model=Number, responses=PROBLEMS, tags=["playing"])
async def act(table: TableId, wanted: ActionWish, request: Request, person: Asking) -> Any:
    """Make an action; the answer comes when it is on disk. Stale and repeated ones change nothing."""
    state, _ = await table_at(request, table, fresh=False)
    return {"number": await state.room.do(table, Act(check_known(person), wanted.number, wanted.action, wanted.seat))}


class UndoWish(Strict):
    """Take back my last action."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"number": 13}]})
    number: Whole = Field(ge=0, le=10**9)
    seat: SeatNumber | None = None


@router.post("/tables/{table}/undo", response_model=Number, responses=PROBLEMS, tags=["playing"])
async def undo(table: TableId, wanted: UndoWish, request: Request, person: Asking) -> Any:
    """Take back my last action, if nobody has acted or learned anything since."""
    state, _ = await table_at(request, table, fresh=False)
    who, most = check_known(person), state.settings.log_entries
    state.pay("undo", request, who)
    return {"number": await state.room.do(table, Undo(who, wanted.number, most, wanted.seat))}


class Fact(BaseModel):
    """A sentence, and the things on the board that it is about."""

    text: str
    nodes: list[str] = Field(description="The ids of their nodes in the scene.")


class HintLine(BaseModel):
    """What the adviser thinks of one action."""

    action: str
    label: str
    shares: list[float] = Field(description="Of victory, by seat, as the search expects it after this action.")
    visits: int = Field(description="How often the search tried it.")
    chance: float = Field(description="With which it is best chosen: below 1 only for what is chosen in secret.")
    because: list[Fact] = Field(description=f"What speaks for it or against it, the weightiest first, at most {MOST}.")
    leads_to: str = Field(description="What it surely leads to, in words; empty where that is nothing notable.")


class Hint(BaseModel):
    """What the adviser would do, and what it thinks of the best actions."""

    number: int
    action: str
    label: str
    lines: list[HintLine] = Field(description=f"The best first, at most {HINT_LINES}.")
    notes: list[Fact] = Field(description="What can be worked out from what my seat sees, as on a notepad.")


class HintWish(Strict):
    """For which seat."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"seat": 0}]})
    seat: SeatNumber | None = None


@router.post("/tables/{table}/hint", response_model=Hint, responses=PROBLEMS, tags=["playing"])
async def hint(table: TableId, wanted: HintWish, request: Request, person: Asking, lang: Language = "en") -> Any:
    """Ask the strongest bot what it would do on my seat, from what my seat sees."""
    state, held = await table_at(request, table)
    who = check_known(person)
    state.pay("hint", request, who)
    async with held.lock:
        if not held.table.row.hints:
            raise TableError("hint/off", "nobody gets advice at this table")
        seat = held.table.check_seat(who.id, wanted.seat)
        if seat not in held.table.actors:
            raise ActionError("action/seat", f"seat {seat} is not to act")
        view, number, names = held.table.match.view(seat), held.table.number_for(who), names_of(held.table, lang)
    words, parse = view.game.words(lang, names), view.game.actions.parse
    advice = await state.thinkers.advise(view, state.settings.adviser, f"hint {number}", who.id)
    lines = [
        {
            **line._asdict(),
            "label": wording(view, parse(line.action), words, names),
            "because": [_fact(one) for one in reasons.told(view, line.action, lang, names)],
            "leads_to": consequences(view, line.action, lang, names),
        }
        for line in advice[:HINT_LINES]
    ]
    notes = [_fact(one) for one in reasons.notes(view, lang, names)]
    return {"number": number, "action": lines[0]["action"], "label": lines[0]["label"], "lines": lines, "notes": notes}


def _fact(told: Told) -> dict[str, object]:
    nodes = dict.fromkeys([*told.nodes, *(node for part in told.parts for node in part.nodes)])
    return {"text": told.text, "nodes": list(nodes)}


class WhyWish(Strict):
    """What cannot be done: things on the board, by the ids of their nodes, or an action."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"nodes": ["field:e5"], "seat": 0}]})
    nodes: list[str] = Field(default_factory=list, max_length=12, description="The likeliest first.")
    action: str | None = Field(default=None, max_length=200)
    seat: SeatNumber | None = None


class Why(BaseModel):
    """Why not, in a sentence."""

    reason: str


@router.post("/tables/{table}/why", response_model=Why, responses=PROBLEMS, tags=["playing"])
async def why(table: TableId, wanted: WhyWish, request: Request, person: Asking, lang: Language = "en") -> Any:
    """Ask why something cannot be done now; where the rules give no reason, what is to be done instead."""
    state, held = await table_at(request, table, fresh=False)
    who = check_known(person)
    state.pay("look", request, who)
    async with held.lock:
        view = held.table.match.view(held.table.check_seat(who.id, wanted.seat))
    if wanted.action is None:
        return {"reason": why_not(view, wanted.nodes, lang)}
    reason = refusal(view, view.game.actions.parse(wanted.action), lang)
    return {"reason": reason or view.scene(lang).prompt}
