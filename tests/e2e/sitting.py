"""Somebody at a table: sees what a person sees, and clicks what a person could click."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

# Waits for the reader's turn after a number; a click skips what others do. Answers with a place to click, or the end.
WAIT = """async ([after, prefer, random, patience]) => {
  const stage = document.getElementById('stage');
  const isSeen = (element) => {
    const box = element.getBoundingClientRect();
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return there && (element.contains(there) || there.contains(element));
  };
  for (let tries = 0; tries < patience; tries++) {
    if (document.getElementById('ending').open) return { over: true };
    const shown = Number(stage.dataset.number ?? -1);
    const settled = !stage.classList.contains('settling') && shown > after;
    const buttons = [...document.querySelectorAll('#offers button')];
    const targets = [...document.querySelectorAll('#board .target')];
    if (settled && buttons.length + targets.length) {
      const chosen = buttons.length && (prefer || !targets.length) ? buttons : targets;
      const element = chosen[Math.floor(random * chosen.length)];
      if (!isSeen(element)) element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      const box = element.getBoundingClientRect();
      return { over: false, number: shown, x: box.x + box.width / 2, y: box.y + box.height / 2,
               actions: element.dataset.actions ?? element.dataset.action };
    }
    if (stage.classList.contains('settling')) stage.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    await new Promise((done) => setTimeout(done, 10));
  }
  return null;
}"""

# Waits until what fades has faded: whatever moves is known from the second frame on, and ends by itself.
SETTLED = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const ends = (one) => one.playState === 'running' && one.effect.getComputedTiming().endTime < 10000;
  await Promise.allSettled(document.getAnimations().filter(ends).map((one) => one.finished));
}"""


def settle(page: Page) -> None:
    """Wait until nothing fades or moves any more."""
    page.evaluate(SETTLED)


class Sitting:
    """A page that shows a table."""

    def __init__(self, page: Page, random: Any) -> None:
        self.page, self.random = page, random

    def wait(self, after: int = -1, *, buttons: bool = False) -> dict[str, Any]:
        """What could be clicked next, once it is this player's turn after a number."""
        found = self.look(after, buttons=buttons, patience=4000)
        assert found, f"nothing can be done: {self.page.locator('#prompt').inner_text()}"
        return found

    def look(self, after: int, *, buttons: bool = False, patience: int = 1) -> dict[str, Any] | None:
        """The same, without waiting for long."""
        self.page.wait_for_selector("#ending", state="attached")  # the table, not the replay whose link was followed
        found: dict[str, Any] | None = self.page.evaluate(WAIT, [after, buttons, self.random.random(), patience])
        return found

    def act(self, after: int = -1, *, buttons: bool = False) -> int | None:
        """Click something that is lit; the number at which that was, `None` at the end."""
        return self.click(self.wait(after, buttons=buttons))

    def click(self, place: dict[str, Any]) -> int | None:
        """Click there; the number at which that was, `None` at the end."""
        if place["over"]:
            return None
        self.page.mouse.click(place["x"], place["y"])
        choices = self.page.get_by_role("menuitem")  # of several actions there, or of one that gives something up
        if choices.count():
            choices.first.click()
        return int(place["number"])

    def tap(self, after: int = -1) -> int:
        """Tap something that is lit until something comes of it; the number at which that was."""
        place = self.wait(after)
        first = int(place["number"])
        for _ in range(10):  # the first tap may only bring the board nearer
            self.page.touchscreen.tap(place["x"], place["y"])
            choices = self.page.get_by_role("menuitem")
            if choices.count():
                choices.first.tap()
            with suppress(PlaywrightTimeout):
                self.page.wait_for_function("was => Number(stage.dataset.number) > was", arg=first, timeout=1500)
                return first
            place = self.wait(after)
        raise AssertionError(f"ten taps do nothing: {self.page.locator('#prompt').inner_text()}")

    def play(self, *, buttons: float, clicks: int = 3000) -> int:
        """Play to the end: mostly buttons, or mostly the board; how many clicks that took."""
        number: int | None = -1
        for done in range(clicks):
            number = self.act(number, buttons=self.random.random() < buttons)
            if number is None:
                return done
        raise AssertionError("the match did not end")


def make_table(page: Page, **wish: Any) -> str:
    """Set up a table as the page's person; its id."""
    made: dict[str, Any] = page.evaluate(
        """async (wish) => {
          const headers = { 'content-type': 'application/json' };
          const answer = await fetch('/api/tables', { method: 'POST', headers, body: JSON.stringify(wish) });
          return await answer.json();
        }""",
        wish,
    )
    assert "id" in made, made
    return str(made["id"])
