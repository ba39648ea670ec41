"""What all pages have: a reader with a language and looks, a template, and data for scripts."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Any

import orjson
from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from formicarium.errors import Preparing
from formicarium.scene import THEMES
from formicarium.server.settings import Settings
from formicarium.server.store.members import is_signed_in
from formicarium.server.table.table import Person
from formicarium.server.web import rulebook
from formicarium.server.web.api.asking import Asking
from formicarium.server.web.assets import ADDRESS, YEAR
from formicarium.server.web.language import LANGUAGES, Catalogue, Code, catalogue, choose_language
from formicarium.server.web.state import State

WEB = Path(__file__).parents[1]  # where templates and scripts are
PACES = ("calm", "brisk", "instant", "click")  # at which the turns of others are told


@cache
def environment() -> Environment:
    """The templates."""
    return Environment(
        loader=FileSystemLoader(WEB / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


class Page:
    """One page for one reader: its language, its looks, its data for scripts."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.language: Code = choose_language(request)
        self.say: Catalogue = catalogue(self.language)
        self.person: Person | None = getattr(request.state, "person", None)

    @property
    def settings(self) -> Settings:
        """What the server was started with: the pages tell some of its limits."""
        return State.of(self.request).settings

    @property
    def origin(self) -> str:
        """How the site is called from elsewhere."""
        return self.settings.origin or str(self.request.base_url).rstrip("/")

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
                pace=cookies.get("pace") if cookies.get("pace") in PACES else "brisk",
                palette="safe" if cookies.get("palette") == "safe" else "",
                static=ADDRESS,
                themes=THEMES,
                documented=self.settings.site is not None,
                people=self.settings.people,
                member=self.person.name if self.person and is_signed_in(self.person) else "",
                origin=self.origin,
                path=self.request.url.path if status == 200 else "",  # what stands there in other languages, too
                data=_embed({"language": self.language, "messages": self.say.sentences, **(data or {})}),
                **values,
            )
        )
        response = HTMLResponse(html, status, {"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"})
        if self.request.query_params.get("lang") == self.language:
            response.set_cookie("language", self.language, max_age=YEAR, samesite="lax")
        return response

    def render_preparing(self, error: Preparing) -> Response:
        """That a game is getting ready; the page asks again by itself, as it was asked for."""
        title = rulebook.summary(error.game, self.language)["title"]
        game = {"name": error.game, "title": title, "percent": error.percent}
        return self.render("preparing.html", error.status, game=game, posted=self.request.method == "POST")


async def reading(request: Request, person: Asking) -> Page:
    """The page of a request, when it is known who asks."""
    return Page(request)


Reader = Annotated[Page, Depends(reading)]


def _embed(data: dict[str, Any]) -> Markup:
    """Data inside a script element: nothing in it can end the element."""
    text = orjson.dumps(data, option=orjson.OPT_NON_STR_KEYS).decode().replace("<", "\\u003c")
    return Markup(text)  # nosec B704  # JSON without any <
