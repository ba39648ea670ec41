"""Replay: looking back at a match, its record and its pictures, and going on from it."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable, Coroutine
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Query, Request, Response
from fastapi.routing import APIRoute
from pydantic import ConfigDict, Field

import formicarium as fm
from formicarium.bots import levels
from formicarium.engine import fairness
from formicarium.errors import LimitError, TableError
from formicarium.server.room.held import Held
from formicarium.server.store.remarks import remarks_at, remarks_write
from formicarium.server.table import clock
from formicarium.server.table.remarks import remark
from formicarium.server.table.rows import RECORD, SeatRow
from formicarium.server.table.setup import new_table
from formicarium.server.table.table import Person, Table
from formicarium.server.web.api.asking import (
    PROBLEMS,
    Asking,
    Json,
    Language,
    Seat,
    Strict,
    TableId,
    Whole,
    remember,
    table_at,
)
from formicarium.server.web.api.tables import MadeTable, SeatWish, announce, seat_rows
from formicarium.server.web.branches import branches, note
from formicarium.server.web.state import State
from formicarium.server.wire import frames
from formicarium.server.wire.frames import in_slices
from formicarium.server.wire.looks import Viewer
from formicarium.server.wire.messages import encode
from formicarium.server.wire.telling import names_of

Theme = Literal["light", "dark", "light-safe", "dark-safe"]
EXAMPLE = '[Game "sisimizi"]\n[Rules "1"]\n[Seats "2"]\n[Result "*"]\n\nnature: first 0\n0: ant a1\n'
SENT = re.compile(rb'\s*+\{\s*+"text"\s*+:\s*+"[^"\\]*+(?:\\.[^"\\]*+)*+"\s*+\}\s*+', re.DOTALL)  # the body of a record

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
    state, held = await table_at(request, table)
    state.pay("look", request, person)
    await state.easel.turn()
    async with held.lock:
        seen, viewing = await _seen(held, person, seat)
        return Json(encode(frames.replay(seen, Viewer(viewing, lang), person, at, at if since is None else since)))


async def _finished(state: State, held: Held) -> str:
    """The record of a match whose secrets are open, with what was found out about it and what could have happened."""
    table, row = held.table, held.table.row
    if not table.revealed:
        raise TableError("table/not-over", "the record can be had when the match is over")
    match = table.match.at(len(table.ledger.standing))
    said = await remarks_at(state.storage, table.id) if row.state == RECORD else None
    if said:
        await asyncio.to_thread(remark, match, said)
    known = await state.reviews.known(table)
    if known:
        await state.reviews.remark(match, known)
    match.variations += [one.variation for one in await branches(state, held, "en") if one.variation]
    if said:
        return await asyncio.to_thread(match.text)
    names = {f"Seat{seat.seat}": _signed(seat) for seat in table.seats if seat.kind != "open"}
    date = time.strftime("%Y-%m-%d", time.gmtime(row.created))
    dice = {} if row.state == RECORD else fairness.tags(row.seed, row.given, row.first)
    return await asyncio.to_thread(match.text, Date=date, **names, **dice)  # with much in it


def _signed(seat: SeatRow) -> str:
    """Who sat there, as a record has it."""
    return f"{seat.name} (bot, {seat.level})".strip() if seat.kind == "bot" else seat.name


@router.get("/tables/{table}/record", responses=PROBLEMS, response_class=Response, tags=["replay"])
async def record(table: TableId, request: Request, person: Asking) -> Response:
    """The record file of a finished match, with seed and commitment: `formicarium verify` checks its dice.

    What a review has found stands in it as comments, branches that were played as variations. An imported record
    keeps its own tags, comments and variations.
    """
    state, held = await table_at(request, table)
    state.pay("look", request, person)
    await state.easel.turn()
    text = await _finished(state, held)
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
    state, held = await table_at(request, table)
    state.pay("look", request, person)
    await state.easel.turn()
    async with held.lock:
        view, names = await _view(held, person, at, seat), names_of(held.table, lang)
    return _download(view.svg(theme, lang, names).encode(), "image/svg+xml", held.table, "svg")


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
    state.pay("picture", request, person)
    async with held.lock:
        view, names = await _view(held, person, at, seat), names_of(held.table, lang)
    picture = await state.desk.picture(view, names, theme, lang, width)
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
    state.pay("picture", request, person)
    await state.easel.turn()
    async with held.lock:
        seen, viewing = await _seen(held, person, seat)
        text, names = seen.match.text(), names_of(seen, lang)
        last = len(seen.ledger.known(viewing).standing)
    every = max(1, -(-last // state.settings.gif_frames))
    plies = sorted({*range(0, last + 1, every), last})
    picture = await state.desk.animate(text, plies, viewing, names, theme, lang, width)
    return _download(picture, "image/gif", held.table, "gif")


async def _seen(held: Held, person: Person | None, seat: int | None) -> tuple[Table, int]:
    """The table as somebody may see it, and through whose eyes; what those may know is found out. The lock is held."""
    seen = held.seen_by(person).table
    viewing = seen.viewing_seat(person, seat)
    await in_slices(seen.ledger.find_out(viewing))
    return seen, viewing


async def _view(held: Held, person: Person | None, at: int | None, seat: int | None) -> fm.View:
    seen, viewing = await _seen(held, person, seat)
    return seen.position_after(at, viewing).view(viewing)


def _download(content: bytes, media_type: str, table: Table, ending: str) -> Response:
    name = f'inline; filename="{table.row.game}-{table.id}.{ending}"'
    return Response(content, media_type=media_type, headers={"Content-Disposition": name})


class RecordRequest(Request):
    """A request that may be large. It is read only if it is one text: many small values would take the event loop."""

    async def json(self) -> Any:
        """What it says."""
        body = await self.body()
        if len(body) <= State.of(self).settings.body_bytes:
            return await super().json()
        if not SENT.fullmatch(body):
            raise json.JSONDecodeError("expected a text and nothing else", "", 0)
        try:
            return orjson.loads(body)
        except orjson.JSONDecodeError as error:
            raise json.JSONDecodeError(error.msg, "", error.pos) from error


class RecordRoute(APIRoute):
    """Where a record is sent to."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """As any other, but read with care."""
        handle = super().get_route_handler()

        async def handle_record(request: Request) -> Response:
            return await handle(RecordRequest(request.scope, request.receive))

        return handle_record


record_router = APIRouter(route_class=RecordRoute)


class RecordWish(Strict):
    """A record file to look at."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"text": EXAMPLE}]})
    text: str = Field(description="At most `FORMICARIUM_RECORD_BYTES` long.")


