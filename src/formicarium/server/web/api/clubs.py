"""Clubs: founding one, joining by its invitation, its members, its tables and its tournaments."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

import formicarium as fm
from formicarium.errors import ClubError
from formicarium.server.people.clubs import BELONG
from formicarium.server.store.clubs import MEMBER, MODERATOR, REMOVED, ClubPerson, ClubRow, table_write
from formicarium.server.table import clock
from formicarium.server.table.setup import new_table
from formicarium.server.table.table import Person
from formicarium.server.web.api.asking import PROBLEMS, Asking, Counted, Language, Strict, remember
from formicarium.server.web.api.lists import ListedTable, list_line
from formicarium.server.web.api.tables import MadeTable, NewTable, announce, seat_rows
from formicarium.server.web.api.tournaments import ListedTournament, code_of, lines, people_of
from formicarium.server.web.identity import clean, clean_name
from formicarium.server.web.state import State

router = APIRouter()

ClubId = Annotated[str, Field(examples=["q7Rk2mPzY0aXv9Lw"])]


class NewClub(Strict):
    """A club to found."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"name": "Class 4b", "about": "We play on Fridays.", "me": "Ada"}]}
    )
    name: str = Field(max_length=200)
    about: str = Field(default="", max_length=1000)
    silent: bool = Field(default=False, description="Without chat at its tables, as for the young.")
    me: str | None = Field(default=None, max_length=80, description="My name.")


class MadeClub(BaseModel):
    """A club of mine."""

    id: str
    name: str
    link: str


class Fellow(BaseModel):
    """Somebody who belongs to a club."""

    number: int
    name: str
    moderator: bool
    founder: bool
    mine: bool


class ClubTable(ListedTable):
    """A table of a club, with the way to a free seat of it."""

    join: str | None


class Club(BaseModel):
    """A club as its members see it. Who does not belong to it sees its name only."""

    id: str
    name: str
    about: str
    silent: bool = Field(description="Whether new tables and tournaments of it have no chat.")
    member: bool
    moderator: bool
    founder: bool
    invitation: str | None = Field(description="The link by which others join, for members.")
    people: list[Fellow]
    tables: list[ClubTable]
    tournaments: list[ListedTournament]


def _own(people: list[ClubPerson], person: Person | None) -> ClubPerson | None:
    return next((one for one in people if person and one.person == person.id and one.role in BELONG), None)


def _free_seat(state: State, listed: dict[str, Any]) -> str | None:
    """The invitation to the first free seat of a table, unless one sits there."""
    free = [seat["seat"] for seat in listed["seats"] if seat["kind"] == "open"]
    if not free or any(seat["mine"] for seat in listed["seats"]):
        return None
    return f"{listed['link']}?seat={free[0]}&invite={state.room.invitations.token(listed['id'], free[0])}"


async def describe_club(
    state: State, row: ClubRow, people: list[ClubPerson], person: Person | None, language: str
) -> dict[str, Any]:
    """A club as somebody sees it."""
    own = _own(people, person)
    shown: dict[str, Any] = {
        "id": row.id,
        "name": row.name,
        "about": row.about,
        "silent": row.silent,
        "member": own is not None,
        "moderator": own is not None and own.role == MODERATOR,
        "founder": own is not None and own.person == row.owner,
        "invitation": f"/club/{row.id}?code={row.code}" if own else None,
        "people": [],
        "tables": [],
        "tournaments": [],
    }
    if own is None:
        return shown
    clubs, store = people_of(state).clubs, people_of(state).tournaments.store
    listed = [await list_line(state, one, person, language) for one in await clubs.tables(row.id)]
    shown["people"] = [
        {
            "number": one.number,
            "name": one.name,
            "moderator": one.role == MODERATOR,
            "founder": one.person == row.owner,
            "mine": one is own,
        }
        for one in people
        if one.role in BELONG
    ]
    shown["tables"] = [{**one, "join": _free_seat(state, one)} for one in listed]
    rows = await store.of_club(row.id, state.settings.tournaments_shown)
    shown["tournaments"] = await lines(state, rows, language)
    return shown


@router.get("/clubs", response_model=list[MadeClub], responses=PROBLEMS, tags=["clubs"])
async def list_clubs(request: Request, person: Asking) -> Any:
    """The clubs that I belong to."""
    state = State.of(request)
    state.pay("look", request, person)
    found = await people_of(state).clubs.store.of_person(person.id) if person else []
    return [{"id": row.id, "name": row.name, "link": f"/club/{row.id}"} for row in found]


