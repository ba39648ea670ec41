"""Languages of the pages: which there are, which one a reader wants, and the sentences of its catalogue."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from babel.core import Locale, negotiate_locale
from babel.messages.pofile import read_po
from starlette.requests import Request

SOURCE = "en"  # the language of the sentences in the source
LOCALE = Path(__file__).with_name("locale")
CODES = (SOURCE, *sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir()))  # a catalogue is a language
LANGUAGES = tuple((code, str(Locale(code).get_language_name(code)).capitalize()) for code in CODES)

if TYPE_CHECKING:  # which languages there are is known from files
    Code = str
else:
    Code = Literal[CODES]


class Catalogue:
    """The sentences of one language, by their English text."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.sentences: dict[str, str] = {}
        if language != SOURCE:
            with (LOCALE / language / "LC_MESSAGES" / "pages.po").open("rb") as file:
                entries = read_po(file, locale=language)
            self.sentences = {str(entry.id): str(entry.string) for entry in entries if entry.id and entry.string}

    def __call__(self, sentence: str) -> str:
        """A sentence in this language; in English where the catalogue lacks it."""
        return self.sentences.get(sentence, sentence)


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language."""
    return Catalogue(language)


def say(language: str, sentence: str) -> str:
    """A sentence of the pages in a language."""
    return catalogue(language)(sentence)


def choose_language(request: Request) -> Code:
    """The language of a reader: asked for in the address, chosen before, or preferred by the browser."""
    asked = [request.query_params.get("lang"), request.cookies.get("language")]
    header = request.headers.get("accept-language", "")
    preferred = [part.split(";")[0].strip() for part in header.split(",") if part]
    for code in (*asked, negotiate_locale(preferred, CODES, sep="-")):
        if code in CODES:
            return code
    return SOURCE
