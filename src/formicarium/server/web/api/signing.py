"""Signing in and out: by a passkey, or by a link in an e-mail."""

from __future__ import annotations

from typing import Any, Literal
from urllib.parse import urlsplit

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from formicarium.errors import AccountError
from formicarium.server.people.links import Letter
from formicarium.server.people.members import Entered
from formicarium.server.people.passkeys import CHALLENGE_SECONDS, Asked, Place
from formicarium.server.people.people import People
from formicarium.server.store.members import is_signed_in
from formicarium.server.table.table import Person
from formicarium.server.web.api.asking import PROBLEMS, Asking, Language, Strict, keep, remember
from formicarium.server.web.identity import ASIDE, COOKIE, clean_name
from formicarium.server.web.language import catalogue
from formicarium.server.web.letters import letters
from formicarium.server.web.state import State

CHALLENGE = "formicarium-challenge"  # the cookie that keeps a challenge until it is answered
BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrom", "Chrome"), ("Safari", "Safari"))
SYSTEMS = (
    *(("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows")),
    *(("Mac OS", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux")),
)

router = APIRouter()


class Answer(Strict):
    """What a browser's `navigator.credentials` has answered, as WebAuthn writes it in JSON."""

    answer: dict[str, Any]


class LinkWish(Strict):
    """Where a link is to be sent."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"email": "ada@example.org"}]})
    email: str = Field(max_length=254)
    name: str | None = Field(default=None, max_length=80, description="To become a member under, who is none yet.")


class LinkToken(Strict):
    """What stands behind the # of a link that was sent."""

    token: str = Field(min_length=1, max_length=80)


class LinkFacts(BaseModel):
    """What a link is for."""

    kind: Literal["sign-in", "sign-up", "email"]
    name: str
    email: str


class SignedIn(BaseModel):
    """Who has signed in."""

    kind: Literal["sign-in", "sign-up", "email"]
    name: str | None


class Options(BaseModel):
    """What to hand to the browser's `navigator.credentials`, as WebAuthn writes it in JSON."""

    options: dict[str, Any]


def people_of(request: Request) -> People:
    """All that the site knows about people; the addresses that ask for it are there only with it."""
    people = State.of(request).people
    assert people is not None
    return people


def place_of(request: Request) -> Place:
    """Where the browser is: passkeys are of the host of the site's origin, or else of the one that is asked for."""
    origin = State.of(request).settings.origin
    if origin:
        parts = urlsplit(origin)
        return Place(parts.hostname or "", (f"{parts.scheme}://{parts.netloc}",))
    host = request.url.netloc
    return Place(request.url.hostname or "", (f"https://{host}", f"http://{host}"))


def device_of(request: Request) -> str:
    """What a device is called in the list of devices."""
    said = request.headers.get("user-agent", "")
    browser = next((name for sign, name in BROWSERS if sign in said), "")
    system = next((name for sign, name in SYSTEMS if sign in said), "")
    return " · ".join(part for part in (browser, system) if part) or clean_name(said.partition("/")[0], 40)


def letter_of(request: Request, language: str) -> Letter:
    """How letters are written to who asks."""
    return letters(catalogue(language), State.of(request).settings.origin.rstrip("/"))


def answer_with(request: Request, response: Response, asked: Asked) -> dict[str, Any]:
    """What a browser is to do, with the challenge in a cookie."""
    keep(request, response, CHALLENGE, asked.sealed, CHALLENGE_SECONDS)
    return {"options": asked.options}


def sealed_of(request: Request, response: Response) -> str:
    """The challenge that the browser has kept; it is thrown away now."""
    response.delete_cookie(CHALLENGE)
    return request.cookies.get(CHALLENGE, "")


async def let_in(request: Request, response: Response, entered: Entered, before: Person | None) -> None:
    """Give a browser the key of a new session. Who it was before is signed out; a guest comes back when it leaves."""
    state = State.of(request)
    if before and is_signed_in(before):
        await people_of(request).accounts.sign_out(before)
    elif before and not before.shown and before.id != entered.person.id:
        keep(request, response, ASIDE, state.identities.cookie(before))
    keep(request, response, COOKIE, state.identities.cookie(*entered))


async def let_out(request: Request, response: Response) -> None:
    """Take the key away from a browser; the guest that it was before comes back."""
    state = State.of(request)
    guest = await state.identities.check(request.cookies.get(ASIDE))
    response.delete_cookie(ASIDE)
    if guest and not guest.shown:
        keep(request, response, COOKIE, state.identities.cookie(guest))
    else:
        response.delete_cookie(COOKIE)


@router.post("/sign-in/begin", response_model=Options, responses=PROBLEMS, tags=["account"])
async def begin_sign_in(request: Request, response: Response, person: Asking) -> Any:
    """Begin to sign in by a passkey: whatever is asked, the answer is the same for everybody."""
    State.of(request).pay("sign_in", request, person)
    return answer_with(request, response, people_of(request).accounts.begin_sign_in(place_of(request)))


@router.post("/sign-in", response_model=SignedIn, responses=PROBLEMS, tags=["account"])
async def sign_in(wanted: Answer, request: Request, response: Response, person: Asking) -> Any:
    """Sign in by a passkey, in the browser in which that was begun."""
    State.of(request).pay("sign_in", request, person)
    accounts, sealed = people_of(request).accounts, sealed_of(request, response)
    entered = await accounts.sign_in(place_of(request), sealed, wanted.answer, device_of(request))
    await let_in(request, response, entered, person)
    return {"kind": "sign-in", "name": entered.person.name}


@router.post("/sign-in/link", status_code=202, responses=PROBLEMS, tags=["account"])
async def ask_link(
    wanted: LinkWish, request: Request, response: Response, person: Asking, lang: Language = "en"
) -> dict[str, str]:
    """Have a link sent to sign in, or to become a member. The answer does not tell whether the address is known."""
    state = State.of(request)
    state.pay("mail", request, person)
    name = clean_name(wanted.name or "", state.settings.name_length)
    guest = None
    if name and not (person and person.shown):
        guest = remember(request, response, person, None if person else name)
    people_of(request).links.ask(wanted.email.strip(), guest, name, letter_of(request, lang))
    return {"status": "asked"}


@router.post("/links/look", response_model=LinkFacts, responses=PROBLEMS, tags=["account"])
async def look_at_link(wanted: LinkToken, request: Request, person: Asking) -> Any:
    """What a link that was sent is for; it still works afterwards."""
    State.of(request).pay("sign_in", request, person)
    row = await people_of(request).links.look(wanted.token)
    return {name: row[name] for name in ("kind", "name", "email")}


@router.post("/links", response_model=SignedIn, responses=PROBLEMS, tags=["account"])
async def open_link(
    wanted: LinkToken, request: Request, response: Response, person: Asking, lang: Language = "en"
) -> Any:
    """Do what a link is for: sign in, become a member or change the address. It works once."""
    State.of(request).pay("sign_in", request, person)
    links = people_of(request).links
    opened = await links.open(wanted.token, person, device_of(request), letter_of(request, lang))
    if opened.entered:
        await let_in(request, response, opened.entered, person)
    return {"kind": opened.kind, "name": opened.entered.person.name if opened.entered else None}


@router.post("/sign-out", status_code=204, responses=PROBLEMS, tags=["account"])
async def sign_out(request: Request, response: Response, person: Asking) -> None:
    """Sign out here."""
    if person is None:
        raise AccountError("account/none", "you are not signed in")
    await people_of(request).accounts.sign_out(person)
    await let_out(request, response)
