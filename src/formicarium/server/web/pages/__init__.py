"""The pages, a module for each. They arrive rendered; scripts take over from there."""

from __future__ import annotations

from types import ModuleType

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from formicarium.server.web.pages import (
    account,
    assets,
    clubs,
    home,
    learn,
    letters,
    lobby,
    matches,
    moderation,
    plans,
    problems,
    profiles,
    puzzles,
    replay,
    review,
    rules,
    setup,
    table,
    tournaments,
    waiting,
)

PAGES = (home, learn, matches, setup, table, replay, review, rules, puzzles, assets, problems)
# … and of a site that is for more than tables by link:
PEOPLE: tuple[ModuleType, ...] = (*(account, letters, plans, lobby, profiles, moderation, tournaments, clubs, waiting),)


def add_pages(app: FastAPI, *, people: bool) -> None:
    """Plug the pages into the application; what they load travels compressed."""
    for page in (*PEOPLE, *PAGES) if people else PAGES:
        app.include_router(page.router, include_in_schema=False)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
