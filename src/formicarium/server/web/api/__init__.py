"""The JSON API: everything that a page does, by subject."""

from __future__ import annotations

from fastapi import APIRouter

from formicarium.server.web.api import (
    agreeing,
    connecting,
    games,
    lists,
    plates,
    playing,
    puzzles,
    replay,
    seats,
    tables,
    tokens,
)

router = APIRouter(prefix="/api")
for subject in (games, tables, lists, seats, playing, agreeing, connecting, replay, puzzles, plates, tokens):
    router.include_router(subject.router)
