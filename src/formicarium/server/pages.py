"""The pages: home, set-up, table, replay, rules, record import. They arrive rendered; scripts take over from there."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import orjson
from babel.dates import format_timedelta
from babel.lists import format_list
from fastapi import APIRouter, Depends, FastAPI, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.middleware.gzip import GZipMiddleware

import formicarium as fm
from formicarium import SPECTATOR
from formicarium.bots import levels
from formicarium.engine import random
from formicarium.engine.errors import FormicariumError
from formicarium.scene import THEMES
from formicarium.server import frames, live, pictures, rulebook, sheets
from formicarium.server.api.asking import Asking
from formicarium.server.api.tables import NewTable, SeatWish, list_tables, make_table
from formicarium.server.frames import Viewer
from formicarium.server.language import LANGUAGES, Catalogue, catalogue, wanted
from formicarium.server.room import Held
from formicarium.server.state import State
from formicarium.server.tables import Person

HERE = Path(__file__).parent
TABLE_SCRIPTS = ("messages", "page", "dom", "api", "types", "scene/*", "table/*")
PLIES_LOOKED_AT = 300  # of a random match, to find out whether its seats see different things
YEAR = "public, max-age=31536000, immutable"

router = APIRouter(include_in_schema=False)


def add_pages(app: FastAPI) -> None:
    """Plug the pages into the application; what they load travels compressed."""
    app.include_router(router)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)


# What all pages have


@cache
def environment() -> Environment:
    """The templates."""
    return Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


class Page:
    """One page for one reader: its language, its looks, its data for scripts."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.language = wanted(request)
        self.say: Catalogue = catalogue(self.language)

    def render(self, template: str, status: int = 200, data: dict[str, Any] | None = None, **values: Any) -> Response:
        """The page as an answer."""
        cookies = self.request.cookies
        html = (
            environment()
            .get_template(template)
            .render(
                _=self.say,
                language=self.language,
                languages=LANGUAGES,
                theme=cookies.get("theme") if cookies.get("theme") in ("light", "dark") else "",
                palette="safe" if cookies.get("palette") == "safe" else "",
                themes=THEMES,
                data=_block({"language": self.language, "messages": self.say.sentences, **(data or {})}),
                **values,
            )
        )
        response = HTMLResponse(html, status, {"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"})
        if self.request.query_params.get("lang") == self.language:
            response.set_cookie("language", self.language, max_age=31_536_000, samesite="lax")
        return response

    def levels(self) -> dict[str, str]:
        """The names of the bots."""
        _ = self.say
        return {
            "random": _("Bot: random"),
            "greedy": _("Bot: greedy"),
            "gentle": _("Bot: gentle"),
            "easy": _("Bot: easy"),
            "steady": _("Bot: steady"),
            "strong": _("Bot: strong"),
            "champion": _("Bot: champion"),
        }

    def level(self, level: str) -> str:
        """The name of one bot."""
        return self.levels().get(level, level)


Reader = Annotated[Page, Depends(Page)]


def _block(data: dict[str, Any]) -> Markup:
    """Data inside a script element: nothing in it can end the element."""
    text = orjson.dumps(data, option=orjson.OPT_NON_STR_KEYS).decode().replace("<", "\\u003c")
    return Markup(text)  # nosec B704  # JSON without any <


@router.get("/style/tokens.css")
async def tokens() -> Response:
    """The colours of the themes as CSS variables."""
    return Response(_tokens(), media_type="text/css", headers={"Cache-Control": "public, max-age=3600"})


@cache
def _tokens() -> str:
    def block(selector: str, theme: str, scheme: str) -> str:
        colours = "".join(f"--{name}:{colour};" for name, colour in THEMES[theme].items())
        return f"{selector}{{color-scheme:{scheme};{colours}}}\n"

    safe = '[data-palette="safe"]'
    dark = block(":root:not([data-theme])", "dark", "dark") + block(
        f":root{safe}:not([data-theme])", "dark-safe", "dark"
    )
    return (
        block(":root", "light", "light")
        + block(f":root{safe}", "light-safe", "light")
        + f"@media (prefers-color-scheme:dark){{\n{dark}}}\n"
        + block(':root[data-theme="dark"]', "dark", "dark")
        + block(f':root[data-theme="dark"]{safe}', "dark-safe", "dark")
        + "".join(f".tone-{name}{{--tone:var(--{name})}}\n" for name in THEMES["light"])
    )


