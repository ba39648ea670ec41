"""Words: the labels of a game in one language, read from `texts/<language>.toml` and the rules beside it."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from formicarium.engine.errors import UnknownName

if TYPE_CHECKING:
    from formicarium.engine.actions import Action


class Words:
    """The labels of one game in one language: `words("field.empty", field="e5")`."""

    def __init__(self, folder: Path, language: str) -> None:
        self.folder = folder
        self.language = language
        self._templates = dict(_flat(tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))))
        self._labels: dict[Action, str] = {}

    def __call__(self, key: str, *arguments: object, **values: object) -> str:
        """The text under a dotted key, its placeholders filled in."""
        return self._templates[key].format(*arguments, **values)

    def __contains__(self, key: str) -> bool:
        return key in self._templates

    def action(self, action: Action) -> str:
        """What a control says that performs the action: `Place an ant on e5`."""
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
        return f"{', '.join(most)} {self('and')} {last}" if most else last

    def _about(self, table: str, action: Action, seats: int, **values: str) -> str:
        """A text on an action; forms of one verb may have texts of their own, as `exchange-3` for three arguments."""
        said = [
            self.seat(int(value), seats) if domain.name == "seat" else domain.say(self, domain.name, value)
            for domain, value in zip(action.domains, action.arguments, strict=True)
        ]
        form = f"{table}.{action.verb}-{len(said)}"
        return self(form if form in self else f"{table}.{action.verb}", *said, **values)

    def keys(self) -> set[str]:
        """All dotted keys, for tests that compare languages."""
        return set(self._templates)

    def table(self, name: str) -> list[str]:
        """The keys of one table, in the order of the file."""
        return [key.removeprefix(f"{name}.") for key in self._templates if key.startswith(f"{name}.")]

    @property
    def rules(self) -> str:
        """The rules for players, as Markdown."""
        return (self.folder / f"{self.language}.md").read_text(encoding="utf-8")


@cache
def words(folder: Path, language: str) -> Words:
    """The words in that language; a language that a game lacks is refused with those it has."""
    languages = sorted(path.stem for path in folder.glob("*.toml"))
    if language not in languages:
        raise UnknownName("language", language, languages)
    return Words(folder, language)


def _flat(table: dict[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for key, value in table.items():
        rows += _flat(value, f"{prefix}{key}.") if isinstance(value, dict) else [(prefix + key, str(value))]
    return rows
