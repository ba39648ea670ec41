"""What people read about a game: its options, its rules with their plates, the key to its symbols."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import permutations, product
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markupsafe import Markup

import formicarium as fm
from formicarium.bots import levels
from formicarium.engine import guide
from formicarium.engine.texts import Words
from formicarium.scene import lighten
from formicarium.server.web import addresses, sheets

DRAWN = 400  # plates that are kept: each in a language and a theme


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
    rules = "".join(
        f'<h{one.depth} id="{one.anchor}">{one.heading}</h{one.depth}>\n{"".join(map(str, one.texts))}'
        for one in chapters(game, language)
    )
    return {**summary(game, language), "rules": rules, "key": key}


class Shown(NamedTuple):
    """A plate as a page shows it."""

    name: str
    number: int  # in the whole guide, from 1 on
    caption: str
    light: str  # where its picture is …
    dark: str  # … and for dark pages
    width: int
    height: int
    live: bool  # whether its viewer is to act, so that one can try what comes next


class Chapter(NamedTuple):
    """A section of the rules as a page shows it: texts and plates in their order."""

    anchor: str
    number: str
    title: str
    depth: int  # of its heading
    parts: tuple[Markup | Shown, ...]

    @property
    def heading(self) -> Markup:
        """Number and title."""
        return Markup("{} {}").format(self.number, self.title) if self.number else Markup.escape(self.title)

    @property
    def texts(self) -> list[Markup]:
        """What stands between the plates."""
        return [part for part in self.parts if isinstance(part, Markup)]

    @property
    def plates(self) -> list[Shown]:
        """Its plates."""
        return [part for part in self.parts if isinstance(part, Shown)]


@cache
def chapters(game: str, language: str) -> tuple[Chapter, ...]:
    """The rules of a game, section by section."""
    known = fm.game(game)
    numbers = {name: number for number, name in enumerate(guide.captions(known, language), 1)}
    return tuple(
        Chapter(one.anchor, one.number, one.title, one.depth, tuple(_parts(known, language, one, numbers)))
        for one in guide.sections(known, language)
    )


def _reachable(rendered: str) -> str:
    """Tables that may be wider than the page can be scrolled by keyboard."""
    return rendered.replace("<table>", '<table tabindex="0">')


def _parts(game: fm.Game, language: str, section: guide.Section, numbers: dict[str, int]) -> list[Markup | Shown]:
    parts: list[Markup | Shown] = []
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    for number, part in enumerate(guide.PICTURE.split(section.text)):
        if number % 3 == 0 and part.strip():  # then a caption, then the name of its plate
            parts.append(Markup(_reachable(markdown.render(part))))  # nosec B704  # from our own texts
        if number % 3 == 2:
            parts.append(_shown(game, language, part, numbers[part], section.plates[part]))
    return parts


def _shown(game: fm.Game, language: str, name: str, number: int, caption: str) -> Shown:
    plate = guide.find_plate(game, name)
    light, dark = (
        addresses.address(f"/plates/{game.name}/{name}-{language}-{theme}.svg", game.name)
        for theme in ("light", "dark")
    )
    _, _, width, height = plate.show
    return Shown(name, number, caption, light, dark, round(width), round(height), plate.live)


@lru_cache(DRAWN)
def plate(game: str, name: str, language: str, theme: str) -> str:
    """The picture of a plate as SVG."""
    return lighten(guide.find_plate(fm.game(game), name).picture(language)).svg(theme, targets=True)
