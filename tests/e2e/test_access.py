"""Everybody: axe finds nothing to complain about on any page, in either theme, on a desk and on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.e2e import node
from tests.e2e.sitting import Sitting, make_table

import formicarium as fm
from formicarium.bots import levels

AXE = "async () => (await axe.run()).violations.map((v) => [v.id, v.nodes.slice(0, 3).map((n) => n.html)])"
DESK, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}

Visit = Callable[..., Page]
Sit = Callable[[Page], Sitting]
scheme = pytest.mark.parametrize("scheme", ["light", "dark"])


def check(page: Page) -> None:
    """Let axe look at the page as it is, on a desk and on a phone."""
    page.add_script_tag(path=node.install() / "axe-core" / "axe.min.js")
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        page.wait_for_timeout(250)  # what fades has faded
        assert page.evaluate(AXE) == []
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"]


@scheme
@pytest.mark.parametrize("address", ["/", "/new", "/import", "/rules/formica", "/table/nonsense", "/?lang=de"])
def test_pages(address: str, scheme: str, visit: Visit) -> None:
    page = visit(bypass_csp=True, color_scheme=scheme)
    if address == "/table/nonsense":
        page.route("**/nonsense", lambda route: route.fulfill(response=route.fetch(), status=200))
    page.goto(address)
    page.wait_for_load_state("networkidle")
    check(page)
    page.locator("summary").click()
    check(page)


@scheme
@pytest.mark.parametrize("game", fm.game_names())
def test_tables(game: str, scheme: str, visit: Visit, sit: Sit) -> None:
    page = visit(bypass_csp=True, color_scheme=scheme)
    seats = [{"kind": "me"}, {"kind": "bot", "level": levels(game)[0]}]
    page.goto(f"/table/{make_table(page, game=game, seats=seats)}")
    sit(page).wait()
    check(page)


@scheme
def test_everything_beside_the_board(scheme: str, visit: Visit, sit: Sit) -> None:
    page = visit(bypass_csp=True, color_scheme=scheme)
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
    page.wait_for_selector("#board .node")
    check(page)
    page.get_by_role("tab", name="Share").click()
    check(page)


@scheme
def test_invitation_and_curtain(scheme: str, visit: Visit) -> None:
    page, friend = visit(bypass_csp=True, color_scheme=scheme), visit(bypass_csp=True, color_scheme=scheme)
    page.goto(f"/table/{make_table(page, game='sisimizi', seats=[{'kind': 'friend'}, {'kind': 'me'}])}")
    page.wait_for_selector(".stage.ready")
    check(page)
    friend.goto(page.locator("#invites input").get_attribute("value") or "")
    check(friend)
    page.goto(f"/table/{make_table(page, game='grasshopper', seats=[{'kind': 'local'}, {'kind': 'local'}])}")
    expect(page.locator("#curtain")).to_be_visible()
    check(page)
