"""The JSON API: everything that a page does, by subject."""

from __future__ import annotations

from fastapi import APIRouter

from formicarium.server.api import games, playing, replay, tables, tokens

router = APIRouter(prefix="/api")
for subject in (games, tables, playing, replay, tokens):
    router.include_router(subject.router)
