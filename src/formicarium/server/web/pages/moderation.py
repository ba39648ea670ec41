"""The moderators' page: open reports with what was said, what can be done, and the audit log."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from formicarium.server.table.clock import FOREVER
from formicarium.server.web.api.asking import Asking
from formicarium.server.web.api.moderation import describe_desk
from formicarium.server.web.language import Catalogue
from formicarium.server.web.pages.page import Page, Reader
from formicarium.server.web.pages.tournaments import Known, unless_known

router = APIRouter()

DATA = {"address": "/api/moderation", "parts": "/moderation/parts"}


@router.get("/moderation")
async def show_moderation(request: Request, reader: Reader, person: Asking) -> Response:
    """Everything that a moderator has before it."""
    return reader.render("moderation.html", data=DATA, **await _shown(request, reader, person))


@router.get("/moderation/parts")
async def show_moderation_parts(request: Request, reader: Reader, person: Asking, known: Known = None) -> Response:
    """What changes on that page."""
    return unless_known(reader.render("moderation_parts.html", **await _shown(request, reader, person)), known)


async def _shown(request: Request, reader: Page, person: Asking) -> dict[str, Any]:
    desk = await describe_desk(request, person)
    _ = reader.say
    said = measures(_)
    for one in desk["measures"]:
        one["said"] = said[one["what"]]
        one["ends"] = one["until"] if one["until"] and one["until"] < FOREVER else None
    return {**desk, "reasons": reasons(_)}


def reasons(_: Catalogue) -> dict[str, str]:
    """Why somebody was reported, in words."""
    return {
        "insult": _("Insults"),
        "threat": _("Threats or harassment"),
        "spam": _("Advertising"),
        "cheating": _("Cheating"),
        "name": _("An offensive name"),
        "other": _("Something else"),
    }


def measures(_: Catalogue) -> dict[str, str]:
    """What moderators did, in words."""
    return {
        "settle": _("report settled"),
        "strike": _("line of chat removed"),
        "silence": _("silenced"),
        "suspend": _("suspended"),
        "close": _("table closed"),
        "rename": _("name replaced"),
        "appoint": _("made a moderator"),
        "dismiss": _("moderator no longer"),
    }
