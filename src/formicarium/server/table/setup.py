"""Setting up a table: its seed, its promise, and nature's first outcomes."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from formicarium import NATURE, Match, Move
from formicarium.coach.tutorials import Tutorial
from formicarium.engine import fairness
from formicarium.engine.game import find
from formicarium.engine.ledger import Entry
from formicarium.errors import TableError
from formicarium.server.table.rows import PLAYING, RECORD, LogRow, SeatRow, Stored, TableRow
from formicarium.server.table.table import Table


def new_table(
    game: str,
    seats: list[SeatRow],
    options: Mapping[str, str],
    now: float,
    *,
    owner: str,
    first: int | None = None,
    clock: dict[str, Any] | None = None,
    open_to_all: bool = False,
    hints: bool = True,
    strangers: bool = False,
    delay: int = 0,
    silent: bool = False,
    given: Iterable[Move] = (),
    record: bool = False,
    tutorial: Tutorial | None = None,
) -> Stored:
    """A table as it is before anybody acts: nature's first outcomes are in its log already.

    `given` are actions of another match to go on from, all legal there. `first` is the seat to begin, where that is
    drawn by lot. With a tutorial its whole path counts as given: the seed makes no promise of what nature does on it.
    """
    seed = fairness.new_seed()
    played = find(game)
    chosen = played.check_options(options, played.check_seats(len(seats)))  # none has a name that `Match` knows
    match = Match(played, len(seats), seed=seed, nature=False, **chosen)
    match.ledger.take_over(map(Entry, tutorial.opening if tutorial else given))
    length = len(tutorial.moves) if tutorial else match.ledger.number
    if first is not None and first not in range(len(seats)):
        raise TableError("seat/unknown", f"there are seats 0 to {len(seats) - 1}, not {first}")
    while match.actors == (NATURE,) and not record:
        match.play(fairness.outcome(match, first), NATURE)
    row = TableRow(
        id=secrets.token_urlsafe(12),
        game=match.game.name,
        options=match.options,
        clock=clock or {"kind": "none"},
        seed=seed,
        commitment=fairness.commitment(seed),
        given=length,
        first=first,
        open=open_to_all,
        state=RECORD if record else PLAYING,
        owner=owner,
        rematch=None,
        created=now,
        changed=now,
        tutorial=tutorial.name if tutorial else None,
        strangers=strangers,
        delay=delay,
        silent=silent,
        hints=hints,
    )
    log = [LogRow.of(entry, now) for entry in match.ledger.entries]
    return Stored(row, seats, log)


def again(table: Table, now: float) -> Stored:
    """The same table for another match, the seats moved on by one."""
    old = table.seats
    rotated = [old[(seat + 1) % len(old)] for seat in range(len(old))]
    seats = [
        replace(who, seat=seat, away=who.away and who.seat not in table.row.resigned)
        for seat, who in enumerate(rotated)
    ]
    return new_table(
        table.row.game,
        seats,
        table.row.options,
        now,
        owner=table.row.owner,
        first=table.row.first,
        clock=table.row.clock,
        open_to_all=table.row.open,
        hints=table.row.hints,
        strangers=table.row.strangers,
        delay=table.row.delay,
        silent=table.row.silent,
    )
