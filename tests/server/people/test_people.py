"""People as a whole: a site can be without them, and then nothing shows that there are such."""

import re

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from formicarium.server.settings import Settings
from formicarium.server.web.app import create_app

from ..conftest import QUICK, running

PARTS = {  # what a site with people has, among more
    *("/account", "/account/link", "/lobby", "/people/{person}", "/tournaments", "/tournaments/new", "/moderation"),
    *("/club/{club}", "/tournament/{tournament}", "/tournament/{tournament}/tv", "/table/{table}/plans", "/next"),
    *("/api/account", "/api/account/passkeys", "/api/sign-in", "/api/sign-in/link", "/api/links", "/api/sign-out"),
    *("/api/lobby", "/api/lobby/seek", "/api/lobby/live", "/api/people/{person}", "/api/tournaments", "/api/clubs"),
    *("/api/notices", "/api/waiting", "/api/manners", "/api/moderation", "/letters/{token}"),
}
TRACE = re.compile(
    r"(/account|/lobby|/people|/tournament|/club|/sign-|/api/notices|/api/waiting|passkey|rating)", re.IGNORECASE
)


def crawl(guest):
    """All pages that can be reached from the home page and from a match, by their paths."""
    match = guest.table("me", "bot", game="grasshopper", options={"mode": "autumn"})["id"]
    guest.play_out(match)
    found, left = {}, ["/", f"/table/{match}", f"/table/{match}/replay", "/matches", "/new?game=antics"]
    while left:
        path = left.pop()
        answer = guest.http.get(path, follow_redirects=True)
        if path in found or not answer.headers.get("content-type", "").startswith("text/html"):
            found.setdefault(path, "")
            continue
        found[path] = re.sub(r"data:[^\"']+", "", answer.text)
        here = answer.url.path.rpartition("/")[0]
        for link in re.findall(r'href="([^"#]+)', found[path]):
            whole = link.split("?")[0] if link.startswith("/") else f"{here}/{link}"
            if "://" not in link and not whole.startswith(("/static", "/docs", "/api/puzzles", "/puzzles/")):
                left += [whole] if whole not in found and whole not in left else []
    return found


def test_a_site_without_people_shows_no_trace_of_them(database_url):
    for people in (True, False):
        with running(Settings(database_url=database_url, people=people, **QUICK)) as site:
            guest = site.guest()
            pages = crawl(guest)
            assert len(pages) > 15 and any(path.startswith("/rules/") for path in pages)
            told = {path: traces for path, text in pages.items() if (traces := set(TRACE.findall(text)))}
            described = guest.http.get("/api/openapi.json").text
            assert bool(TRACE.search(described)) is bool(told) is people, told
            if not people:
                addresses = [*guest.get("/api/openapi.json")["paths"]]
                assert (len(pages), len(addresses)) > (15, 25)


def routes(app):
    """The methods and paths that an application answers."""

    def walk(some, prefix):
        for route in some:
            if inner := getattr(route, "original_router", None):
                yield from walk(inner.routes, prefix + route.include_context.prefix)
            else:
                yield from ((method, prefix + route.path) for method in getattr(route, "methods", None) or ["LIVE"])

    return set(walk(app.routes, ""))


def test_all_that_people_add_is_unknown_without_them(database_url):
    with running(Settings(database_url=database_url, people=False, **QUICK)) as site:
        without = routes(site.app)
        added = routes(create_app(Settings(people=True))) - without
        assert {path for _, path in added} >= PARTS and len(added) > 55 and ("POST", "/api/tables") in without
        guest = site.guest()
        for method, path in sorted(added):
            asked = re.sub(r"{\w+}", "x", path)
            if method == "LIVE":
                with pytest.raises(InvalidStatus, match=r"40[34]$"), connect(f"ws://127.0.0.1:{site.port}{asked}"):
                    pass
            else:
                assert guest.http.request(method, asked).status_code == 404, (method, path)


def test_a_site_without_people_has_none(database_url):
    for people in (True, False):
        with running(Settings(database_url=database_url, people=people, **QUICK)) as site:
            assert (site.app.state.server.people is not None) is people
            guest, status = site.guest(), 200 if people else 404
            for path in ("/tournaments", "/tournaments/new", "/api/tournaments", "/api/clubs"):
                assert guest.http.get(path).status_code == status
            assert ("/tournaments" in guest.http.get("/").text) is people
            described = guest.get("/api/openapi.json")["paths"]
            assert any("tournament" in path or "club" in path for path in described) is people
            assert guest.http.get("/new?club=x").status_code == (403 if people else 200)
