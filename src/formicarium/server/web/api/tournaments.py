"""Tournaments: setting one up, taking part, and how it stands."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from io import BytesIO
from typing import Annotated, Any, Literal

import orjson
import segno
from fastapi import APIRouter, Header, Request, Response
from pydantic import BaseModel, ConfigDict, Field

import formicarium as fm
from formicarium.bots import levels
from formicarium.errors import TournamentError
from formicarium.server.people.people import People
from formicarium.server.people.standings import standings
from formicarium.server.people.tournaments import drawn, played
from formicarium.server.store.tournaments import OPEN, PLAYING, TournamentRow, Whole
from formicarium.server.table import clock
from formicarium.server.table.table import Person
from formicarium.server.web.api.asking import PROBLEMS, Asking, Counted, Json, Language, Strict, remember
from formicarium.server.web.api.asking import Whole as Number
from formicarium.server.web.api.tables import DaysClock, LiveClock
from formicarium.server.web.identity import clean_name
from formicarium.server.web.state import State

DAY = 86_400.0
EARLIEST = 90 * DAY  # a tournament is set up so long before it begins, at the most
LIVE_ROUND, DAYS_ROUND = 3 * 3600.0, 7 * DAY  # a round ends after so long, if nothing else is said

router = APIRouter()

TournamentId = Annotated[str, Field(examples=["q7Rk2mPzY0aXv9Lw"])]


class NewTournament(Strict):
    """A tournament to set up."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {"name": "Tuesday cup", "host": "Ada", "game": "sisimizi", "format": "swiss", "rounds": 5},
                {
                    "name": "Spring league",
                    "host": "Ada",
                    "game": "antics",
                    "seats": 4,
                    "format": "pods",
                    "rounds": 4,
                    "clock": {"kind": "days", "days": 2},
                    "round_seconds": 1209600,
                    "fill": "steady",
                },
            ]
        },
    )
    name: str = Field(max_length=200)
    host: str | None = Field(default=None, max_length=80, description="My name.")
    game: str = Field(max_length=40)
    options: dict[str, str] = Field(default_factory=dict, max_length=20)
    seats: Number = Field(default=2, ge=2, le=4, description="Of each match.")
    format: Literal["swiss", "all", "pods"] = Field(
        default="swiss", description="Swiss, or everybody against everybody, for two; pods for three and four."
    )
    rounds: Number = Field(default=5, ge=1, le=30, description="Everybody against everybody takes as many as it takes.")
    clock: LiveClock | DaysClock = Field(
        default_factory=lambda: LiveClock(kind="live", seconds=600, increment=5), discriminator="kind"
    )
    round_seconds: float | None = Field(
        default=None,
        ge=60,
        le=60 * DAY,
        description="After so long a round ends: who is to act then has lost. By default 3 hours, 7 days for a league.",
    )
    starts: float | None = Field(
        default=None, ge=0, le=1e11, description="By itself at this time, in seconds since 1970; else when I say so."
    )
    fill: str | None = Field(default=None, max_length=40, description="The level of bots that complete the tables.")
    listed: bool = Field(default=False, description="Listed for everybody; else only who has the link finds it.")
    club: str | None = Field(default=None, max_length=40, description="Only for the members of a club of mine.")


class MadeTournament(BaseModel):
    """A new tournament."""

    id: str
    link: str


class Entry(BaseModel):
    """Where somebody stands in a tournament."""

    entrant: int
    name: str
    level: str | None = Field(description="Of a bot.")
    gone: bool
    mine: bool
    place: int
    points: float = Field(description="One for everybody left behind in a match, a half for who ended level.")
    direct: float
    buchholz: float
    sonneborn: float
    matches: int


class Match(BaseModel):
    """A match of a tournament; one entrant alone has a bye."""

    round: int
    number: int
    entrants: list[int] = Field(description="By seat.")
    names: list[str]
    points: list[float] | None
    over: bool
    table: str | None
    link: str | None


class ListedTournament(BaseModel):
    """A tournament in a list."""

    id: str
    link: str
    name: str
    game: str
    title: str
    seats: int
    format: str
    rounds: int
    state: Literal["open", "playing", "over", "off"]
    host: str
    club: str | None
    listed: bool
    starts: float | None
    created: float
    count: int = Field(description="How many take part.")


class Tournament(ListedTournament):
    """A tournament as it stands."""

    options: dict[str, str]
    clock: dict[str, Any]
    round_seconds: float
    fill: str | None
    round: int = Field(description="The one that is being played, 0 before the first.")
    ends: float | None = Field(description="When that ends at the latest.")
    owner: bool = Field(description="Whether I set it up.")
    you: int | None = Field(description="My number, if I take part.")
    your_table: str | None = Field(description="Where I play in this round, until that is over.")
    most: int = Field(description="So many may take part.")
    standings: list[Entry]
    matches: list[Match]


