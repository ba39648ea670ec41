"""Telling: what happened at a table as one viewer is told it, in messages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from formicarium import NATURE, Game
from formicarium.engine import telling
from formicarium.engine.telling import Line, Since
from formicarium.server.table.table import Table
from formicarium.server.wire.looks import Names, Viewer
from formicarium.server.wire.messages import LogLine, Part, Told

NAMES_KEPT = 1024  # of those who sit together
LINES = 400  # of the log that are told; of a longer match the last ones


def names_of(table: Table, language: str) -> Names:
    """What the seats of a table are called: by the names of people and bots, else by their colours."""
    return _called(table.match.game, language, tuple([row.name for row in table.seats]))


@lru_cache(NAMES_KEPT)
def _called(game: Game, language: str, names: Names) -> Names:
    words = game.words(language)
    return tuple(name or words.seat(seat, len(names)) for seat, name in enumerate(names))


class Telling:
    """The log of a table for one viewer; what was told stays, until somebody is called otherwise or takes back."""

    def __init__(self, table: Table, viewer: Viewer, since: Since | None = None) -> None:
        self._table, self._language = table, viewer.language
        self._names = names_of(table, viewer.language)
        self._telling = telling.Telling(table.ledger, viewer.seat, viewer.language, self._names, LINES, since)

    @property
    def holds(self) -> bool:
        """Whether it can still be used: seats are called as before."""
        return names_of(self._table, self._language) == self._names

    def lines(self) -> list[LogLine]:
        """All lines, the last ones of a long match."""
        return [message(line) for line in self._telling.lines()]  # two microseconds each: not worth their memory

    def line(self, ply: int) -> LogLine | None:
        """The line of one action, if the viewer has seen anything of it."""
        line = self._telling.line(ply)
        return message(line) if line else None

    @property
    def last_turn(self) -> Since | None:
        """Where the turn began that was told last: another telling can go on from there."""
        return self._telling.last_turn

    def go_on(self) -> Iterator[None]:
        """Tell what is missing, line by line: of a long match that takes a while."""
        yield from self._telling.go_on()

    def caption(self, ply: int) -> list[Told]:
        """What one action led to, however long ago."""
        return [_sentence(one) for one in self._telling.caption(ply)]


def message(line: Line) -> LogLine:
    """A line as it is sent."""
    return {
        "ply": line.ply,
        "seat": None if line.seat == NATURE else line.seat,
        "told": [_sentence(one) for one in line.told],
        "turn": line.turn,
        "round": line.moment.round,
        "whose": line.moment.seat,
        "setup": line.moment.setup,
        "sum": _sentence(line.sum) if line.sum else None,
    }


def _sentence(told: telling.Told) -> Told:
    parts: list[Part] = [
        {"text": part.text, "nodes": list(part.nodes)} if part.nodes else {"text": part.text} for part in told.parts
    ]
    return {"kind": told.kind, "size": told.size, "parts": parts, "nodes": list(told.nodes)}
