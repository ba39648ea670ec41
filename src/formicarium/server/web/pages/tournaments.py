"""Tournaments: all of them, setting one up, one as it stands, and the same for a projector."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from babel.dates import format_datetime
from babel.numbers import format_decimal
from fastapi import APIRouter, Header, Request
from fastapi.responses import Response
from markupsafe import Markup

import formicarium as fm
from formicarium import SPECTATOR
from formicarium.server.store.tournaments import OPEN, OVER, PLAYING
from formicarium.server.table.table import Person
from formicarium.server.web import rulebook
from formicarium.server.web.api.asking import Asking
from formicarium.server.web.api.tournaments import describe, lines, people_of, stamp, whole_of
from formicarium.server.web.language import Catalogue
from formicarium.server.web.pages.page import Page, Reader
from formicarium.server.web.pages.seats import bots, levels
from formicarium.server.web.pages.setup import facts
from formicarium.server.web.pages.table import clock_line
from formicarium.server.web.state import State

BOARDS = 6  # that a projector shows at once …
LINES = 24  # … and so many of the standings
CROWDS = ((18, "crowd"), (9, "many"), (0, ""))  # more than so many lines are shown smaller
Known = Annotated[str | None, Header(alias="If-None-Match")]

router = APIRouter()


def formats(_: Catalogue) -> dict[str, str]:
    """What kinds of tournaments there are."""
    return {"swiss": _("Swiss system"), "all": _("Everybody against everybody"), "pods": _("Pods")}


def listed(reader: Page, one: dict[str, Any]) -> dict[str, Any]:
    """A tournament as a line of a list."""
    _ = reader.say
    states = {
        "open": _("Open for players"),
        "playing": _("Being played"),
        "over": _("Over"),
        "off": _("Called off"),
    }
    players = _("players: {count}").format(count=one["count"])
    status = states[one["state"]]
    if one["state"] == OPEN and one["starts"]:
        status = _timed(_("Begins {time}"), time=_when(reader, one["starts"]))
    about = " · ".join((one["title"], formats(_)[one["format"]], players))
    return {"link": one["link"], "title": one["name"], "who": about, "status": status, "your_turn": False}


def _timed(said: str, **values: Any) -> Markup:
    """A sentence of ours, in which moments stand."""
    return Markup(said).format(**values)  # nosec B704  # the sentence is our own, and values are escaped


def _when(reader: Page, moment: float) -> Markup:
    """A moment as one says it, in universal time; a script says it in the reader's own."""
    said = format_datetime(moment, "short", locale=reader.language)
    return Markup('<time data-at="{}">{} UTC</time>').format(moment, said)


@router.get("/tournaments")
async def show_tournaments(request: Request, reader: Reader, person: Asking) -> Response:
    """All tournaments that concern the reader, and its clubs."""
    state = State.of(request)
    state.pay("look", request, None)
    store, most = people_of(state).tournaments.store, reader.settings.tournaments_shown
    mine = await lines(state, await store.of_person(person.id, most) if person else [], reader.language)
    known = {one["id"] for one in mine}
    others = [one for one in await lines(state, await store.listed(most), reader.language) if one["id"] not in known]
    clubs = await people_of(state).clubs.store.of_person(person.id) if person else []
    return reader.render(
        "tournaments.html",
        mine=[listed(reader, one) for one in mine],
        listed=[listed(reader, one) for one in others],
        clubs=[
            {"link": f"/club/{row.id}", "title": row.name, "who": row.about, "status": "", "your_turn": False}
            for row in clubs
        ],
        name=person.name if person else "",
        title_length=reader.settings.title_length,
        about_length=reader.settings.about_length,
    )


@router.get("/tournaments/new")
async def show_tournament_setup(
    request: Request, reader: Reader, person: Asking, club: str = "", game: str = ""
) -> Response:
    """A form that follows the chosen game."""
    if club:
        await people_of(State.of(request)).clubs.check_member(club, person)
    names = fm.game_names()
    return reader.render(
        "new_tournament.html",
        data={"games": facts(reader), "club": club},
        games=[rulebook.summary(name, reader.language) for name in names],
        chosen=game if game in names else names[0],
        formats=formats(reader.say),
        club=club,
        name=person.name if person else "",
        name_length=reader.settings.name_length,
        title_length=reader.settings.title_length,
        rounds=reader.settings.tournament_rounds,
    )


@router.get("/tournament/{tournament}")
async def show_tournament(tournament: str, request: Request, reader: Reader, person: Asking) -> Response:
    """One tournament: what the reader can do now, standings, rounds."""
    state = State.of(request)
    state.pay("look", request, None)
    return reader.render("tournament.html", **await _shown(state, reader, tournament, person))


@router.get("/tournament/{tournament}/parts")
async def show_parts(
    tournament: str, request: Request, reader: Reader, person: Asking, known: Known = None
) -> Response:
    """What changes on that page; asked again and again while somebody looks at it."""
    state = State.of(request)
    state.pay("look", request, None)
    values = await _shown(state, reader, tournament, person)
    return unless_known(reader.render("tournament_parts.html", **values), known)