@record_router.post("/records", status_code=201, response_model=MadeTable, responses=PROBLEMS, tags=["replay"])
async def import_record(wanted: RecordWish, request: Request, response: Response, person: Asking) -> Any:
    """Make a table that shows a record, to replay it or to continue from any of its positions."""
    state = State.of(request)
    state.pay("import", request, person)
    most = state.settings.record_bytes
    if len(wanted.text.encode()) > most:
        raise LimitError("limit/size", f"a record has at most {most} bytes here")
    who = remember(request, response, person, None)
    await state.room.readiness.check(*fm.game_names())  # of which game it is, nobody has read yet
    checked = await state.desk.check(wanted.text)
    game = fm.game(checked.game)
    seats = [SeatRow(seat, "open", "", None, levels(game)[-1]) for seat in range(checked.seats)]
    given = (fm.Move(seat, game.actions[code]) for seat, code in checked.moves)
    stored = await asyncio.to_thread(  # a long one takes a while
        new_table, game.name, seats, checked.options, clock.now(), owner=who.id, given=given, record=True
    )
    kept = [remarks_write(stored.row.id, checked.remarks)] if checked.remarks else []
    return announce(state, await state.room.create(stored, kept), who)


class ContinueWish(Strict):
    """From where, and with whom."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"at": 0, "seats": [{"kind": "me"}, {"kind": "bot"}]}]})
    at: Whole = Field(ge=0, le=10**9, description="After so many actions.")
    seats: list[SeatWish] = Field(min_length=1, max_length=4)


@router.post("/tables/{table}/continue", status_code=201, response_model=MadeTable, responses=PROBLEMS, tags=["replay"])
async def go_on(table: TableId, wanted: ContinueWish, request: Request, response: Response, person: Asking) -> Any:
    """A new table that goes on from a position of a finished match or of a record."""
    state, held = await table_at(request, table)
    state.pay("table", request, person)
    who = remember(request, response, person, None)
    source = held.table
    seats = seat_rows(state, source.row.game, wanted.seats, who)
    if not source.revealed:
        raise TableError("table/not-over", "a match can be continued elsewhere when it is over")
    source.position_after(wanted.at, fm.SPECTATOR)  # refuses a ply that the match does not have
    given, options = source.ledger.moves[: wanted.at], source.row.options
    silent = source.row.silent  # what goes on from a table without chat has none either
    stored = await asyncio.to_thread(  # a long one takes a while
        new_table, source.row.game, seats, options, clock.now(), owner=who.id, given=given, silent=silent
    )
    return announce(state, await state.room.create(stored, note(source, stored, who)), who)


router.include_router(record_router)
