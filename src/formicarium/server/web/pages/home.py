"""The home page: all games, the reader's tables, open tables; and a match in one click."""

from __future__ import annotations

import time
from typing import Any

from babel.dates import format_timedelta
from babel.lists import format_list
from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

import formicarium as fm
from formicarium.bots import levels
from formicarium.coach import puzzles, tutorials
from formicarium.server.table.rows import OVER, PLAYING
from formicarium.server.table.table import Person
from formicarium.server.web import pictures, rulebook
from formicarium.server.web.api.asking import Asking
from formicarium.server.web.api.lists import list_line, tables_of
from formicarium.server.web.api.tables import NewTable, SeatWish, make_table
from formicarium.server.web.pages.learn import is_new
from formicarium.server.web.pages.page import Page, Reader
from formicarium.server.web.pages.seats import colours, name_of
from formicarium.server.web.state import State

router = APIRouter()


@router.get("/")
async def show_home(request: Request, reader: Reader, person: Asking) -> Response:
    """All games, my tables, open tables."""
    state = State.of(request)
    mine = [line(reader, table) for table in await tables_of(state, person, reader.language, PLAYING)]
    listed = [await list_line(state, one, person, reader.language) for one in await state.storage.open_tables()]
    everybodys = [line(reader, table) for table in listed if not any(seat["mine"] for seat in table["seats"])]
    readiness = state.room.readiness
    games = [{**_card(reader, name), "percent": readiness.percent(name)} for name in fm.game_names()]
    return reader.render("home.html", games=games, mine=mine, open=everybodys)


def _card(reader: Page, name: str) -> dict[str, Any]:
    """A game as it is shown: its picture, and in a line for how many it is and how long it takes."""
    _ = reader.say
    summary = rulebook.summary(name, reader.language)
    fewest, most = summary["seats"][0], summary["seats"][-1]
    if fewest == most:
        players = _("{count} players").format(count=most)
    else:
        players = _("{fewest} to {most} players").format(fewest=fewest, most=most)
    return {
        **summary,
        "line": " · ".join(part for part in (players, summary["length"]) if part),
        "puzzles": len(puzzles.shipped(fm.game(name))),
        "tutorials": len(tutorials.shipped(fm.game(name))),
        "pictures": {theme: pictures.address(name, theme) for theme in ("light", "dark")},
    }


def line(reader: Page, table: dict[str, Any]) -> dict[str, Any]:
    """A table as a line of a list."""
    _ = reader.say
    names = colours(table["game"], reader.language, len(table["seats"]))
    others = [
        _("free seat") if seat["kind"] == "open" else name_of(seat, names)
        for seat in table["seats"]
        if not seat["mine"]
    ]
    ago = format_timedelta(table["acted"] - time.time(), add_direction=True, locale=reader.language)
    return {
        **table,
        "who": format_list(others, locale=reader.language) if others else _("around one tablet"),
        "status": _("Your turn") if table["your_turn"] else ago,
    }


@router.post("/play/{game}")
async def play_now(game: str, request: Request, person: Asking, just: bool = False) -> Response:
    """A table against bots in one click: gentle ones, unless the person has won this game before.

    Who is new to the game is asked first whether to be shown how, unless it wants to `just` play.
    """
    played = fm.game(game)
    ladder, has_won = levels(played), await _has_won(request, game, person)
    if not just and not has_won and await is_new(request, played, person):
        return RedirectResponse(f"/learn/{played.name}", 303)
    level = ladder[(len(ladder) - 1) // 2 if has_won else 0]
    return await _set_up(game, request, person, SeatWish(kind="bot", level=level))


@router.post("/invite/{game}")
async def invite(game: str, request: Request, person: Asking) -> Response:
    """A table with a seat for a friend in one click: its page shows the link."""
    return await _set_up(game, request, person, SeatWish(kind="friend"))


async def _set_up(game: str, request: Request, person: Person | None, other: SeatWish) -> Response:
    """A table of as few as can play, and the way to it."""
    chosen = fm.game(game)
    response = RedirectResponse("/", 303)
    wish = NewTable(game=chosen.name, seats=[SeatWish(kind="me"), *[other] * (chosen.seats[0] - 1)])
    table = await make_table(wish, request, response, person)
    response.headers["location"] = table["link"]
    return response


async def _has_won(request: Request, game: str, person: Person | None) -> bool:
    """Whether somebody has won a match of a game here."""
    over = await State.of(request).storage.tables_of(person.id, OVER) if person else []
    return any(
        one.row.game == game and one.result and one.result["places"][seat.seat] == 1
        for one in over
        for seat in one.seats
        if person and seat.owner == person.id
    )
