"""The lobby: find somebody to play with, or a table with a free seat."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

import formicarium as fm
from formicarium.server.people.strengths import POOLS, is_provisional
from formicarium.server.web import rulebook
from formicarium.server.web.api.asking import Asking
from formicarium.server.web.pages.page import Reader
from formicarium.server.web.state import State

router = APIRouter()


@router.get("/lobby")
async def show_lobby(request: Request, reader: Reader, person: Asking, game: str = "") -> Response:
    """Who waits, and what is open."""
    state, names, language = State.of(request), fm.game_names(), reader.language
    assert state.people, "a site without people has no such page"
    summaries = [rulebook.summary(name, language) for name in names]
    standings = await state.people.ratings.store.standings_of(person.id) if person else []
    ratings = {
        (one.game, one.mode): {"rating": round(one.strength.strength, 1), "provisional": is_provisional(one.strength)}
        for one in standings
        if one.pool == POOLS[0]
    }
    games = {
        summary["name"]: {
            "title": summary["title"],
            "seats": summary["seats"],
            "modes": [{**value, **ratings.get((summary["name"], value["value"]), {})} for value in _modes(summary)],
        }
        for summary in summaries
    }
    name_length = reader.settings.name_length
    return reader.render(
        "lobby.html",
        data={"lobby": {"games": games, "known": person is not None}, "name_length": name_length},
        games=summaries,
        chosen=game if game in names else names[0],
        name=person.name if person else "",
        name_length=name_length,
    )


def _modes(summary: dict[str, Any]) -> list[dict[str, str]]:
    """The modes of a game; one without a name for a game that has none."""
    found = next((option["values"] for option in summary["options"] if option["name"] == "mode"), None)
    return found or [{"value": "", "title": ""}]