@router.post("/clubs", status_code=201, response_model=MadeClub, responses=PROBLEMS, tags=["clubs"])
async def found_club(wanted: NewClub, request: Request, response: Response, person: Asking) -> Any:
    """Found a club, and moderate it. Who is new becomes a guest and gets a cookie."""
    state = State.of(request)
    state.pay("club", request, person)
    who = remember(request, response, person, wanted.me)
    name = clean_name(wanted.name, state.settings.title_length)
    row = await people_of(state).clubs.found(
        name, clean(wanted.about, state.settings.about_length), who, silent=wanted.silent
    )
    return {"id": row.id, "name": row.name, "link": f"/club/{row.id}"}


@router.get("/clubs/{club}", response_model=Club, responses=PROBLEMS, tags=["clubs"])
async def show_club(club: ClubId, request: Request, person: Asking, lang: Language = "en") -> Any:
    """A club: its members, tables and tournaments if I belong to it."""
    state = State.of(request)
    state.pay("look", request, person)
    return await describe_club(state, *await people_of(state).clubs.find(club), person, lang)


class ClubDeed(Strict):
    """What to do with a club."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"do": "join", "code": "5f0c…", "name": "Ben"}, {"do": "remove", "person": 3}]}
    )
    do: Literal["join", "leave", "remove", "moderator", "member", "renew", "close", "silence", "talk"] = Field(
        description=(
            "join, or be called otherwise; leave; and for moderators: remove somebody for good, make somebody "
            "a moderator or a plain member again, renew the invitation, close a table, "
            "have no chat at new tables or have it again"
        )
    )
    code: str | None = Field(default=None, max_length=80, description="Of the invitation.")
    name: str | None = Field(default=None, max_length=80, description="Mine, to join.")
    person: Counted | None = None
    table: str | None = Field(default=None, max_length=40)


@router.post("/clubs/{club}", response_model=Club, responses=PROBLEMS, tags=["clubs"])
async def change_club(
    club: ClubId, wanted: ClubDeed, request: Request, response: Response, person: Asking, lang: Language = "en"
) -> Any:
    """Join or leave a club, and for moderators: keep order."""
    state = State.of(request)
    state.pay("entry" if wanted.do == "join" else "look", request, person)
    clubs = people_of(state).clubs
    await clubs.find(club)
    if wanted.do == "join":
        who = remember(request, response, person, wanted.name)
        await clubs.join(club, wanted.code or "", who)
    elif person is None:
        raise ClubError("club/member", "you do not belong to this club")
    else:
        who = person
        if wanted.do == "leave":
            await clubs.leave(club, who)
        elif wanted.do == "renew":
            await clubs.renew(club, who)
        elif wanted.do == "close":
            await clubs.close(club, who, wanted.table or "")
        elif wanted.do in ("silence", "talk"):
            await clubs.silence(club, who, silent=wanted.do == "silence")
        else:
            role = {"remove": REMOVED, "moderator": MODERATOR, "member": MEMBER}[wanted.do]
            await clubs.appoint(club, who, wanted.person or 0, role)
    return await describe_club(state, *await clubs.find(club), who, lang)


@router.post("/clubs/{club}/tables", status_code=201, response_model=MadeTable, responses=PROBLEMS, tags=["clubs"])
async def make_club_table(club: ClubId, wanted: NewTable, request: Request, person: Asking) -> Any:
    """Set up a table at which members of the club take the free seats."""
    state = State.of(request)
    state.pay("table", request, person)
    clubs = people_of(state).clubs
    await clubs.check_member(club, person)
    assert person is not None
    await clubs.check_room_for_table(club)
    await state.room.readiness.check(fm.game(wanted.game).name)
    now = clock.now()
    stored = new_table(
        wanted.game,
        seat_rows(state, wanted.game, wanted.seats, person),
        wanted.options,
        now,
        owner=person.id,
        first=wanted.first,
        clock=wanted.clock.model_dump(),
        hints=bool(wanted.hints),
        delay=wanted.delay,
        silent=await clubs.store.is_silent(club),
    )
    return announce(state, await state.room.create(stored, [table_write(club, stored.row.id, now)]), person)


@router.get("/clubs/{club}/qr", responses=PROBLEMS, response_class=Response, tags=["clubs"])
async def show_club_code(club: ClubId, request: Request, person: Asking) -> Response:
    """The invitation of a club as a QR code, for its members."""
    state = State.of(request)
    state.pay("look", request, person)
    row, people = await people_of(state).clubs.find(club)
    if _own(people, person) is None:
        raise ClubError("club/member", "only members of the club invite others")
    return await code_of(state, request, f"/club/{row.id}?code={row.code}")
