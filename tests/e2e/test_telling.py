"""The table tells what happened: under the board, in the log, on the board, and at a pace that can be followed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.sitting import Sitting, make_table

import formicarium as fm

Visit = Callable[..., Page]
Sit = Callable[[Page], Sitting]
Keep = Callable[[Page, str], None]

TURNS = 4  # of the reader's actions after which others must have been told of
LEAST = 0.6  # seconds that a step of others is told, at the usual pace
MANY = 4  # steps whose time is taken
MUCH = 40  # clicks in which something must have happened

# Notes when each step began to be told and the sentences of it, when the page settled, and whatever jumped.
NOTE = """() => {
  window.noted = { steps: [], sentences: [], settled: [], jumped: 0 };
  const [told, happened, stage] = ['told', 'happened', 'stage'].map((id) => document.getElementById(id));
  const isSettled = () => !stage.classList.contains('settling');
  new MutationObserver(() => noted.steps.push([Number(told.dataset.ply), performance.now()]))
    .observe(told, { attributeFilter: ['data-ply'] });
  new MutationObserver(() => noted.sentences.push(happened.textContent.trim())).observe(happened, { childList: true });
  new MutationObserver(() => isSettled() && noted.settled.push(performance.now()))
    .observe(stage, { attributeFilter: ['class'] });
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) {
      for (const { node, previousRect: was, currentRect: is } of shift.sources) {
        const moves = (part) => node && node.contains(part) && (was.top !== is.top || was.height !== is.height);
        if (moves(told) || moves(stage)) noted.jumped += shift.value;
      }
    }
  }).observe({ type: 'layout-shift' });
}"""


def sit_down(page: Page, game: str, seats: int = 2, **wish: Any) -> None:
    """At a table with bots that act at random, and a note of all that is told."""
    bots = [{"kind": "bot", "level": "random"}] * (seats - 1)
    page.goto(f"/table/{make_table(page, game=game, seats=[{'kind': 'me'}, *bots], **wish)}")
    page.wait_for_selector("#stage.ready")
    page.evaluate(NOTE)


def noted(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate("window.noted")
    return found


def play_until_told(me: Sitting) -> int:
    """Act until the others have had a turn; the number at which that is."""
    number: int | None = -1
    for click in range(MUCH):
        number = me.act(number if number is not None else -1, buttons=click > TURNS)
        assert number is not None
        me.wait(number)
        if me.page.locator("#recap .card").count() and me.page.locator("#recap").is_visible():
            return number
    raise AssertionError("the others never had a turn")


def the_turns(page: Page) -> list[tuple[str, str]]:
    """The turns of the log: the sentence of each, and of its steps."""
    texts = page.evaluate(
        """() => [...document.querySelectorAll('#log .turn')].map((turn) => [
          (turn.querySelector('summary') ?? turn).querySelector('.text').textContent.trim(),
          [...turn.querySelectorAll('a .text')].map((text) => text.textContent.trim()).join(' '),
        ])"""
    )
    return [(whole, steps) for whole, steps in texts]


@pytest.mark.parametrize(("game", "seats"), [("antics", 3), ("formica", 2), ("grasshopper", 2), ("sisimizi", 2)])
def test_every_turn_of_the_others_is_told(game: str, seats: int, visit: Visit, sit: Sit, keep: Keep) -> None:
    page = visit()
    sit_down(page, game, seats)
    me = sit(page)
    for turn in range(2):
        play_until_told(me)
        cards = page.locator("#recap .card .text").all_inner_texts()
        logged = the_turns(page)
        for card in cards:
            assert card in [whole for whole, _ in logged]
        told = noted(page)
        steps = " ".join(steps for _, steps in logged)
        assert told["sentences"], "nothing was told"
        assert all(sentence in steps for sentence in told["sentences"] if sentence), told["sentences"]
        assert told["jumped"] == 0
        if not turn:
            keep(page, f"told-{game}")
    assert page.locator("#log .round h2").count() >= 1


@pytest.mark.parametrize("game", fm.game_names())
def test_places_light_up_when_they_are_pointed_at(game: str, visit: Visit, sit: Sit) -> None:
    page = visit()
    sit_down(page, game)
    play_until_told(sit(page))
    lights = page.locator("#board .light")
    expect(lights).to_have_count(0)
    for summary in page.locator("#log summary").all():
        summary.click()
    places = page.locator("#log .steps .place")
    assert places.count()
    places.last.hover()
    wanted = (places.last.get_attribute("data-nodes") or "").split()
    expect(lights).not_to_have_count(0)
    assert set(lights.evaluate_all("all => all.map((one) => one.dataset.node)")) <= set(wanted)
    page.mouse.move(0, 0)
    expect(lights).to_have_count(0)
    page.locator("#log a:has(.event[data-nodes]:not([data-nodes='']))").last.focus()
    expect(lights).not_to_have_count(0)


def test_a_whole_set_up_is_one_line(visit: Visit, sit: Sit) -> None:
    page = visit()
    sit_down(page, "formica")
    sit(page).wait()
    expect(page.locator("#log .setup")).to_have_count(1)
    ply = int(page.locator("#log .setup a").last.get_attribute("data-ply") or 0)
    assert ply > 20
    assert not [
        line
        for line in page.locator("#log .turn:not(.setup) a").all()
        if int(line.get_attribute("data-ply") or 0) < ply
    ]


def end_turn(page: Page) -> None:
    """End the turn, and wait until the first step of the others is told."""
    told = len(noted(page)["steps"])
    page.get_by_role("button", name="End the turn").click()
    page.get_by_role("menuitem").first.click()  # pieces are left: it asks once
    page.wait_for_function("told => window.noted.steps.length > told + 1", arg=told, timeout=60_000)


def test_a_brisk_step_of_a_bot_can_be_followed(visit: Visit) -> None:
    page = visit(pace="brisk")
    sit_down(page, "sisimizi", first=0)
    lasting: list[float] = []
    while len(lasting) < MANY:
        own = len(noted(page)["steps"])
        end_turn(page)
        expect(page.locator("#stage:not(.settling)")).to_be_visible(timeout=60_000)
        expect(page.locator("#now.yours")).to_be_visible()
        told = noted(page)
        begun = [at for _, at in told["steps"][own + 1 :]]
        ends = [*begun[1:], told["settled"][-1]]
        lasting += [(end - begin) / 1000 for begin, end in zip(begun, ends, strict=True)]
    assert min(lasting) >= LEAST
    assert noted(page)["jumped"] == 0


def test_a_click_skips(visit: Visit) -> None:
    page = visit(pace="calm")
    sit_down(page, "sisimizi", first=0)
    end_turn(page)
    clicked = page.evaluate("performance.now()")
    page.locator("#onward").click()
    expect(page.locator("#now.yours")).to_be_visible()
    told = noted(page)
    others = [at for _, at in told["steps"] if at > clicked]
    assert len(others) < 2 or others[-1] - others[0] < LEAST * 1000


def test_the_server_never_waits_for_the_telling(visit: Visit) -> None:
    """At the calmest pace the others have acted long before it is told: only the page lags behind."""
    page = visit(pace="calm")
    sit_down(page, "sisimizi", seats=4, first=0)
    table = page.url.rsplit("/", 1)[1]
    end_turn(page)
    while not (now := page.request.get(f"/api/tables/{table}").json())["choices"]:
        page.wait_for_timeout(50)
    assert page.locator("#stage.settling").count() == 1, "it is still told"
    shown = [ply for ply, _ in noted(page)["steps"]]
    assert shown[-1] < now["number"], "the number of the server is final"
    page.locator("#onward").click()
    page.wait_for_function("() => !document.querySelector('#stage.settling')", timeout=60_000)
    assert page.locator("#stage").get_attribute("data-number") == str(now["number"])


def test_continue_by_click_waits_for_it(visit: Visit) -> None:
    page = visit(pace="click")
    sit_down(page, "sisimizi", first=0)
    end_turn(page)
    told = page.locator("#told")
    expect(told).to_have_attribute("data-ply", "3")
    page.wait_for_timeout(1500)
    expect(told).to_have_attribute("data-ply", "3")
    clicks = 0
    while not page.locator("#now.yours").count() or page.locator("#stage.settling").count():
        before = told.get_attribute("data-ply")
        page.locator("#stage").dispatch_event("pointerdown")
        clicks += 1
        page.wait_for_function("was => told.dataset.ply !== was || !stage.matches('.settling')", arg=before)
    assert clicks == len({ply for ply, _ in noted(page)["steps"]}) - 1


def test_the_last_turn_is_shown_again(visit: Visit, sit: Sit) -> None:
    page = visit()
    sit_down(page, "sisimizi", first=0)
    me = sit(page)
    number = play_until_told(me)
    nodes = page.locator("#board .pieces .node").count()
    before = noted(page)
    page.get_by_role("button", name="Show the last turn again").click()
    expect(page.locator("#stage.settling")).to_have_count(1)
    assert page.locator("#board .pieces .node").count() <= nodes
    page.locator("#onward").click()
    me.wait(number)
    assert page.locator("#board .pieces .node").count() == nodes
    again = noted(page)["steps"][len(before["steps"]) :]
    plies = [ply for ply, _ in again]
    assert plies and plies == [ply for ply, _ in before["steps"]][-len(plies) :]
    expect(page.locator("#recap .card").first).to_be_visible()
    page.locator("#recap .card").first.press("Enter")
    expect(page.locator("#stage.settling")).to_have_count(1)
    page.locator("#onward").click()
    me.wait(number)
    me.act(number)
    expect(page.locator("#recap")).to_be_hidden()


def test_the_pace_is_remembered(visit: Visit) -> None:
    page = visit(pace="brisk")
    page.locator("summary").click()
    page.get_by_label("Turns of the others").select_option("calm")
    page.goto("/new")
    expect(page.locator("html")).to_have_attribute("data-pace", "calm")


def test_the_replay_tells_too(visit: Visit, sit: Sit, keep: Keep) -> None:
    page = visit()
    sit_down(page, "grasshopper")
    play_until_told(sit(page))
    line = page.locator("#log a:visible, #log summary").last
    if line.evaluate("element => element.localName") == "summary":
        line.click()
    step = page.locator("#log a:visible").last
    said = step.locator(".text").inner_text()
    step.click()
    expect(page.locator("#happened")).to_have_text(said)
    expect(page.locator("#board .light")).not_to_have_count(0)
    expect(page.locator("#log [aria-current]")).to_have_count(1)
    keep(page, "replay-told")
