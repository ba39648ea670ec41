"""Everybody: axe finds nothing to complain about on any page, in either theme."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.e2e import node
from tests.e2e.sitting import Sitting, make_table

from formicarium.bots import levels

AXE = "async () => (await axe.run()).violations.map((v) => [v.id, v.nodes.slice(0, 3).map((n) => n.html)])"


def violations(page: Page) -> list[object]:
    """What axe finds on the page as it is."""
    page.add_script_tag(path=node.install() / "axe-core" / "axe.min.js")
    found: list[object] = page.evaluate(AXE)
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("address", ["/", "/new", "/import", "/rules/formica", "/table/nonsense", "/?lang=de"])
def test_pages(address: str, scheme: str, visit: Callable[..., Page]) -> None:
    page = visit(bypass_csp=True, color_scheme=scheme)
    if address == "/table/nonsense":
        page.route("**/nonsense", lambda route: route.fulfill(response=route.fetch(), status=200))
    page.goto(address)
    page.wait_for_load_state("networkidle")
    assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", ["antics", "formica", "grasshopper", "sisimizi"])
def test_tables(game: str, scheme: str, visit: Callable[..., Page], sit: Callable[[Page], Sitting]) -> None:
    page = visit(bypass_csp=True, color_scheme=scheme)
    seats = [{"kind": "me"}, {"kind": "bot", "level": levels(game)[0]}]
    page.goto(f"/table/{make_table(page, game=game, seats=seats)}")
    sit(page).wait()
    assert violations(page) == []
    for tab in ("Chat", "Rules", "Key") if scheme == "light" else ():
        page.get_by_role("tab", name=tab, exact=True).click()
        page.wait_for_timeout(200)
        assert violations(page) == []


def test_replay_invitation_and_phone(visit: Callable[..., Page]) -> None:
    page = visit(bypass_csp=True, viewport={"width": 390, "height": 844})
    table = make_table(page, game="sisimizi", seats=[{"kind": "friend"}, {"kind": "me"}])
    page.goto(f"/table/{table}")
    page.wait_for_selector(".stage.ready")
    assert violations(page) == []
    link = page.locator("#invites input").get_attribute("value")
    page.goto(f"/table/{table}/replay")
    page.wait_for_selector("#board .node")
    assert violations(page) == []
    friend = visit(bypass_csp=True)
    friend.goto(link or "")
    assert violations(friend) == []
