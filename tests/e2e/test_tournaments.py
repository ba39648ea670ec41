"""Tournaments and clubs in a browser: one runs to its end while somebody watches, a person plays its match, a club."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect
from tests.e2e.conftest import everywhere
from tests.e2e.sitting import Sitting

Visit = Callable[..., Page]
Keep = Callable[[Page, str], None]


def set_up(page: Page, name: str, rounds: int) -> None:
    page.goto("/")
    page.get_by_role("link", name="Tournaments", exact=True).first.click()
    page.get_by_role("link", name="Set up a tournament").click()
    page.get_by_label("Name of the tournament").fill(name)
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("radio", name="The Grasshopper & the Ant").check()
    page.get_by_label("Rounds").fill(str(rounds))
    page.get_by_role("button", name="Set up a tournament").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def ask(page: Page, **deed: object) -> None:
    """Do what its owner could do by the forms of the page; bots that choose at random are not offered there."""
    status = page.evaluate(
        """async (deed) => {
          const headers = { 'content-type': 'application/json' };
          const address = location.pathname.replace('/tournament/', '/api/tournaments/');
          return (await fetch(address, { method: 'POST', headers, body: JSON.stringify(deed) })).status;
        }""",
        deed,
    )
    assert status == 200


@everywhere
def test_sixteen_play_while_a_projector_shows_it(visit: Visit, keep: Keep) -> None:
    page = visit(viewport={"width": 1366, "height": 768})
    set_up(page, "Night of the bots", 2)
    ask(page, do="bots", level="random", count=15)
    ask(page, do="enter", name="Ada")
    tv = page.context.new_page()
    tv.goto(page.url + "/tv")
    expect(tv.locator(".players li")).to_have_count(16)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".meetings .score")).to_have_count(7)
    expect(tv.locator(".boards img")).to_have_count(1)  # bots are quick, one match waits for Ada
    expect(tv.locator(".boards img")).to_be_visible()
    keep(tv, "tournament-tv")
    ask(page, do="leave")
    expect(page.locator(".now")).to_contain_text("It is over.", timeout=240_000)
    expect(page.locator(".meetings .score")).to_have_count(15)  # one of those who are left sits out
    expect(tv.locator(".now")).to_contain_text("It is over.")
    expect(tv.locator(".standings tbody tr")).to_have_count(16)
    assert tv.evaluate("document.documentElement.scrollHeight <= innerHeight")
    keep(page, "tournament-over")
    keep(tv, "tournament-tv-over")


def test_a_person_plays_the_match_of_a_round_from_the_page(visit: Visit, sit: Callable[[Page], Sitting]) -> None:
    page, link = visit(), "To your table"
    set_up(page, "Tuesday cup", 1)
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Take part", exact=True).click()
    expect(page.locator(".players li")).to_have_text(["Ada"])
    ask(page, do="bots", level="random", count=1)
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("link", name=link).click()
    sit(page).play(buttons=0.5)
    page.get_by_role("link", name="To the tournament").click()
    expect(page.locator(".now")).to_contain_text("It is over.")
    expect(page.locator(".standings tbody tr")).to_have_count(2)
    expect(page.get_by_role("link", name=link)).to_have_count(0)


def test_a_club_on_a_phone_in_german(visit: Visit, browser: Browser, keep: Keep) -> None:
    ada = visit()
    ada.goto("/tournaments")
    ada.get_by_text("Found a club").first.click()
    ada.get_by_label("Name of the club").fill("Class 4b")
    ada.get_by_label("Your name").fill("Ada")
    ada.get_by_role("button", name="Found a club").click()
    invitation = ada.get_by_label("Link to share").input_value()
    ben = visit(viewport={"width": 390, "height": 844}, locale="de-DE", color_scheme="dark")
    ben.goto(invitation.partition("?")[0])
    expect(ben.get_by_text("Bitte eines von ihnen um die Einladung")).to_be_visible()
    ben.goto(invitation)
    ben.get_by_label("Dein Name").fill("Ben")
    ben.get_by_role("button", name="Beitreten").click()
    expect(ben.locator(".people li")).to_have_count(2)
    ben.get_by_role("link", name="Neuer Tisch").last.click()
    ben.get_by_role("button", name="Tisch aufstellen").click()
    ben.wait_for_url("**/table/*")
    ada.reload()
    expect(ada.locator(".people li")).to_have_count(2)
    table = ada.locator("[data-part=tables] li")
    expect(table).to_contain_text("Sit down")
    ben.goto(invitation.partition("?")[0])
    assert ben.evaluate("document.documentElement.scrollWidth") == 390
    keep(ben, "club-phone")
    keep(ada, "club")
    table.get_by_text("Close").first.click()
    table.get_by_role("button", name=re.compile("Close")).click()
    expect(table).to_have_count(0)
    ada.locator(".people").get_by_text("Remove").first.click()
    ada.locator(".people").get_by_role("button", name=re.compile("Remove.*Ben")).click()
    expect(ada.locator(".people li")).to_have_count(1)
    ben.goto(invitation)
    expect(ben.get_by_role("button", name="Beitreten")).to_be_visible()  # in vain: the tests of the server try it
    expect(ben.locator(".people")).to_have_count(0)
