"""People play: each game to its end, with friends, around one tablet, after reloads and restarts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.e2e.conftest import Server, everywhere
from tests.e2e.sitting import Sitting, make_table

from formicarium.bots import levels

Visit = Callable[..., Page]
Sit = Callable[[Page], Sitting]
Keep = Callable[[Page, str], None]


# How many sit there, how strong the bots are, and how much of the clicking goes to buttons: so that matches stay short.
@pytest.mark.parametrize(
    ("game", "seats", "rung", "buttons"),
    [("antics", 2, 0, 0.8), ("formica", 4, 1, 0.3), ("grasshopper", 2, 0, 0.5), ("sisimizi", 2, 0, 0.8)],
)
def test_a_whole_match_by_clicking_what_is_lit(
    game: str, seats: int, rung: int, buttons: float, visit: Visit, sit: Sit, keep: Keep
) -> None:
    page = visit()
    bots = [{"kind": "bot", "level": levels(game)[rung]}] * (seats - 1)
    page.goto(f"/table/{make_table(page, game=game, seats=[{'kind': 'me'}, *bots])}")
    me = sit(page)
    number: int | None = -1
    for _ in range(6):
        number = me.act(number if number is not None else -1)
    me.wait(number or -1)
    keep(page, f"{game}-light")
    page.emulate_media(color_scheme="dark")
    keep(page, f"{game}-dark")
    page.emulate_media(color_scheme="light")
    me.play(buttons=buttons)
    expect(page.locator("#ending tbody tr:not(.came)")).to_have_count(seats)
    expect(page.locator("#ending [data-part=reason]")).not_to_be_empty()
    keep(page, f"{game}-end")


@everywhere
def test_play_now_is_a_click_or_two(visit: Visit, sit: Sit) -> None:
    page = visit()
    page.locator("form button", has_text="Play now").first.click()
    page.get_by_role("button", name="Just play").click()  # who is new might want to be shown how
    page.wait_for_selector("#ending", state="attached")  # the page of the table
    assert not sit(page).wait()["over"]


@everywhere
def test_two_browsers_play_each_other(visit: Visit, sit: Sit, keep: Keep) -> None:
    host, friend = visit(), visit()
    host.goto("/new?game=grasshopper&with=friend")
    host.get_by_label("Your name").fill("Ada")
    host.get_by_role("button", name="Set up the table").click()
    link = host.locator("#invites .invite input").input_value()
    expect(host.locator("#prompt")).to_have_text("The match begins when all seats are taken.")
    keep(host, "invite")
    host.get_by_role("button", name="Copy").click()
    expect(host.locator("#invites").get_by_role("button", name="Copied")).to_be_visible()
    friend.goto(link)
    friend.get_by_label("Your name").fill("Bo <b>")
    friend.get_by_role("button", name="Sit down").click()
    expect(host.locator("#seats")).to_contain_text("Bo <b>")
    expect(friend.locator("#seats")).to_contain_text("Ada")
    host.get_by_role("tab", name="Chat").click()
    host.get_by_label("What you want to say").fill("<i>hello</i>")
    host.get_by_role("button", name="Send").click()
    expect(friend.locator("#chat-lines li")).to_have_text("Ada<i>hello</i>")
    sides, numbers, over = [sit(host), sit(friend)], [-1, -1], [False, False]
    while not all(over):
        for index, side in enumerate(sides):
            place = side.look(numbers[index])
            if place:
                number = side.click(place)
                over[index] = number is None
                numbers[index] = numbers[index] if number is None else number
    for side in sides:
        expect(side.page.locator("#ending")).to_be_visible()


def test_copied_is_said_only_of_what_was_copied(visit: Visit) -> None:
    """On plain http a page has no clipboard: what is selected is copied, or stays selected for the keys."""
    page = visit()
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.add_init_script("window.shared = []; navigator.share = async (what) => { shared.push(what) };")
    table = f"/table/{make_table(page, game='grasshopper', seats=[{'kind': 'me'}, {'kind': 'friend'}])}"
    for refused, said in ((False, "Copied"), (True, "Selected")):
        page.goto(table)
        link = page.locator("#invites .invite input").input_value()
        if refused:
            page.evaluate("document.execCommand = () => false")
        page.get_by_role("button", name="Copy").click()
        expect(page.locator("#invites").get_by_role("button", name=said)).to_be_visible()
        assert page.evaluate("getSelection().toString()") == link
        if not refused:
            page.get_by_role("button", name="Share").click()
            assert page.evaluate("shared") == [
                {"title": page.evaluate("document.querySelector('h1').textContent"), "url": link}
            ]
            page.goto("/import")
            field = page.locator("textarea").first
            field.focus()
            page.keyboard.press("Control+V")
            expect(field).to_have_value(link)


@everywhere
def test_two_people_agree_on_a_pause_on_taking_back_and_on_a_draw(visit: Visit, sit: Sit) -> None:
    host, friend = visit(), visit()
    seats = [{"kind": "me"}, {"kind": "friend"}]
    table = make_table(host, game="sisimizi", seats=seats, first=0, name="Ada", clock={"kind": "days", "days": 3})
    host.goto(f"/table/{table}")
    friend.goto(host.locator("#invites .invite input").input_value())
    friend.get_by_label("Your name").fill("Bo")
    friend.get_by_role("button", name="Sit down").click()
    number = sit(host).act()

    def ask(deed: str, question: str, answer: str) -> None:
        host.locator("#deeds summary").click()
        host.get_by_role("button", name=deed).click()
        expect(friend.locator("#asked")).to_contain_text(question)
        friend.locator("#asked").get_by_role("button", name=answer).click()

    ask("Ask for a pause", "Ada asks for a pause.", "Agree")
    expect(host.locator("#asked")).to_contain_text("The match is paused")
    host.locator("#asked").get_by_role("button", name="Go on with the match").click()
    expect(friend.locator("#asked")).to_be_hidden()
    ask("Ask to take back", "Ada asks to take back", "Agree")
    expect(host.locator("#log a")).to_have_count(1)  # the lot that said who begins
    sit(host).act(number)
    ask("Offer a draw", "Ada offers a draw.", "Refuse")
    expect(host.locator("#asked")).to_be_hidden()
    ask("Offer a draw", "Ada offers a draw.", "Agree")
    for side in (host, friend):
        expect(side.locator("#ending")).to_contain_text("The match is drawn by agreement.")


def test_around_one_tablet_a_curtain_hides_secrets(visit: Visit, keep: Keep) -> None:
    page = visit()
    wish = [{"kind": "local", "name": "Ada"}, {"kind": "local", "name": "Bo"}]
    page.goto(f"/table/{make_table(page, game='grasshopper', seats=wish)}")
    curtain = page.locator("#curtain")
    seen = set()
    for _ in range(60):
        expect(page.locator("#curtain[open], #now.yours")).not_to_have_count(0)
        if curtain.is_visible():
            keep(page, "curtain")
            sentence = page.locator("#curtain-sentence").inner_text()
            assert page.locator("#board .target").count() == 0
            seen.add(sentence)
            if len(seen) == 2:
                break
            curtain.get_by_role("button").click()
            expect(curtain).to_be_hidden()
        number = page.locator("#stage").get_attribute("data-number")
        page.locator("#board .target").first.click()
        expect(page.locator(f"#curtain[open], #stage:not([data-number='{number}'])")).not_to_have_count(0)
    assert seen == {"Pass the board to Ada", "Pass the board to Bo"}


def test_around_one_tablet_without_secrets_no_curtain(visit: Visit, sit: Sit) -> None:
    page = visit()
    wish = [{"kind": "local", "name": "Ada"}, {"kind": "local", "name": "Bo"}]
    page.goto(f"/table/{make_table(page, game='sisimizi', seats=wish)}")
    me, number = sit(page), -1
    for _ in range(12):
        number = me.act(number, buttons=True) or number
    expect(page.locator("#curtain")).to_be_hidden()
    texts = page.locator("#log").inner_text()
    assert "Ada" in texts and "Bo" in texts


@everywhere
def test_undo(visit: Visit, sit: Sit) -> None:
    page = visit()
    seats = [{"kind": "me"}, {"kind": "bot", "level": levels("sisimizi")[0]}]
    page.goto(f"/table/{make_table(page, game='sisimizi', seats=seats, first=0)}")
    me = sit(page)
    number = me.act()
    me.wait(number)
    expect(page.locator("#log a")).to_have_count(2)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#log a")).to_have_count(1)
    expect(page.locator("#undo")).to_be_disabled()
    assert not me.wait(number + 1)["over"]


@everywhere
def test_a_reload_and_a_restart_in_mid_turn(browser: Browser, server: Server, sit: Sit) -> None:
    context = browser.new_context(base_url=server.url, reduced_motion="reduce")
    page = context.new_page()
    page.goto("/")
    seats = [{"kind": "me"}, {"kind": "bot", "level": levels("sisimizi")[0]}]
    page.goto(f"/table/{make_table(page, game='sisimizi', seats=seats, first=0)}")
    me = sit(page)
    me.wait(me.act())
    nodes = page.locator("#board .pieces .node").count()
    page.reload()
    me.wait()
    assert page.locator("#board .pieces .node").count() == nodes
    server.kill()
    try:
        expect(page.locator("#link-lost")).to_be_visible()
    finally:
        server.start()
    expect(page.locator("#link-lost")).to_be_hidden(timeout=30_000)
    number = me.act()
    assert not me.wait(number)["over"]
    assert page.locator("#board .pieces .node").count() > nodes
    context.close()


@everywhere
def test_leaving_hands_the_seat_to_a_bot_and_coming_back_takes_it(visit: Visit, sit: Sit) -> None:
    page = visit()
    gentle = levels("sisimizi")[0]
    seats = [{"kind": "me", "level": gentle}, {"kind": "bot", "level": gentle}]
    page.goto(f"/table/{make_table(page, game='sisimizi', seats=seats, first=0)}")
    sit(page).wait()
    page.locator("#deeds summary").click()
    page.get_by_role("button", name="Leave the seat").click()
    expect(page.locator("#seats")).to_contain_text("a bot plays on")
    expect(page.locator("#prompt")).to_have_text("A bot plays for you.")
    expect(page.locator("#board .target, #offers button")).to_have_count(0)
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator("#deeds")).to_be_visible()


@everywhere
def test_watching_an_open_table(visit: Visit, sit: Sit, keep: Keep) -> None:
    host, guest = visit(), visit()
    seats = [{"kind": "me"}, {"kind": "bot", "level": levels("sisimizi")[0]}]
    table = make_table(host, game="sisimizi", seats=seats, first=0, open=True, name="Ada")
    host.goto(f"/table/{table}")
    guest.goto("/")
    guest.locator(f"a[href='/table/{table}']").click()
    expect(guest.locator("#stage.ready")).to_be_visible()
    sit(host).act()
    expect(guest.locator("#log a")).to_have_count(2)
    assert guest.locator("#board .target").count() == 0
    expect(guest.locator("#watching")).to_be_visible()
    expect(host.locator("#watching")).to_be_hidden()
    for control in ("#undo", "#hint", "#typed", "#deeds"):
        expect(guest.locator(control)).to_be_hidden()
    guest.get_by_role("tab", name="Chat").click()
    expect(guest.locator("#chat-lines")).to_be_hidden()  # they are strangers, who need not read each other
    guest.get_by_role("button", name="Turn chat on here").click()
    expect(guest.locator("#chat-lines")).to_be_visible()
    expect(guest.locator("#chat-form")).to_be_hidden()
    keep(guest, "watching")
    host.goto("/")
    expect(guest.locator("#seats")).to_contain_text("away")
    expect(guest.get_by_role("button", name="Give to a bot")).to_have_count(0)  # that is for those who sit there


def test_on_a_phone(visit: Visit, sit: Sit, keep: Keep) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, device_scale_factor=2)
    keep(page, "phone-home")
    for game in ("antics", "formica", "grasshopper", "sisimizi"):
        seats = [{"kind": "me"}, {"kind": "bot", "level": levels(game)[0]}]
        page.goto(f"/table/{make_table(page, game=game, seats=seats)}")
        me = sit(page)
        number = -1
        for _ in range(3):
            number = me.tap(number)
        me.wait(number)
        keep(page, f"phone-{game}")
        assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.get_by_role("tab", name="Rules").tap()
    expect(page.locator("#panel-rules")).to_be_visible()
    keep(page, "phone-rules")
