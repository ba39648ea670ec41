"""Languages of the pages: which one a reader wants, and the sentences of its catalogue."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from babel.core import negotiate_locale
from babel.messages.pofile import read_po
from starlette.requests import Request

LOCALE = Path(__file__).with_name("locale")
Code = Literal["en", "de"]
LANGUAGES: tuple[tuple[Code, str], ...] = (("en", "English"), ("de", "Deutsch"))
CODES = tuple(code for code, _ in LANGUAGES)  # the first is the language of the sentences in the source


class Catalogue:
    """The sentences of one language, by their English text."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.sentences: dict[str, str] = {}
        path = LOCALE / language / "LC_MESSAGES" / "pages.po"
        if path.exists():
            with path.open("rb") as file:
                found = read_po(file, locale=language)
            self.sentences = {str(entry.id): str(entry.string) for entry in found if entry.id and entry.string}

    def __call__(self, sentence: str) -> str:
        """A sentence in this language; in English where the catalogue lacks it."""
        return self.sentences.get(sentence, sentence)


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language."""
    return Catalogue(language)


def wanted(request: Request) -> Code:
    """The language of a reader: asked for in the address, chosen before, or preferred by the browser."""
    asked = [request.query_params.get("lang"), request.cookies.get("language")]
    header = request.headers.get("accept-language", "")
    preferred = [part.split(";")[0].strip() for part in header.split(",") if part]
    for found in (*asked, negotiate_locale(preferred, CODES, sep="-")):
        for code in CODES:
            if code == found:
                return code
    return CODES[0]