class TournamentLists(BaseModel):
    """The tournaments that concern somebody."""

    mine: list[ListedTournament]
    listed: list[ListedTournament]


def people_of(state: State) -> People:
    """What the site knows about people; only asked for where it does."""
    assert state.people is not None
    return state.people


def line(row: TournamentRow, count: int, language: str) -> dict[str, Any]:
    """A tournament as lists show it."""
    return {
        **{name: getattr(row, name) for name in ("id", "name", "game", "seats", "format", "rounds", "state", "host")},
        **{name: getattr(row, name) for name in ("listed", "starts", "created")},
        "club": row.club_id,
        "link": f"/tournament/{row.id}",
        "title": fm.game(row.game).words(language)("name"),
        "count": count,
    }


async def lines(state: State, rows: list[TournamentRow], language: str) -> list[dict[str, Any]]:
    """Tournaments as lists show them."""
    counts = await people_of(state).tournaments.store.counts([row.id for row in rows])
    return [line(row, counts.get(row.id, 0), language) for row in rows]


def describe(state: State, whole: Whole, person: Person | None, language: str) -> dict[str, Any]:
    """A tournament as somebody sees it."""
    row, by_number = whole.row, {entrant.number: entrant for entrant in whole.entrants}
    staying = [entrant.number for entrant in whole.entrants if entrant.gone is None]
    order = drawn(whole) or staying
    mine = next((one.number for one in whole.entrants if person and one.person == person.id and one.gone is None), None)
    table = next(
        (
            pairing.table_id
            for pairing in whole.pairings
            if row.state == PLAYING and mine in pairing.entrants and not pairing.over
        ),
        None,
    )
    return {
        **line(row, len(order), language),
        **{name: getattr(row, name) for name in ("options", "clock", "round_seconds", "fill")},
        "round": len(whole.rounds),
        "ends": whole.rounds[-1].ends if whole.rounds and row.state == PLAYING else None,
        "owner": person is not None and row.owner == person.id,
        "you": mine,
        "your_table": f"/table/{table}" if table else None,
        "most": people_of(state).tournaments.capacity(row),
        "standings": [
            {
                "entrant": one.entrant,
                "name": by_number[one.entrant].name,
                "level": by_number[one.entrant].level,
                "gone": by_number[one.entrant].gone is not None,
                "mine": one.entrant == mine,
                "place": one.place,
                "points": one.points / 2,
                "direct": one.direct / 2,
                "buchholz": one.buchholz / 2,
                "sonneborn": one.sonneborn / 4,
                "matches": one.matches,
            }
            for one in standings(order, played(whole))
        ],
        "matches": [
            {
                "round": pairing.round,
                "number": pairing.number,
                "entrants": pairing.entrants,
                "names": [by_number[entrant].name for entrant in pairing.entrants],
                "points": [won / 2 for won in pairing.points] if pairing.points is not None else None,
                "over": pairing.over,
                "table": pairing.table_id,
                "link": f"/table/{pairing.table_id}" if pairing.table_id else None,
            }
            for pairing in whole.pairings
        ],
    }


async def whole_of(state: State, tournament: str, person: Person | None) -> Whole:
    """A tournament as it was a moment ago; one of a club is shown to its members only."""
    people = people_of(state)
    whole = await people.tournaments.look(tournament)
    if whole is None:
        raise TournamentError("tournament/unknown", f"there is no tournament {tournament!r}")
    if whole.row.club_id:
        await people.clubs.check_member(whole.row.club_id, person)
    return whole


def stamp(body: bytes) -> str:
    """The name of an answer: the same for the same."""
    return f'"{hashlib.sha256(body).hexdigest()[:20]}"'


@router.get("/tournaments", response_model=TournamentLists, responses=PROBLEMS, tags=["tournaments"])
async def list_tournaments(request: Request, person: Asking, lang: Language = "en") -> Any:
    """My tournaments, and those that are listed for everybody."""
    state = State.of(request)
    state.pay("look", request, person)
    store, most = people_of(state).tournaments.store, state.settings.tournaments_shown
    mine = await store.of_person(person.id, most) if person else []
    return {"mine": await lines(state, mine, lang), "listed": await lines(state, await store.listed(most), lang)}


