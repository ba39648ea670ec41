"""The review of a match: it comes by itself, is stepped through, and what could have happened is kept in the record."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.sitting import Sitting, make_table
from tests.e2e.test_access import check
from tests.e2e.test_replay import open_record, record

import formicarium as fm
from formicarium.bots import levels

Visit = Callable[..., Page]
Sit = Callable[[Page], Sitting]
Keep = Callable[[Page, str], None]

PATIENCE = 120_000  # milliseconds for a first review on a busy machine


def review_of(page: Page) -> None:
    """Wait until a first review is there."""
    expect(page.locator("body")).to_have_attribute("data-reviewed", re.compile("first|final"), timeout=PATIENCE)


def test_a_match_is_reviewed_and_played_on_from(visit: Visit, sit: Sit, keep: Keep) -> None:
    page = visit()
    seats = [{"kind": "me"}, {"kind": "bot", "level": levels("sisimizi")[0]}]
    page.goto(f"/table/{make_table(page, game='sisimizi', seats=seats, first=0)}")
    me = sit(page)
    table = page.url.rpartition("/")[2]
    page.goto(f"/table/{table}/review")
    expect(page.locator("h1")).not_to_contain_text("Review")  # what is hidden stays hidden before the end
    page.goto(f"/table/{table}")
    me.play(buttons=0.3)
    page.locator("#ending").get_by_role("link", name="Review").click()
    expect(page.locator("#working")).to_be_visible()
    review_of(page)
    expect(page.locator("#chances svg").first).to_be_visible()
    expect(page.locator(".turning li")).not_to_have_count(0)
    keep(page, "review")

    box = page.locator("#chances .wide svg").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#where")).not_to_have_text(re.compile("^0 of"))
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#where")).to_have_text(re.compile("^1 of"))
    page.get_by_role("tab", name="Decisions").click()
    first = page.locator(".judged a").first
    ply = first.get_attribute("data-ply")
    first.click()
    expect(page.locator("#stage")).to_have_attribute("data-ply", str(ply))
    expect(page.locator("#judged")).to_be_visible()
    expect(first).to_have_attribute("aria-current", "true")
    keep(page, "review-decision")

    page.get_by_role("tab", name="What if?").click()
    expect(page.locator("#no-branches")).to_be_visible()
    mover = page.evaluate(f"JSON.parse(document.getElementById('page-data').textContent).movers[{ply}]")
    page.get_by_label("Your seat").select_option(str(mover))
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator("#stage.ready")).to_be_visible()
    sit(page).act()
    page.wait_for_function("ply => Number(document.getElementById('stage').dataset.number) > ply", arg=int(str(ply)))

    page.goto(f"/table/{table}/review?at={ply}")
    page.get_by_role("tab", name="What if?").click()
    expect(page.locator("#branches a")).to_have_count(1)
    expect(page.locator("#branches a")).to_contain_text(f"from action {ply} on")
    page.get_by_role("tab", name="Overview").click()
    with page.expect_download() as download:
        page.locator("#get-record").click()
    played = fm.load(download.value.path(), seed=1)
    assert [one.ply for one in played.variations] == [int(str(ply))]
    assert played.variations[0].moves and any("review: " in said for said in played.comments.values())


@pytest.mark.parametrize("game", fm.game_names())
def test_every_game_is_reviewed_on_a_phone_in_german_and_in_the_dark(visit: Visit, keep: Keep, game: str) -> None:
    page = visit(viewport={"width": 390, "height": 844}, locale="de-DE", color_scheme="dark", bypass_csp=True)
    english = visit()
    open_record(english, record(game, 120))
    table = re.findall("/table/([^/?]+)", english.url)[0]
    page.goto(f"/table/{table}/review")
    review_of(page)
    page.locator("#tab-overview").click()
    expect(page.locator("#panel-overview .sum")).to_be_visible()
    keep(page, f"review-{game}-phone")
    page.keyboard.press("Escape")
    page.reload()
    expect(page.locator("#chances svg").first).to_be_attached()  # it arrives with the page
    english.goto(f"/table/{table}/review?at=60")
    review_of(english)
    expect(english.locator("#stage")).to_have_attribute("data-ply", "60")
    keep(english, f"review-{game}")


def test_axe_finds_nothing_in_a_review(visit: Visit) -> None:
    page = visit(bypass_csp=True)
    open_record(page, record("grasshopper", 30))
    page.get_by_role("link", name="Review").click()
    expect(page.locator("body")).to_have_attribute("data-reviewed", "final", timeout=2 * PATIENCE)
    for tab in ("Overview", "Decisions", "What if?"):
        page.get_by_role("tab", name=tab).click()
        check(page)
