"""The review: what a match that is over was decided by, beside its board; and its parts, as they become finer."""

from __future__ import annotations

from collections import defaultdict
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, Response
from markupsafe import Markup

from formicarium import NATURE, SPECTATOR
from formicarium.coach import page, story
from formicarium.coach.story import Story
from formicarium.server.room.held import Held
from formicarium.server.room.reviews import check_over
from formicarium.server.table import clock
from formicarium.server.table.table import Person, Table
from formicarium.server.web import sheets
from formicarium.server.web.api.asking import Asking
from formicarium.server.web.api.reviews import pay_for_words
from formicarium.server.web.pages.page import Page, Reader
from formicarium.server.web.pages.seats import colours, levels
from formicarium.server.web.pages.table import call_seats, preview, show_at_table
from formicarium.server.web.state import State, address_of
from formicarium.server.wire import frames

WORDS = ("working", "refining", "final", "failed", "judged", "better", "mixed")  # that the script says
BRANCH = ("said", "said-one", "hidden")

router = APIRouter()


@router.get("/style/review.css")
async def show_style() -> Response:
    """What the parts of a review look like, here as in a file of its own."""
    return Response(page.style(), media_type="text/css", headers={"Cache-Control": "public, max-age=3600"})


@router.get("/table/{table}/review")
async def show_review(
    table: str, request: Request, reader: Reader, person: Asking, at: Annotated[int | None, Query(ge=0)] = None
) -> Response:
    """A match that is over, with what decided it."""
    parts = await _parts(request, await State.of(request).room.held(table, fresh=True), reader.language)
    return await show_at_table(table, request, lambda state, held: _render(state, held, reader, person, at, parts))


@router.get("/table/{table}/review/parts")
async def show_parts(table: str, request: Request, reader: Reader) -> Response:
    """The parts of a review as they are by now; empty while there is none."""
    state = State.of(request)
    state.budget.pay("look", address_of(request), None)
    return JSONResponse(await _parts(request, await state.room.held(table, fresh=True), reader.language))


async def _parts(request: Request, held: Held, language: str) -> dict[str, str]:
    """What is known, as it is shown. To put it into words may have to wait: not while the table stands still for it."""
    state = State.of(request)
    known = await state.reviews.known(held.table)
    if known is None:
        return {}
    pay_for_words(state, request, None, held, known, language)
    told = await state.reviews.told(held.table, known, language)
    return page.parts(told, _pictures(held.table, told))


def _pictures(table: Table, told: Story) -> page.Pictures:
    """The addresses of the small pictures."""
    here = f"/api/tables/{table.id}/svg?lang={told['language']}"
    return {
        (point["ply"], point["eyes"]): {
            theme: f"{here}&at={point['ply']}&seat={point['eyes']}&theme={theme}" for theme in ("light", "dark")
        }
        for point in told["turning"]
    }


async def _render(
    state: State, held: Held, reader: Page, person: Person | None, at: int | None, html: dict[str, str]
) -> Response:
    table, language = held.table, reader.language
    check_over(table)
    about = frames.table_facts(table, language, person, state.room.around(held), clock.now())
    names, say = colours(table.row.game, language, len(table.seats)), story.words(language)
    moves = table.ledger.moves
    parts: dict[str, Any] = {name: Markup(text) for name, text in html.items()}  # nosec B704  # escaped by our template
    shared = preview(reader, table)
    shared["address"] += "/review"
    if parts:
        shared["picture"] = f"{reader.origin}/api/tables/{table.id}/review.png?lang={language}"
    return reader.render(
        "review.html",
        data={
            "table": table.id,
            "sheet": sheets.address(table.row.game),
            "colours": names,
            "levels": levels(reader.say),
            "revealed": True,
            "frame": {"table": about, "seat": None, "log": []},
            "movers": [*(SPECTATOR if move.seat == NATURE else move.seat for move in moves), SPECTATOR],
            "words": {
                **{word: say.template(f"table.{word}") for word in WORDS},
                "share": say.template("share"),
                "decimal": say("decimal"),
                **{f"branch-{word}": say.template(f"branch.{word}") for word in BRANCH},
            },
        },
        say=say,
        id=table.id,
        title=about["title"],
        sheet=sheets.address(table.row.game),
        seats=call_seats(about["seats"], names),
        spectator=SPECTATOR,
        plies=len(moves),
        at=min(at or 0, len(moves)),
        parts=defaultdict(str, parts),
        shared=shared,
    )
