"""Looking back: a record is opened, stepped through, downloaded, and played on from."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.e2e.conftest import everywhere
from tests.e2e.sitting import Sitting, make_table

import formicarium as fm
from formicarium.bots import levels

Visit = Callable[..., Page]
Sit = Callable[[Page], Sitting]
Keep = Callable[[Page, str], None]


def record(game: str = "grasshopper", plies: int = 100_000) -> str:
    """A match of greedy bots, or its beginning."""
    match = fm.Match(game, 2, seed=5)
    bot = fm.bot(game, "greedy", seed=5)
    while not match.over and len(match.history) < plies:
        seat = match.actors[0]
        match.play(bot.choose(match.view(seat)), seat)
    return match.text()


def open_record(page: Page, text: str) -> None:
    page.goto("/import")
    page.get_by_label("Text").fill(text)
    page.get_by_role("button", name="Open the record").click()
    expect(page.locator("#board .node")).not_to_have_count(0)


@everywhere
def test_a_record_is_opened_and_played_on(visit: Visit, sit: Sit, keep: Keep) -> None:
    page = visit()
    page.get_by_label("Menu and settings").click()
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
    expect(page.locator("#stage")).to_have_attribute("data-ply", "30")
    expect(page.locator("#log details[open] [aria-current]")).to_have_attribute("data-ply", "30")
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


def test_pieces_travel_from_one_position_to_the_next(visit: Visit) -> None:
    page = visit(reduced_motion="no-preference")
    open_record(page, record("sisimizi", 20))  # an ant is picked up, 14, and put down elsewhere, 15
    page.evaluate(
        """() => {
          const notice = () => (document.body.dataset.flown = "yes");
          new MutationObserver(notice).observe(document.querySelector("#board .flight"), { childList: true });
        }"""
    )
    page.get_by_label("Position").fill("14")
    expect(page.locator("#stage[data-ply='14']")).to_have_count(1)
    page.wait_for_timeout(300)
    expect(page.locator("body[data-flown]")).to_have_count(0)  # that was a jump
    page.keyboard.press("ArrowRight")
    expect(page.locator("body[data-flown]")).to_have_count(1)


def test_a_match_as_a_film(visit: Visit) -> None:
    page = visit()
    open_record(page, record("grasshopper", 20))
    page.get_by_role("tab", name="Share").click()
    with page.expect_download(timeout=120_000) as download:
        page.get_by_role("link", name="GIF").click()
        expect(page.locator("#drawing")).to_be_visible()
    assert download.value.path().read_bytes().startswith(b"GIF89a")
    expect(page.locator("#drawing")).to_be_hidden()


@everywhere
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
