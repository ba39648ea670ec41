"""Verdicts: changes that nobody at the table asks for. A clock rings, a round is over, a table is closed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from formicarium.server.room.changes import Made, seated, settled
from formicarium.server.store.schema import rang_write
from formicarium.server.table import agreements
from formicarium.server.table.table import PEOPLE, Table


@dataclass(frozen=True)
class Flag:
    """The clock rings: somebody's time may be over."""

    rang: float  # when it was to
    person: ClassVar[None] = None
    by: ClassVar[str] = ""

    def make(self, table: Table, now: float) -> Made[None]:
        """Bots go on for those whose time is over, who have lost where the clock is strict.

        If it is nobody's, it rings again when it is.
        """
        before, start = list(table.seats), table.number
        late = [seat for seat in table.clock.ended(now) if table.seats[seat].kind in PEOPLE]
        if table.clock.strict and late:
            return settled(table, start, agreements.lose(table, late, now), before, now)
        table.flag(now)
        made = seated(table, before, now)
        return made if made.writes else Made(None, [rang_write(table.id, self.rang, table.rings(now))])


@dataclass(frozen=True)
class Expire:
    """The time for the whole match is over, whatever the clocks of the seats say."""

    person: ClassVar[None] = None
    by: ClassVar[str] = ""

    def make(self, table: Table, now: float) -> Made[None]:
        """End the match: who was to act has lost."""
        before, start = list(table.seats), table.number
        agreements.expire(table, now)
        return settled(table, start, [], before, now)


@dataclass(frozen=True)
class Close:
    """Who watches over a table closes it."""

    person: ClassVar[None] = None
    by: ClassVar[str] = ""

    def make(self, table: Table, now: float) -> Made[None]:
        """End the match: nobody has lost."""
        before, start = list(table.seats), table.number
        agreements.close(table, now)
        return settled(table, start, [], before, now)
