"""Every error that Formicarium raises.

    FormicariumError
    ├── ActionError (ValueError)       action/unreadable, action/illegal, action/seat, action/over, action/nature
    ├── UndoError (ValueError)         undo/nothing, undo/other-seat, undo/chance, undo/learned
    ├── RecordError (ValueError)       record/syntax, record/header, record/move, record/rules
    ├── OptionError (ValueError)       option/unknown, option/value, option/seats
    ├── ComponentsError (ValueError)   components/field
    ├── SearchError (ValueError)       search/memory
    ├── ArenaError (RuntimeError)      arena/log, arena/busy, arena/other-run, arena/twice, arena/worker, arena/cluster
    ├── UnknownName (LookupError)      unknown/game, unknown/bot, unknown/theme, unknown/language
    └── MissingExtra (ImportError)     extra/missing

Each carries a stable `code` for programs and a sentence for people: what was asked, why not, what is possible instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class FormicariumError(Exception):
    """The root of all errors of this library; `code` is stable, the sentence is for people."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.code, str(self))


class ActionError(FormicariumError, ValueError):
    """An action that cannot be read, or cannot be played now; the match is unchanged."""


class UndoError(FormicariumError, ValueError):
    """An action that cannot be taken back any more."""


class RecordError(FormicariumError, ValueError):
    """A record file that cannot be read; the sentence names the line."""


class OptionError(FormicariumError, ValueError):
    """An option or a number of seats that the game does not have."""


class ComponentsError(FormicariumError, ValueError):
    """A `components.toml` that cannot be this game; the sentence names the field."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__("components/field", f"components.toml, {field}: {sentence}")
        self.field = field

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.field, str(self).removeprefix(f"components.toml, {self.field}: "))


class SearchError(FormicariumError, ValueError):
    """A search that cannot be made as it is asked for."""


class ArenaError(FormicariumError, RuntimeError):
    """A run of many matches that cannot go on: its log is of another run, or its workers are lost."""


class UnknownName(FormicariumError, LookupError):
    """A name of something that is not there; the sentence lists what is."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind, self.name, self.known = kind, name, tuple(known)
        near = get_close_matches(name, self.known, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        super().__init__(f"unknown/{kind}", f"there is no {kind} {name!r}, only {', '.join(self.known)}{hint}")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.kind, self.name, self.known)


class MissingExtra(FormicariumError, ImportError):
    """A part of the library whose optional dependencies are not installed."""

    def __init__(self, extra: str, purpose: str) -> None:
        self.extra, self.purpose = extra, purpose
        super().__init__("extra/missing", f"{purpose} need more packages: pip install 'formicarium[{extra}]'")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.extra, self.purpose)
