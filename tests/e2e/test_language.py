"""Languages: every sentence of the pages is in each catalogue, and a page is in its language throughout."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from playwright.sync_api import Page, expect
from tests.e2e.sitting import Sitting

from formicarium.server import web
from formicarium.server.web.language import CODES, catalogue

SERVER = Path(web.__file__).parents[1]
SOURCES = [
    *[("web/pages/**.py", "python"), ("web/letters.py", "python"), ("people/**.py", "python")],
    *[("web/templates/**.html", "jinja2"), ("web/static/js/**.js", "javascript")],
]
KEYWORDS = {"_": None}
SAME = {  # sentences that are the same in English and in another language
    *("Clubs", "Direct", "Tables"),
    *("Chat", "Documentation", "File", "Live", "Name", "Pages", "Points", "Position", "Text", "champion"),
    *("bot, {level}", "{days} d {hours} h", "{minutes} min + {seconds} s", "Lobby", "Mode"),
    *("E-mail", "Moderation", "Passkey"),
}
COUNTED = {  # of these there are never one, or the words stay as they are
    *("{count} players", "{count} puzzles", "{count} steps", "{count} of {most} stars"),
    "The next best is expected to win {count} of 100 matches fewer.",  # fewer than two are as good
    "Three long searches rate everything else at least {count} of 100 points lower.",
}


def sentences() -> set[str]:
    found = extract_from_dir(str(SERVER), SOURCES, keywords=KEYWORDS)
    return {message if isinstance(message, str) else message[0] for _, _, message, _, _ in found}


def test_every_sentence_is_translated_and_none_is_left_over() -> None:
    used = sentences()
    assert len(used) > 100
    for code in CODES[1:]:
        assert set(catalogue(code).sentences) == used


def test_translations_keep_the_placeholders() -> None:
    for code in CODES[1:]:
        for sentence, translated in catalogue(code).sentences.items():
            assert sorted(re.findall(r"{\w+}", sentence)) == sorted(re.findall(r"{\w+}", translated)), sentence


def test_no_sentence_was_left_in_english() -> None:
    for code in CODES[1:]:
        left = {sentence for sentence, translated in catalogue(code).sentences.items() if sentence == translated}
        assert left <= SAME, code


def test_no_number_stands_before_a_word_that_would_need_a_plural() -> None:
    """Pages say `actions: 1`: in every language that is right for all numbers."""
    assert {sentence for sentence in sentences() if re.search(r"{count} \w", sentence)} == COUNTED


@pytest.mark.parametrize("code", CODES[1:])
def test_a_match_in_a_language(
    code: str, visit: Callable[..., Page], sit: Callable[[Page], Sitting], keep: Callable[..., None]
) -> None:
    say = catalogue(code)
    page = visit(locale=code)
    expect(page.locator("html")).to_have_attribute("lang", code)
    expect(page.locator(f"link[hreflang={code}]")).to_have_attribute("href", re.compile(rf"/\?lang={code}$"))
    keep(page, f"home-{code}")
    page.get_by_role("button", name=re.compile(f"{say('Play now')}.*Sisimizi")).click()
    page.get_by_role("button", name=say("Just play")).click()
    page.wait_for_url("**/table/*")
    me = sit(page)
    me.wait(me.act())
    expect(page.get_by_role("tab", name=say("Log"))).to_be_visible()
    expect(page.locator("#seats")).to_contain_text(say("you"))
    keep(page, f"table-{code}")


def test_the_language_can_be_chosen(visit: Callable[..., Page]) -> None:
    page = visit()
    page.locator("summary").click()
    page.get_by_label("Language").select_option("de")
    expect(page.locator("h1")).to_have_text("Ameisenspiele")
    page.goto("/new")
    expect(page.locator("h1")).to_have_text("Ein neuer Tisch")
