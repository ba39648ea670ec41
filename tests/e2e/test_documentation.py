"""The documentation as a site: built strictly, shown by the server at /docs, for everybody, and asking nobody else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request, expect
from tests.e2e import node
from tests.e2e.test_access import DESK, PHONE

import formicarium as fm
from formicarium.engine.game import languages
from services import Formicarium

ROOT = Path(__file__).parents[2]
AXE = "async () => (await axe.run()).violations.map((v) => [v.id, v.nodes.slice(0, 3).map((n) => n.html)])"
ALIKE = {"decisions": 10, "learn": 4}  # folders of pages that are made alike: one in so many is looked at
GAMES = tuple(f"games/{name}" for name in fm.game_names())
PAGES = (
    *("index", *GAMES, "learn/grasshopper.de", "play.de", "research", "api", "architecture"),
    *("reference/python", "reference/cli", "errors"),
)


class Links(HTMLParser):
    """Where a page leads, what it shows, and the places in it that can be led to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links, self.places = list[str](), set[str]()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.places.add(named.get("id") or "")
        self.links += [link for link in (named.get("href"), named.get("src")) if link]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation, built anew; a warning of the builder fails it."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]  # --quiet counts nothing
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def documented(site: Path) -> Iterator[Formicarium]:
    """A server that shows it."""
    server = Formicarium(THINKERS=1, SITE=str(site))
    try:
        server.start()
        yield server
    finally:
        server.stop()


def test_every_link_leads_to_a_page_and_a_place_in_it(site: Path) -> None:
    pages = {path: Links(path) for path in site.rglob("*.html")}
    wrong, count = list[str](), 0
    for path, page in pages.items():
        for link in page.links:
            to = urlsplit(link)
            if to.scheme or to.netloc:
                continue
            count += 1
            there = site / to.path.removeprefix("/docs/") if to.path.startswith("/docs/") else path.parent / to.path
            target = Path(unquote(str(there))).resolve() if to.path else path
            if target.is_dir():
                target /= "index.html"
            place = unquote(to.fragment)
            if not target.exists() or (place and place not in pages[target].places):
                wrong.append(f"{path.relative_to(site)}: {link}")
    assert count > 5000 and not wrong


def test_examples_of_docstrings_are_shown_as_code(site: Path) -> None:
    reference = (site / "reference" / "python.html").read_text(encoding="utf-8")
    assert reference.count('class="gp"') > 5 and "<blockquote" not in reference


