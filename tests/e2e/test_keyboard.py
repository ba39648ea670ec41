"""A match by keyboard alone: walking over the board, buttons, typed notation."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.e2e.sitting import Sitting, make_table

from formicarium.bots import levels

Visit = Callable[..., Page]
Sit = Callable[[Page], Sitting]


def test_a_whole_match_by_keyboard(visit: Visit, sit: Sit) -> None:
    page = visit()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # to the content
    for button, leads_to in (("Play now", "learn"), ("Just play", "table")):
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.textContent") == f"{button}: The Grasshopper & the Ant":
                break
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/{leads_to}/*")
    me, number, turns = sit(page), -1, 0
    while not (place := me.wait(number))["over"]:
        number = place["number"]
        if not turns:
            page.keyboard.press("Tab")
            expect(page.locator("#to-board")).to_be_focused()
            page.keyboard.press("Enter")
        arrow = ("ArrowRight", "ArrowDown", "ArrowLeft", "PageDown")[turns % 4]
        page.keyboard.press(arrow)
        focused = page.evaluate(
            "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
        )
        assert focused.strip()
        page.keyboard.press("Enter")
        turns += 1
    assert turns > 1
    expect(page.locator("#rematch")).to_be_focused()


def test_arrow_keys_walk_in_space(visit: Visit, sit: Sit) -> None:
    page = visit()
    seats = [{"kind": "me"}, {"kind": "bot", "level": levels("sisimizi")[0]}]
    page.goto(f"/table/{make_table(page, game='sisimizi', seats=seats, first=0)}")
    sit(page).wait()
    page.locator("#to-board").focus()
    page.keyboard.press("Enter")

    def label() -> str:
        return str(page.evaluate("document.activeElement.getAttribute('aria-label')"))

    assert label() == "Place an ant on a1"
    page.keyboard.press("ArrowRight")
    assert label() == "Place an ant on b1"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert label().endswith("3")
    page.keyboard.press("Home")
    assert label() == "Place an ant on a1"
    assert page.locator("#board .target[tabindex='0']").count() == 1
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#hint")).to_be_focused()  # the board is one stop of the Tab key
    page.keyboard.press("Tab")
    assert label() == "Place an ant on a1"
    expect(page.locator("#tip")).to_contain_text("a1")


def test_typed_notation(visit: Visit, sit: Sit) -> None:
    page = visit()
    seats = [{"kind": "me"}, {"kind": "bot", "level": levels("sisimizi")[0]}]
    page.goto(f"/table/{make_table(page, game='sisimizi', seats=seats, first=0)}")
    me = sit(page)
    number = me.wait()["number"]
    field = page.get_by_role("combobox", name="Type an action")
    assert page.locator("#notation option[value='ant e5']").count() == 1
    field.fill("ant zz")
    field.press("Enter")
    expect(page.locator("#typed input:invalid")).to_have_count(1)  # once the server has said why
    assert field.evaluate("field => field.validationMessage")
    field.fill("ant e5")
    field.press("Enter")
    me.wait(number)
    expect(page.locator("#log")).to_contain_text("e5")
    expect(page.locator("#prompt")).to_have_attribute("aria-live", "polite")
