"""The table, and the way to it: who comes by an invitation is asked for a name first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from formicarium import SPECTATOR
from formicarium.server.people.plans import may_plan
from formicarium.server.people.tournaments import tournament_of
from formicarium.server.room.held import Held
from formicarium.server.table import clock
from formicarium.server.table.rows import RECORD
from formicarium.server.table.table import Person, Table
from formicarium.server.web import pictures, rulebook, sheets
from formicarium.server.web.api.asking import Asking
from formicarium.server.web.assets import ADDRESS
from formicarium.server.web.pages.page import WEB, Page, Reader
from formicarium.server.web.pages.seats import characters, colours, levels, name_of
from formicarium.server.web.state import State, address_of
from formicarium.server.wire import frames
from formicarium.server.wire.lessons import lesson
from formicarium.server.wire.looks import Viewer
from formicarium.server.wire.messages import SeatFacts

PREVIEW_WIDTH = 1000  # pixels of the picture that other sites show of a table
SCRIPTS = ("messages", "page", "dom", "api", "problems", "types", "scene/*", "table/*")

router = APIRouter()


@router.get("/table/{table}")
async def show_table(
    table: str, request: Request, reader: Reader, person: Asking, seat: int | None = None, invite: str = ""
) -> Response:
    """The table, or the way to a seat of it, or to its replay if it is a record."""

    async def show(state: State, held: Held) -> Response:
        if held.table.row.state == RECORD:
            return RedirectResponse(f"/table/{held.table.id}/replay", 303)
        offered = _offered_seat(held, person, seat, invite)
        if offered is not None:
            return _render_invitation(held, reader, person, offered, invite)
        if invite and seat is not None and not (person and held.table.seats_of(person.id)):
            return _render_used(held, reader)
        return await _render(state, held, reader, person)

    return await show_at_table(table, request, show)


async def show_at_table(table: str, request: Request, show: Callable[[State, Held], Awaitable[Response]]) -> Response:
    """What is shown of a table while it stands still."""
    state = State.of(request)
    state.budget.pay("look", address_of(request), None)
    held = await state.room.held(table, fresh=True)
    async with held.lock:
        return await show(state, held)


def choose_viewer(table: Table, person: Person | None, language: str) -> tuple[Viewer, bool]:
    """Through whose eyes a page shows a table; and whether its screen goes round between seats with secrets.

    Then the curtain is drawn before anybody's secrets are on the page.
    """
    game, mine = table.match.game, table.seats_of(person.id) if person else []
    curtained = len(mine) > 1 and not table.over and game.secrets and game.private
    return Viewer(SPECTATOR if curtained else table.viewing_seat(person, None), language), curtained


def call_seats(seats: list[SeatFacts], colours: list[str]) -> list[dict[str, Any]]:
    """The seats of a frame with what they are called."""
    return [{**seat, "name": name_of(seat, colours), "colour": colours[seat["seat"]]} for seat in seats]


def _offered_seat(held: Held, person: Person | None, seat: int | None, invite: str) -> int | None:
    """The seat that a visitor may take: the one of the invitation, or a free one of an open table."""
    table = held.table
    free = [row.seat for row in table.seats if row.kind == "open"]
    if person and table.seats_of(person.id):
        return None
    if seat in free and (invite or table.row.open):
        return seat
    return free[0] if free and table.row.open else None


def _render_invitation(held: Held, reader: Page, person: Person | None, seat: int, invite: str) -> Response:
    _, table = reader.say, held.table
    game = table.match.game
    words = game.words(reader.language)
    names = colours(game.name, reader.language, len(table.seats))
    host = next((row.name for row in table.seats if row.owner == table.row.owner and row.name), "")
    about = rulebook.summary(game.name, reader.language)
    return reader.render(
        "join.html",
        data={"table": table.id, "seat": seat, "invite": invite},
        game=game.name,
        title=words("name"),
        heading=(_("{name} invites you to {game}") if host else _("You are invited to {game}")).format(
            name=host, game=words("name")
        ),
        tagline=words("tagline"),
        goal=words("goal"),
        length=" · ".join(part for part in (about["length"], clock_line(reader, table.row.clock)) if part),
        picture=pictures.address(game.name, "light"),
        dark=pictures.address(game.name, "dark"),
        preview=preview(reader, table),
        others=[
            {
                "name": row.name or names[row.seat],
                "free": row.kind == "open",
                "face": row.seat,
                "tone": game.tones[row.seat],
                "sign": game.marks[row.seat],
            }
            for row in table.seats
            if row.seat != seat
        ],
        seat=seat,
        tone=game.tones[seat],
        sign=game.marks[seat],
        colour=words.seat(seat, len(table.seats)),
        name=person.name if person else "",
        name_length=reader.settings.name_length,
    )


def _render_used(held: Held, reader: Page) -> Response:
    """That somebody has taken the seat of an invitation already."""
    _, table = reader.say, held.table
    return reader.render(
        "problem.html",
        heading=_("This invitation has been used"),
        sentence=_("Somebody sits there already. You can watch the match, or play one of your own."),
        links=[(f"/table/{table.id}", _("Watch the match")), ("/", _("To the games"))],
    )


def clock_line(reader: Page, clock: Mapping[str, Any]) -> str:
    """How long people may think, in a few words; nothing without a clock."""
    _ = reader.say
    if clock["kind"] == "live":
        minutes, more = round(clock["seconds"] / 60), round(clock["increment"])
        return _("{minutes} min each, {seconds} s more a turn").format(minutes=minutes, seconds=more)
    if clock["kind"] == "days":
        return _("days for a move: {days}").format(days=f"{clock['days']:g}")
    return ""


def preview(reader: Page, table: Table) -> dict[str, str]:
    """What other sites show of a link to a table: the position as any spectator may see it."""
    here = reader.origin
    picture = f"{here}/api/tables/{table.id}/png?seat={SPECTATOR}&width={PREVIEW_WIDTH}&lang={reader.language}"
    return {"address": f"{here}/table/{table.id}", "picture": picture}


async def _render(state: State, held: Held, reader: Page, person: Person | None) -> Response:
    ears = await state.room.talk.ears(held.table, person)
    (table, album), language = held.seen_by(person), reader.language
    viewer, curtained = choose_viewer(table, person, language)
    await album.prepare(viewer)
    around, now = state.room.around(held), clock.now()
    frame = album.full(viewer, person, around, now, ears)
    names = colours(table.row.game, language, len(table.seats))
    about = rulebook.page(table.row.game, language)
    return reader.render(
        "table.html",
        data={
            "table": table.id,
            "sheet": sheets.address(table.row.game),
            "colours": names,
            "levels": levels(reader.say),
            "characters": characters(reader.say),
            "secrets": curtained,
            "spectator": SPECTATOR,
            "frame": frame,
            "plans": bool(state.people and person and table.seats_of(person.id) and may_plan(table)),
        },
        id=table.id,
        queued=table.clock.kind == clock.DAYS,
        title=table.match.game.words(language)("name"),
        prompt=frame["prompt"],
        lesson=lesson(table, language, person),
        sheet=sheets.address(table.row.game),
        modules=_modules(),
        seats=call_seats(frames.seat_facts(table, person, around, now), names),
        goal=about["goal"],
        preview=preview(reader, table),
        name=person.name if person else "",
        name_length=reader.settings.name_length,
        game=table.row.game,
        chapters=rulebook.chapters(table.row.game, language),
        key=about["key"],
        commitment=table.row.commitment,
        tournament=tournament_of(table.row.owner) if reader.settings.people else "",
        chat=reader.settings.chat,
        chat_length=reader.settings.chat_length,
    )


@cache
def _modules() -> list[str]:
    """The scripts of the table, so that a browser fetches all of them at once."""
    folder = WEB / "static" / "js"
    paths = [path for pattern in SCRIPTS for path in sorted(folder.glob(f"{pattern}.js"))]
    return [f"{ADDRESS}/js/{path.relative_to(folder).as_posix()}" for path in paths]
