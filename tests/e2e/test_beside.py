"""What helps beside the board: hints, sound, notices, and the way back to a table."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.e2e.conftest import everywhere
from tests.e2e.sitting import Sitting, make_table

from formicarium.bots import levels

Visit = Callable[..., Page]
Sit = Callable[[Page], Sitting]
Keep = Callable[[Page, str], None]

# The page takes itself for hidden, and notices are kept instead of shown. No push service can be reached.
UNSEEN = """
  window.told = [];
  PushManager.prototype.subscribe = async () => { throw new DOMException("no push service", "AbortError"); };
  Object.defineProperty(document, "hidden", { get: () => true });
  window.Notification = class extends Notification {
    constructor(title, options) { super(title, options); window.told.push(options.body); }
  };
"""


def sit_down(page: Page, game: str, **wish: object) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "level": levels(game)[0]}]
    page.goto(f"/table/{make_table(page, game=game, seats=seats, **wish)}")


@everywhere
def test_a_hint_shows_lines_with_chances(visit: Visit, sit: Sit, keep: Keep) -> None:
    page = visit()
    sit_down(page, "grasshopper")
    me = sit(page)
    number = me.wait()["number"]
    page.get_by_role("button", name="Hint").click()
    advice = page.get_by_role("region", name="Hint")
    lines = advice.locator("li button")
    expect(lines).not_to_have_count(0)
    expect(lines.last).to_have_text(re.compile(r"\d+%$"))
    expect(page.locator("#prompt")).to_have_text(re.compile("^Hint: "))
    expect(page.locator("#board .target.hint, #offers .hint")).not_to_have_count(0)
    keep(page, "hint")
    lines.last.hover()
    label = lines.last.locator("> span").first.evaluate("element => element.firstChild.textContent")
    expect(page.locator("#board .target.hint").first).to_have_attribute("aria-label", label)
    lines.last.click()
    expect(advice).to_be_hidden()
    me.wait(number)


def test_sound_is_switched_and_remembered(visit: Visit, sit: Sit) -> None:
    page = visit()
    sit_down(page, "sisimizi", first=0)
    switch = page.get_by_role("button", name="Sound")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")


def test_sound_is_off_on_a_phone(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    sit_down(page, "sisimizi", first=0)
    page.get_by_role("tab", name="Log").tap()
    expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "false")


def test_a_notice_tells_that_it_is_my_turn(visit: Visit, sit: Sit) -> None:
    page = visit(permissions=["notifications"])
    page.add_init_script(UNSEEN)
    sit_down(page, "sisimizi", first=0)
    me = sit(page)
    number = me.wait()["number"]
    switch = page.get_by_role("button", name="Tell me when it is my turn")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("window.told") == []
    page.get_by_role("button", name="End the turn").click()
    page.get_by_role("menuitem").first.click()  # pieces are left: it asks once
    me.wait(number)
    last = page.locator("#recap .text").last  # what the others did in the end
    assert page.evaluate("window.told") == [last.inner_text()]
    assert page.title().startswith("●")


@everywhere
def test_home_leads_back_to_my_tables(visit: Visit, sit: Sit) -> None:
    page = visit()
    sit_down(page, "sisimizi", first=0)
    me = sit(page)
    me.wait(me.act())
    page.goto("/")
    mine = page.get_by_role("region", name="Your tables")
    expect(mine).to_contain_text("Your turn")
    mine.get_by_role("link").click()
    sit(page).wait()
    expect(page.locator("#log a")).to_have_count(2)
