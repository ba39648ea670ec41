"""Plates: what comes next on a plate of the rules, when its viewer acts; the other seats answer at random."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import ConfigDict, Field

import formicarium as fm
from formicarium.core import random
from formicarium.core.kernel import NATURE
from formicarium.engine import guide
from formicarium.errors import ActionError
from formicarium.server.web.api.asking import PROBLEMS, Asking, Json, Language, Strict
from formicarium.server.web.api.puzzles import standing
from formicarium.server.web.state import State
from formicarium.server.wire.messages import encode

TRIES = 3  # actions of the viewer
ANSWERS = 3  # actions of the others after each of them, until it is the viewer's turn again

router = APIRouter()


def frame(game: fm.Game, plate: guide.Plate, tried: list[str], language: str) -> dict[str, Any]:  # Any: as in a puzzle
    """A plate after these actions of its viewer: how it stands, what the viewer saw happen, and how many may follow."""
    match, seat = plate.match(), plate.viewer
    seen = len(match.ledger.known(seat).standing)
    if tried:
        match.nature = True
    for action in tried:
        if seat not in match.actors:
            raise ActionError("action/over", f"{action!r} cannot be tried: it is no longer this seat's turn")
        match.play(action, seat)
        _answer(match, seat)
    left = TRIES - len(tried) if seat in match.actors else 0
    return {
        "type": "plate",
        "plate": plate.name,
        "left": left,
        "told": [str(line) for line in match.told(seat, language, start=seen)],
        **standing(match, seat, language, acts=left > 0),
    }


def _answer(match: fm.Match, seat: int) -> None:
    """Let the others act at random, the same whenever it is tried."""
    rng = random.stream(("plate", len(match.history)))
    for _ in range(ANSWERS):
        if match.over or seat in match.actors or match.actors == (NATURE,):
            return
        other = match.actors[0]
        match.play(match.position.sample(other, rng), other)


class Tried(Strict):
    """What I try, from the position of the plate on."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"actions": ["ant e5"]}]})
    actions: list[Annotated[str, Field(max_length=200)]] = Field(
        max_length=TRIES, description="In notation, as in `choices`."
    )


@router.post("/rules/{game}/{plate}", responses=PROBLEMS, tags=["games"])
async def try_plate(
    game: str, plate: str, wanted: Tried, request: Request, person: Asking, lang: Language = "en"
) -> Json:
    """Try up to three actions from the position of a plate of the rules: how it then stands, and what happened."""
    known = fm.game(game)
    shown = guide.find_plate(known, plate)
    await State.of(request).room.readiness.check(known.name)
    State.of(request).pay("study", request, person)
    return Json(encode(await asyncio.to_thread(frame, known, shown, wanted.actions, lang)))
