"""Light, dark and safe colours are chosen by the reader, and pages arrive in them."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from formicarium.scene import THEMES


def paper(page: Page) -> str:
    """The colour under everything."""
    return str(page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--paper')")).upper()


def amber(page: Page) -> str:
    """The colour of the first seat."""
    return str(page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--seat-0')")).upper()


def test_the_system_decides_until_the_reader_does(visit: Callable[..., Page], keep: Callable[..., None]) -> None:
    page = visit(color_scheme="dark")
    assert paper(page) == THEMES["dark"]["paper"]
    page.locator("picture").last.scroll_into_view_if_needed()
    page.wait_for_load_state("networkidle")
    page.evaluate("scrollTo(0, 0)")
    keep(page, "home-dark")
    page.locator("summary").click()
    page.get_by_label("Colours").select_option("light")
    assert paper(page) == THEMES["light"]["paper"]
    assert "light" in page.locator("picture img").first.evaluate("image => image.currentSrc")
    page.get_by_label("Seats easy to tell apart").check()
    page.reload()
    assert paper(page) == THEMES["light"]["paper"]
    assert amber(page) == THEMES["light-safe"]["seat-0"]
    expect(page.locator("html")).to_have_attribute("data-palette", "safe")


def test_set_up_follows_the_game(visit: Callable[..., Page], keep: Callable[..., None]) -> None:
    page = visit()
    page.goto("/new?game=grasshopper")
    page.get_by_text("More options").click()
    expect(page.locator("#options")).to_be_visible()
    page.get_by_label("Number of players").select_option("3")
    expect(page.locator(".seat-row")).to_have_count(3)
    keep(page, "set-up")
    page.get_by_text("Sisimizi").click()
    expect(page.locator("#options")).to_be_hidden()
    page.get_by_text("Live", exact=True).click()
    expect(page.get_by_label("Minutes each")).to_be_visible()
    page.get_by_role("button", name="Set up the table").click()
    expect(page.locator("#seats .clock").first).to_have_text("20:00")
