"""The account: becoming a member, by what one signs in, where one is signed in, all of one's data, going for good."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from formicarium.errors import AccountError
from formicarium.server.people.people import People
from formicarium.server.store.members import is_signed_in
from formicarium.server.table.table import Person
from formicarium.server.web.api.asking import PROBLEMS, Asking, Language, Strict, remember
from formicarium.server.web.api.signing import (
    Answer,
    Options,
    answer_with,
    device_of,
    let_in,
    let_out,
    letter_of,
    people_of,
    place_of,
    sealed_of,
)
from formicarium.server.web.identity import clean_name
from formicarium.server.web.state import State

router = APIRouter()


class NameWish(Strict):
    """How somebody wants to be called."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "Ada"}]})
    name: str = Field(max_length=80)


class MaybeName(Strict):
    """How a guest wants to be called as a member; who is one has a name."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "Ada"}]})
    name: str | None = Field(default=None, max_length=80)


class NewPasskey(Answer):
    """A new passkey; of a guest with the name of the member that it becomes."""

    name: str | None = Field(default=None, max_length=80)


class EmailWish(Strict):
    """Where a member is to be reached."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"email": "ada@example.org"}]})
    email: str = Field(max_length=254)


class LetterWish(Strict):
    """Whether a member wants letters."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"daily": True}]})
    daily: bool = Field(description="One letter a day, if tables wait for me.")


def _day(value: Any) -> date:
    if not isinstance(value, str):
        raise ValueError("a day is written as 2026-08-14")
    return date.fromisoformat(value)


Day = Annotated[date, BeforeValidator(_day)]


class HolidayWish(Strict):
    """When a member will be back."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"last": "2026-08-14"}]})
    last: Day | None = Field(description="The last day on which I am away, in UTC; none when I am back.")


class Passkey(BaseModel):
    """Something by which a member signs in."""

    id: str
    name: str
    created: float
    used: float


class Device(BaseModel):
    """Where a member is signed in."""

    id: str
    device: str
    created: float
    used: float
    this: bool = Field(description="Whether it is the one that asks.")


class Account(BaseModel):
    """A member, or a guest, who has a name at most."""

    member: bool
    id: str | None = None
    name: str
    email: str | None = None
    created: float | None = None
    passkeys: list[Passkey] = []
    devices: list[Device] = []
    mail: bool = Field(description="Whether the site sends links by e-mail.")
    letters: bool = Field(default=False, description="Whether I get a letter a day when tables wait for me.")
    holiday: float | None = Field(default=None, description="Until when I am on holiday.")


@router.get("/account", response_model=Account, responses=PROBLEMS, tags=["account"])
async def show_account(request: Request, person: Asking) -> Any:
    """Who I am, and everything by which I sign in."""
    people = people_of(request)
    if person is None or not is_signed_in(person):
        return {"member": False, "name": person.name if person else "", "mail": people.mail.works}
    return await _about(people, person)


async def _about(people: People, person: Person) -> dict[str, Any]:
    about, letters = await people.accounts.about(person), await people.digests.wants(person.id)
    holiday = await people.holidays.until(person.id)
    return {"member": True, **about, "mail": people.mail.works, "letters": letters, "holiday": holiday}


@router.post("/account/name", response_model=Account, responses=PROBLEMS, tags=["account"])
async def change_name(wanted: NameWish, request: Request, person: Asking) -> Any:
    """Be called otherwise from now on. Nobody else is called so, or looks so."""
    state, people = State.of(request), people_of(request)
    state.pay("member", request, person)
    me = people.accounts.check_member(person)
    await people.accounts.call(me, clean_name(wanted.name, state.settings.name_length))
    return await _about(people, me)


@router.post("/account/passkeys/begin", response_model=Options, responses=PROBLEMS, tags=["account"])
async def begin_passkey(wanted: MaybeName, request: Request, response: Response, person: Asking) -> Any:
    """Begin to make a passkey: of a guest the first one, with which it becomes a member, of a member one more."""
    state, accounts = State.of(request), people_of(request).accounts
    state.pay("member", request, person)
    if person and is_signed_in(person):
        return answer_with(request, response, await accounts.begin_passkey(person, place_of(request)))
    name = clean_name(wanted.name or "", state.settings.name_length)
    guest = remember(request, response, person, None if person else name)
    return answer_with(request, response, await accounts.begin_sign_up(guest, name, place_of(request)))


