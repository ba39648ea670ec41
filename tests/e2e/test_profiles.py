"""Profiles in a real browser: one's own with its rating curve, and as others see it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.e2e.sitting import make_table
from tests.e2e.test_access import check

RESIGN = """async ([table, seat]) => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ do: 'resign' });
  return (await fetch(`/api/tables/${table}/seats/${seat}`, { method: 'POST', headers, body })).status;
}"""
JOIN = """async ([table, invite]) => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ do: 'join', invite, name: 'Ben' });
  return (await fetch(`/api/tables/${table}/seats/1`, { method: 'POST', headers, body })).status;
}"""
INVITE = "async (table) => (await (await fetch(`/api/tables/${table}`)).json()).table.invites[0].invite"
RATED = "async () => ((await (await fetch('/api/people/me')).json()).ratings ?? [])[0]?.matches ?? 0"


def test_a_profile_shows_a_curve_and_others_see_what_was_chosen(
    visit: Callable[..., Page], keep: Callable[[Page, str], None]
) -> None:
    ada, ben = (visit(bypass_csp=True, service_workers="block") for _ in range(2))
    for _ in range(3):
        table = make_table(ada, game="sisimizi", seats=[{"kind": "me"}, {"kind": "friend"}])
        assert ben.evaluate(JOIN, [table, ada.evaluate(INVITE, table)]) == 200
        assert ben.evaluate(RESIGN, [table, 1]) == 200
    while ada.evaluate(RATED) < 3:
        ada.wait_for_timeout(100)
    ada.goto("/people/me")
    expect(ada.locator(".rating")).to_contain_text("matches: 3")
    expect(ada.get_by_role("img", name="How the rating has changed")).to_be_visible()
    expect(ada.locator("#shown input:checked")).to_have_count(0)
    check(ada)
    keep(ada, "profile")

    address = ada.locator("#shown-heading ~ p a").get_attribute("href")
    assert ben.request.get(address).status == 404, "it is seen by nobody else at first"
    ada.locator("#shown [value=ratings]").check()
    expect(ada.locator("#said")).to_have_text("Kept.")
    ben.goto(address)
    expect(ben.locator(".rating .curve")).to_be_visible()
    expect(ben.locator("#shown")).to_have_count(0)
    expect(ben.get_by_text("Block")).not_to_have_count(0)
    check(ben)
    keep(ben, "profile-of-another")
