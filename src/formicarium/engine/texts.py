"""Words: the labels of a game in one language, read from `texts/<language>/words.toml`, with the rules beside them.

What is peculiar to a language stands in its file, too:

- `[plural]` has a condition for each kind of plural, as gettext writes them: `one = "n < 2"` for French. A text
  `KEY-one` is said instead of `KEY` where its number is so. Without the table, `one` is 1.
- `[form.NAME]` says how a word changes where `{placeholder:NAME}` stands: patterns with their replacements, of which
  the first that fits is made. So `de` and `Ada` become `d’Ada`, and `giallo` agrees with ants.
"""

from __future__ import annotations

import re
import tomllib
from copy import copy
from functools import cache, lru_cache
from gettext import c2py
from numbers import Integral
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any

from formicarium.errors import UnknownName

if TYPE_CHECKING:
    from formicarium.core.actions import Action, Domain

SOURCE = "en"  # every game has it
WORDS = "words.toml"  # of one language, in a folder of its name
NAMED = 4000  # tables whose words are kept
ON_THE_BOARD = 9  # characters of a name that a board has room for
KINDS = ("zero", "one", "two", "few", "many")  # of plurals, besides that which all languages have
ONE = {"one": "n == 1"}


class Words:
    """The labels of one game in one language: `words("field.empty", field="e5")`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.language = folder.name
        tables = tomllib.loads((folder / WORDS).read_text(encoding="utf-8"))
        self._plurals = {kind: c2py(rule) for kind, rule in tables.pop("plural", ONE).items()}
        forms = tables.pop("form", {})
        self._forms: dict[str, list[tuple[re.Pattern[str], str]]] = {
            name: [(re.compile(old), new) for old, new in rules.items()] for name, rules in forms.items()
        }
        self._formatter = _Forming(self)
        self._templates = dict(_flat(tables))
        self._labels: dict[Action, str] = {}
        self._counted = {_uncounted(key) for key in self._templates if _uncounted(key) != key}
        self._formed = {key for key, text in self._templates.items() if any(one[2] for one in Formatter().parse(text))}
        self._names: dict[str, str] = {}  # of those who sit, by the keys of their seats
        self.plain = self  # the same words with the seats called by their colours

    def __call__(self, key: str, *arguments: object, **values: object) -> str:
        """The text under a dotted key, its placeholders filled in; that for the number of the first or of `count`."""
        if key in self._counted:
            key = self.counted(key, arguments[0] if arguments else values.get("count"))
        if key in self._names:
            return self._names[key]
        text = self._templates[key]
        if key in self._formed:
            return self._formatter.vformat(text, arguments, values)
        return text.format(*arguments, **values)

    def counted(self, key: str, number: object) -> str:
        """The key of the text for a number: `KEY-one` where that is there and fits."""
        if isinstance(number, Integral):
            for kind, fits in self._plurals.items():
                if fits(int(number)) and f"{key}-{kind}" in self._templates:
                    return f"{key}-{kind}"
        return key

    def formed(self, text: str, form: str) -> str:
        """A word as it is said where `{placeholder:form}` stands."""
        for pattern, new in self._forms[form] if form else ():
            if pattern.search(text):
                return pattern.sub(new, text, count=1)
        return text

    def template(self, key: str) -> str:
        """The text under a dotted key as it stands, its placeholders not filled in."""
        return self._templates[key]

    def __contains__(self, key: str) -> bool:
        return key in self._templates

    def action(self, action: Action) -> str:
        """What a control says that performs the action: `Place an ant on e5`."""
        if self._names and not any(domain.name == "seat" for domain in action.domains):
            return self.plain.action(action)
        if action not in self._labels:
            self._labels[action] = self._about("actions", action, 0)
        return self._labels[action]

    def told(self, action: Action | None, seat: int, seats: int) -> str:
        """The line of the log about an action of a seat or of nature; `None` is one that was done in secret."""
        who = self.seat(seat, seats) if seat < seats else ""
        if action is None:
            return self("secret.seat", seat=who) if who else self("secret.nature")
        return self._about("log", action, seats, seat=who)

    def seat(self, seat: int, seats: int) -> str:
        """The name of a seat: under `seat`, or under `pair` where a game has other names for a match of two."""
        pair = f"pair.{seat}"
        return self(pair if seats == 2 and pair in self else f"seat.{seat}")

    def listed(self, names: list[str]) -> str:
        """Names in a sentence: `Amber, Blue and Red`."""
        *most, last = names
        return f"{', '.join(most)} {self('and', last)} {last}" if most else last

    def _about(self, table: str, action: Action, seats: int, **values: str) -> str:
        """A text on an action; forms of one verb may have texts of their own, as `exchange-3` for three arguments."""
        said = [
            self.argument(domain, value, seats) for domain, value in zip(action.domains, action.arguments, strict=True)
        ]
        return self.about(table, action.verb, said, **values)

    def argument(self, domain: Domain, value: str, seats: int = 0) -> str:
        """How an argument of an action is said."""
        return self.seat(int(value), seats) if domain.name == "seat" else domain.say(self, domain.name, value)

    def about(self, table: str, verb: str, said: list[str], **values: str) -> str:
        """A text on an action whose arguments are said so."""
        form = f"{table}.{verb}-{len(said)}"
        return self(form if form in self else f"{table}.{verb}", *said, **values)

    def keys(self) -> set[str]:
        """All dotted keys, for tests that compare languages; kinds of plurals aside."""
        return {_uncounted(key) for key in self._templates}

    def missing(self) -> set[str]:
        """Keys that have a text for some kinds of plurals, but not for all that there are in the language."""
        wanted = {f"{key}-{kind}" for key in self._counted for kind in self._plurals} | self._counted
        return wanted - self._templates.keys()

    def table(self, name: str) -> list[str]:
        """The keys of one table, in the order of the file."""
        return [key.removeprefix(f"{name}.") for key in self._templates if key.startswith(f"{name}.")]

    @property
    def rules(self) -> str:
        """The rules for players, as Markdown."""
        return (self.folder / "rules.md").read_text(encoding="utf-8")


class _Forming(Formatter):
    """Fills in words in the forms that placeholders ask for."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def format_field(self, value: object, form: str) -> str:
        return self.words.formed(str(value), form)


@lru_cache(NAMED)
def named(words: Words, names: tuple[str, ...]) -> Words:
    """The words with the seats called by the names of those who sit there, as far as a board has room for them."""
    renamed = copy(words)
    renamed._labels = {}
    short = [name if len(name) <= ON_THE_BOARD else f"{name[: ON_THE_BOARD - 1].rstrip()}…" for name in names]
    renamed._names = {f"{table}.{seat}": name for seat, name in enumerate(short) for table in ("seat", "pair")}
    return renamed


@cache
def words(folder: Path, language: str) -> Words:
    """The words in that language; a language that a game lacks is refused with those it has."""
    if language not in languages(folder):
        raise UnknownName("language", language, languages(folder))
    return Words(folder / language)


@cache
def languages(folder: Path) -> tuple[str, ...]:
    """The languages in which a folder has words, English first: each has a folder of its own."""
    return tuple(
        sorted((path.parent.name for path in folder.glob(f"*/{WORDS}")), key=lambda code: (code != SOURCE, code))
    )


def _uncounted(key: str) -> str:
    """A key without the kind of its plural."""
    base, _, kind = key.rpartition("-")
    return base if kind in KINDS and base else key


def _flat(table: dict[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for key, value in table.items():
        rows += _flat(value, f"{prefix}{key}.") if isinstance(value, dict) else [(prefix + key, str(value))]
    return rows
