"""The field guide: its rules are found as one types, its plates are seen, and one is tried on a live board."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import formicarium as fm
from formicarium.engine import guide

Visit = Callable[..., Page]
Keep = Callable[[Page, str], None]


def test_a_rule_is_found_by_typing_and_its_plate_is_tried(visit: Visit, keep: Keep) -> None:
    page = visit()
    page.goto("/rules/sisimizi")
    page.keyboard.press("/")
    field = page.get_by_label("Find a rule")
    expect(field).to_be_focused()
    page.keyboard.type("Opposing BRIDGE")
    expect(page.locator("#found")).to_have_text("rules: 2")
    expect(page.locator("#bridge")).to_be_visible()
    expect(page.locator("#goal")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.locator("#bridge-heading")).to_be_focused()
    keep(page, "rules-found")
    field.fill("xyzzy")
    expect(page.locator("#found")).to_have_text("No rule has these words.")
    field.fill("")
    expect(page.locator("#goal")).to_be_visible()
    page.locator("#bridge a.try").click()
    expect(page.locator("#stage.ready")).to_be_visible()
    action = page.get_by_label("Type an action")
    action.fill("bridge k12")
    action.press("Enter")
    expect(page.locator("#happened")).to_contain_text("Amber bridged an ant of Blue")
    expect(page.locator("#heading")).to_have_text("Two more actions to try.")
    keep(page, "plate-tried")
    action.fill("done")
    action.press("Enter")
    expect(page.locator("#happened")).to_contain_text("Blue")
    page.get_by_role("button", name="Once more").click()
    expect(page.locator("#heading")).to_contain_text("A line of Blue")
    expect(page.locator("#happened")).to_be_hidden()


@pytest.mark.parametrize("game", fm.game_names())
def test_every_plate_is_drawn_on_a_phone(visit: Visit, keep: Keep, game: str) -> None:
    page = visit(viewport={"width": 390, "height": 844}, locale="de-DE", color_scheme="dark")
    page.goto(f"/rules/{game}")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    pictures = page.locator(".illustration img")
    expect(pictures).to_have_count(len(guide.plates(fm.game(game))))
    for number in range(pictures.count()):
        pictures.nth(number).scroll_into_view_if_needed()
        page.wait_for_function(
            "picture => picture.complete && picture.naturalWidth > 0", arg=pictures.nth(number).element_handle()
        )
    keep(page, f"rules-{game}")
