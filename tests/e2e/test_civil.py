"""Being civil in a real browser: chat off among strangers, mute, report, and what a moderator does about it."""

from __future__ import annotations

import secrets
import subprocess
import sys
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.conftest import Server, everywhere
from tests.e2e.test_access import check
from tests.e2e.test_members import sign_up

from services import Cluster

Visit = Callable[..., Page]
Keep = Callable[[Page, str], None]


@pytest.fixture
def moderator(visit: Visit, server: Server) -> Page:
    """A member whom the operator has appointed while the server goes on."""
    page = visit(
        base_url=server.url.replace("127.0.0.1", "localhost"), viewport={"width": 390, "height": 844}, bypass_csp=True
    )
    name = f"Morag {secrets.token_hex(4)}"  # names are of one member each
    sign_up(page, name)
    process = server.processes[0] if isinstance(server, Cluster) else server
    command = [sys.executable, "-m", "formicarium", "moderators", name]
    done = subprocess.run(command, env=process.environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0 and name in done.stdout, done.stderr
    return page


def say(page: Page, text: str) -> None:
    """Say something at a table of strangers, where chat is off at first."""
    page.get_by_role("tab", name="Chat").click()
    page.get_by_role("button", name="Turn chat on here").click()
    page.get_by_label("What you want to say").fill(text)
    page.keyboard.press("Enter")
    expect(page.locator("#chat-lines")).to_contain_text(text)


def offer(page: Page, name: str, what: str) -> None:
    """What can be done about somebody, from its name beside a line."""
    page.locator("#chat-lines").get_by_role("button", name=name).first.click()
    page.get_by_role("menuitem", name=what, exact=True).click()


@everywhere
def test_what_was_said_is_reported_and_dealt_with(visit: Visit, moderator: Page, keep: Keep) -> None:
    ada, ben = visit(), visit()
    ada.goto("/new?game=sisimizi&with=friend")
    ada.get_by_label("Your name").fill("Ada")
    ada.locator("#more summary").click()
    ada.get_by_label("Open table").check()
    ada.get_by_role("button", name="Set up the table").click()
    ada.wait_for_url("**/table/*")
    ben.goto(ada.url)
    ben.get_by_role("button", name="Sit down").first.click()
    expect(ben.locator("#seats")).to_contain_text("you")
    say(ben, "you play like a beetle")
    ada.get_by_role("tab", name="Chat").click()
    expect(ada.locator("#chat-why")).to_contain_text("Chat is off until you turn it on")
    expect(ada.locator("#chat-lines")).to_be_hidden()
    say(ada, "hello")
    expect(ada.locator("#chat-lines")).to_contain_text("beetle")
    [name] = ada.locator("#chat-lines button").all_inner_texts()
    offer(ada, name, "Report")
    complaint = f"again and again, {secrets.token_hex(4)}"
    ada.get_by_label("In a sentence").fill(complaint)
    keep(ada, "civil-report")
    ada.locator("#complaint-form").get_by_role("button", name="Report").click()
    expect(ada.locator("#chat-done")).to_contain_text("A moderator looks at it")

    moderator.goto("/moderation")
    report = moderator.locator(".report").filter(has_text=complaint)
    expect(report.locator(".meant")).to_contain_text("you play like a beetle")
    keep(moderator, "moderation")
    check(moderator)
    report.locator("details").filter(has_text="Remove the line").locator("summary").click()
    report.locator("details[open] [name=why]").fill("be kind")
    report.locator("details[open] button").click()
    expect(moderator.locator("section[data-part=log]")).to_contain_text("line of chat removed")
    report.locator("details").filter(has_text="Settle").locator("summary").click()
    report.locator("details[open] button").click()
    expect(report).to_have_count(0)
    keep(moderator, "moderation-done")
    ada.reload()
    ada.get_by_role("tab", name="Chat").click()
    expect(ada.locator("#chat-lines")).to_contain_text("hello")
    expect(ada.locator("#chat-lines")).not_to_contain_text("beetle")


def test_who_is_muted_is_not_heard_until_that_is_undone(visit: Visit, keep: Keep) -> None:
    ada, ben = visit(), visit()
    ada.goto("/new?game=sisimizi&with=friend")
    ada.get_by_label("Your name").fill("Ada")
    ada.get_by_role("button", name="Set up the table").click()
    ada.wait_for_url("**/table/*")
    ben.goto(ada.locator("#invites .invite input").input_value())
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    expect(ben.locator("#seats")).to_contain_text("you")
    for page in (ada, ben):
        page.get_by_role("tab", name="Chat").click()
    talk = ben.get_by_label("What you want to say")
    talk.fill("first")
    ben.keyboard.press("Enter")
    expect(ada.locator("#chat-lines")).to_contain_text("first")
    offer(ada, "Ben", "Mute everywhere")
    expect(ada.locator("#chat-done")).to_contain_text("Done")
    expect(ada.locator("#chat-lines")).not_to_contain_text("first")
    talk.fill("second")
    ben.keyboard.press("Enter")
    expect(ben.locator("#chat-lines")).to_contain_text("second")
    ada.goto("/account")
    expect(ada.locator("[data-part=manners]")).to_contain_text("Ben")
    keep(ada, "manners")
    ada.get_by_role("button", name="Undo").click()
    expect(ada.locator("[data-part=manners]")).not_to_contain_text("Ben")
    ada.go_back()
    ada.get_by_role("tab", name="Chat").click()
    expect(ada.locator("#chat-lines")).to_contain_text("second")