@router.get("/tournament/{tournament}/tv")
async def show_tv(tournament: str, request: Request, reader: Reader, person: Asking) -> Response:
    """Standings and boards, large: for a projector."""
    state = State.of(request)
    state.pay("look", request, None)
    return reader.render("tv.html", **await _televised(state, reader, tournament, person))


@router.get("/tournament/{tournament}/tv/parts")
async def show_tv_parts(
    tournament: str, request: Request, reader: Reader, person: Asking, known: Known = None
) -> Response:
    """What changes on that page."""
    state = State.of(request)
    state.pay("look", request, None)
    values = await _televised(state, reader, tournament, person)
    return unless_known(reader.render("tv_parts.html", **values), known)


def unless_known(response: Response, known: str | None) -> Response:
    """An answer, unless it is the one that is known."""
    named = {"ETag": stamp(bytes(response.body)), "Cache-Control": "no-cache", "Vary": "Cookie, Accept-Language"}
    if known == named["ETag"]:
        return Response(status_code=304, headers=named)
    response.headers.update(named)
    return response


async def _shown(state: State, reader: Page, tournament: str, person: Person | None) -> dict[str, Any]:
    _ = reader.say
    whole = await whole_of(state, tournament, person)
    shown = describe(state, whole, person, reader.language)
    strength = levels(_)
    number = cache(lambda value: format_decimal(value, locale=reader.language))  # few numbers, said very often
    standings = [
        {
            **one,
            "level": strength[one["level"]] if one["level"] else "",
            **{name: number(one[name]) for name in ("points", "direct", "buchholz", "sonneborn")},
        }
        for one in shown["standings"]
    ]
    matches = [
        {
            **match,
            "score": " : ".join(map(number, match["points"])) if match["points"] and len(match["names"]) > 1 else "",
        }
        for match in shown["matches"]
    ]
    rounds = [
        (round_, [match for match in matches if match["round"] == round_])
        for round_ in sorted({match["round"] for match in matches}, reverse=True)
    ]
    winners = [one["name"] for one in standings if one["place"] == 1]
    length = clock_line(reader, shown["clock"])
    about = [shown["title"], *_options(reader, shown), formats(_)[shown["format"]], length]
    if shown["format"] != "all" or shown["state"] != OPEN:
        about.append(_("rounds: {count}").format(count=shown["rounds"]))
    return {
        "tournament": shown,
        "about": " · ".join(filter(None, about)),
        "sentence": _sentence(reader, shown, winners),
        "standings": standings,
        "rounds": rounds,
        "club": shown["club"],
        "name": person.name if person else "",
        "name_length": reader.settings.name_length,
        "bots": bots(_, rulebook.summary(shown["game"], reader.language)["levels"]),
        "address": f"{reader.origin}/tournament/{tournament}",
        "picture": f"{reader.origin}/api/tournaments/{tournament}/qr",
        "data": {"address": f"/api/tournaments/{tournament}", "parts": f"/tournament/{tournament}/parts"},
    }


def _options(reader: Page, shown: dict[str, Any]) -> list[str]:
    """The options that were chosen, in words."""
    known = rulebook.summary(shown["game"], reader.language)["options"]
    usual = {option["name"]: option["values"][0]["value"] for option in known}
    return [
        value["title"]
        for option in known
        for value in option["values"]
        if value["value"] == shown["options"].get(option["name"], usual[option["name"]])
        and option["name"] in shown["options"]
        and value["value"] != usual[option["name"]]
    ]


def _sentence(reader: Page, shown: dict[str, Any], winners: list[str]) -> str:
    """How far a tournament is."""
    _ = reader.say
    if shown["state"] == OPEN:
        if shown["starts"]:
            return _timed(_("It begins {time}."), time=_when(reader, shown["starts"]))
        return _("It begins when {host} says so.").format(host=shown["host"] or "?")
    if shown["state"] == PLAYING:
        until = _when(reader, shown["ends"])
        said = _("Round {round} of {rounds}, until {time} at the latest.")
        return _timed(said, round=shown["round"], rounds=shown["rounds"], time=until)
    if shown["state"] == OVER and winners:
        return _("It is over. First: {name}.").format(name=", ".join(winners))
    return _("It was called off.")


async def _televised(state: State, reader: Page, tournament: str, person: Person | None) -> dict[str, Any]:
    values = await _shown(state, reader, tournament, person)
    shown = values["tournament"]
    places = {one["entrant"]: one["place"] for one in shown["standings"]}
    played = [match for match in shown["matches"] if match["table"] and not match["over"]]
    played.sort(key=lambda match: sum(places[entrant] for entrant in match["entrants"]))
    if shown["state"] != PLAYING:
        played = []
    numbers = await people_of(state).tournaments.store.numbers([match["table"] for match in played[:BOARDS]])
    boards = [
        {
            "title": " – ".join(match["names"]),
            "link": match["link"],
            "picture": f"/api/tables/{match['table']}/svg?seat={SPECTATOR}&lang={reader.language}&v={number}",
        }
        for match in played[:BOARDS]
        if (number := numbers.get(match["table"]))
    ]
    address = f"/tournament/{tournament}/tv/parts"
    values["crowd"] = next(name for more, name in CROWDS if len(places) > more or not more)
    values["standings"] = values["standings"][:LINES]
    return {**values, "boards": boards, "data": {"address": "", "parts": address}}
