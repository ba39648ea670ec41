"""The rules of a game, for players."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response
from markupsafe import Markup

import formicarium as fm
from formicarium.coach.tutorials import shipped
from formicarium.server.web import rulebook
from formicarium.server.web.pages.page import Reader

router = APIRouter()


@router.get("/rules/{game}")
async def show_rules(game: str, reader: Reader) -> Response:
    """The rules; who asks for another game is told which there are."""
    about = rulebook.page(fm.game(game).name, reader.language)
    rules = Markup(about["rules"])  # nosec B704  # from our own texts
    return reader.render(
        "rules.html",
        game=game,
        title=about["title"],
        tagline=about["tagline"],
        rules=rules,
        tutorials=shipped(fm.game(game)),
    )
