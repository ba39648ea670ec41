"""Words: the labels of a game in one language, read from `texts/<language>.toml` and the rules beside it."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from formicarium.engine.errors import UnknownName


class Words:
    """The labels of one game in one language: `words("field.empty", field="e5")`."""

    def __init__(self, folder: Path, language: str) -> None:
        self.folder = folder
        self.language = language
        self._templates = dict(_flat(tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))))

    def __call__(self, key: str, *arguments: object, **values: object) -> str:
        """The text under a dotted key, its placeholders filled in."""
        return self._templates[key].format(*arguments, **values)

    def __contains__(self, key: str) -> bool:
        return key in self._templates

    def keys(self) -> set[str]:
        """All dotted keys, for tests that compare languages."""
        return set(self._templates)

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
