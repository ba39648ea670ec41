"""A site and a browser for all tests of the pages; screenshots are kept in `artefacts/`.

A page is made of the same messages whatever stands behind it, so that what it looks like and how it is used is tested
on one process with SQLite. What is `@everywhere` needs what is stored, or one person to hear of another, or a process
to come back: it is tested with two processes on PostgreSQL and Redis behind nginx too. That these two say the same is
what the tests of the server ask, each of them twice.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright
from tests.e2e import browser as chromium
from tests.e2e.sitting import Sitting, settle

from services import Cluster, Formicarium

ARTEFACTS = Path(__file__).parent / "artefacts"

expect.set_options(timeout=30_000)  # a busy machine takes its time
LIMITS = {  # nobody is in a hurry here but the tests themselves
    "THINKERS": 1,
    "BUDGET": 10**9,
    "MESSAGES_A_SECOND": 1000,
    "WORK_LIMIT": 300,
}

Server: TypeAlias = Formicarium | Cluster


everywhere = pytest.mark.parametrize("server", [Formicarium, Cluster], indirect=True, ids=["sqlite", "postgres"])


@pytest.fixture(scope="session", params=[Formicarium], ids=["sqlite"])
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    found: Server = request.param(**LIMITS)
    try:
        found.start()
        yield found
    finally:
        found.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser of its own for each file: while one is open, no other test of this process can run an event loop."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium.get(), args=["--no-sandbox"])
        yield found
        found.close()


def is_problem(line: ConsoleMessage) -> bool:
    """An error in the console, other than that of a wish which was refused, or of a net that the test has cut."""
    return line.type == "error" and not re.search("status of (400|409)|ERR_INTERNET_DISCONNECTED", line.text)


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """A new person with a browser of its own; any error in a page fails the test."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def begin(pace: str = "instant", **how: Any) -> Page:
        settings = {"viewport": {"width": 1440, "height": 900}, "base_url": server.url, "reduced_motion": "reduce"}
        context = browser.new_context(**(settings | how))
        context.set_default_timeout(30_000)
        context.add_cookies([{"name": "pace", "value": pace, "url": server.url}])  # nobody has to follow what happens
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda line: problems.append(line.text) if is_problem(line) else None)
        page.goto("/")
        return page

    yield begin
    for context in contexts:
        context.close()
    assert not problems


@pytest.fixture
def sit(request: pytest.FixtureRequest) -> Callable[[Page], Sitting]:
    lots = random.Random(request.node.name)
    return lambda page: Sitting(page, lots)


@pytest.fixture
def keep() -> Callable[[Page, str], None]:
    """Keep a screenshot as an artefact."""

    def shoot(page: Page, name: str) -> None:
        ARTEFACTS.mkdir(exist_ok=True)
        settle(page)
        page.screenshot(path=ARTEFACTS / f"{name}.jpg", type="jpeg", quality=85)

    return shoot
