"""Moments in the browser: whoever only reads the sentences learns what was gained, lost and revealed.

The moments are those that `tests/games/*/test_events.py` pin. Each is told to the real page in the messages of the real
wire: the sentence stands under the board while its places are lit, and its line in the log.
"""

from __future__ import annotations

import importlib.util
import inspect
import json
import re
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from tests.e2e.sitting import make_table

import formicarium as fm
import telling
from formicarium.core import random
from formicarium.engine.ledger import Ledger
from formicarium.server.table.ears import Ears
from formicarium.server.table.rows import SeatRow
from formicarium.server.table.setup import new_table
from formicarium.server.table.table import Table
from formicarium.server.wire.frames import Album, Around
from formicarium.server.wire.looks import Viewer
from formicarium.server.wire.messages import encode

Visit = Callable[..., Page]

GAMES = Path(__file__).parents[1] / "games"
LEAST = 10  # moments of a game


def load(game: str, name: str) -> ModuleType:
    """A module of the tests of a game."""
    spec = importlib.util.spec_from_file_location(f"moments_{game}_{name}", GAMES / game / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def moments(game: str) -> list[telling.Pinned]:
    """What the tests of a game pin, as far as all who watch are told of it."""
    setting, tests, before = load(game, "conftest"), load(game, "test_events"), len(telling.pinned)
    given = {"table": getattr(setting, "set_up", setting.Table), "plan": getattr(setting, "PLAN", None)}
    for name, test in vars(tests).items():
        wanted = inspect.signature(test).parameters if name.startswith("test_") else {"": None}
        if set(wanted) <= set(given):
            test(**{name: given[name] for name in wanted})
    return telling.pinned[before:]


def people(game: str, seats: int) -> Table:
    """A table with people at all seats."""
    rows = [SeatRow(seat, "human", telling.NAMES[seat], f"p{seat}", "random") for seat in range(seats)]
    return Table(new_table(game, rows, {}, 0.0, owner="p0"), 0.0)


def messages(table: Table, happen: Callable[[], None], language: str = "en") -> list[str]:
    """What those who watch are sent: how it was, and what happened."""
    album, viewer, before = Album(table), Viewer(fm.SPECTATOR, language), table.number
    full = encode(album.full(viewer, None, Around(), 0.0, Ears()))
    happen()
    steps = album.steps(viewer, None, before, Around(), 0.0)
    return [message.decode() for message in (full, *map(encode, steps))]


def messages_of(moment: telling.Pinned, language: str) -> list[str]:
    table = people(moment.before.game.name, moment.before.seats)
    table.ledger = table.match.ledger = Ledger(moment.before)
    return messages(table, lambda: table.ledger.make(moment.move), language)


def watch(page: Page, game: str) -> list[WebSocketRoute]:
    """Open a page of a game at which what it is told comes from the test: its sockets, the last one open."""
    sockets: list[WebSocketRoute] = []
    page.route_web_socket(re.compile("/live"), lambda socket: sockets.append(socket))
    seats: list[dict[str, Any]] = [{"kind": "me"}, *([{"kind": "bot"}] * (fm.game(game).seats[-1] - 1))]
    page.goto(f"/table/{make_table(page, game=game, seats=seats)}")
    page.wait_for_selector("#stage.ready")
    return sockets


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", fm.game_names())
def test_moments_are_told(game: str, language: str, visit: Visit) -> None:
    told = [(moment, messages_of(moment, language)) for moment in moments(game)]
    assert len({moment.sentences["en"] for moment, _ in told}) >= LEAST
    page = visit("click", locale=language, extra_http_headers={"Accept-Language": language})
    sockets = watch(page, game)
    expect(page.locator("html")).to_have_attribute("lang", language)
    for moment, (full, *steps) in told:
        sentence = moment.sentences[language]
        sockets[-1].send(full)
        page.wait_for_function("() => !stage.matches('.settling')")
        for step in steps:
            sockets[-1].send(step)
        page.wait_for_function(FOLLOW, arg=sentence, timeout=10_000)
        lit = page.locator("#board .light, #seats .light").evaluate_all("all => all.map((one) => one.dataset.node)")
        moved = {old: new for step in steps for old, new in json.loads(step)["nodes"].get("moved", {}).items()}
        assert set(lit) == {moved.get(node, node) for node in moment.nodes}, sentence  # also what is gone afterwards
        assert sentence in (page.locator("#log a").last.text_content() or "")
        page.wait_for_function(CLICK_AWAY)


def test_a_brisk_round_of_four_at_antics_can_be_followed(visit: Visit) -> None:
    """All of it is sent at once, while time stands still: nothing but its telling takes time."""
    table = people("antics", 4)

    def play_a_round() -> None:
        rng, first = random.stream(3), table.match.actors
        turns = {first}
        while len(turns) < 4 or table.match.actors != first:
            (seat,) = table.match.actors
            table.act(seat, table.match.position.sample(seat, rng).text, 0.0)
            turns.add(table.match.actors)

    full, *steps = messages(table, play_a_round)
    told = [line["ply"] for step in steps for line in json.loads(step)["log"]["lines"]]
    page = visit("brisk")
    page.clock.install()
    sockets = watch(page, "antics")
    page.evaluate(NOTE)
    sockets[-1].send(full)
    expect(page.locator("#stage[data-number]:not(.settling)")).to_be_visible()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    for step in steps:
        sockets[-1].send(step)
    expect(page.locator("#told[data-ply]")).to_have_count(1)
    for _ in range(len(told) * 100):
        page.clock.run_for(100)
        if page.evaluate("noted.length && !stage.matches('.settling')"):
            break
    noted = page.evaluate("[...noted, ['', Date.now()]]")
    assert [int(ply) for ply, _ in noted[:-1]] == told and len(told) > 8
    assert min(after - at for (_, at), (_, after) in pairwise(noted)) >= 600


def test_a_token_turns_and_a_cube_moves_when_they_are_told(visit: Visit) -> None:
    """A reveal has a beat: the guess, then the token, then what was carried home; time stands still in between. Until
    that is told the cards lie where they lay, and nobody has points for them."""
    (moment,) = [
        one for one in moments("grasshopper") if one.sentences["en"] == "Ada had chosen tile, and Ben guessed it."
    ]
    full, *steps = messages_of(moment, "en")
    page = visit("brisk")
    page.clock.install()
    sockets = watch(page, "grasshopper")
    sockets[-1].send(full)
    expect(page.locator("#stage[data-number]:not(.settling)")).to_be_visible()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    happened, token = page.locator("#happened"), page.locator("#board [data-id='token:0']")
    hidden, cube = re.compile("token-back$"), page.locator("#board [data-id='cube:1:1']")
    holes, points = page.locator("#board [data-id^='hole:']"), page.locator("#seats [data-seat='1']")
    for step in steps:
        sockets[-1].send(step)
    expect(happened).to_have_text("Ben jumped onto a tile card.")
    expect(token).to_have_attribute("href", hidden)
    page.clock.run_for(1100)
    expect(happened).to_have_text("Ada had chosen tile, and Ben guessed it.")
    expect(token).to_have_attribute("href", re.compile("token-tile$"))
    expect(cube).to_have_count(0)
    expect(holes).to_have_count(0)
    expect(points).to_contain_text(re.compile(r"0\s*points"))
    page.clock.run_for(3000)
    expect(happened).to_have_text(re.compile("^Ben carried"))
    expect(cube).to_have_count(1)
    expect(points).to_contain_text(re.compile(r"3\s*points"))
    page.clock.run_for(1500)
    expect(holes).to_have_count(2)


def test_each_sentence_has_its_sound_and_what_is_not_paced_has_one(visit: Visit) -> None:
    """The chord is that of the reveal, and is not heard with the guess before it."""
    (moment,) = [
        one for one in moments("grasshopper") if one.sentences["en"] == "Ada had chosen tile, and Ben guessed it."
    ]
    full, *steps = messages_of(moment, "en")
    page = visit("brisk")
    page.add_init_script(HEAR)
    page.clock.install()
    sockets = watch(page, "grasshopper")
    sockets[-1].send(full)
    expect(page.locator("#stage[data-number]:not(.settling)")).to_be_visible()
    page.mouse.click(2, 2)  # browsers are silent before the page was touched
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    page.evaluate("heard.length = 0")  # of whose turn it is one may have heard before
    for step in steps:
        sockets[-1].send(step)
    happened = page.locator("#happened")
    expect(happened).to_have_text("Ben jumped onto a tile card.")
    assert page.evaluate("heard") == ["wood", 349.23]
    page.clock.run_for(1100)
    expect(happened).to_have_text("Ada had chosen tile, and Ben guessed it.")
    assert page.evaluate("heard.slice(2)") == ["wood", 220, 329.63, 440]
    page.clock.run_for(3000)
    expect(happened).to_have_text(re.compile("^Ben carried"))
    assert page.evaluate("heard.slice(6)") == ["wood", 349.23]
    page.evaluate("document.documentElement.dataset.pace = 'instant'; heard.length = 0")
    sockets[-1].send(full)
    page.clock.run_for(3000)
    for step in steps:
        sockets[-1].send(step)
    expect(page.locator("#stage.settling")).to_have_count(0)
    page.clock.run_for(3000)
    assert page.evaluate("heard") == ["wood", 220, 329.63, 440]


def test_clocks_run_while_it_is_told_what_happened(visit: Visit) -> None:
    """The server's clock waits for no telling: the time that is shown is what is left, also of what was told last."""
    (moment,) = [
        one for one in moments("grasshopper") if one.sentences["en"] == "Ada had chosen tile, and Ben guessed it."
    ]
    full, *steps = map(json.loads, messages_of(moment, "en"))
    facts = full["table"]
    for seat in facts["seats"]:
        seat |= {"clock": 300.0, "running": False}
    page = visit("calm")
    page.clock.install()
    sockets = watch(page, "grasshopper")
    sockets[-1].send(json.dumps(full))
    expect(page.locator("#stage[data-number]:not(.settling)")).to_be_visible()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    clock = page.locator("#seats [data-seat='0'] .clock")
    expect(clock).to_have_text("05:00")
    running = {**facts["seats"][0], "clock": 100.0, "running": True}
    last, seats = steps[-1], [running, *facts["seats"][1:]]
    log = {"keep": last["log"]["lines"][-1]["ply"], "lines": []}
    after = {"type": "step", "from": last["number"], "number": last["number"] + 1, "nodes": {"set": [], "gone": []}}
    for step in (*steps, {**after, "log": log, "table": {**facts, "seats": seats}}):
        sockets[-1].send(json.dumps(step))
    expect(clock).to_have_text("01:40")
    page.clock.run_for(6000)
    expect(page.locator("#stage.settling")).to_have_count(1)
    expect(clock).to_have_text("01:34")
    page.clock.run_for(30_000)
    expect(page.locator("#stage.settling")).to_have_count(0)
    expect(clock).to_have_text("01:04")


def test_a_tower_is_lit_once_and_not_hidden_under_its_lights(visit: Visit) -> None:
    """Where two towers met, the field and both stones lie upon each other: one light shows all of it."""
    caught = [one for one in moments("formica") if "a tower of 2 was caught" in one.sentences["en"]]
    full, *steps = messages_of(caught[0], "en")
    page = visit("click")
    sockets = watch(page, "formica")
    sockets[-1].send(full)
    page.wait_for_function("() => !stage.matches('.settling')")
    for step in steps:
        sockets[-1].send(step)
    page.wait_for_function(FOLLOW, arg=caught[0].sentences["en"])
    expect(page.locator("#board .light")).to_have_count(3)
    expect(page.locator("#board .light:not(.within)")).to_have_count(1)
    expect(page.locator("#board .light:not(.within)")).to_be_visible()
    expect(page.locator("#board .light.within").first).to_be_hidden()


def test_what_happens_on_another_page_is_brought_into_sight(visit: Visit) -> None:
    (moment,) = [
        one
        for one in moments("antics")
        if one.sentences["en"].startswith("Ada built a tile with scout and hatch on level 2")
    ]
    full, *steps = messages_of(moment, "en")
    page = visit("click", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    sockets = watch(page, "antics")
    sockets[-1].send(full)
    page.wait_for_function("() => !stage.matches('.settling')")
    buttons = page.locator("#pages button")
    buttons.first.click()
    expect(buttons.first).to_have_attribute("aria-pressed", "true")
    for step in steps:
        sockets[-1].send(step)
    expect(page.locator("#happened")).to_have_text(moment.sentences["en"])
    expect(buttons.nth(1)).to_have_attribute("aria-pressed", "true")


# Notes what is heard: wood on wood, and tones by their pitch.
HEAR = """
  window.heard = [];
  const { createBufferSource, createOscillator } = BaseAudioContext.prototype;
  BaseAudioContext.prototype.createBufferSource = function () {
    heard.push('wood');
    return createBufferSource.call(this);
  };
  BaseAudioContext.prototype.createOscillator = function () {
    const tone = createOscillator.call(this);
    const start = tone.start.bind(tone);
    tone.start = (at) => (heard.push(Math.round(tone.frequency.value * 100) / 100), start(at));
    return tone;
  };
"""

# Notes when each step begins to be told.
NOTE = """() => {
  window.noted = [];
  const note = () => noted.push([told.dataset.ply, Date.now()]);
  new MutationObserver(note).observe(told, { attributeFilter: ['data-ply'] });
}"""

# Clicks on until a sentence is told.
FOLLOW = """(sentence) => {
  const said = document.getElementById('happened').textContent.trim();
  if (said === sentence) return true;
  if (stage.matches('.settling')) stage.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  return false;
}"""

# Clicks the rest away.
CLICK_AWAY = """() => {
  if (!stage.matches('.settling')) return true;
  stage.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  return false;
}"""
