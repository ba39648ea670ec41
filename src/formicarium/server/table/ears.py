"""Ears: what somebody hears of what is said at a table, and whether it may speak."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from formicarium.server.table.rows import ChatLine
from formicarium.server.table.table import Table

Talk = Literal["on", "off", "never"]  # off: until the person turns chat on at this table; never: whatever it does here


@dataclass(frozen=True)
class Ears:
    """The ears of one person at one table; without any wish they hear everything."""

    talk: Talk = "on"
    shunned: frozenset[str] = frozenset()  # people who were muted or blocked

    def hear(self, table: Table, after: int = 0) -> list[ChatLine]:
        """What is heard of all that was said after a line."""
        if self.talk != "on":
            return []
        return [line for line in table.chat[after:] if author(table, line) not in self.shunned]


def author(table: Table, line: ChatLine) -> str | None:
    """Who said something: who sits there, or who set up the table."""
    return table.row.owner if line.seat is None else table.seats[line.seat].owner
