"""Problems where a person reads: as a page in the house style and in its language. Programs get them as JSON."""

from __future__ import annotations

from babel.lists import format_list
from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

import formicarium as fm
from formicarium.errors import FormicariumError, Preparing
from formicarium.server.web import rulebook
from formicarium.server.web.api.asking import problem
from formicarium.server.web.language import Catalogue
from formicarium.server.web.pages.page import Page, Reader

FOR_PROGRAMS = ("/api", "/static", "/style/", "/showcase/", "/health", "/ready", "/metrics")  # beginnings of addresses

router = APIRouter()


def refuse(request: Request, error: FormicariumError) -> Response:
    """An error as an answer; where a game is getting ready, the page asks again by itself."""
    if isinstance(error, Preparing) and not request.url.path.startswith(FOR_PROGRAMS):
        return Page(request).render_preparing(error)
    return answer(request, error.code, problem(error))


def answer(request: Request, code: str, plain: JSONResponse) -> Response:
    """An answer for programs, or the page that says the same to people."""
    if request.url.path.startswith(FOR_PROGRAMS):
        return plain
    reader = Page(request)
    heading, sentence = _said(reader, code, plain.headers.get("retry-after", ""))
    response = reader.render("problem.html", plain.status_code, heading=heading, sentence=sentence, links=[])
    for name in ("allow", "retry-after"):
        if name in plain.headers:
            response.headers[name] = plain.headers[name]
    return response


def _said(reader: Page, code: str, wait: str) -> tuple[str, str]:
    """A heading and a sentence about an error."""
    _ = reader.say
    if code == "unknown/game":
        titles = [rulebook.summary(name, reader.language)["title"] for name in fm.game_names()]
        listed = format_list(titles, locale=reader.language)
        return _("There is no such game"), _("These are the games that there are: {names}.").format(names=listed)
    if code.startswith("limit/") and wait:
        return _("Too much at once"), _("Give the ants a moment: try again in {wait} s.").format(wait=wait)
    sentences = _sentences(_)
    return sentences.get(code) or sentences.get(code.partition("/")[0]) or sentences[""]


def _sentences(_: Catalogue) -> dict[str, tuple[str, str]]:
    """What is said about codes, or about all that begin alike."""
    nowhere = (_("No trail leads here"), _("There is no page at this address. The link may be incomplete or old."))
    unclear = (_("That cannot be understood"), _("The address says something that this page does not know."))
    return {
        "moderation/none": (_("For moderators"), _("Only moderators of the site see this, signed in.")),
        "table/unknown": (
            _("There is no such table"),
            _("The link may be incomplete, or the table was never set up here."),
        ),
        "tournament/unknown": nowhere,
        "club/unknown": nowhere,
        "club/member": (_("Not for everybody"), _("This club is for its members. Ask one of them for the invitation.")),
        "storage": (
            _("The tables cannot be reached"),
            _("The site has trouble with what it keeps. Try again in a while."),
        ),
        "http/404": nowhere,
        "http/405": unclear,
        "request": unclear,
        "limit": (_("Too much at once"), _("Give the ants a moment, then try again.")),
        "origin": (
            _("This was not asked from here"),
            _("The request came from a page of another site and was refused."),
        ),
        "host": (_("This was not asked from here"), _("This site is not known by the name that was asked for.")),
        "": (
            _("Something went wrong"),
            _("It was not you. Go back and try again; if it stays so, tell whoever runs this site."),
        ),
    }


@router.get("/offline")
async def show_offline(reader: Reader) -> Response:
    """What a browser shows without a connection: the rules are there all the same."""
    _ = reader.say
    summaries = [rulebook.summary(name, reader.language) for name in fm.game_names()]
    return reader.render(
        "problem.html",
        heading=_("You are offline"),
        sentence=_("A table needs a connection. The rules can be read without one:"),
        links=[(f"/rules/{about['name']}", about["title"]) for about in summaries],
    )
