"""Settling: what a person may ask of the others at a table, is asked by them and is taught.

Viewers are told of it when it changes, which is looked at with every action and comes seldom. So what somebody may do
is found out again only where somebody sat down, settled something or ended the match, or where its own last action was
taken back: nothing else of a table matters to it.
"""

from __future__ import annotations

from typing import NamedTuple

from formicarium.coach.tutorials import Place
from formicarium.server.table import agreements
from formicarium.server.table.table import Person, Table
from formicarium.server.wire.lessons import place
from formicarium.server.wire.messages import Question

Settling = tuple[Question | None, tuple[agreements.Deed, ...], Place | None]


class Known(NamedTuple):
    """What somebody may do, and what that was found out from."""

    fact: int  # the number of the last change of who sits where or of what was settled
    over: bool
    ply: int  # so many actions stood before the last one of that person …
    entry: int  # … which has this number in the ledger
    deeds: tuple[agreements.Deed, ...]


class Settled:
    """What those who sit at one table may settle."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.known: dict[str, Known] = {}  # by who sits here and has acted

    def now(self, person: Person | None) -> Settling:
        """What it is for a person."""
        return question(self._table, person), self._deeds(person) if person else (), place(self._table, person)

    def _deeds(self, person: Person) -> tuple[agreements.Deed, ...]:
        table, standing = self._table, self._table.ledger.standing
        known = self.known.get(person.id)
        if known and known.fact == table.fact.number and known.over == table.over:
            if known.ply < len(standing) and standing[known.ply] == known.entry:
                return known.deeds
        deeds, ply = tuple(agreements.deeds(table, person)), agreements.last_ply(table, person)
        if ply is not None:
            self.known[person.id] = Known(table.fact.number, table.over, ply, standing[ply], deeds)
        return deeds


def question(table: Table, person: Person | None) -> Question | None:
    """What somebody asks the others for."""
    asked = table.row.asked
    if asked is None or table.over:
        return None
    waits = person is not None and person.id in agreements.players(table) - set(asked["agreed"])
    return {"what": asked["what"], "seat": asked["seat"], "yours": waits}
