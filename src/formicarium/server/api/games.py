"""Games: what can be played, its rules and its drawings."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field

import formicarium as fm
from formicarium.server import rulebook, sheets
from formicarium.server.api.asking import PROBLEMS, Asking, Language

router = APIRouter()
sheet_router = APIRouter()


class OptionFacts(BaseModel):
    """A choice before the match."""

    name: str
    title: str
    explanation: str
    values: list[dict[str, str]]


class GameFacts(BaseModel):
    """A game in short."""

    name: str
    title: str
    tagline: str
    seats: list[int]
    options: list[OptionFacts]
    levels: list[str]
    sheet: str
    languages: list[str]


class GamePage(GameFacts):
    """A game with its rules and a key to its symbols."""

    rules: str = Field(description="The rules for players, as HTML.")
    key: list[dict[str, str]] = Field(description="Sprites of the sheet, their tones and what they are.")


@router.get("/games", response_model=list[GameFacts], responses=PROBLEMS, tags=["games"])
async def list_games(person: Asking, lang: Language = "en") -> Any:
    """All games."""
    return [rulebook.facts(name, lang) for name in fm.game_names()]


@router.get("/games/{game}", response_model=GamePage, responses=PROBLEMS, tags=["games"])
async def show_game(game: str, person: Asking, lang: Language = "en") -> Any:
    """A game with its rules and the key to its symbols."""
    return rulebook.page(fm.game(game).name, lang)


@sheet_router.get("/static-sheet/{game}.svg", response_class=Response, responses=PROBLEMS, tags=["games"])
async def show_sheet(game: str) -> Response:
    """The sprites of a game, coloured by the variables of the page."""
    text = sheets.sheet(fm.game(game).name)
    return Response(text, media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=31536000, immutable"})
