"""The puzzles: one a day for each game, and all of them to go through."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

import formicarium as fm
from formicarium.coach.puzzles import STARS, of_the_day, shipped
from formicarium.server.web import pictures, rulebook, sheets
from formicarium.server.web.api.puzzles import frame, puzzle_at
from formicarium.server.web.pages.page import Page, Reader
from formicarium.server.web.pages.seats import colours
from formicarium.server.web.state import State, address_of

router = APIRouter()


@router.get("/puzzles")
async def show_games(reader: Reader) -> Response:
    """The games that have puzzles."""
    games = [
        {
            **rulebook.summary(name, reader.language),
            "count": len(shipped(fm.game(name))),
            "pictures": {theme: pictures.address(name, theme) for theme in ("light", "dark")},
        }
        for name in fm.game_names()
        if shipped(fm.game(name))
    ]
    return reader.render("puzzles.html", games=games)


@router.get("/puzzles/{game}")
async def show_daily(game: str, request: Request, reader: Reader) -> Response:
    """The puzzle of the day."""
    known = fm.game(game)
    number = of_the_day(known, datetime.now(UTC).date()) if shipped(known) else 1
    return await _show(reader, request, game, number)


@router.get("/puzzles/{game}/{number}")
async def show_puzzle(
    game: str, number: Annotated[int, Path(ge=1, le=10**6)], request: Request, reader: Reader
) -> Response:
    """A puzzle of the set."""
    return await _show(reader, request, game, number)


async def _show(reader: Page, request: Request, game: str, number: int) -> Response:
    puzzle = await puzzle_at(request, game, number)
    State.of(request).budget.pay("study", address_of(request), None)
    known, today = fm.game(game), datetime.now(UTC).date()
    shown = frame(puzzle, reader.language)
    names = colours(game, reader.language, shown["seats"])
    return reader.render(
        "puzzle.html",
        data={
            "sheet": sheets.address(game),
            "puzzle": shown,
            "daily": of_the_day(known, today),
            "day": today.toordinal(),
        },
        game=game,
        title=known.words(reader.language)("name"),
        sheet=sheets.address(game),
        number=number,
        stars=puzzle.stars,
        most=STARS,
        daily=of_the_day(known, today),
        puzzles=shipped(known),
        prompt=shown["prompt"],
        seats=[
            {
                "seat": seat,
                "name": name,
                "tone": known.tones[seat],
                "mark": known.marks[seat],
                "mine": seat == puzzle.seat,
            }
            for seat, name in enumerate(names)
        ],
        following=number % len(shipped(known)) + 1,
    )
