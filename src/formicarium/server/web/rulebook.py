"""What people read about a game: its options, its rules as HTML, the key to its symbols."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from typing import Any

from markdown_it import MarkdownIt

import formicarium as fm
from formicarium.bots import levels
from formicarium.engine.texts import Words
from formicarium.server.web import sheets


@cache
def summary(game: str, language: str) -> dict[str, Any]:
    """A game in short."""
    chosen = fm.game(game)
    words = chosen.words(language)
    return {
        "name": game,
        "title": words("name"),
        "tagline": words("tagline"),
        "goal": words("goal"),
        "length": words("length") if "length" in words else "",
        "seats": list(chosen.seats),
        "options": [_option(words, option.name, option.values) for option in chosen.options],
        "levels": list(levels(chosen)),
        "sheet": sheets.address(game),
        "languages": list(chosen.languages),
    }


def _option(words: Words, name: str, values: tuple[str, ...]) -> dict[str, Any]:
    """A choice before the match, in words; many explain themselves."""
    explanation = f"option.{name}.explanation"
    return {
        "name": name,
        "title": words(f"option.{name}.title"),
        "explanation": words(explanation) if explanation in words else "",
        "values": [{"value": value, "title": words(f"option.{name}.{value}")} for value in values],
    }


@cache
def clashes(game: str) -> list[list[str]]:
    """The pairs of option values that go together with no others, each as two names and their values."""
    chosen = fm.game(game)
    names = [option.name for option in chosen.options]
    every = [dict(zip(names, values, strict=True)) for values in product(*(option.values for option in chosen.options))]
    fitting = [options for options in every if any(chosen.allows(options, seats) for seats in chosen.seats)]
    pairs = {(one, options[one], other, options[other]) for options in fitting for one, other in permutations(names, 2)}
    all_pairs = {
        (one, options[one], other, options[other]) for options in every for one, other in permutations(names, 2)
    }
    return sorted(map(list, all_pairs - pairs))


@cache
def page(game: str, language: str) -> dict[str, Any]:
    """A game with its rules and the key to its symbols."""
    key = [symbol._asdict() for symbol in fm.game(game).key(language)]
    rules = MarkdownIt("commonmark", {"html": False}).enable("table").render(fm.game(game).words(language).rules)
    return {**summary(game, language), "rules": rules, "key": key}
