"""The JSON API: everything that a page does, by subject."""

from __future__ import annotations

from fastapi import APIRouter

from formicarium.server.web.api import (
    account,
    agreeing,
    civil,
    clubs,
    connecting,
    games,
    lists,
    lobby,
    moderation,
    notices,
    plans,
    plates,
    playing,
    profiles,
    puzzles,
    replay,
    reviews,
    seats,
    signing,
    tables,
    tokens,
    tournaments,
    tutorials,
)

router = APIRouter(prefix="/api")
for subject in (
    *(games, tables, lists, seats, playing, agreeing, connecting),
    *(replay, reviews, puzzles, plates, tutorials, tokens),
):
    router.include_router(subject.router)

people_router = APIRouter(prefix="/api")  # what is there only where a site is for more than tables by link
for subject in (account, signing, notices, plans, lobby, profiles, civil, moderation, tournaments, clubs):
    people_router.include_router(subject.router)