def test_no_head_of_a_table_is_without_a_word(site: Path) -> None:
    assert not [path for path in site.rglob("*.html") if "></th>" in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("name", fm.game_names())
def test_the_page_of_a_game_leads_to_its_rules_here(site: Path, name: str) -> None:
    assert f"../learn/{name}.en.html" in Links(site / "games" / f"{name}.html").links


@pytest.mark.parametrize("language", languages())
def test_a_page_says_in_which_language_it_is(site: Path, language: str) -> None:
    shown = (site / "learn" / f"sisimizi.{language}.html").read_text(encoding="utf-8")
    (begun,) = re.findall(r'<article[^>]*>\s*<div lang="(\w+)">', shown)
    assert begun == language


@pytest.mark.parametrize("language", languages())
def test_the_rules_of_a_game_are_found_by_its_name(site: Path, language: str) -> None:
    shown = (site / "learn" / f"sisimizi.{language}.html").read_text(encoding="utf-8")
    for name in fm.game_names():
        link = rf'href="{name}\.{language}\.html" class="md-nav__link[^"]*">\s*<span class="md-ellipsis">([^<]*)<'
        assert {unescape(called).strip() for called in re.findall(link, shown)} == {
            fm.game(name).words(language)("name")
        }


@pytest.fixture(params=["light", "dark"])
def page(request: pytest.FixtureRequest, browser: Browser, documented: Formicarium) -> Iterator[Page]:
    """A page that may ask nobody but the server."""
    with browser.new_context(base_url=documented.url, bypass_csp=True, color_scheme=request.param) as context:
        page, others = context.new_page(), list[str]()

        def asked(request: Request) -> None:
            if not request.url.startswith((documented.url, "data:", "blob:")):
                others.append(request.url)

        page.on("request", asked)
        yield page
        assert not others


def look(page: Page, address: str) -> None:
    """Let axe look at a page, with all that the theme puts around what we wrote; none is wider than the screen."""
    page.goto(address)
    page.add_script_tag(path=node.install() / "axe-core" / "axe.min.js")
    assert page.evaluate(AXE) == [], address
    assert page.evaluate("document.documentElement.scrollWidth == innerWidth"), address


def test_pages_of_every_kind_can_be_read_on_a_desk(page: Page) -> None:
    page.set_viewport_size(DESK)
    for name in PAGES:
        look(page, f"/docs/{name}.html")


def test_pages_can_be_read_on_a_phone(browser: Browser, documented: Formicarium, site: Path) -> None:
    """Every page, but only some of those that are made alike: all of them take axe two minutes."""
    kinds: dict[str, list[Path]] = {}
    for path in sorted(site.rglob("*.html")):
        kinds.setdefault(path.parent.name, []).append(path)
    pages = [path for kind, paths in kinds.items() for path in paths[:: ALIKE.get(kind, 1)]]
    how = {"base_url": documented.url, "bypass_csp": True, "color_scheme": "light", "viewport": PHONE}
    with browser.new_context(**how) as context:
        page = context.new_page()
        for path in pages:
            look(page, f"/docs/{path.relative_to(site)}")
    assert len(pages) > 30 and ALIKE.keys() <= kinds.keys()


def test_a_replay_is_stepped_through(page: Page) -> None:
    page.goto("/docs/index.html")
    replay = page.locator(".stepper")
    first = replay.locator("img").get_attribute("src")
    replay.get_by_role("button", name="On").click()
    expect(replay.locator("output")).to_contain_text("2 /")
    assert (
        replay.locator("img").get_attribute("src") != first
        and replay.locator("img").evaluate("i => i.decode()") is None
    )
    page.keyboard.press("ArrowLeft")
    expect(replay.locator("img")).to_have_attribute("src", str(first))
    expect(replay.get_by_role("button", name="Back")).to_be_disabled()


@pytest.mark.parametrize("name", fm.game_names())
def test_a_position_is_played_on_the_page_of_a_game(page: Page, name: str) -> None:
    page.goto(f"/docs/games/{name}.html")
    position = page.locator(".playable")
    first = str(position.locator("img").get_attribute("src"))
    assert position.get_by_role("button").count() > 1
    seen = {first}
    while position.get_by_role("button", name="Begin again").count() == 0 or position.get_by_role("button").count() > 1:
        position.get_by_role("button").first.click()
        shown = str(position.locator("img").get_attribute("src"))
        assert shown not in seen and position.locator("img").evaluate("i => i.decode()") is None
        seen.add(shown)
    assert len(seen) > 2
    position.get_by_role("button", name="Begin again").click()
    expect(position.locator("img")).to_have_attribute("src", first)


def test_who_is_lost_is_told_so_at_any_depth(page: Page) -> None:
    page.goto("/docs/games/nonsense/more.html")
    expect(page.get_by_role("heading", name="404")).to_be_visible()
    font = page.locator("h1").evaluate("heading => getComputedStyle(heading).fontFamily")
    assert "Palatino" in font, "the style of the house has been found"
    page.locator("a.md-logo").first.click()
    page.wait_for_url("**/docs/index.html")


def test_its_own_scripts_may_run_and_the_house_leads_to_it(browser: Browser, documented: Formicarium) -> None:
    page, said = browser.new_page(base_url=documented.url), list[str]()
    page.on("console", lambda line: said.append(line.text))
    page.goto("/")
    page.get_by_role("link", name="Documentation").click()
    page.get_by_placeholder("Search").first.fill("bridge")
    expect(page.locator(".md-search-result__link").first).to_be_visible()
    page.close()
    assert not said and len(fm.game_names()) == 4
