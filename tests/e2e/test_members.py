"""Members in a real browser: sign up by a passkey, sign in on another device, sign out everywhere; the page for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.conftest import Server, everywhere
from tests.e2e.sitting import make_table
from tests.e2e.test_access import check

KIND = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Authenticator:
    """Chromium's virtual authenticator of one page."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._session.send("WebAuthn.enable")
        self._id = self._session.send("WebAuthn.addVirtualAuthenticator", {"options": KIND})["authenticatorId"]

    def passkeys(self) -> list[dict[str, Any]]:
        """What it keeps."""
        found: list[dict[str, Any]] = self._ask("getCredentials")["credentials"]
        return found

    def take(self, passkey: dict[str, Any]) -> None:
        """Keep a passkey that another one has made, as a password manager brings it along."""
        self._ask("addCredential", credential=passkey)

    def _ask(self, what: str, **more: Any) -> Any:
        return self._session.send(f"WebAuthn.{what}", {"authenticatorId": self._id, **more})


@pytest.fixture
def visit_by_name(visit: Callable[..., Page], server: Server) -> Callable[..., Page]:
    """A new person who has come by the site's name: passkeys are of names, not of numbers."""
    return lambda **how: visit(base_url=server.url.replace("127.0.0.1", "localhost"), **how)


def sign_up(page: Page, name: str) -> Authenticator:
    """Become a member by a passkey."""
    authenticator = Authenticator(page)
    page.goto("/account")
    page.locator("#sign-up [name=name]").fill(name)
    page.locator("#sign-up button").click()
    expect(page.locator("h1")).to_have_text(name)
    return authenticator


@everywhere
def test_sign_up_sign_in_elsewhere_and_sign_out_everywhere(
    visit_by_name: Callable[..., Page], keep: Callable[[Page, str], None]
) -> None:
    page = visit_by_name()
    table = make_table(page, game="sisimizi", seats=[{"kind": "me"}, {"kind": "bot", "level": "random"}])
    page.goto("/account")
    keep(page, "account-guest")
    passkeys = sign_up(page, "Ada")
    (passkey,) = passkeys.passkeys()
    keep(page, "account-member")

    phone = visit_by_name(viewport={"width": 390, "height": 844})
    Authenticator(phone).take(passkey)
    phone.goto("/account")
    phone.locator("#sign-in").click()
    expect(phone.locator("h1")).to_have_text("Ada")
    keep(phone, "account-phone")
    phone.goto(f"/table/{table}")
    expect(phone.locator("#undo")).to_be_visible()
    expect(phone.locator("#watching")).to_be_hidden()

    page.reload()
    expect(page.locator(".things li").filter(has=page.locator(".glyph")).filter(has_text="Sign out")).to_have_count(2)
    page.locator("#sign-out-everywhere").click()
    expect(page.locator("#sign-in")).to_be_enabled()
    expect(phone.locator("#watching")).to_be_visible()  # the table that is open there is left at once
    phone.goto("/account")
    expect(phone.locator("#sign-in")).to_be_visible()


def test_a_member_changes_and_deletes_the_account(visit_by_name: Callable[..., Page]) -> None:
    page = visit_by_name()
    sign_up(page, "Berta")
    page.locator("#name").fill("Clara")
    page.locator("#change-name button").click()
    expect(page.locator("h1")).to_have_text("Clara")
    expect(page.locator(".top a.self").first).to_contain_text("Clara")
    page.locator("button[data-passkey]").click()
    expect(page.locator("#problem")).to_contain_text("only way to sign in")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download everything").click()
    assert download.value.suggested_filename == "formicarium.json"
    page.goto("/new")
    expect(page.get_by_label("Your name")).not_to_be_editable()
    page.goto("/account")
    page.get_by_text("Delete the account").first.click()
    page.get_by_label("I want to leave for good").check()
    page.locator("#delete button").click()
    expect(page.locator("#sign-up")).to_be_visible()
    sign_up_again = page.get_by_label("Your name")
    expect(sign_up_again).to_be_editable()


def test_the_page_is_for_everybody(visit_by_name: Callable[..., Page]) -> None:
    page = visit_by_name(bypass_csp=True, service_workers="block")
    page.goto("/account")
    check(page)
    sign_up(page, "Dora")
    check(page)
    page.goto("/account/link#nonsense")
    expect(page.locator("#problem")).to_be_visible()
    check(page)


def test_a_holiday_is_said_and_seen_by_the_others(
    visit_by_name: Callable[..., Page], keep: Callable[[Page, str], None]
) -> None:
    page = visit_by_name(locale="de")
    sign_up(page, "Emma")
    days = {"kind": "days", "days": 2}
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    table = make_table(page, game="sisimizi", seats=seats, clock=days, first=0)
    page.goto("/account")
    page.locator("#last").fill(page.evaluate("new Date(Date.now() + 2 * 864e5).toISOString().slice(0, 10)"))
    page.locator("#holiday button").click()
    expect(page.locator("#come-back")).to_be_visible()
    keep(page, "account-holiday")
    other = visit_by_name()
    other.goto(f"/table/{table}")
    expect(other.locator("#seats")).to_contain_text("on holiday until")
    page.locator("#come-back").click()
    expect(page.locator("#come-back")).to_be_hidden()
    expect(other.locator("#seats")).not_to_contain_text("on holiday")


def test_plans_are_made_beside_the_board_and_kept_or_refused_in_words(
    visit: Callable[..., Page], keep: Callable[[Page, str], None]
) -> None:
    page, friend = visit(), visit()
    days = {"kind": "days", "days": 2}
    table = make_table(page, game="sisimizi", seats=[{"kind": "me"}, {"kind": "friend"}], clock=days, first=1)
    friend.goto(page.evaluate(f"async () => (await (await fetch('/api/tables/{table}')).json()).table.invites[0].link"))
    friend.get_by_role("textbox").first.fill("Ben")
    friend.locator("main button").first.click()
    friend.wait_for_url(f"**/table/{table}")
    page.goto(f"/table/{table}")
    page.locator("#deeds summary").click()
    page.get_by_role("link", name="Plan ahead…").click()
    page.get_by_label("Lines").fill("no such action; ant e5")
    page.get_by_role("button", name="Plan this").click()
    expect(page.locator("#problem")).to_be_visible()
    keep(page, "plans")
    page.get_by_role("button", name="Plan nothing").click()
    expect(page.locator("#said")).to_be_visible()