@router.get("/picture/{game}-{theme}.svg")
async def picture(game: str, theme: str) -> Response:
    """The picture of a game on the home page."""
    svg = await asyncio.to_thread(pictures.picture, game, theme)
    return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": YEAR, "Content-Security-Policy": IMAGE})


IMAGE = "default-src 'none'; style-src 'unsafe-inline'"  # a picture styles itself, and loads nothing


# Home


@router.get("/")
async def home(request: Request, reader: Reader, person: Asking) -> Response:
    """All games, my tables, open tables."""
    lists = await list_tables(request, person, reader.language)
    mine = [_line(reader, table) for table in lists["mine"] if table["state"] == "playing"]
    everybodys = [_line(reader, table) for table in lists["open"] if not any(seat["mine"] for seat in table["seats"])]
    games = [_card(reader, name) for name in fm.game_names()]
    return reader.render("home.html", games=games, mine=mine, open=everybodys)


def _card(reader: Page, name: str) -> dict[str, Any]:
    facts = rulebook.facts(name, reader.language)
    seats, minutes = facts["seats"], _length(name, reader.language)
    _ = reader.say
    players = _("{fewest} to {most} players").format(fewest=seats[0], most=seats[-1])
    return {
        **facts,
        "facts": f"{players} · {minutes}" if minutes else players,
        "pictures": {theme: pictures.address(name, theme) for theme in ("light", "dark")},
    }


@cache
def _length(game: str, language: str) -> str:
    """How long a match takes: the sentence after the first in the rules says it."""
    opening = fm.game(game).words(language).rules.split("\n\n")[1]
    return opening.replace("\n", " ").rstrip(". ").rsplit(". ", 1)[-1]


def _line(reader: Page, table: dict[str, Any]) -> dict[str, Any]:
    """A table as a line of a list."""
    _ = reader.say
    colours = _colours(table["game"], reader.language, len(table["seats"]))

    def who(seat: dict[str, Any]) -> str:
        if seat["kind"] == "open":
            return _("free seat")
        return reader.level(seat["level"]) if seat["kind"] == "bot" else seat["name"] or colours[seat["seat"]]

    counted = Counter(who(seat) for seat in table["seats"] if not seat["mine"])
    others = [name if count == 1 else f"{count} × {name}" for name, count in counted.items()]
    ago = format_timedelta(table["changed"] - time.time(), add_direction=True, locale=reader.language)
    return {
        **table,
        "who": format_list(others, locale=reader.language) if others else _("around one tablet"),
        "status": _("Your turn") if table["your_turn"] else ago,
    }


