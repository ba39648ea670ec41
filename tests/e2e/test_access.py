"""Everybody: axe finds nothing to complain about on any page, in either theme, on a desk and on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.e2e import node
from tests.e2e.sitting import Sitting, make_table, settle

import formicarium as fm
from formicarium.bots import levels

AXE = "async (part) => (await axe.run(part)).violations.map((v) => [v.id, v.nodes.slice(0, 3).map((n) => n.html)])"
DESK, PHONE = ViewportSize(width=1440, height=900), ViewportSize(width=390, height=844)
SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")

Visit = Callable[..., Page]
Sit = Callable[[Page], Sitting]


def look(page: Page, part: str = "html") -> None:
    """Let axe look at the page as it is, or at a part of it, on a desk and on a phone."""
    page.add_script_tag(path=node.install() / "axe-core" / "axe.min.js")
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        settle(page)
        assert page.evaluate(AXE, part) == []
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"]


def check(page: Page) -> None:
    """The same in either theme; the page stays where it is."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        look(page)


@pytest.mark.parametrize(
    "address",
    [
        *(
            "/",
            "/new",
            "/matches",
            "/import",
            "/rules/formica",
            "/rules/formica/attack",
            "/table/nonsense",
            "/?lang=de",
        ),
        *("/tournaments", "/tournaments/new", "/lobby", "/offline"),
        *("/learn", "/learn/formica", "/puzzles", "/puzzles/formica/1", "/people/me"),
    ],
)
def test_pages(address: str, visit: Visit) -> None:
    page = visit(bypass_csp=True, service_workers="block")  # past a worker, no route leads
    if address == "/table/nonsense":
        page.route("**/nonsense", lambda route: route.fulfill(response=route.fetch(), status=200))
    page.goto(address)
    page.wait_for_load_state("networkidle")
    check(page)
    page.locator(".settings summary").click()
    check(page)


@pytest.mark.parametrize("game", fm.game_names())
def test_tables(game: str, visit: Visit, sit: Sit) -> None:
    page = visit(bypass_csp=True)
    seats = [{"kind": "me"}, {"kind": "bot", "level": levels(game)[0]}]
    page.goto(f"/table/{make_table(page, game=game, seats=seats)}")
    sit(page).wait()
    check(page)


def test_everything_beside_the_board(visit: Visit, sit: Sit) -> None:
    page = visit(bypass_csp=True)
    seats = [{"kind": "me"}, {"kind": "bot", "level": levels("grasshopper")[0]}]
    page.goto(f"/table/{make_table(page, game='grasshopper', seats=seats)}")
    sit(page).wait()
    for tab in ("Chat", "Rules", "Key", "Log"):
        page.get_by_role("tab", name=tab, exact=True).click()
        check(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#advice")).to_be_visible()
    check(page)
    sit(page).play(buttons=0.5)
    check(page)
    page.get_by_role("link", name="Replay").click()
    page.wait_for_selector("#board .node:not(.unplaced)")
    check(page)
    page.get_by_role("tab", name="Share").click()
    check(page)


def test_what_opens_over_the_board(visit: Visit, sit: Sit) -> None:
    """A sentence that says why something cannot be done, and a menu that asks first."""
    page = visit(bypass_csp=True)
    seats = [{"kind": "me"}, {"kind": "bot", "level": levels("sisimizi")[0]}]
    page.goto(f"/table/{make_table(page, game='sisimizi', seats=seats, first=0)}")
    me = sit(page)
    me.act(me.wait()["number"] - 1)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.locator("#board .pieces .node[role=img]").first.dispatch_event("click", {"clientX": 300, "clientY": 300})
        expect(page.locator("#tip[role=alert]")).to_be_visible()
        look(page)
        page.get_by_role("button", name="End the turn").click()
        expect(page.get_by_role("menu")).to_be_visible()
        look(page)
        page.keyboard.press("Escape")


def test_plans(visit: Visit) -> None:
    page, friend = visit(bypass_csp=True), visit()
    days = {"kind": "days", "days": 2}
    table = make_table(page, game="sisimizi", seats=[{"kind": "me"}, {"kind": "friend"}], clock=days, first=1)
    page.goto(f"/table/{table}")
    friend.goto(page.locator("#invites .invite input").input_value())
    friend.get_by_role("textbox").first.fill("Ben")
    friend.locator("main button").first.click()
    friend.wait_for_url(f"**/table/{table}")
    page.goto(f"/table/{table}/plans")
    check(page)


def test_invitation_and_curtain(visit: Visit) -> None:
    page, friend = visit(bypass_csp=True), visit(bypass_csp=True)
    page.goto(f"/table/{make_table(page, game='sisimizi', seats=[{'kind': 'friend'}, {'kind': 'me'}])}")
    page.wait_for_selector(".stage.ready")
    check(page)
    friend.goto(page.locator("#invites .invite input").get_attribute("value") or "")
    check(friend)
    page.goto(f"/table/{make_table(page, game='grasshopper', seats=[{'kind': 'local'}, {'kind': 'local'}])}")
    expect(page.locator("#curtain")).to_be_visible()
    check(page)


ASK = """async ([address, wish]) => {
  const headers = { 'content-type': 'application/json' };
  return await (await fetch(address, { method: 'POST', headers, body: JSON.stringify(wish) })).json();
}"""


def test_tournaments_and_clubs(visit: Visit) -> None:
    page = visit(bypass_csp=True)
    wish = {"name": "Cup", "host": "Ada", "game": "grasshopper", "clock": {"kind": "days", "days": 1}}
    cup = page.evaluate(ASK, ["/api/tournaments", wish])
    address = f"/api/tournaments/{cup['id']}"
    for deed in ({"do": "enter", "name": "Ada"}, {"do": "bots", "level": "random", "count": 1}):
        page.evaluate(ASK, [address, deed])
    page.goto(cup["link"])
    check(page)
    page.evaluate(ASK, [address, {"do": "begin"}])
    for place in (cup["link"], f"{cup['link']}/tv"):
        page.goto(place)
        check(page)
    club = page.evaluate(ASK, ["/api/clubs", {"name": "Class 4b", "about": "Fridays", "me": "Ada"}])
    page.goto(club["link"])
    check(page)
