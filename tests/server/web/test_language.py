"""The languages of the site: those of the catalogues, which are those of the games."""

import pytest
from starlette.requests import Request

from formicarium.engine.game import languages
from formicarium.server.web.language import CODES, LANGUAGES, choose_language


def test_the_pages_speak_the_languages_of_the_games():
    assert languages() == CODES
    assert dict(LANGUAGES) == {
        "en": "English", "de": "Deutsch", "es": "Español", "fr": "Français", "it": "Italiano"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("query", "cookie", "accepted", "chosen"),
    [
        ("lang=de", "language=en", "en", "de"),
        ("lang=xx", "language=de", "en", "de"),
        ("", "", "nl, de-AT;q=0.8, en;q=0.5", "de"),
        ("", "", "fr-CA, en;q=0.5", "fr"),
        ("", "", "es-MX", "es"),
        ("", "", "it", "it"),
        ("", "", "nl", "en"),
        ("", "", "", "en"),
    ],
)
def test_the_address_goes_before_the_cookie_and_that_before_the_browser(query, cookie, accepted, chosen):
    headers = [(b"accept-language", accepted.encode()), (b"cookie", cookie.encode())]
    assert choose_language(Request({"type": "http", "query_string": query.encode(), "headers": headers})) == chosen


def test_the_api_takes_those_languages_and_no_other(ada):
    for code in CODES:
        assert ada.get("/api/games", lang=code)
    assert ada.get("/api/games", 422, lang="xx")["code"] == "request/invalid"
    schema = ada.get("/api/openapi.json")["paths"]["/api/games"]["get"]["parameters"]
    assert next(field for field in schema if field["name"] == "lang")["schema"]["enum"] == list(CODES)
