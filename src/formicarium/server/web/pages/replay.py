"""Looking back: a match step by step, and a record file to open."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from formicarium import SPECTATOR
from formicarium.server.room.held import Held
from formicarium.server.table import clock
from formicarium.server.table.rows import RECORD
from formicarium.server.table.table import Person
from formicarium.server.web import sheets
from formicarium.server.web.api.asking import Asking
from formicarium.server.web.pages.page import Page, Reader
from formicarium.server.web.pages.seats import colours, levels
from formicarium.server.web.pages.table import call_seats, choose_viewer, show_at_table
from formicarium.server.web.state import State
from formicarium.server.wire import frames

router = APIRouter()


@router.get("/table/{table}/replay")
async def show_replay(
    table: str, request: Request, reader: Reader, person: Asking, at: Annotated[int | None, Query(ge=0)] = None
) -> Response:
    """A match step by step."""
    return await show_at_table(table, request, lambda state, held: _render(state, held, reader, person, at))


async def _render(state: State, held: Held, reader: Page, person: Person | None, at: int | None) -> Response:
    (table, album), language = held.seen_by(person), reader.language
    viewer, _ = choose_viewer(table, person, language)
    await album.prepare(viewer)
    about = frames.table_facts(table, language, person, state.room.around(held), clock.now())
    names = colours(table.row.game, language, len(table.seats))
    plies = len(table.ledger.known(viewer.seat).standing)
    shown = at if at is not None else (0 if table.revealed else plies)
    return reader.render(
        "replay.html",
        data={
            "table": table.id,
            "sheet": sheets.address(table.row.game),
            "colours": names,
            "levels": levels(reader.say),
            "revealed": table.revealed,
            "frame": {  # without a picture: the positions come one by one
                "table": about,
                "seat": None if viewer.seat == SPECTATOR else viewer.seat,
                "log": album.log(viewer),
            },
        },
        id=table.id,
        title=about["title"],
        sheet=sheets.address(table.row.game),
        seats=call_seats(about["seats"], names),
        revealed=table.revealed,
        played=table.row.state != RECORD,
        spectator=SPECTATOR,
        plies=plies,
        at=min(shown, plies),
    )


@router.get("/import")
async def show_import(reader: Reader) -> Response:
    """A form for a record file."""
    return reader.render("import.html")
