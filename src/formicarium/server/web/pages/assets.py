"""What pages are drawn with: the colours of the themes, and the showcase of each game."""

from __future__ import annotations

import asyncio
from functools import cache

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, JSONResponse, Response

import formicarium as fm
from formicarium.scene import THEMES
from formicarium.server.web import pictures
from formicarium.server.web.assets import ADDRESS, YEAR
from formicarium.server.web.pages.page import WEB, Reader
from formicarium.server.web.state import State

SELF_CONTAINED = "default-src 'none'; style-src 'unsafe-inline'"  # a picture styles itself, and loads nothing

router = APIRouter()


@router.get("/style/tokens.css")
async def show_tokens() -> Response:
    """The colours of the themes as CSS variables."""
    return Response(_tokens(), media_type="text/css", headers={"Cache-Control": "public, max-age=3600"})


@cache
def _tokens() -> str:
    def block(selector: str, theme: str, scheme: str) -> str:
        colours = "".join(f"--{name}:{colour};" for name, colour in THEMES[theme].items())
        return f"{selector}{{color-scheme:{scheme};{colours}}}\n"

    safe = '[data-palette="safe"]'
    dark = block(":root:not([data-theme])", "dark", "dark") + block(
        f":root{safe}:not([data-theme])", "dark-safe", "dark"
    )
    return (
        block(":root", "light", "light")
        + block(f":root{safe}", "light-safe", "light")
        + f"@media (prefers-color-scheme:dark){{\n{dark}}}\n"
        + block(':root[data-theme="dark"]', "dark", "dark")
        + block(f':root[data-theme="dark"]{safe}', "dark-safe", "dark")
        + "".join(f".tone-{name}{{--tone:var(--{name})}}\n" for name in THEMES["light"])
    )


@router.get("/manifest.webmanifest")
async def show_manifest(reader: Reader) -> Response:
    """How the site is installed as an app."""
    _ = reader.say
    paper = THEMES["light"]["paper"]
    icons = [
        {"src": f"{ADDRESS}/{name}", "sizes": sizes, "type": kind, "purpose": purpose}
        for name, sizes, kind, purpose in (
            ("ant.svg", "any", "image/svg+xml", "any"),
            ("icon-192.png", "192x192", "image/png", "any"),
            ("icon-512.png", "512x512", "image/png", "any"),
            ("icon-maskable.png", "512x512", "image/png", "maskable"),
        )
    ]
    manifest = {
        "id": "/",
        "name": "Formicarium",
        "short_name": "Formicarium",
        "description": _("Ant board games to play in the browser: against bots, with friends, around one tablet."),
        "lang": reader.language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": paper,
        "theme_color": paper,
        "icons": icons,
    }
    return JSONResponse(manifest, media_type="application/manifest+json")


@router.get("/worker.js")
async def show_worker() -> Response:
    """The service worker, from where it may serve all pages."""
    headers = {"Cache-Control": "no-cache"}
    return FileResponse(WEB / "static" / "js" / "worker.js", media_type="text/javascript", headers=headers)


@router.get("/showcase/{game}-{theme}.svg")
async def show_showcase(game: str, theme: str, request: Request) -> Response:
    """The picture of a game on the home page."""
    readiness = State.of(request).room.readiness
    if readiness.soon(fm.game(game).name):
        await readiness.rules_in_turn(game)
        svg = await asyncio.to_thread(pictures.showcase, game, theme)
    else:
        svg = await pictures.showcase_uncompiled(game, theme)
    headers = {"Cache-Control": f"public, max-age={YEAR}, immutable", "Content-Security-Policy": SELF_CONTAINED}
    return Response(svg, media_type="image/svg+xml", headers=headers)
