"""The set-up page: a table as one likes it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

import formicarium as fm
from formicarium.server.web import rulebook
from formicarium.server.web.api.asking import Asking
from formicarium.server.web.api.tournaments import people_of
from formicarium.server.web.pages.page import Page, Reader
from formicarium.server.web.pages.seats import bots, colours
from formicarium.server.web.state import State

router = APIRouter()


@router.get("/new")
async def show_setup(
    request: Request,
    reader: Reader,
    person: Asking,
    game: str = "",
    company: Annotated[str, Query(alias="with")] = "",
    club: str = "",
) -> Response:
    """A form that follows the chosen game."""
    club = club if reader.settings.people else ""
    if club:
        await people_of(State.of(request)).clubs.check_member(club, person)
    names = fm.game_names()
    name_length = reader.settings.name_length
    company = "friend" if club else company if company in ("friend", "local") else "bot"
    return reader.render(
        "setup.html",
        data={"games": facts(reader), "name_length": name_length, **({"club": club} if club else {})},
        company=company,
        games=[rulebook.summary(name, reader.language) for name in names],
        chosen=game if game in names else names[0],
        name=person.name if person else "",
        name_length=name_length,
    )


def facts(reader: Page) -> dict[str, Any]:
    """What a form that follows the chosen game has to know of all of them."""
    summaries = {name: rulebook.summary(name, reader.language) for name in fm.game_names()}
    return {
        name: {
            "seats": summary["seats"],
            "colours": {seats: colours(name, reader.language, seats) for seats in summary["seats"]},
            "tones": fm.game(name).tones,
            "marks": fm.game(name).marks,
            "bots": bots(reader.say, summary["levels"]),
            "options": [option for option in summary["options"] if not _says_who_begins(option)],
            "clashes": rulebook.clashes(name),
        }
        for name, summary in summaries.items()
    }


def _says_who_begins(option: dict[str, Any]) -> bool:
    """Whether an option offers seats to begin: the page asks that once, for all games alike."""
    by_lot, *seats = [value["value"] for value in option["values"]]
    return by_lot == "random" and all(seat.isdigit() for seat in seats)
