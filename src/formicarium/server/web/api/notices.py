"""Notices: which of my browsers are told when a table waits and its page is closed; and which tables wait."""

from __future__ import annotations

import time
from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from formicarium.server.people.notices import Notices
from formicarium.server.store.notices import Subscription
from formicarium.server.table.rows import PLAYING
from formicarium.server.table.table import Person
from formicarium.server.web.api.asking import PROBLEMS, Asking, Language, Strict, remember
from formicarium.server.web.api.lists import list_line
from formicarium.server.web.state import State

router = APIRouter()


class Keys(Strict):
    """With what messages for a browser are encrypted."""

    p256dh: str = Field(max_length=120)
    auth: str = Field(max_length=40)


class Browser(Strict):
    """A browser as `PushSubscription.toJSON` describes it."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"endpoint": "https://push.example/send/4711", "keys": {"p256dh": "BNcR…", "auth": "tBHI…"}},
            ]
        }
    )
    endpoint: str = Field(max_length=2000)
    keys: Keys


class NoticeFacts(BaseModel):
    """How to be told."""

    key: str = Field(description="The `applicationServerKey` of the site.")
    browsers: int = Field(description="So many of my browsers are told.")


class Gone(Strict):
    """A browser that is to be told nothing more."""

    endpoint: str = Field(max_length=2000)


class Waiting(BaseModel):
    """The tables that wait for me, that which has waited longest first."""

    tables: list[str]


def notices_of(request: Request) -> Notices:
    """Who tells people that are not there."""
    people = State.of(request).people
    assert people is not None, "these routes are those of a site with people"
    return people.notices


async def waiting_for(state: State, person: Person | None) -> list[str]:
    """The tables that wait for a person, that which has waited longest first."""
    listed = await state.storage.tables_of(person.id, PLAYING) if person else []
    lines = [await list_line(state, one, person, "en") for one in listed]
    return [line["id"] for line in sorted(lines, key=lambda line: float(line["acted"])) if line["your_turn"]]


@router.get("/notices", response_model=NoticeFacts, responses=PROBLEMS, tags=["notices"])
async def show_notices(request: Request, person: Asking) -> Any:
    """The key of the site, and how many of my browsers are told."""
    notices = notices_of(request)
    return {"key": notices.push.key, "browsers": len(await notices.browsers(person.id)) if person else 0}


@router.post("/notices", response_model=NoticeFacts, responses=PROBLEMS, tags=["notices"])
async def tell_browser(
    browser: Browser, request: Request, response: Response, person: Asking, lang: Language = "en"
) -> Any:
    """Tell me in this browser when a table waits for me, or a match of mine is over, and its page is closed."""
    state, notices = State.of(request), notices_of(request)
    state.pay("entry", request, person)
    who = remember(request, response, person, None)
    keys = browser.keys
    wanted = Subscription(who.id, browser.endpoint, keys.p256dh, keys.auth, lang, time.time())
    await notices.subscribe(wanted, state.settings.browsers_each)
    return {"key": notices.push.key, "browsers": len(await notices.browsers(who.id))}


@router.post("/notices/end", response_model=NoticeFacts, responses=PROBLEMS, tags=["notices"])
async def leave_browser(browser: Gone, request: Request, person: Asking) -> Any:
    """Tell me nothing more in this browser."""
    notices = notices_of(request)
    if person:
        await notices.unsubscribe(person.id, browser.endpoint)
    return {"key": notices.push.key, "browsers": len(await notices.browsers(person.id)) if person else 0}


@router.get("/waiting", response_model=Waiting, responses=PROBLEMS, tags=["notices"])
async def list_waiting(request: Request, person: Asking) -> Any:
    """The tables that wait for me."""
    return {"tables": await waiting_for(State.of(request), person)}
