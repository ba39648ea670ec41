"""Late: a table as those see it who only watch, where its maker wanted that: as it was some turns ago, until the end.

It is another table, made of the first lines of the same log. So whatever can be looked at, a frame, the log, a picture,
the replay, is of that moment, and nothing has to be hidden once more.
"""

from __future__ import annotations

from typing import NamedTuple

from formicarium import NATURE
from formicarium.server.table import clock
from formicarium.server.table.clock import Clock
from formicarium.server.table.rows import Stored
from formicarium.server.table.table import Table
from formicarium.server.wire.frames import Album


class Seen(NamedTuple):
    """A table as somebody sees it, and what viewers of that have been shown."""

    table: Table
    album: Album


class Late:
    """What those see who only watch. Clocks and chat would tell what happens now: they see neither until the end."""

    def __init__(self, table: Table) -> None:
        self._table = Table(Stored(table.row, table.seats, [], []))
        self._table.clock = Clock.new({"kind": clock.NONE}, len(table.seats))
        self._seen = Seen(self._table, Album(self._table))

    def follow(self, table: Table) -> Seen:
        """The table as late as it is to be seen now; what was seen once is not taken back."""
        late = self._table
        late.row, late.seats = table.row, table.seats
        number = max(late.number, table.number if table.over else before_turns(table, table.row.delay))
        if number > late.number:
            late.ledger.take_over(table.ledger.entries[late.number : number])
        if table.over:
            late.chat, late.clock, late.ledger.open = table.chat, table.clock, table.ledger.open
        return self._seen

    def rest(self) -> None:
        """Forget what can be drawn or played again."""
        self._seen.album.rest()
        self._table.ledger.rest()


def before_turns(table: Table, turns: int) -> int:
    """How many entries the log had before the last so many turns: a turn is what one seat does until another acts."""
    entries, start, last = table.ledger.entries, table.number, NATURE
    for number in reversed(table.ledger.standing):
        seat = entries[number - 1].move.seat
        if seat == NATURE:
            continue
        if seat != last:
            if not turns:
                break
            turns, last = turns - 1, seat
        start = number - 1
    return start
