"""Replay: looking back at a match, its record and its pictures, and going on from it."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import ConfigDict, Field

import formicarium as fm
from formicarium.bots import levels
from formicarium.server import fairness, frames, live
from formicarium.server.api.asking import (
    PROBLEMS,
    Asking,
    Json,
    Language,
    Seat,
    Strict,
    TableId,
    Whole,
    key,
    known,
    table_at,
)
from formicarium.server.api.tables import MadeTable, SeatWish, made, seat_rows
from formicarium.server.frames import Viewer
from formicarium.server.room import Held
from formicarium.server.schema import SeatRow
from formicarium.server.state import State
from formicarium.server.tables import Person, Table, TableError

Theme = Literal["light", "dark", "light-safe", "dark-safe"]
RECORD = '[Game "sisimizi"]\n[Rules "1"]\n[Seats "2"]\n[Result "*"]\n\nnature: first 0\n0: ant a1\n'

router = APIRouter()


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
    _, held = await table_at(request, table)
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
    _, held = await table_at(request, table)
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
    _, held = await table_at(request, table)
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
    state, held = await table_at(request, table)
    state.pictures.check(key(request, person))
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
    state, held = await table_at(request, table)
    state.pictures.check(key(request, person))
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
    state.new_tables.check(key(request, person))
    who = known(request, response, person, None)
    match = await asyncio.to_thread(fm.loads, wanted.text, seed="imported", nature=False)
    seats = [SeatRow(seat, "open", "", None, levels(match.game)[-1]) for seat in range(match.seats)]
    held = await state.room.create(
        match.game.name, seats, dict(match.options), owner=who.id, given=match.history, record=True
    )
    return made(state, held, who)


class ContinueWish(Strict):
    """From where, and with whom."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"at": 0, "seats": [{"kind": "me"}, {"kind": "bot"}]}]})
    at: Whole = Field(ge=0, le=10**9, description="After so many actions.")
    seats: list[SeatWish] = Field(min_length=1, max_length=4)


@router.post("/tables/{table}/continue", status_code=201, response_model=MadeTable, responses=PROBLEMS, tags=["replay"])
async def go_on(table: TableId, wanted: ContinueWish, request: Request, response: Response, person: Asking) -> Any:
    """A new table that goes on from a position of a finished match or of a record."""
    state, held = await table_at(request, table)
    state.new_tables.check(key(request, person))
    who = known(request, response, person, None)
    seats = seat_rows(state, held.table.row.game, wanted.seats, who)
    return made(state, await state.room.continued(table, wanted.at, seats, who.id), who)
