"""What people read about a game: its options, its rules as HTML, the key to its symbols."""

from __future__ import annotations

from functools import cache
from typing import Any

from markdown_it import MarkdownIt

import formicarium as fm
from formicarium.bots import levels
from formicarium.server import sheets


@cache
def facts(game: str, language: str) -> dict[str, Any]:
    """A game in short."""
    found = fm.game(game)
    words = found.words(language)

    def text(key: str, otherwise: str) -> str:
        return words(key) if key in words else otherwise

    return {
        "name": game,
        "title": words("name"),
        "tagline": words("tagline"),
        "seats": list(found.seats),
        "options": [
            {
                "name": option.name,
                "title": text(f"option.{option.name}.title", option.name.replace("_", " ")),
                "explanation": text(f"option.{option.name}.explanation", ""),
                "values": [
                    {"value": value, "title": text(f"option.{option.name}.{value}", value)} for value in option.values
                ],
            }
            for option in found.options
        ],
        "levels": list(levels(found)),
        "sheet": sheets.address(game),
        "languages": list(found.languages),
    }


@cache
def page(game: str, language: str) -> dict[str, Any]:
    """A game with its rules and the key to its symbols."""
    key = [symbol._asdict() for symbol in fm.game(game).key(language)]
    rules = MarkdownIt("commonmark", {"html": False}).enable("table").render(fm.game(game).words(language).rules)
    return {**facts(game, language), "rules": rules, "key": key}
