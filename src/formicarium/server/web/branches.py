"""Branches: tables that those who sat at a table have made from positions of it, to see what could have happened.

They are variations of its record, as far as they hide nothing: in a game without secrets at once, else at their end.
"""

from __future__ import annotations

from dataclasses import dataclass

from formicarium import Variation
from formicarium.errors import FormicariumError
from formicarium.server.room.held import Held
from formicarium.server.store.schema import Write, branch_write
from formicarium.server.table.rows import Stored
from formicarium.server.table.table import Person, Table
from formicarium.server.web.state import State
from formicarium.server.wire.messages import Branch as Message
from formicarium.server.wire.telling import names_of

MOST = 8  # of one table: the first ones


@dataclass(frozen=True)
class Branch:
    """A table that goes on from a position of another."""

    message: Message
    variation: Variation | None  # what was played there, if that may be seen and is anything


async def branches(state: State, held: Held, language: str) -> list[Branch]:
    """The branches of a table."""
    found: list[Branch] = []
    for name in await state.storage.branches_of(held.table.id, MOST):
        try:
            other = (await state.room.held(name, fresh=True)).table
        except FormicariumError:
            continue  # it cannot be shown now, and says so itself
        found.append(_branch(other, language))
    return found


def _branch(table: Table, language: str) -> Branch:
    ply, shown = table.row.given, table.revealed or not table.match.game.secrets
    moves = tuple(table.ledger.since(ply)) if shown else ()
    ply = min(ply, len(table.ledger.standing))
    message: Message = {
        "table": table.id,
        "ply": ply,
        "actions": len(moves),
        "over": table.over,
        "names": list(names_of(table, language)),
    }
    return Branch(message, Variation(ply, moves) if moves else None)


def note(source: Table, made: Stored, person: Person) -> list[Write]:
    """What is to be stored with a new table that goes on from another: a branch, if who makes it belongs there."""
    if not source.seats_of(person.id) and source.row.owner != person.id:
        return []
    return [branch_write(made.row.id, source.id, made.row.created)]
