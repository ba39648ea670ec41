"""Who is not there is reached: by a push service, through to the service worker, and by letters with links."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.conftest import LIMITS, Server
from tests.e2e.sitting import make_table
from tests.e2e.test_notices import deliver, shown
from tests.server.people.browsers import Browser, Service, is_signed
from tests.server.people.letterbox import Box, letterbox

from services import Formicarium

Visit = Callable[..., Page]


@pytest.fixture(scope="module")
def box() -> Iterator[Box]:
    with letterbox() as found:
        yield found


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with Service() as found:
        yield found


@pytest.fixture(scope="module")
def server(box: Box, service: Service) -> Iterator[Server]:
    """A site that sends letters to a box, and messages to a push service on this machine."""
    mail = {"SMTP_URL": box.url, "MAIL_FROM": "ants@ants.example"}
    found = Formicarium(**LIMITS, **mail, PUSH_SERVICES=service.origin, NOTICE_SECONDS=0.2)
    found.environment = {**(found.environment or {}), "FORMICARIUM_ORIGIN": found.url}
    try:
        found.start()
        yield found
    finally:
        found.stop()


SUBSCRIBE = """(said) => { PushManager.prototype.subscribe = async () => ({ toJSON: () => said }) }"""
ACT = """async (table) => {
  for (;;) {
    const { number, choices } = await (await fetch(`/api/tables/${table}`)).json();
    if (!choices.length) return;
    const body = JSON.stringify({ number, action: choices[0] });
    const headers = { 'content-type': 'application/json' };
    await fetch(`/api/tables/${table}/actions`, { method: 'POST', headers, body });
  }
}"""


def test_a_turn_of_the_other_reaches_the_service_worker_of_who_closed_the_page(visit: Visit, service: Service) -> None:
    ada, ben = visit(permissions=["notifications"]), visit()
    seats, days = [{"kind": "me"}, {"kind": "friend"}], {"kind": "days", "days": 2}
    table = make_table(ada, game="sisimizi", seats=seats, clock=days, first=1)
    find = f"async () => (await (await fetch('/api/tables/{table}')).json()).table.invites[0].link"
    ben.goto(ada.evaluate(find))
    ben.get_by_role("textbox").first.fill("Ben")
    ben.locator("main button").first.click()
    ben.wait_for_url(f"**/table/{table}")

    hers = Browser(service.origin, "ada")
    ada.goto(f"/table/{table}")
    ada.evaluate(SUBSCRIBE, {"endpoint": hers.endpoint, "keys": hers.keys})
    ada.locator("#notice").click()
    expect(ada.locator("#notice")).to_have_attribute("aria-pressed", "true")
    ada.goto("/matches")  # she closes the table
    ada.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    ben.evaluate(ACT, table)

    path, headers, body = service.wait(1)
    assert path == "/send/ada" and is_signed(headers, service.origin)
    deliver(ada, hers.open(body))
    (told,) = shown(ada)
    assert told["title"] == "Sisimizi: it is your turn" and "Ben" in told["body"]
    assert told["body"] == hers.read(body)["body"] and told["data"] == f"/table/{table}"


def link_to(box: Box, address: str, count: int) -> str:
    """The link in the last of so many letters to somebody."""
    until = time.monotonic() + 60
    while len(letters := [one for one in box.letters if one["To"] == address]) < count:
        assert time.monotonic() < until, "no letter came"
        time.sleep(0.02)
    return re.search(r"http://\S+/account/link#\S+", letters[count - 1].get_content())[0]


def test_a_link_signs_up_another_one_signs_in_elsewhere_and_one_changes_the_address(visit: Visit, box: Box) -> None:
    page, phone = visit(), visit(viewport={"width": 390, "height": 844})
    page.goto("/account")
    page.locator("#sign-up [name=name]").fill("Gerda")
    page.locator("#up-email").fill("gerda@example.org")
    page.locator("#sign-up-link button").click()
    expect(page.locator("#sent")).to_contain_text("gerda@example.org")
    page.goto(link_to(box, "gerda@example.org", 1))
    expect(page.locator("#question")).to_have_text("Become a member as Gerda, with the address gerda@example.org?")
    assert "#" not in page.url, "the link is not kept among the pages that were seen"
    page.locator("#open").click()
    page.wait_for_url("**/account")
    expect(page.locator("h1")).to_have_text("Gerda")

    phone.goto("/account")
    phone.locator("#in-email").fill("gerda@example.org")
    phone.locator("#sign-in-link button").click()
    expect(phone.locator("#sent")).to_be_visible()
    used = link_to(box, "gerda@example.org", 2)
    phone.goto(used)
    expect(phone.locator("#question")).to_have_text("Sign in on this device as Gerda?")
    phone.locator("#open").click()
    phone.wait_for_url("**/account")
    expect(phone.locator("h1")).to_have_text("Gerda")

    page.reload()
    page.locator("#email").fill("gerda@ants.example")
    page.locator("#change-email button").click()
    expect(page.locator("#sent")).to_contain_text("gerda@ants.example")
    page.goto(link_to(box, "gerda@ants.example", 1))
    expect(page.locator("#question")).to_have_text("Sign in by the address gerda@ants.example from now on?")
    page.locator("#open").click()
    page.wait_for_url("**/account")
    expect(page.locator(".things")).to_contain_text(["gerda@ants.example"])
    stranger = visit()
    stranger.goto(used)
    expect(stranger.locator("#problem")).to_be_visible()
    expect(stranger.locator("#open")).to_be_hidden()