@router.post("/play/{game}")
async def play_now(game: str, request: Request, person: Asking) -> Response:
    """A table against bots in one click."""
    found = fm.game(game)
    ladder = levels(found)
    bots = [SeatWish(kind="bot", level=ladder[(len(ladder) - 1) // 2]) for _ in range(found.seats[0] - 1)]
    response = RedirectResponse("/", 303)
    wish = NewTable(game=found.name, seats=[SeatWish(kind="me"), *bots])
    made = await make_table(wish, request, response, person)
    response.headers["location"] = made["link"]
    return response


# Setting up


@router.get("/new")
async def set_up(
    reader: Reader,
    person: Asking,
    game: str = "",
    company: Annotated[str, Query(alias="with")] = "",
) -> Response:
    """A table as one likes it."""
    names = fm.game_names()
    facts = {name: rulebook.facts(name, reader.language) for name in names}
    ladder = reader.levels()
    games = {
        name: {
            "seats": facts[name]["seats"],
            "colours": {seats: _colours(name, reader.language, seats) for seats in facts[name]["seats"]},
            "tones": _tones(name),
            "marks": list(fm.game(name).marks),
            "levels": [[level, ladder.get(level, level)] for level in facts[name]["levels"]],
            "options": facts[name]["options"],
        }
        for name in names
    }
    return reader.render(
        "setup.html",
        data={"games": games, "with": company if company in ("friends", "local") else ""},
        games=list(facts.values()),
        chosen=game if game in names else names[0],
        name=person.name if person else "",
    )


def _colours(game: str, language: str, seats: int) -> list[str]:
    words = fm.game(game).words(language)
    return [words.seat(seat, seats) for seat in range(seats)]


def _tones(game: str) -> list[str]:
    return list(fm.game(game).tones)


# At the table


@router.get("/table/{table}")
async def show_table(
    table: str, request: Request, reader: Reader, person: Asking, seat: int | None = None, invite: str = ""
) -> Response:
    """The table; who comes by an invitation is asked for a name first."""
    return await _at_table(
        table, request, reader, lambda state, held: _table(state, held, reader, person, seat, invite)
    )


def _table(state: State, held: Held, reader: Page, person: Person | None, seat: int | None, invite: str) -> Response:
    table, language = held.table, reader.language
    row, game = table.row, table.match.game
    if row.state == "record":
        return RedirectResponse(f"/table/{table.id}/replay", 303)
    joins = _joined_seat(held, person, seat, invite)
    colours, tones = _colours(row.game, language, len(table.seats)), _tones(row.game)
    if joins is not None:
        return reader.render(
            "join.html",
            data={"table": table.id, "seat": joins, "invite": invite},
            game=row.game,
            title=game.words(language)("name"),
            tagline=game.words(language)("tagline"),
            seat=joins,
            tone=tones[joins],
            sign=game.marks[joins],
            colour=colours[joins],
            name=person.name if person else "",
        )
    viewer = Viewer(live.viewing_seat(held, person, None), language)
    hidden = _passes_secrets(held, person)
    if hidden:
        viewer = Viewer(SPECTATOR, language)  # the curtain is drawn before anybody's secrets are on the page
    frame = frames.full(held.album, viewer, person, state.room, time.time())
    about = rulebook.page(row.game, language)
    text = _demoted(about["rules"])
    rules = Markup(text)  # nosec B704  # from our own texts
    return reader.render(
        "table.html",
        data={
            "table": table.id,
            "sheet": sheets.address(row.game),
            "colours": colours,
            "levels": reader.levels(),
            "secrets": hidden,
            "spectator": SPECTATOR,
            "frame": frame,
        },
        id=table.id,
        title=frame["table"]["title"],
        prompt=frame["prompt"],
        sheet=sheets.address(row.game),
        modules=_modules(),
        seats=_named_seats(reader, frame, colours),
        rules=rules,
        key=about["key"],
        commitment=row.commitment,
    )


def _joined_seat(held: Held, person: Person | None, seat: int | None, invite: str) -> int | None:
    """The seat that a visitor may take: the one of the invitation, or a free one of an open table."""
    table = held.table
    free = [row.seat for row in table.seats if row.kind == "open"]
    if person and table.seats_of(person.id):
        return None
    if seat in free and (invite or table.row.open):
        return seat
    return free[0] if free and table.row.open else None


def _passes_secrets(held: Held, person: Person | None) -> bool:
    """Whether one screen goes round between seats that see different things."""
    mine = held.table.seats_of(person.id) if person else []
    row = held.table.row
    return len(mine) > 1 and not held.table.over and has_secrets(row.game, tuple(sorted(row.options.items())))


@cache
def has_secrets(game: str, options: tuple[tuple[str, str], ...]) -> bool:
    """Whether two seats of a game ever see different things, found out in a random match."""
    chosen: dict[str, Any] = dict(options)
    match = fm.Match(game, seed="secrets", **chosen)
    rng = random.stream("secrets")
    for _ in range(PLIES_LOOKED_AT):
        if match.over:
            return False
        first, second = (match.view(seat).tobytes() for seat in (0, 1))
        if first != second:
            return True
        seat = match.actors[0]
        match.play(match.position.sample(seat, rng), seat)
    return False


def _named_seats(reader: Page, frame: dict[str, Any], colours: list[str]) -> list[dict[str, Any]]:
    found = []
    for seat in frame["table"]["seats"]:
        colour = colours[seat["seat"]]
        name = reader.level(seat["level"]) if seat["kind"] == "bot" else seat["name"] or colour
        found.append({**seat, "name": name, "colour": colour})
    return found


@cache
def _modules() -> list[str]:
    """The scripts of the table, so that a browser fetches all of them at once."""
    folder = HERE / "static" / "js"
    paths = [path for pattern in TABLE_SCRIPTS for path in sorted(folder.glob(f"{pattern}.js"))]
    return [f"/static/js/{path.relative_to(folder).as_posix()}" for path in paths]


def _demoted(html: str) -> str:
    """Headings one level lower: beside the board the page has a first heading already."""
    return re.sub(r"<(/?)h([1-5])>", lambda match: f"<{match[1]}h{int(match[2]) + 1}>", html)


@router.get("/table/{table}/replay")
async def replay(
    table: str, request: Request, reader: Reader, person: Asking, at: Annotated[int | None, Query(ge=0)] = None
) -> Response:
    """A match step by step."""
    return await _at_table(table, request, reader, lambda state, held: _replay(state, held, reader, person, at))


def _replay(state: State, held: Held, reader: Page, person: Person | None, at: int | None) -> Response:
    table = held.table
    viewer = Viewer(live.viewing_seat(held, person, None), reader.language)
    if _passes_secrets(held, person):
        viewer = Viewer(SPECTATOR, reader.language)
    frame = frames.full(held.album, viewer, person, state.room, time.time())
    frame["scene"]["nodes"] = []  # the positions come one by one
    frame["choices"] = []
    colours = _colours(table.row.game, reader.language, len(table.seats))
    plies = frame["table"]["plies"]
    shown = min(at if at is not None else (0 if table.revealed else plies), plies)
    return reader.render(
        "replay.html",
        data={
            "table": table.id,
            "sheet": sheets.address(table.row.game),
            "colours": colours,
            "levels": reader.levels(),
            "revealed": table.revealed,
            "frame": frame,
        },
        id=table.id,
        title=frame["table"]["title"],
        sheet=sheets.address(table.row.game),
        seats=_named_seats(reader, frame, colours),
        revealed=table.revealed,
        played=table.row.state != "record",
        spectator=SPECTATOR,
        plies=plies,
        at=shown,
    )


async def _at_table(table: str, request: Request, reader: Page, show: Callable[[State, Held], Response]) -> Response:
    state = State.of(request)
    try:
        held = await state.room.held(table, fresh=True)
    except FormicariumError:
        _ = reader.say
        return reader.render(
            "problem.html",
            404,
            heading=_("There is no such table"),
            sentence=_("The link may be incomplete, or the table was never set up here."),
        )
    async with held.lock:
        return show(state, held)


# Reading


@router.get("/rules/{game}")
async def rules(game: str, reader: Reader) -> Response:
    """The rules of a game."""
    if game not in fm.game_names():
        _ = reader.say
        return reader.render(
            "problem.html",
            404,
            heading=_("There is no such game"),
            sentence=_("These are the games that there are: {names}.").format(
                names=format_list(
                    [rulebook.facts(name, reader.language)["title"] for name in fm.game_names()], locale=reader.language
                )
            ),
        )
    about = rulebook.page(game, reader.language)
    rules = Markup(about["rules"])  # nosec B704  # from our own texts
    return reader.render("rules.html", game=game, title=about["title"], tagline=about["tagline"], rules=rules)


@router.get("/import")
async def open_record(reader: Reader) -> Response:
    """A record file to look at."""
    return reader.render("import.html")