@router.post("/account/passkeys", response_model=Account, responses=PROBLEMS, tags=["account"])
async def make_passkey(wanted: NewPasskey, request: Request, response: Response, person: Asking) -> Any:
    """Keep the passkey that was made, in the browser in which that was begun."""
    state, people = State.of(request), people_of(request)
    state.pay("sign_in", request, person)
    place, sealed, device = place_of(request), sealed_of(request, response), device_of(request)
    if person is None:
        raise AccountError("passkey/challenge", "that was begun elsewhere: begin again")
    me = person
    if is_signed_in(person):
        await people.accounts.add_passkey(person, place, sealed, wanted.answer, device)
    else:
        name = clean_name(wanted.name or "", state.settings.name_length)
        entered = await people.accounts.sign_up(person, name, place, sealed, wanted.answer, device)
        await let_in(request, response, entered, person)
        me = entered.person
    return await _about(people, me)


@router.delete("/account/passkeys/{passkey}", status_code=204, responses=PROBLEMS, tags=["account"])
async def remove_passkey(passkey: str, request: Request, person: Asking) -> None:
    """Remove a passkey; not the last way to sign in."""
    accounts = people_of(request).accounts
    await accounts.remove_passkey(accounts.check_member(person), passkey)


@router.post("/account/email", status_code=202, responses=PROBLEMS, tags=["account"])
async def change_email(wanted: EmailWish, request: Request, person: Asking, lang: Language = "en") -> dict[str, str]:
    """Have a link sent to an address: when I open it, the address is mine. The one before gets a notice."""
    people = people_of(request)
    State.of(request).pay("mail", request, person)
    people.links.ask_change(people.accounts.check_member(person), wanted.email.strip(), letter_of(request, lang))
    return {"status": "asked"}


@router.delete("/account/email", status_code=204, responses=PROBLEMS, tags=["account"])
async def drop_email(request: Request, person: Asking) -> None:
    """Have my address forgotten; not if it is the only way to sign in."""
    accounts = people_of(request).accounts
    await accounts.drop_email(accounts.check_member(person))


@router.post("/account/letters", response_model=Account, responses=PROBLEMS, tags=["account"])
async def choose_letters(wanted: LetterWish, request: Request, person: Asking, lang: Language = "en") -> Any:
    """Get one letter a day, in this language, when tables wait for me; or none."""
    people = people_of(request)
    me = people.accounts.check_member(person)
    await people.digests.choose(me.id, lang if wanted.daily else None)
    return await _about(people, me)


@router.post("/account/holiday", response_model=Account, responses=PROBLEMS, tags=["account"])
async def go_on_holiday(wanted: HolidayWish, request: Request, person: Asking) -> Any:
    """Be away for some days, or back: my clocks stand where a move has days, not in tournaments. Others see it."""
    state, people = State.of(request), people_of(request)
    state.pay("member", request, person)
    me = people.accounts.check_member(person)
    await (people.holidays.go(me, wanted.last) if wanted.last else people.holidays.come_back(me))
    return await _about(people, me)


@router.delete("/account/devices/{device}", status_code=204, responses=PROBLEMS, tags=["account"])
async def sign_out_device(device: str, request: Request, response: Response, person: Asking) -> None:
    """Sign out one device. Its live connections end at once."""
    accounts = people_of(request).accounts
    me = accounts.check_member(person)
    mine = await accounts.members.sessions_of(me.id)
    found = next((one["hash"] for one in mine if one["hash"][:32] == device), None)
    if found is None:
        raise AccountError("unknown/device", "you are not signed in on such a device")
    await accounts.sign_out(me, found)
    if found == me.shown:
        await let_out(request, response)


@router.delete("/account/devices", status_code=204, responses=PROBLEMS, tags=["account"])
async def sign_out_everywhere(request: Request, response: Response, person: Asking) -> None:
    """Sign out everywhere, here as well: devices, programs with tokens, links on their way. It takes effect at once."""
    accounts = people_of(request).accounts
    await accounts.sign_out_everywhere(accounts.check_member(person))
    await let_out(request, response)


@router.get("/account/data", responses=PROBLEMS, tags=["account"])
async def show_data(request: Request, person: Asking) -> StreamingResponse:
    """All of my data as JSON: the account, tables with what I did and said there, and whatever else there is."""
    people = people_of(request)
    State.of(request).pay("export", request, person)
    pieces = people.leaving.data(people.accounts.check_member(person))
    headers = {"Content-Disposition": 'attachment; filename="formicarium.json"'}
    return StreamingResponse(pieces, media_type="application/json", headers=headers)


@router.delete("/account", status_code=204, responses=PROBLEMS, tags=["account"])
async def delete_account(request: Request, response: Response, person: Asking) -> None:
    """Delete my account for good. Matches of others stay, without my name."""
    people = people_of(request)
    await people.leaving.leave(people.accounts.check_member(person))
    await let_out(request, response)
