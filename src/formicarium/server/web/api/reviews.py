"""Reviews: what a match that is over was decided by. Luck, skill, turning points; what could have happened."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response

from formicarium.errors import TableError
from formicarium.server.room.held import Held
from formicarium.server.room.reviews import Known, check_over
from formicarium.server.table.table import Person
from formicarium.server.web.api.asking import PROBLEMS, Asking, Json, Language, TableId, table_at
from formicarium.server.web.branches import branches
from formicarium.server.web.state import State
from formicarium.server.wire.messages import Reviewed, encode

router = APIRouter()

Than = Annotated[int, Query(ge=0, le=10**9, description="The iterations of the review that I have: only a finer one.")]


@router.post("/tables/{table}/review", status_code=202, responses=PROBLEMS, tags=["replay"])
async def begin_review(table: TableId, request: Request, person: Asking, lang: Language = "en") -> Json:
    """Have a match that is over reviewed: a first review comes within seconds, a finer one later. Both are kept."""
    state, held = await table_at(request, table)
    check_over(held.table)
    known = await state.reviews.known(held.table)
    begun = bool(known and known.final) or state.reviews.is_refined(table)
    state.pay("look" if begun else "review", request, person)
    if known:
        pay_for_words(state, request, person, held, known, lang)
    state.reviews.begin(held.table, known)
    return Json(encode(await reviewed(state, held, known, lang, 0)), 202)


@router.get("/tables/{table}/review", responses=PROBLEMS, tags=["replay"])
async def show_review(table: TableId, request: Request, person: Asking, lang: Language = "en", than: Than = 0) -> Json:
    """How far a review is, and what it tells by now in words."""
    state, held = await table_at(request, table)
    state.pay("look", request, person)
    known = await state.reviews.known(held.table)
    if known and known.iterations > than:
        pay_for_words(state, request, person, held, known, lang)
    return Json(encode(await reviewed(state, held, known, lang, than)))


def pay_for_words(
    state: State, request: Request, person: Person | None, held: Held, known: Known, language: str
) -> None:
    """To be the first who reads a review in a language is paid like a picture: it is made in the same place."""
    if not state.reviews.is_told(held.table, known, language):
        state.pay("picture", request, person)


async def reviewed(state: State, held: Held, known: Known | None, language: str, than: int) -> Reviewed:
    """How far the review of a table is."""
    news = known is not None and known.iterations > than
    return {
        "type": "review",
        "table": held.table.id,
        "progress": state.reviews.progress(held.table.id),
        "iterations": known.iterations if known else 0,
        "final": known is not None and known.final,
        "story": await state.reviews.told(held.table, known, language) if known and news else None,
        "branches": [branch.message for branch in await branches(state, held, language)],
    }


@router.get("/tables/{table}/review.png", responses=PROBLEMS, response_class=Response, tags=["replay"])
async def picture(
    table: TableId,
    request: Request,
    person: Asking,
    theme: Literal["light", "dark", "light-safe", "dark-safe"] = "light",
    lang: Language = "en",
) -> Response:
    """A review that is there as a picture to share: the curve of chances, and what turned the match most."""
    state, held = await table_at(request, table)
    state.pay("picture", request, person)
    known = await state.reviews.known(held.table)
    if known is None:
        raise TableError("review/none", "this match has not been reviewed yet")
    told = await state.reviews.told(held.table, known, lang)
    png: Any = await state.desk.card(held.table.match.text(), told, theme)
    return Response(png, media_type="image/png")
