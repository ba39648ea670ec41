"""Looking back: a record is opened, stepped through, downloaded, and played on from."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.e2e.sitting import Sitting, make_table

import formicarium as fm
from formicarium.bots import levels

Visit = Callable[..., Page]
Sit = Callable[[Page], Sitting]
Keep = Callable[[Page, str], None]


def record() -> str:
    """A whole match of random bots."""
    match = fm.Match("grasshopper", 2, seed=5)
    bot = fm.bot("grasshopper", "random", seed=5)
    while not match.over:
        seat = match.actors[0]
        match.play(bot.choose(match.view(seat)), seat)
    return match.text()


def test_a_record_is_opened_and_played_on(visit: Visit, sit: Sit, keep: Keep) -> None:
    page = visit()
    page.get_by_role("link", name="Open a record").click()
    page.get_by_label("Text").fill("nonsense")
    page.get_by_role("button", name="Open the record").click()
    expect(page.locator("#problem")).to_be_visible()
    page.get_by_label("Text").fill(record())
    page.get_by_role("button", name="Open the record").click()
    expect(page.locator("#where")).to_have_text(re.compile("^0 of"))
    page.keyboard.press("ArrowRight")
    expect(page.locator("#where")).to_have_text(re.compile("^1 of"))
    page.get_by_label("Position").fill("30")
    expect(page.locator("#log [aria-current]")).to_have_attribute("data-ply", "30")
    keep(page, "replay")
    page.get_by_role("button", name="To the end").click()
    expect(page).to_have_url(re.compile(r"at=\d+"))
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#where")).to_have_text(re.compile("^[3-9] of"))
    page.get_by_label("Seen by").select_option("1")
    page.get_by_role("tab", name="Share").click()
    for name in ("Record", "SVG", "PNG"):
        with page.expect_download() as download:
            page.get_by_role("link", name=name).click()
        assert download.value.path().stat().st_size > 1000
    page.get_by_label("Position").fill("20")
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("#stage.ready")).to_be_visible()
    assert not sit(page).wait()["over"]


def test_lines_of_the_log_lead_into_the_replay(visit: Visit, sit: Sit) -> None:
    page = visit()
    seats = [{"kind": "me"}, {"kind": "bot", "level": levels("sisimizi")[0]}]
    page.goto(f"/table/{make_table(page, game='sisimizi', seats=seats, first=0)}")
    me = sit(page)
    me.wait(me.act())
    page.locator("#log a").first.click()
    expect(page.locator("#where")).to_have_text("1 of 2")
    page.get_by_role("link", name="To the table").click()
    me.wait()
