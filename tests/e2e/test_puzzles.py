"""Puzzles: one is missed and one is solved on a live board, by mouse and by keyboard, and the device remembers."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

import formicarium as fm
from formicarium.coach.puzzles import of_the_day, shipped

Visit = Callable[..., Page]
Keep = Callable[[Page, str], None]


def type_action(page: Page, action: str) -> None:
    field = page.get_by_label("Type an action")
    field.fill(action)
    field.press("Enter")


def test_the_puzzle_of_the_day_is_solved_and_counted_once(visit: Visit, keep: Keep) -> None:
    page = visit()
    page.get_by_role("link", name="Puzzles", exact=True).first.click()
    page.wait_for_url("**/puzzles")
    page.get_by_role("link", name=re.compile("Puzzle of the day.*Sisimizi")).click()
    expect(page.locator("#stage.ready")).to_be_visible()
    sisimizi = fm.game("sisimizi")
    daily = of_the_day(sisimizi, datetime.now(UTC).date())
    expect(page.locator("#streak")).to_have_text("Solved here: 0. Daily puzzles in a row: 0.")
    keep(page, "puzzle")
    type_action(page, shipped(sisimizi)[daily - 1].best)
    expect(page.locator("#verdict")).to_have_attribute("data-right", "true")
    expect(page.locator("#verdict")).to_contain_text("Right!")
    lead = int(100 * shipped(sisimizi)[daily - 1].margin)  # as searches rate it, which is no share of matches
    expect(page.locator("#verdict")).to_contain_text(f"everything else at least {lead} of 100 points lower.")
    expect(page.locator("#verdict")).not_to_contain_text("matches")
    expect(page.locator("#streak")).to_have_text("Solved here: 1. Daily puzzles in a row: 1.")
    expect(page.locator("#next")).to_be_focused()
    keep(page, "puzzle-solved")
    page.reload()
    expect(page.locator("#set a[data-solved]")).to_have_count(1)
    type_action(page, shipped(sisimizi)[daily - 1].best)
    expect(page.locator("#streak")).to_have_text("Solved here: 1. Daily puzzles in a row: 1.")
    page.locator("#next").click()
    expect(page).to_have_url(re.compile(r"/puzzles/sisimizi/\d+$"))


@pytest.mark.parametrize("game", fm.game_names())
def test_a_puzzle_is_missed_by_a_click_on_a_phone(visit: Visit, keep: Keep, game: str) -> None:
    page = visit(viewport={"width": 390, "height": 844}, locale="de-DE", color_scheme="dark")
    number = next(one.number for one in shipped(fm.game(game)) if one.number > 3)
    best = shipped(fm.game(game))[number - 1].best
    page.goto(f"/puzzles/{game}/{number}")
    expect(page.locator("#stage.ready")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    choices = page.evaluate("JSON.parse(document.getElementById('page-data').textContent).puzzle.choices")
    wrong = next(choice for choice in choices if choice != best)
    page.locator("#tab-set").click()
    field = page.get_by_label("Aktion schreiben")
    field.fill(wrong)
    field.press("Enter")
    expect(page.locator("#verdict")).to_have_attribute("data-right", "false")
    expect(page.locator("#verdict")).to_contain_text("Am besten ist:")
    page.keyboard.press("Escape")
    keep(page, f"puzzle-missed-{game}")


def test_a_puzzle_is_answered_by_the_arrow_keys(visit: Visit) -> None:
    page = visit()
    page.goto("/puzzles/sisimizi/2")
    expect(page.locator("#stage.ready")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#board .target:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    menu = page.get_by_role("menu")
    if menu.count():
        page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_have_attribute("data-right", re.compile("true|false"))
