"""The set-up page: a table as one likes it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import Response

import formicarium as fm
from formicarium.server.web import rulebook
from formicarium.server.web.api.asking import Asking
from formicarium.server.web.pages.page import Reader
from formicarium.server.web.pages.seats import bots, colours

router = APIRouter()


@router.get("/new")
async def show_setup(
    reader: Reader,
    person: Asking,
    game: str = "",
    company: Annotated[str, Query(alias="with")] = "",
) -> Response:
    """A form that follows the chosen game."""
    names, language = fm.game_names(), reader.language
    summaries = {name: rulebook.summary(name, language) for name in names}
    games = {
        name: {
            "seats": summary["seats"],
            "colours": {seats: colours(name, language, seats) for seats in summary["seats"]},
            "tones": fm.game(name).tones,
            "marks": fm.game(name).marks,
            "bots": bots(reader.say, summary["levels"]),
            "options": [option for option in summary["options"] if not _says_who_begins(option)],
            "clashes": rulebook.clashes(name),
        }
        for name, summary in summaries.items()
    }
    name_length = reader.settings.name_length
    company = company if company in ("friend", "local") else "bot"
    return reader.render(
        "setup.html",
        data={"games": games, "name_length": name_length},
        company=company,
        games=list(summaries.values()),
        chosen=game if game in names else names[0],
        name=person.name if person else "",
        name_length=name_length,
    )


def _says_who_begins(option: dict[str, Any]) -> bool:
    """Whether an option offers seats to begin: the page asks that once, for all games alike."""
    by_lot, *seats = [value["value"] for value in option["values"]]
    return by_lot == "random" and all(seat.isdigit() for seat in seats)
