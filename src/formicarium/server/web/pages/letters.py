"""Where the link at the end of a daily letter leads: one click, and none comes any more."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from formicarium.server.web.api.signing import people_of
from formicarium.server.web.pages.page import Reader

router = APIRouter()

Token = Annotated[str, Path(max_length=200)]


@router.get("/letters/{token}")
async def show(token: Token, request: Request, reader: Reader) -> Response:
    """Ask: what only looks at links, as programs that read letters do, ends nothing."""
    people_of(request).digests.check(token)
    return reader.render("letters.html", data={}, ended=False)


@router.post("/letters/{token}")
async def end(token: Token, request: Request, reader: Reader) -> Response:
    """End the letters; a program for mail may send the click itself."""
    digests = people_of(request).digests
    await digests.choose(digests.check(token), None)
    return reader.render("letters.html", data={}, ended=True)
