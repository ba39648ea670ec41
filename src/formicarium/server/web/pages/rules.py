"""The field guide: the rules of a game with their plates, and a live board for each plate."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import Response

import formicarium as fm
from formicarium.coach.tutorials import shipped
from formicarium.engine import guide
from formicarium.scene import themes
from formicarium.server.web import rulebook, sheets
from formicarium.server.web.api import plates
from formicarium.server.web.assets import YEAR
from formicarium.server.web.language import Code
from formicarium.server.web.pages.assets import SELF_CONTAINED
from formicarium.server.web.pages.page import Reader
from formicarium.server.web.pages.seats import colours
from formicarium.server.web.state import State, address_of

router = APIRouter()


@router.get("/rules/{game}")
async def show_rules(game: str, reader: Reader) -> Response:
    """The rules; who asks for another game is told which there are."""
    known = fm.game(game)
    about = rulebook.summary(known.name, reader.language)
    chapters = rulebook.chapters(known.name, reader.language)
    return reader.render(
        "rules.html",
        game=game,
        title=about["title"],
        tagline=about["tagline"],
        chapters=chapters,
        tutorials=shipped(known),
    )


@router.get("/rules/{game}/{plate}")
async def show_live(game: str, plate: str, request: Request, reader: Reader) -> Response:
    """A plate as a live board, with the rule that it illustrates."""
    known = fm.game(game)
    shown = guide.find_plate(known, plate)
    State.of(request).budget.pay("look", address_of(request), None)
    await State.of(request).room.readiness.check(known.name)
    frame = await asyncio.to_thread(plates.frame, known, shown, [], reader.language)
    chapters = rulebook.chapters(known.name, reader.language)
    chapter = next(one for one in chapters if any(part.name == plate for part in one.plates))
    return reader.render(
        "plate.html",
        data={"sheet": sheets.address(game), "plate": frame},
        game=game,
        title=known.words(reader.language)("name"),
        sheet=sheets.address(game),
        prompt=frame["prompt"],
        plate=next(part for part in chapter.plates if part.name == plate),
        chapter=chapter,
        others=[part for one in chapters for part in one.plates if part.live],
        seats=[
            {"name": name, "tone": known.tones[seat], "mark": known.marks[seat], "mine": seat == shown.viewer}
            for seat, name in enumerate(colours(game, reader.language, frame["seats"]))
        ],
    )


@router.get("/plates/{game}/{plate}-{language}-{theme}.svg")
async def show_plate(game: str, plate: str, language: Code, theme: str, request: Request) -> Response:
    """The picture of a plate."""
    known = fm.game(game)
    themes.theme(theme)  # what is not there is refused before anything is drawn
    guide.find_plate(known, plate)
    await State.of(request).room.readiness.rules_in_turn(known.name)
    svg = await asyncio.to_thread(rulebook.plate, known.name, plate, language, theme)
    headers = {"Cache-Control": f"public, max-age={YEAR}, immutable", "Content-Security-Policy": SELF_CONTAINED}
    return Response(svg, media_type="image/svg+xml", headers=headers)
