"""Games: what can be played, its rules and its drawings."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

import formicarium as fm
from formicarium.server.web import rulebook, sheets
from formicarium.server.web.api.asking import PROBLEMS, Asking, Language
from formicarium.server.web.state import State

router = APIRouter()
sheet_router = APIRouter()


class OptionSummary(BaseModel):
    """A choice before the match."""

    name: str
    title: str
    explanation: str
    values: list[dict[str, str]]


class GameSummary(BaseModel):
    """A game in short."""

    name: str
    title: str
    tagline: str
    goal: str = Field(description="What one plays for, in a sentence.")
    length: str = Field(description="How long a match takes, in words; empty where the game does not say.")
    seats: list[int]
    options: list[OptionSummary]
    levels: list[str]
    sheet: str
    languages: list[str]


class GamePage(GameSummary):
    """A game with its rules and a key to its symbols."""

    rules: str = Field(description="The rules for players, as HTML.")
    key: list[dict[str, str]] = Field(description="Sprites of the sheet, their tones and what they are.")


@router.get("/games", response_model=list[GameSummary], responses=PROBLEMS, tags=["games"])
async def list_games(person: Asking, lang: Language = "en") -> Any:
    """All games."""
    return [rulebook.summary(name, lang) for name in fm.game_names()]


class GameReadiness(BaseModel):
    """How far a game is that is compiled for the first time on this machine."""

    percent: int = Field(description="100 when it is ready, bots and all.")
    playable: bool = Field(description="Whether a table can be set up; its bots may come a bit later.")


@router.get("/readiness", response_model=dict[str, GameReadiness], responses=PROBLEMS, tags=["games"])
async def show_readiness(request: Request, person: Asking) -> Any:
    """Which games are ready, and how far the others are."""
    readiness = State.of(request).room.readiness
    return {
        name: {"percent": readiness.percent(name), "playable": readiness.playable(name)} for name in fm.game_names()
    }


@router.get("/games/{game}", response_model=GamePage, responses=PROBLEMS, tags=["games"])
async def show_game(game: str, person: Asking, lang: Language = "en") -> Any:
    """A game with its rules and the key to its symbols."""
    return rulebook.page(fm.game(game).name, lang)


@sheet_router.get("/static-sheet/{game}.svg", response_class=Response, responses=PROBLEMS, tags=["games"])
async def show_sheet(game: str, request: Request) -> Response:
    """The sprites of a game, coloured by the variables of the page."""
    await State.of(request).room.readiness.rules(fm.game(game).name)
    text = sheets.sheet(fm.game(game).name)
    return Response(text, media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=31536000, immutable"})
