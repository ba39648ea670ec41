"""Components: reads a game's `components.toml` field by field and refuses what cannot be, naming the field."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, NoReturn

from formicarium.errors import ComponentsError


class Components:
    """The data of a `components.toml`; fields are named by their path, as in `pieces.ants`."""

    def __init__(self, path: Path) -> None:
        try:
            self.data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise ComponentsError("the file", f"cannot be read: {error}") from error

    def __call__(self, field: str) -> Any:
        """The value of a field, whatever it is."""
        value: Any = self.data
        for key in field.split("."):
            if not isinstance(value, dict) or key not in value:
                self.refuse(field, "is missing")
            value = value[key]
        return value

    def number(self, field: str, low: int, high: int) -> int:
        """A whole number between two limits."""
        value = self(field)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self.refuse(field, f"must be a whole number from {low} to {high}, not {value!r}")
        return value

    def text(self, field: str, *choices: str) -> str:
        """A text, one of the choices if there are any."""
        value = self(field)
        if not isinstance(value, str) or (choices and value not in choices):
            self.refuse(field, f"must be {' or '.join(map(repr, choices)) or 'a text'}, not {value!r}")
        return value

    def texts(self, field: str) -> list[str]:
        """A list of texts."""
        value = self(field)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.refuse(field, "must be a list of texts")
        return value

    def table(self, field: str) -> dict[str, Any]:
        """A table with its keys in the order of the file."""
        value = self(field)
        if not isinstance(value, dict):
            self.refuse(field, "must be a table")
        return value

    def tables(self, field: str) -> list[dict[str, Any]]:
        """A list of tables."""
        value = self(field)
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.refuse(field, "must be a list of tables")
        return value

    def refuse(self, field: str, sentence: str) -> NoReturn:
        """Say what is wrong with a field."""
        raise ComponentsError(field, sentence)
