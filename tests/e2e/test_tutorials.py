"""Tutorials: each is finished by doing only what its sentences and lights say, in every language, on phone and desk."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.conftest import everywhere

import formicarium as fm
from formicarium.coach.tutorials import Tutorial, find_tutorial, shipped
from formicarium.server.web.language import CODES

Visit = Callable[..., Page]
Keep = Callable[[Page, str], None]

ALL = [tutorial for game in fm.game_names() for tutorial in shipped(fm.game(game))]
SCREENS: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
    "desk": {"viewport": {"width": 1366, "height": 768}},
}

# Waits for the newcomer's turn after a number: what is said, what is lit, and whether it can all be seen.
LOOK = """async (after) => {
  const [stage, now, prompt] = ['stage', 'now', 'prompt'].map((id) => document.getElementById(id));
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const isSeen = (element) => {
    const { x, y } = middle(element);
    const there = document.elementFromPoint(x, y);
    return Boolean(there && (element.contains(there) || there.contains(element)));
  };
  for (let tries = 0; tries < 9000; tries++) {
    const done = document.querySelector('#lesson-leave.primary');
    const lit = [...document.querySelectorAll('#board .target.hint, #offers .hint')];
    const buttons = document.querySelectorAll('#board .target, #offers button').length;
    const number = Number(stage.dataset.number ?? -1);
    if (number > after && !stage.classList.contains('settling') && (lit.length || done)) {
      const [card, text] = [now.getBoundingClientRect(), prompt.getBoundingClientRect()];
      const names = ['teacher', 'lesson > *', 'offers button'];
      const parts = names.flatMap((name) => [...now.querySelectorAll(`.${name}`)]);
      const isClear = ({ top, bottom, left, right }) =>
        bottom <= text.top + 1 || top >= text.bottom - 1 || right <= text.left || left >= text.right;
      const isClean = parts.every((part) => isClear(part.getBoundingClientRect()));
      const found = lit.filter(isSeen);
      return {
        number, buttons, lit: lit.length, seen: found.length, ...middle(found[0] ?? now),
        done: Boolean(done) && !lit.length,
        said: prompt.textContent,
        fits: isClean && text.top >= card.top && text.bottom <= card.bottom,
        aside: card.bottom <= stage.getBoundingClientRect().top + 1,
        height: card.height,
        wide: document.documentElement.scrollWidth > innerWidth,
      };
    }
    await new Promise((done) => setTimeout(done, 5));
  }
  return null;
}"""


def begin(page: Page, tutorial: Tutorial) -> None:
    page.goto(f"/learn/{tutorial.game.name}")
    page.locator(f"form[action$='/{tutorial.name}'] button").click()
    page.wait_for_url("**/table/*")


def look(page: Page, after: int = -1) -> dict[str, Any]:
    page.wait_for_selector("#stage.ready")
    found: dict[str, Any] | None = page.evaluate(LOOK, after)
    assert found, page.locator("#prompt").inner_text()
    return found


def press(page: Page, place: dict[str, Any], *, touch: bool = False) -> None:
    (page.touchscreen.tap if touch else page.mouse.click)(place["x"], place["y"])
    asked = page.get_by_role("menuitem")  # where something is given up
    if asked.count():
        asked.first.click()


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("language", CODES)
def test_each_is_finished_by_doing_what_it_says(visit: Visit, keep: Keep, language: str, screen: str) -> None:
    page = visit(locale=language, color_scheme="dark" if screen == "phone" else "light", **SCREENS[screen])
    for tutorial in ALL:
        begin(page, tutorial)
        told, said, heights = tutorial.sentences(language), list[str](), set[float]()
        place = look(page)
        while not place["done"]:
            assert place["fits"] and place["aside"] and not place["wide"], place
            assert place["seen"] == place["lit"] and place["buttons"] <= 3, f"{place}: one thing is lit, and in sight"
            if place["said"] not in said:
                said.append(place["said"])
            if len(said) == 4:
                keep(page, f"tutorial-{tutorial.game.name}-{tutorial.name}-{language}-{screen}")
            heights.add(place["height"])
            press(page, place, touch=screen == "phone")
            place = look(page, place["number"])
        me, lasius = [line.split("\n")[0] for line in page.locator("#seats .who .name").all_inner_texts()]
        assert said == [text.format(me, lasius) for text in told.steps.values()]
        assert place["said"] == told.farewell.format(me, lasius) and place["fits"]
        assert len(heights) == 1, "nothing jumps"
        page.locator("#lesson-leave").click()
        expect(page.locator("#now")).not_to_have_class(re.compile("taught"))
        expect(page.locator("#board .target, #offers button")).not_to_have_count(0)


@everywhere
def test_it_is_offered_first_resumed_by_its_link_and_can_be_skipped(visit: Visit, keep: Keep) -> None:
    page = visit()
    page.get_by_role("button", name=re.compile("Play now.*Sisimizi")).click()
    page.wait_for_url("**/learn/sisimizi")
    keep(page, "learn")
    page.get_by_role("button", name=re.compile("Show me how")).click()
    page.wait_for_url("**/table/*")
    place = look(page)
    press(page, place)
    second = look(page, place["number"])
    expect(page.locator("#lesson-count")).to_have_text("Step 2 of 15")
    link = page.url
    page.goto("/learn")
    expect(page.locator("form[action='/learn/sisimizi/first'] + span")).to_contain_text("goes on where you were")
    page.locator("form[action='/learn/sisimizi/first'] button").click()
    page.wait_for_url(link)
    assert look(page)["said"] == second["said"]
    page.get_by_role("button", name="Skip").click()
    expect(page.locator("#now")).not_to_have_class(re.compile("taught"))
    expect(page.locator("#prompt")).to_contain_text("Pieces left in your first turn: 2")
    expect(page.get_by_role("button", name="End the turn")).to_be_visible()
    page.reload()
    expect(page.locator("#lesson-leave")).to_have_count(0)


def test_what_is_tried_elsewhere_has_a_kind_answer_and_changes_nothing(visit: Visit) -> None:
    page = visit()
    tutorial = find_tutorial(fm.game("sisimizi"), "first")
    begin(page, tutorial)
    place = look(page)
    field = page.locator("[data-id='field:e5']")
    box = field.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#tip")).to_contain_text(tutorial.sentences("en").elsewhere)
    typed = page.get_by_label("Type an action")
    typed.fill("ant e5")
    typed.press("Enter")
    assert typed.evaluate("field => field.validationMessage") == tutorial.sentences("en").elsewhere
    assert look(page)["number"] == place["number"]


def test_it_is_followed_by_the_keyboard_and_told_to_who_listens(visit: Visit) -> None:
    page = visit()
    tutorial = find_tutorial(fm.game("grasshopper"), "autumn")
    begin(page, tutorial)
    expect(page.locator("#prompt[role=status][aria-live=polite]")).to_have_count(1)
    place, said = look(page), list[str]()
    while not place["done"]:
        said.append(place["said"])
        if page.locator("#board .target").count():
            page.locator("#to-board").focus()
            page.keyboard.press("Enter")
            expect(page.locator("#board .target.hint:focus")).to_have_count(1)
        else:
            page.locator("#offers .hint").focus()
        page.keyboard.press("Enter")
        place = look(page, place["number"])
    assert list(dict.fromkeys(said)) == [text.format("", "Lasius") for text in tutorial.sentences("en").steps.values()]
