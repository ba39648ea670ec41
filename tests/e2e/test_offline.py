"""Without a net: the rules are still there, a table never is, and the site can be installed as an app."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.e2e.sitting import make_table

import formicarium as fm
from formicarium.bots import levels

Visit = Callable[..., Page]

KEPT = """async () => {
  const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const kept = await Promise.all(caches_.map((cache) => cache.keys()));
  return kept.flat().map((request) => new URL(request.url).pathname);
}"""


def test_offline_there_are_the_rules_and_never_a_stale_table(visit: Visit) -> None:
    page = visit(locale="de-DE")
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    bot = {"kind": "bot", "level": levels("grasshopper")[0]}
    table = f"/table/{make_table(page, game='grasshopper', seats=[{'kind': 'me'}, bot])}"
    page.goto(table)
    expect(page.locator("#stage.ready")).to_have_count(1)
    page.goto("/matches")
    kept = page.evaluate(KEPT)
    assert {f"/rules/{game}" for game in fm.game_names()} <= set(kept)
    assert not [path for path in kept if path.startswith(("/table", "/api", "/matches"))]
    page.context.set_offline(True)
    for game in fm.game_names():
        page.goto(f"/rules/{game}")
        expect(page.locator("h1")).to_contain_text(fm.game(game).words("de")("name"))
        assert page.evaluate("getComputedStyle(document.body).fontFamily") != "serif"  # the style is there, too
    for address in (table, "/matches", "/"):
        page.goto(address)
        expect(page.locator("h1")).to_have_text("Du bist offline")
    page.locator("a[href='/rules/formica']").click()
    expect(page.locator("h1")).to_contain_text("Formica")
    page.context.set_offline(False)
    page.goto(table)
    expect(page.locator("#stage.ready")).to_have_count(1)


def test_the_browser_offers_to_install_it(visit: Visit) -> None:
    page = visit()
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    asked = page.context.new_cdp_session(page)
    found = asked.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in found if one["errorId"] != "in-incognito"] == []  # as every test is
    manifest = asked.send("Page.getAppManifest")
    assert manifest["errors"] == [] and manifest["url"].endswith("/manifest.webmanifest")
