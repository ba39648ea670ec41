"""Notices: what the site tells who has closed its pages is shown by the service worker, and leads to the table."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

Visit = Callable[..., Page]
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map(({ title, body, data, lang }) => ({ title, body, data, lang }))"""


def deliver(page: Page, message: str) -> None:
    """As a push service does, when it was opened with the keys of the browser."""
    registrations: list[dict[str, Any]] = []
    line = page.context.new_cdp_session(page)
    line.on("ServiceWorker.workerRegistrationUpdated", lambda told: registrations.extend(told["registrations"]))
    line.send("ServiceWorker.enable")
    while not registrations:
        page.wait_for_timeout(20)
    origin = page.evaluate("location.origin")
    known = {"origin": origin, "registrationId": registrations[-1]["registrationId"]}
    line.send("ServiceWorker.deliverPushMessage", {**known, "data": message})


def shown(page: Page) -> list[dict[str, str]]:
    """The notifications, when there are any."""
    until = time.monotonic() + 30
    while not (found := page.evaluate(SHOWN)):
        assert time.monotonic() < until, "nothing was shown"
        page.wait_for_timeout(20)
    return found


def test_who_closed_the_page_is_told_and_who_looks_at_the_table_is_not(visit: Visit) -> None:
    page = visit(permissions=["notifications"])
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    said = {"title": "Sisimizi: it is your turn", "body": "Ada built a bridge.", "link": "/table/x", "language": "en"}
    deliver(page, json.dumps({**said, "link": "/"}))  # it is open, and in sight
    deliver(page, json.dumps(said))
    assert shown(page) == [
        {"title": said["title"], "body": said["body"], "data": said["link"], "lang": said["language"]}
    ]


# A window of its own for each test has no push service; this one says what a service would.
SUBSCRIBE = """PushManager.prototype.subscribe = async () => ({ toJSON: () => ({
  endpoint: 'https://fcm.googleapis.com/fcm/send/4711',
  keys: { p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
          auth: 'tBHItJI5svbpez7KI4CCXg' } }) })"""


def test_the_bell_asks_for_notices_and_the_next_table_is_a_click_away(visit: Visit) -> None:
    page = visit(permissions=["notifications"])
    days = {"game": "sisimizi", "seats": [{"kind": "me"}, {"kind": "local"}], "clock": {"kind": "days", "days": 1}}
    make = """async (wish) => (await (await fetch('/api/tables', { method: 'POST',
      headers: { 'content-type': 'application/json' }, body: JSON.stringify(wish) })).json()).id"""
    first, second = (page.evaluate(make, days) for _ in range(2))
    page.goto("/matches")
    page.get_by_role("link", name="Next table that waits for me").click()
    page.wait_for_url(f"**/table/{first}")
    page.evaluate(SUBSCRIBE)
    page.locator("#notice").click()
    expect(page.locator("#notice")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("async () => (await (await fetch('/api/notices')).json()).browsers") == 1
    page.goto(f"/next?after={first}")
    page.wait_for_url(f"**/table/{second}")