@router.post("/tournaments", status_code=201, response_model=MadeTournament, responses=PROBLEMS, tags=["tournaments"])
async def make_tournament(wanted: NewTournament, request: Request, response: Response, person: Asking) -> Any:
    """Set up a tournament: who has its link may enter. Who is new becomes a guest and gets a cookie."""
    state = State.of(request)
    state.pay("tournament", request, person)
    people, now = people_of(state), clock.now()
    name = clean_name(wanted.name, state.settings.title_length)
    if not name:
        raise TournamentError("tournament/name", "say how the tournament is called")
    if wanted.club is not None:
        await people.clubs.check_member(wanted.club, person)
    who = remember(request, response, person, wanted.host)
    row = TournamentRow(
        id=secrets.token_urlsafe(12),
        name=name,
        game=fm.game(wanted.game).name,
        options=wanted.options,
        seats=wanted.seats,
        format=wanted.format,
        rounds=min(wanted.rounds, state.settings.tournament_rounds),
        clock=wanted.clock.model_dump(),
        round_seconds=wanted.round_seconds or (LIVE_ROUND if wanted.clock.kind == "live" else DAYS_ROUND),
        owner=who.id,
        host=who.name,
        club_id=wanted.club,
        listed=wanted.listed and wanted.club is None,
        starts=None if wanted.starts is None else min(wanted.starts, now + EARLIEST),
        fill=wanted.fill,
        state=OPEN,
        due=None if wanted.starts is None else min(wanted.starts, now + EARLIEST),
        created=now,
    )
    await people.entering.set_up(row)
    return {"id": row.id, "link": f"/tournament/{row.id}"}


@router.get(
    "/tournaments/{tournament}",
    response_model=Tournament,
    responses={**PROBLEMS, 304: {"description": "Nothing has changed."}},
    tags=["tournaments"],
)
async def show_tournament(
    tournament: TournamentId,
    request: Request,
    person: Asking,
    lang: Language = "en",
    known: Annotated[str | None, Header(alias="If-None-Match")] = None,
) -> Response:
    """How a tournament stands. Asked with the `ETag` of the last answer, it says 304 while nothing has changed."""
    state = State.of(request)
    state.pay("look", request, person)
    whole = await whole_of(state, tournament, person)
    body = orjson.dumps(describe(state, whole, person, lang))
    named = {"ETag": stamp(body), "Cache-Control": "no-cache"}
    return Response(status_code=304, headers=named) if known == named["ETag"] else Json(body, headers=named)


class Deed(Strict):
    """What to do with a tournament."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"do": "enter", "name": "Ada"}, {"do": "bots", "level": "gentle", "count": 3}, {"do": "begin"}]
        }
    )
    do: Literal["enter", "leave", "bots", "remove", "begin", "call-off"] = Field(
        description=(
            "take part; take part no longer; and for who set it up: let bots take part, take somebody out, "
            "let it begin, call it off"
        )
    )
    name: str | None = Field(default=None, max_length=80, description="Mine, to enter.")
    level: str | None = Field(default=None, max_length=40, description="Of the bots.")
    count: Number = Field(default=1, ge=1, le=64, description="Of the bots.")
    entrant: Counted | None = Field(default=None, description="Whom to take out.")


@router.post("/tournaments/{tournament}", response_model=Tournament, responses=PROBLEMS, tags=["tournaments"])
async def change_tournament(
    tournament: TournamentId, wanted: Deed, request: Request, response: Response, person: Asking, lang: Language = "en"
) -> Any:
    """Take part or not, and for who set it up: bring bots, begin, call it off."""
    state = State.of(request)
    price = {"enter": "entry", "bots": "bot"}.get(wanted.do, "look")
    state.pay(price, request, person, wanted.count if price == "bot" else 1)
    await whole_of(state, tournament, person)
    entering = people_of(state).entering
    if wanted.do == "enter":
        who = remember(request, response, person, wanted.name)
        await people_of(state).civil.check_public(who)
        await entering.enter(tournament, who)
    elif person is None:
        raise TournamentError("tournament/none", "you do not take part in this tournament")
    else:
        who = person
        if wanted.do == "leave":
            await entering.leave(tournament, who)
        elif wanted.do == "bots":
            game = (await entering.find(tournament)).row.game
            await entering.add_bots(tournament, who, wanted.level or levels(game)[0], wanted.count)
        elif wanted.do == "remove":
            await entering.remove(tournament, who, wanted.entrant or 0)
        elif wanted.do == "begin":
            await entering.begin(tournament, who)
        else:
            await entering.call_off(tournament, who)
    return describe(state, await whole_of(state, tournament, who), who, lang)


@router.get("/tournaments/{tournament}/qr", responses=PROBLEMS, response_class=Response, tags=["tournaments"])
async def show_tournament_code(tournament: TournamentId, request: Request, person: Asking) -> Response:
    """The link of a tournament as a QR code."""
    state = State.of(request)
    state.pay("look", request, person)
    await whole_of(state, tournament, person)
    return await code_of(state, request, f"/tournament/{tournament}")


async def code_of(state: State, request: Request, link: str) -> Response:
    """A link of this site as a QR code."""
    here = state.settings.origin or str(request.base_url).rstrip("/")
    code = await asyncio.to_thread(segno.make, here + link, micro=False)
    picture = BytesIO()
    code.save(picture, kind="svg", scale=4, border=2, dark="#2a2823", light="#fffdf7", xmldecl=False)
    return Response(
        picture.getvalue(), media_type="image/svg+xml", headers={"Content-Security-Policy": "default-src 'none'"}
    )
