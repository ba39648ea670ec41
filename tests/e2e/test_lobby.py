"""The lobby in real browsers: two, three and four people find each other, and what they play is rated."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from openskill.models import PlackettLuce
from playwright.sync_api import Page, expect
from tests.e2e.conftest import everywhere

Visit = Callable[..., Page]
Keep = Callable[[Page, str], None]

RESIGN = """async (table) => {
  const { you } = await (await fetch(`/api/tables/${table}`)).json();
  const how = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"do": "resign"}' };
  return (await fetch(`/api/tables/${table}/seats/${you[0]}`, how)).status;
}"""


def look_for(page: Page, name: str, *sizes: int, game: str = "antics") -> None:
    """Look for a match, as a person does."""
    page.goto("/lobby")
    page.get_by_label("Game").select_option(game)
    for box in page.locator("#sizes input").all():
        box.set_checked(int(box.input_value()) in sizes)
    page.get_by_label("Your name").fill(name)
    page.locator("#seek button").click()
    page.wait_for_selector("#seeking:not([hidden]), #stage", state="attached")


def at_table(*pages: Page) -> str:
    """The table to which all were led."""
    for page in pages:
        page.wait_for_url("**/table/*")
    [found] = {page.url.rpartition("/")[2] for page in pages}
    return found


@everywhere
@pytest.mark.parametrize("size", [2, 3, 4])
def test_people_find_each_other(size: int, visit: Visit, keep: Keep) -> None:
    pages = [visit() for _ in range(size)]
    for number, page in enumerate(pages):
        look_for(page, f"Ant {number}", size)
    at_table(*pages)
    expect(pages[0].locator("#ending")).to_be_attached()
    keep(pages[0], f"paired-{size}")


@everywhere
def test_a_match_of_people_who_found_each_other_is_rated(visit: Visit, keep: Keep) -> None:
    ada, ben = visit(), visit()
    look_for(ada, "Ada", 2, 3, game="sisimizi")
    expect(ada.locator("#seeking-what")).to_contain_text("Sisimizi")
    keep(ada, "lobby-seeking")
    look_for(ben, "Ben", 2, game="sisimizi")
    table = at_table(ada, ben)
    assert ada.evaluate(RESIGN, table) == 200
    model = PlackettLuce()
    [[won], [lost]] = model.rate([[model.rating()], [model.rating()]], ranks=[1, 2])
    for page, rating in ((ben, won), (ada, lost)):
        for _ in range(100):  # it is rated a moment after the end
            page.goto("/lobby?game=sisimizi")
            if page.locator("#rating").is_visible():
                break
        expect(page.locator("#rating")).to_have_text(f"Your rating: {rating.mu:.1f}".removesuffix(".0") + "?")


def test_who_is_alone_is_offered_bots(visit: Visit, keep: Keep) -> None:
    page = visit(viewport={"width": 390, "height": 844})
    page.goto("/lobby")
    page.evaluate("document.querySelector('[name=bots] option').value = '1'")  # nobody waits for the tests
    page.get_by_label("Offer me bots").select_option(index=0)
    page.locator("#seek button").click()
    keep(page, "lobby-offer")
    page.get_by_role("button", name="Play with bots now").click()
    at_table(page)


def test_an_open_table_is_seen_and_taken(visit: Visit, keep: Keep) -> None:
    ada, ben = visit(), visit(locale="de")
    ben.goto("/lobby")
    expect(ben.locator("#nothing")).to_be_attached()
    ada.goto("/new?game=grasshopper&with=friend")
    ada.get_by_label("Your name").fill("Ada")
    ada.locator("#more summary").click()
    ada.get_by_label("Open table").check()
    ada.get_by_role("button", name="Set up the table").click()
    table = at_table(ada)
    line = ben.locator(f"[data-table={table}]")
    expect(line).to_contain_text("Ada")
    expect(line).to_contain_text("Englisch")
    keep(ben, "lobby-de")
    line.locator("a").click()
    ben.get_by_role("button").filter(has_text="Platz").first.click()
    expect(ben.locator("#ending")).to_be_attached()
    watcher = visit()
    watcher.goto("/lobby")
    expect(watcher.locator("#waiting-heading")).to_be_visible()
    expect(watcher.locator(f"[data-table={table}]")).to_have_count(0)


def test_who_stops_looking_is_not_paired(visit: Visit) -> None:
    ada, ben = visit(), visit()
    look_for(ada, "Ada", 4, game="formica")
    ben.goto("/lobby")
    expect(ben.locator("#waiting li")).to_have_count(1)
    ada.get_by_role("button", name="Stop looking").click()
    expect(ada.locator("#seek")).to_be_visible()
    expect(ben.locator("#waiting li")).to_have_count(0)
