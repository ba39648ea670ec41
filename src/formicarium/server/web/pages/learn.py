"""Learning a game: its guided first matches, offered to who is new and found again by everybody."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

import formicarium as fm
from formicarium.coach.tutorials import find_tutorial, shipped
from formicarium.engine.game import Game
from formicarium.server.table.rows import PLAYING, Guided
from formicarium.server.table.table import Person
from formicarium.server.web import pictures, rulebook
from formicarium.server.web.api.asking import Asking
from formicarium.server.web.api.tutorials import begin_tutorial
from formicarium.server.web.pages.page import Page, Reader
from formicarium.server.web.state import State

router = APIRouter()


@router.get("/learn")
async def show_all(request: Request, reader: Reader, person: Asking) -> Response:
    """The guided matches of all games."""
    known = [fm.game(name) for name in fm.game_names()]
    begun = await _begun(request, person)
    return _render(reader, [game for game in known if shipped(game)], begun)


@router.get("/learn/{game}")
async def show_game(game: str, request: Request, reader: Reader, person: Asking) -> Response:
    """Those of one game: who is new may be shown how, or just play."""
    return _render(reader, [fm.game(game)], await _begun(request, person))


@router.post("/learn/{game}/{name}")
async def begin(game: str, name: str, request: Request, person: Asking) -> Response:
    """The way to a guided match: to the one that was begun, or to a new one."""
    find_tutorial(fm.game(game), name)
    mine = [one for one in await _begun(request, person) if (one.game, one.tutorial) == (game, name)]
    open_ones = [one for one in mine if one.state == PLAYING and not is_finished(one)]
    response = RedirectResponse(f"/table/{open_ones[0].id}" if open_ones else "/", 303)
    if not open_ones:
        table = await begin_tutorial(game, name, request, response, person)
        response.headers["location"] = table["link"]
    return response


async def is_new(request: Request, game: Game, person: Person | None) -> bool:
    """Whether somebody has not finished a tutorial of a game that has any."""
    mine = [one for one in await _begun(request, person) if one.game == game.name]
    return bool(shipped(game)) and not any(map(is_finished, mine))


def is_finished(guided: Guided) -> bool:
    """Whether somebody has come to the end of a tutorial."""
    names = {one.name: one for one in shipped(fm.game(guided.game))}
    return guided.tutorial in names and guided.entries >= len(names[guided.tutorial].moves)


async def _begun(request: Request, person: Person | None) -> list[Guided]:
    return await State.of(request).storage.tutorials_of(person.id) if person else []


def _render(reader: Page, games: list[Game], begun: list[Guided]) -> Response:
    cards = [_card(reader, game, [one for one in begun if one.game == game.name]) for game in games]
    return reader.render("learn.html", games=cards)


def _card(reader: Page, game: Game, begun: list[Guided]) -> dict[str, Any]:
    """A game with its tutorials, and how far the reader is with each."""
    finished = {one.tutorial for one in begun if is_finished(one)}
    going = {one.tutorial for one in begun if one.state == PLAYING and not is_finished(one)}
    tutorials = [
        {
            "name": one.name,
            "title": one.sentences(reader.language).title,
            "steps": len(one.steps),
            "finished": one.name in finished,
            "going": one.name in going,
        }
        for one in shipped(game)
    ]
    looks = {theme: pictures.address(game.name, theme) for theme in ("light", "dark")}
    return {**rulebook.summary(game.name, reader.language), "tutorials": tutorials, "pictures": looks}
