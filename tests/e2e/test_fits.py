"""A table fits every screen: all that one acts on is in sight, large enough and not covered, and nothing jumps."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.e2e.conftest import LIMITS
from tests.e2e.sitting import make_table
from tests.e2e.test_moments import messages, watch

import formicarium as fm
import telling
from formicarium.bots import levels
from formicarium.core import random as chance
from formicarium.engine.game import languages
from formicarium.server.table.rows import SeatRow
from formicarium.server.table.setup import new_table
from formicarium.server.table.table import Table
from services import Formicarium

SCREENS = ((360, 740), (390, 844), (768, 1024), (1366, 768), (1920, 1080), (2560, 1440))
ACROSS = ((844, 390), (932, 430))  # a phone that lies; the buttons that lead from page to page take much of its height
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TOLD = 15  # actions of the end of a match that are told with motion
MOUSE = 861  # pixels: from this width on one has a mouse, which chooses without bringing the board nearer

# What is wrong on this screen, in words; what lies on other pages is a tap away, and its button says so.
FAULTS = """([least, mouse]) => {
  const faults = [];
  const frame = document.getElementById('frame').getBoundingClientRect();
  const name = (element) => element.dataset?.id ?? element.id ?? element.className;
  const middle = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  const buttons = [...document.querySelectorAll('#pages button')];
  const isHere = (box) => box.right > frame.left + 1 && box.left < frame.right - 1;
  const isIn = (box, room) => box.left >= room.left - 1 && box.right <= room.right + 1
    && box.top >= room.top - 1 && box.bottom <= room.bottom + 1;
  const targets = [...document.querySelectorAll('#board .target')];
  const seen = targets.filter((target) => isHere(target.querySelector('.ring').getBoundingClientRect()));
  if (targets.length && !seen.length) faults.push('nothing to act on is in sight');
  if (seen.length < targets.length && !buttons.some((button) => button.classList.contains('lit'))) {
    faults.push('no button leads to what can be done on another page');
  }
  for (const target of seen) {
    const box = target.querySelector('.ring').getBoundingClientRect();
    if (!isIn(box, frame)) faults.push(`${name(target)} is outside the frame`);
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (there?.closest('.target') !== target) faults.push(`${name(target)} is covered by ${there && name(there)}`);
    const whole = target.getBoundingClientRect();
    if (Math.min(whole.width, whole.height) < 23.9) faults.push(`${name(target)} is ${whole.width} wide`);
    for (const other of innerWidth < mouse || innerHeight < 521 ? [] : seen.slice(0, seen.indexOf(target))) {
      const [here, its] = [middle(box), middle(other.querySelector('.ring').getBoundingClientRect())];
      const apart = Math.hypot(its.x - here.x, its.y - here.y);
      if (apart < 23.9) faults.push(`${name(target)} and ${name(other)} are ${apart} apart`);
    }
  }
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const often = '#offers button, #pages button, #undo, #hint, [role=tab], #again, #onward';
  for (const button of document.querySelectorAll(often)) {
    if (button.closest('[hidden]') || !button.checkVisibility()) continue;
    const box = button.getBoundingClientRect();
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!isIn(box, screen) || !(button.contains(there) || there?.contains(button))) {
      faults.push(`the button ${button.textContent} is outside or covered`);
    }
    if (Math.min(box.width, box.height) < 43.9) faults.push(`the button ${button.textContent} is ${box.height} high`);
  }
  for (const text of document.querySelectorAll('#board text:not(.unplaced, .tiny)')) {
    const pixels = parseFloat(getComputedStyle(text).fontSize) * new DOMMatrix(getComputedStyle(text).transform).a;
    if (pixels < 10.9) faults.push(`${name(text)} has letters of ${pixels}`);
  }
  for (const element of document.querySelectorAll('.now *, .told *, .side *, .pages *')) {
    const says = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (says && size && size < 13.9 && element.checkVisibility()) faults.push(`${name(element)}: text of ${size}`);
  }
  const goal = document.getElementById('goal');
  if (!goal.checkVisibility() || !isIn(goal.getBoundingClientRect(), screen)) faults.push('the goal is out of sight');
  const kept = '#prompt, #goal, #offers button, .recap .text, .seat .figures .line';
  for (const element of document.querySelectorAll(kept)) {
    const isCut = element.scrollHeight > element.clientHeight + 2 || element.scrollWidth > element.clientWidth + 1;
    if (isCut && element.checkVisibility()) faults.push(`cut off: ${element.textContent}`);
  }
  for (const seat of document.querySelectorAll('.seat')) {
    const figures = [...seat.querySelectorAll('.figures .figure')].filter((figure) => figure.textContent);
    if (figures.length < 2) faults.push(`${seat.textContent} has no figures`);
  }
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) faults.push('the page scrolls sideways');
  if (page.scrollHeight > innerHeight) faults.push('the page scrolls');
  const nodes = [...document.querySelectorAll('#board .node:not(.unplaced)')];
  const boxes = nodes.map((node) => node.getBoundingClientRect()).filter((box) => box.width && isHere(box));
  const [right, left] = [Math.max(...boxes.map((box) => box.right)), Math.min(...boxes.map((box) => box.left))];
  const wide = Math.min(frame.right, right) - Math.max(frame.left, left);
  const high = Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top));
  const used = frame.width < frame.height ? wide / frame.width : high / frame.height;
  if (used < least) faults.push(`only ${used} of the shorter side is used`);
  return faults;
}"""
# What is wrong with the result beside the board.
RESULT_FAULTS = """() => {
  const faults = [];
  const dialog = document.getElementById('ending');
  const isIn = (box) => box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
  if (!isIn(dialog.getBoundingClientRect())) faults.push('the result is not on the screen');
  for (const button of dialog.querySelectorAll('button, .button')) {
    if (!button.checkVisibility()) continue;
    const box = button.getBoundingClientRect();
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!isIn(box) || !button.contains(there)) faults.push(`${button.textContent} is outside or covered`);
    if (Math.min(box.width, box.height) < 43.9) faults.push(`${button.textContent} is ${box.height} high`);
  }
  for (const element of dialog.querySelectorAll('*')) {
    const says = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (says && size && size < 13.9 && element.checkVisibility()) faults.push(`${element.className}: text of ${size}`);
  }
  if (dialog.scrollWidth > dialog.clientWidth) faults.push('the result scrolls sideways');
  return faults;
}"""
TYPE = """(action) => {
  const form = document.getElementById('typed');
  form.elements.action.value = action;
  form.requestSubmit();
}"""
SETTLED = "() => !document.getElementById('stage').classList.contains('settling')"
POST = """async ([address, body]) => {
  const headers = { 'content-type': 'application/json' };
  return await (await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}"""


@pytest.fixture(scope="session")
def server() -> Iterator[Formicarium]:
    """How a table looks does not depend on its database: one is enough."""
    found = Formicarium(**LIMITS)
    try:
        found.start()
        yield found
    finally:
        found.stop()


class Turn(NamedTuple):
    """A position in which a seat acted: after so many plies, who, what it could do, and what it did."""

    ply: int
    seat: int
    verbs: frozenset[str]
    action: str


@cache
def played(game: str, seats: int) -> tuple[str, list[Turn]]:
    """A match to its end as a record, and where a seat acted; of Sisimizi by lots, whose greedy players need long."""
    match, lots = fm.Match(game, seats, seed=f"fits {seats}"), random.Random(f"fits {game}")
    player = fm.bot(game, "greedy", seed=seats)
    turns = []
    while not match.over:
        seat = match.actors[0]
        legal = match.legal(seat)
        action = lots.choice(legal) if game == "sisimizi" else player.choose(match.view(seat))
        turns.append(Turn(len(match.history), seat, frozenset(action.verb for action in legal), str(action)))
        match.play(action, seat)
    return match.text(), turns


def go_on(page: Page, game: str, seats: int, ply: int, person: int | None) -> None:
    """Open a table that goes on from a position, with a person on a seat or bots on all."""
    bot = {"kind": "bot", "level": levels(game)[0]}
    record = page.evaluate(POST, ["/api/records", {"text": played(game, seats)[0]}])
    assert "id" in record, record
    wish = {"at": ply, "seats": [{"kind": "me"} if seat == person else bot for seat in range(seats)]}
    made = page.evaluate(POST, [f"/api/tables/{record['id']}/continue", wish])
    assert "id" in made, made
    page.goto(f"/table/{made['id']}")
    expect(page.locator("#stage.ready")).to_have_count(1)


def sit_down(page: Page, game: str, seats: int, share: float, *verbs: str) -> None:
    """Open a table in the midst of a match, or later where all those verbs are possible, on the seat that is to act."""
    turns = played(game, seats)[1]
    start = min(int(share * len(turns)), len(turns) - 1)
    turn = next(turn for turn in turns[start:] if turn.verbs.issuperset(verbs))
    go_on(page, game, seats, turn.ply, turn.seat)
    expect(page.locator("#now.yours")).to_have_count(1)
    expect(page.locator("#stage.settling")).to_have_count(0)


@pytest.mark.parametrize("language", languages()[1:])
@pytest.mark.parametrize("game", fm.game_names())
def test_every_language_on_a_phone(
    game: str, language: str, visit: Callable[..., Page], keep: Callable[[Page, str], None]
) -> None:
    page = visit(has_touch=True, locale=language)
    faults: list[str] = []
    for moment, share in (("start", 0.0), ("middle", 0.5)):
        sit_down(page, game, 3, share)
        for width, height in (SCREENS[0], SCREENS[3]):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            faults += [f"{moment} {width}x{height}: {fault}" for fault in page.evaluate(FAULTS, [0.7, MOUSE])]
            keep(page, f"fits-{game}-{language}-{moment}-{width}x{height}")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game", fm.game_names())
def test_every_screen(game: str, seats: int, visit: Callable[..., Page], keep: Callable[[Page, str], None]) -> None:
    language, scheme = "de-DE" if seats == 3 else "en-GB", "dark" if seats == 4 else "light"  # German words are longer
    page = visit(has_touch=True, locale=language, color_scheme=scheme)
    faults: list[str] = []

    def measure(moment: str, find: Callable[[float], list[str]]) -> None:
        for width, height in (*SCREENS, *ACROSS):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            found = find(0.7 if (width, height) in SCREENS else 0.6)
            faults.extend(f"{moment} {width}x{height}: {fault}" for fault in found)
            keep(page, f"fits-{game}-{seats}-{moment}-{width}x{height}")

    for moment, share in (("start", 0.0), ("middle", 0.5), ("last", 1.0)):
        sit_down(page, game, seats, share)
        measure(moment, lambda least: page.evaluate(FAULTS, [least, MOUSE]))
    page.evaluate(TYPE, played(game, seats)[1][-1].action)
    expect(page.locator("#ending[open]")).to_have_count(1)
    measure("result", lambda _: page.evaluate(RESULT_FAULTS))
    page.locator("#look").click()
    measure("over", lambda least: page.evaluate(FAULTS, [least, MOUSE]))
    assert not faults, "\n".join(faults)


# Layout shifts that no hand has caused, from the moment the page begins; and how far anything has scrolled.
WATCH = """() => {
  [window.shifted, window.movers] = [0, []];
  const add = (list) => list.getEntries().forEach((one) => {
    if (one.hadRecentInput) return;
    window.shifted += one.value;
    const what = ({ node }) => node?.id || node?.className?.baseVal || node?.className || node?.parentElement?.id;
    window.movers.push([one.value, one.startTime, ...one.sources.map(what)].join(' '));
  });
  new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
  window.scrolled = 0;
  const frame = document.getElementById('frame');
  const note = () => (window.scrolled = Math.max(window.scrolled, scrollY, frame.scrollTop));
  addEventListener('scroll', note, { capture: true, passive: true });
}"""
SHIFTED = "() => [window.shifted, window.scrolled, window.movers]"


@pytest.mark.parametrize("game", fm.game_names())
def test_nothing_jumps_while_bots_play_to_the_end(game: str, visit: Callable[..., Page]) -> None:
    desk, phone = visit(viewport={"width": 1366, "height": 768}, bypass_csp=True), visit(**PHONE, bypass_csp=True)
    bot = {"kind": "bot", "level": levels(game)[0]}
    table = make_table(desk, game=game, seats=[bot, bot])
    for page in (desk, phone):
        page.goto(f"/table/{table}")
        page.evaluate(WATCH)
    for page in (desk, phone):
        ended = "() => document.getElementById('ending').open"
        page.wait_for_function(ended, timeout=600_000)  # bots think, and others may need the machine too
        shifted, scrolled, movers = page.evaluate(SHIFTED)
        assert shifted < 0.05, movers
        assert scrolled == 0


@pytest.mark.parametrize("game", fm.game_names())
def test_nothing_jumps_while_the_end_is_told_with_motion(game: str, visit: Callable[..., Page]) -> None:
    """As four see it: at their pace, pieces move, and time goes on by the test's hand."""
    seats = 4
    moves = fm.loads(played(game, seats)[0]).history
    rows = [SeatRow(seat, "human", telling.NAMES[seat], f"p{seat}", "random") for seat in range(seats)]
    table = Table(new_table(game, rows, {}, 0.0, owner="p0", given=moves[:-TOLD]), 0.0)

    def play_on() -> None:
        rng = chance.stream(5)
        for _ in range(TOLD):
            if not table.over:
                (seat, *_) = table.match.actors
                table.act(seat, table.match.position.sample(seat, rng).text, 0.0)

    full, *steps = messages(table, play_on)
    page = visit("brisk", **PHONE, reduced_motion="no-preference", bypass_csp=True)
    page.clock.install()
    sockets = watch(page, game)
    sockets[-1].send(full)
    expect(page.locator("#stage[data-number]:not(.settling)")).to_be_visible()
    page.evaluate(WATCH)
    for step in steps:
        sockets[-1].send(step)
    number = json.loads(steps[-1])["number"]
    for _ in range(400):
        page.clock.run_for(400)
        if page.evaluate("number => Number(stage.dataset.number) === number", number):
            break
    expect(page.locator("#stage")).to_have_attribute("data-number", str(number))
    shifted, scrolled, movers = page.evaluate(SHIFTED)
    assert shifted < 0.05, movers
    assert scrolled == 0


@pytest.mark.parametrize("game", fm.game_names())
def test_a_whole_match_by_one_thumb_on_a_phone(game: str, visit: Callable[..., Page]) -> None:
    """Only taps at drawn places, from the first action to the end."""
    page = visit(**PHONE)
    bot = {"kind": "bot", "level": levels(game)[0]}
    page.goto(f"/table/{make_table(page, game=game, seats=[{'kind': 'me'}, bot])}")
    lots, seen, idle = random.Random(f"thumb {game}"), None, 0
    for _ in range(TAPS):
        found = page.evaluate(THUMB, [seen, lots.random(), lots.random()])
        assert found, f"nothing can be tapped: {page.locator('#prompt').inner_text()}"
        if found["over"]:
            return
        idle = 0 if seen and found["seen"]["number"] != seen["number"] else idle + 1
        assert idle < IDLE, f"taps do nothing: {page.locator('#prompt').inner_text()}"
        seen = found["seen"]
        page.touchscreen.tap(*found["at"])
    raise AssertionError("the match did not end")


TAPS, IDLE = 4000, 60  # at most in a match; and without anything coming of them

# Waits until something has come of the last tap, for a while, and then for the reader's turn. Answers with the middle
# of something that is drawn on the screen and can be tapped (of a menu, a button, what is lit), or with the end.
THUMB = """async ([before, random, rather]) => {
  const pause = () => new Promise((done) => setTimeout(done, 15));
  const ending = document.getElementById('ending');
  const look = () => ({
    number: stage.dataset.number,
    menu: document.querySelectorAll('.menu button').length,
    near: document.getElementById('board').style.width,
    page: Math.round(document.getElementById('frame').scrollLeft),
  });
  for (let tries = 0; before && tries < 60; tries++) {
    if (ending.open || JSON.stringify(look()) !== JSON.stringify(before)) break;
    await pause();
  }
  const isSeen = (element) => {
    const box = element.getBoundingClientRect();
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return there?.closest('#board, #offers, .menu');
  };
  const find = (selector) => [...document.querySelectorAll(selector)].filter(isSeen);
  for (let tries = 0; tries < 8000; tries++) {
    if (ending.open) return { over: true };
    if (document.querySelector('#now.yours ~ #stage:not(.settling)')) {
      const menu = find('.menu button');
      const [buttons, lit] = [find('#offers button'), find('#board .target:not([data-actions="undo"])')];
      const all = menu.length ? menu : buttons.length && (rather < 0.6 || !lit.length) ? buttons : lit;
      const box = all[Math.floor(random * all.length)]?.getBoundingClientRect();
      if (box) return { over: false, seen: look(), at: [box.x + box.width / 2, box.y + box.height / 2] };
    }
    await pause();
  }
  return null;
}"""


# The two things in sight that can be tapped and lie closest together: how far, and where the one is.
CLOSEST = """() => {
  const frame = document.getElementById('frame').getBoundingClientRect();
  const boxes = [...document.querySelectorAll('#board .target .ring')].map((ring) => ring.getBoundingClientRect());
  const all = boxes.map((box) => [box.x + box.width / 2, box.y + box.height / 2]);
  const seen = all.filter(([x, y]) => x > frame.left && x < frame.right && y > frame.top && y < frame.bottom);
  const pairs = seen.flatMap((one, at) => seen.slice(0, at).map((other) => [one, other]));
  const apart = ([one, other]) => Math.hypot(one[0] - other[0], one[1] - other[1]);
  const [first] = pairs.sort((one, other) => apart(one) - apart(other));
  return [apart(first), first[0]];
}"""


@pytest.mark.parametrize(("game", "verb"), [("sisimizi", "lift"), ("formica", "from")])
def test_a_tap_among_small_things_brings_them_nearer(game: str, verb: str, visit: Callable[..., Page]) -> None:
    """On the smallest phone; once one is chosen, the whole board is there again."""
    page = visit(**(PHONE | {"viewport": {"width": 360, "height": 740}}))
    sit_down(page, game, 2, 0.4, verb)
    before, at = page.evaluate(CLOSEST)
    assert before < 24
    page.touchscreen.tap(*at)
    expect(page.locator("#frame.near")).to_have_count(1)
    after, at = page.evaluate(CLOSEST)
    assert after >= 24
    number = page.locator("#stage").get_attribute("data-number")
    page.touchscreen.tap(*at)
    expect(page.locator("#stage:not(.settling)")).not_to_have_attribute("data-number", number or "")
    expect(page.locator("#frame.near")).to_have_count(0)


@pytest.mark.parametrize("game", fm.game_names())
def test_every_forbidden_click_finds_a_sentence(game: str, visit: Callable[..., Page]) -> None:
    page, reasons = visit(), 0
    for moment in (0.05, 0.3, 0.6, 0.9):
        sit_down(page, game, 2, moment)
        said = page.evaluate(FORBIDDEN, [random.Random(f"{game} {moment}").randrange(1, 2**31), 50])
        assert len(said) == 50
        silent = [(where, sentence) for where, sentence in said if not SENTENCE.fullmatch(sentence)]
        assert not silent
        prompt = page.locator("#prompt").inner_text()
        reasons += sum(sentence != prompt for _, sentence in said)
    assert reasons >= REASONS * 200, f"only {reasons} of 200 say more than what to do"


REASONS = 0.5  # at least so many refusals are about what was clicked
SENTENCE = re.compile(r".*[^\W\d_]{3}.*[.!?]")

# Clicks at random points of the board where something is that cannot be clicked now: what was there, and what was said.
FORBIDDEN = """async ([seed, count]) => {
  const [tip, said] = [document.getElementById('tip'), []];
  const pause = () => new Promise((done) => setTimeout(done, 5));
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const nodes = [...document.querySelectorAll('#board .node:not(.unplaced):not(.decoration)')];
  for (let tries = 0; said.length < count && tries < 100 * count; tries++) {
    const box = nodes[Math.floor(random() * nodes.length)].getBoundingClientRect();
    const [x, y] = [Math.round(box.x + random() * box.width), Math.round(box.y + random() * box.height)];
    const at = { clientX: x, clientY: y };
    const there = document.elementFromPoint(at.clientX, at.clientY);
    if (!there?.closest('#board .node') || there.closest('.target')) continue;
    tip.hidden = true;
    tip.removeAttribute('role');
    there.dispatchEvent(new MouseEvent('click', { bubbles: true, ...at }));
    for (let wait = 0; wait < 2000 && !tip.hasAttribute('role'); wait++) await pause();
    said.push([there.dataset.id, tip.hasAttribute('role') ? tip.querySelector('.refusal').textContent : '']);
  }
  return said;
}"""


@pytest.mark.parametrize(
    ("game", "verb", "shown"),
    [
        ("sisimizi", "drop", ".lead"),
        ("formica", "to", ".way"),
        ("antics", "use", ".ghost"),
        ("grasshopper", "ant", ".ghost"),
        ("grasshopper", "guess", ".ghost"),
    ],
)
def test_what_a_click_would_do_is_shown_before(game: str, verb: str, shown: str, visit: Callable[..., Page]) -> None:
    page = visit()
    sit_down(page, game, 2, 0.2, verb)
    target = page.locator(f"#board .target[data-actions^='{verb} ']").first
    ghost, at, box = page.locator("#board .ghosts .ghost").last, middle(target), target.bounding_box()
    assert box
    near = max(20, box["width"] / 2)  # on a large card it may lie beside what is printed there
    for point, leave in (
        (lambda: page.mouse.move(*at), lambda: page.mouse.move(1, 1)),
        (target.focus, lambda: target.evaluate("element => element.blur()")),
    ):
        expect(page.locator("#board .ghosts > *")).to_have_count(0)
        point()
        expect(page.locator(f"#board .ghosts {shown}")).not_to_have_count(0)
        there = middle(ghost)
        assert abs(there[0] - at[0]) < near and abs(there[1] - at[1]) < near
        leave()
    expect(page.locator("#board .ghosts > *")).to_have_count(0)


def test_a_click_on_what_cannot_be_done_says_why_there(visit: Callable[..., Page]) -> None:
    page = visit(locale="de-DE")
    sit_down(page, "sisimizi", 2, 0.5)
    taken = page.locator("#board .pieces .node[role=img]").first
    page.mouse.click(*middle(taken))
    tip = page.locator("#tip[role=alert] .refusal")
    expect(tip).to_be_visible()
    assert tip.inner_text().endswith(".")
    box, at = tip.bounding_box(), middle(taken)
    assert box and abs(box["x"] + box["width"] / 2 - at[0]) < 200 and abs(box["y"] - at[1]) < 120


def test_a_piece_is_put_back_and_an_early_end_asks_once(visit: Callable[..., Page]) -> None:
    page = visit()
    sit_down(page, "sisimizi", 2, 0.2, "ant", "lift", "done")
    lit = page.locator("#board .target[data-actions^=lift]").first
    hand = page.locator("#board .target[data-id=hand]")
    for put_back in (lambda: page.keyboard.press("Escape"), lambda: page.mouse.click(*middle(hand))):
        lit.focus()
        page.keyboard.press("Enter")
        expect(hand).to_have_count(1)
        hand.focus()
        put_back()
        expect(hand).to_have_count(0)
        expect(lit).to_be_visible()
    page.get_by_role("button", name="End the turn").click()
    ask = page.get_by_role("menu")
    expect(ask.locator("p")).to_contain_text("You could still place")
    page.keyboard.press("Escape")
    expect(ask).to_have_count(0)
    expect(page.locator("#now.yours")).to_have_count(1)


@pytest.mark.parametrize(("game", "verb"), [("sisimizi", "lift"), ("formica", "from"), ("antics", "lay")])
def test_escape_puts_back_what_a_mouse_has_picked_up(game: str, verb: str, visit: Callable[..., Page]) -> None:
    """What was clicked vanishes from under the mouse: Escape is heard wherever the focus fell."""
    page = visit()
    turns = played(game, 2)[1]
    firsts = (one for one, after in pairwise(turns) if verb != "lay" or after.verbs == {"lay"})  # of two symbols
    turn = next(one for one in firsts if verb in one.verbs)
    go_on(page, game, 2, turn.ply, turn.seat)
    lit = page.locator(f"#board .target[data-actions^='{verb} ']").first
    before = page.locator("#board .target").count()
    page.mouse.click(*middle(lit))
    hand = page.locator("#board .target[data-actions=undo]")
    expect(hand).not_to_have_count(0)
    page.get_by_role("combobox", name="Type an action").press("Escape")
    expect(hand).not_to_have_count(0)  # there it is of the field
    page.mouse.click(1, 1)
    page.keyboard.press("Escape")
    expect(hand).to_have_count(0)
    expect(page.locator("#board .target")).to_have_count(before)


@pytest.mark.parametrize(
    ("game", "verbs", "button", "asked"),
    [
        ("antics", ("use", "end"), "End the turn", "Markers"),
        ("formica", ("roll", "end"), "End the turn", "roll"),
    ],
)
def test_an_early_end_asks_once(
    game: str, verbs: tuple[str, ...], button: str, asked: str, visit: Callable[..., Page]
) -> None:
    page = visit()
    sit_down(page, game, 2, 0.2, *verbs)
    number = page.locator("#stage").get_attribute("data-number") or ""
    page.get_by_role("button", name=button).click()
    ask = page.get_by_role("menu")
    expect(ask.locator("p")).to_contain_text(asked)
    expect(page.locator("#stage")).to_have_attribute("data-number", number)  # nothing has happened yet
    ask.get_by_role("menuitem").click()
    expect(page.locator("#stage:not(.settling)")).not_to_have_attribute("data-number", number)


def middle(thing: Locator) -> tuple[float, float]:
    """The middle of something, in pixels of the window."""
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize(
    ("language", "said"),
    [("en-GB", r"One ant, the (sum|difference): \d+"), ("de-DE", r"Eine, (Summe|Differenz): \d+")],
)
def test_what_can_be_done_with_both_dice_says_how_far_it_goes(
    language: str, said: str, visit: Callable[..., Page]
) -> None:
    page = visit(locale=language)
    sit_down(page, "formica", 2, 0.2, "sum", "difference")
    for verb in ("sum", "difference"):
        expect(page.locator(f"#offers button[data-action={verb}]")).to_have_text(re.compile(f"^{said}$"))


def test_words_are_painted_before_the_scripts_run_that_draw_the_board(visit: Callable[..., Page]) -> None:
    page = visit()
    table = make_table(page, game="sisimizi", seats=[{"kind": "me"}, {"kind": "bot", "level": levels("sisimizi")[0]}])
    page.add_init_script("window.frames_due = []; window.requestAnimationFrame = (due) => frames_due.push(due);")
    page.goto(f"/table/{table}", wait_until="networkidle")
    expect(page.locator("#prompt")).not_to_be_empty()
    expect(page.locator("#board .node")).to_have_count(0)
    page.get_by_role("tab", name="Rules").click()
    page.get_by_role("combobox", name="Type an action").fill("ant zz")
    page.keyboard.press("Enter")
    page.evaluate("() => frames_due.forEach((due) => due())")
    expect(page.locator("#stage.ready")).to_have_count(1)
    expect(page.locator("#panel-rules")).to_be_visible()  # what was done before the scripts ran is not lost
    assert page.url.endswith(f"/table/{table}")
