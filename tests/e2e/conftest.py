"""A site and a browser for all tests of the pages; screenshots are kept in `artefacts/`.

Every test runs twice: with one process on SQLite, and with two on PostgreSQL and Redis behind nginx.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright
from tests.e2e import browser as chromium
from tests.e2e.sitting import Sitting

from services import Cluster, Formicarium

ARTEFACTS = Path(__file__).parent / "artefacts"

expect.set_options(timeout=30_000)  # a busy machine takes its time
LIMITS = {  # nobody is in a hurry here but the tests themselves
    "THINKERS": 1,
    "REQUESTS_A_SECOND": 10_000,
    "REQUESTS_BURST": 10_000,
    "TABLES_A_MINUTE": 10_000,
    "TABLES_BURST": 1000,
    "MESSAGES_A_SECOND": 1000,
}

Server = Formicarium | Cluster


@pytest.fixture(scope="session", params=[Formicarium, Cluster], ids=["sqlite", "postgres"])
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    found: Server = request.param(**LIMITS)
    try:
        found.start()
        yield found
    finally:
        found.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium.get(), args=["--no-sandbox"])
        yield found
        found.close()


def is_problem(line: ConsoleMessage) -> bool:
    """An error in the console, other than that of a wish which was refused."""
    return line.type == "error" and not re.search("status of (400|409)", line.text)


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """A new person with a browser of its own; any error in a page fails the test."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def begin(**how: Any) -> Page:
        settings = {"viewport": {"width": 1440, "height": 900}, "base_url": server.url, "reduced_motion": "reduce"}
        context = browser.new_context(**(settings | how))
        context.set_default_timeout(30_000)
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
        page.wait_for_timeout(250)  # what fades has faded
        page.screenshot(path=ARTEFACTS / f"{name}.png")

    return shoot
