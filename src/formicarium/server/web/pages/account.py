"""The account's page: signing in for who is a guest, everything about the account for who is a member."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any

from babel.dates import format_date, format_timedelta
from fastapi import APIRouter, Request
from fastapi.responses import Response

from formicarium.server.web.api.account import show_account
from formicarium.server.web.api.asking import Asking
from formicarium.server.web.api.civil import describe_manners
from formicarium.server.web.pages.page import Page, Reader
from formicarium.server.web.pages.tournaments import Known, unless_known

router = APIRouter()


@router.get("/account")
async def show(request: Request, reader: Reader, person: Asking) -> Response:
    """The account, or the way to one."""
    account: dict[str, Any] = await show_account(request, person)
    for thing in (*account.get("passkeys", ()), *account.get("devices", ())):
        thing["said"] = _used(reader, thing["used"])
    since = format_date(datetime.fromtimestamp(account.get("created", 0.0), UTC), "long", locale=reader.language)
    until = datetime.fromtimestamp((account.get("holiday") or 0.0) - 1, UTC)  # at midnight the day before is over
    return reader.render(
        "account.html",
        data={"address": "/api/manners", "parts": "/account/manners"},
        account=account,
        since=since,
        back=format_date(until, "long", locale=reader.language),
        today=datetime.now(UTC).date().isoformat(),
        holiday_days=reader.settings.holiday_days,
        name_length=reader.settings.name_length,
        manners=await describe_manners(request, person),
    )


@router.get("/account/manners")
async def show_manners(request: Request, reader: Reader, person: Asking, known: Known = None) -> Response:
    """What changes on that page: whom one does not hear, and whether one chats."""
    return unless_known(reader.render("manners.html", manners=await describe_manners(request, person)), known)


@router.get("/account/link")
async def show_link(reader: Reader) -> Response:
    """Where links of letters lead; what stands behind the # is read by a script and by nobody on the way."""
    return reader.render("link.html", data={})


def _used(reader: Page, used: float) -> str:
    """When something was used last."""
    ago = format_timedelta(min(-1, round(used - time.time())), add_direction=True, locale=reader.language)
    _ = reader.say
    return _("used {ago}").format(ago=ago)
