"""Agreements: what those at a table settle among themselves. Resigning, a draw, taking back, a pause.

They ask, and it happens when all others who play have agreed. Bots let one take back and pause, and agree to no draw.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any, Literal, get_args

from formicarium import Outcome
from formicarium.errors import TableError, UndoError
from formicarium.server.table.clock import NONE
from formicarium.server.table.rows import PLAYING, LogRow
from formicarium.server.table.table import PEOPLE, Person, Table

RESIGNED, AGREED = "resigned", "agreed"  # the endings of a table, apart from those by the rules of a game
What = Literal["draw", "undo", "pause"]
Deed = Literal["resign", "draw", "undo", "pause", "resume"]


def outcome(table: Table) -> Outcome | None:
    """How a match ended: by the rules, but who has resigned comes last; or as those at the table have ended it.

    When it was ended early, those who stayed share the victory.
    """
    position, ending, resigned = table.match.position, table.row.ending, set(table.row.resigned)
    ended = position.outcome
    if ending is None and (ended is None or not resigned):
        return ended
    seats = range(len(table.seats))
    places = ended.places if ended else (1,) * len(seats)
    stay = [seat for seat in seats if seat not in resigned] or list(seats)
    ranks = {seat: 1 + sum(places[other] < places[seat] for other in stay) for seat in stay}
    won = sum(rank == 1 for rank in ranks.values())
    return Outcome(
        tuple(1 / won if ranks.get(seat) == 1 else 0.0 for seat in seats),
        tuple(ranks.get(seat, len(stay) + 1) for seat in seats),
        ended.points if ended else position.points,
        ended.reason if ended else str(ending),
    )


def result(table: Table, now: float) -> dict[str, Any]:
    """What lists tell of a match that is over, and ratings count of it."""
    ended = outcome(table)
    assert ended is not None
    standing = table.ledger.standing[table.row.given :]
    seats = {row.seat: row for row in table.seats}
    acted = (table.ledger.entries[entry - 1].move.seat for entry in standing)
    return {
        "places": list(ended.places),
        "points": list(ended.points),
        "reason": ended.reason,
        "plies": len(table.ledger.standing),
        "seconds": round(now - table.row.created, 1),
        "left": [row.seat for row in table.seats if row.kind in PEOPLE and row.away],
        "begun": any(seat in seats and seats[seat].kind in PEOPLE for seat in acted),
    }


def deeds(table: Table, person: Person | None) -> list[Deed]:
    """What a person may do or ask for now."""
    if person is None or table.state != PLAYING or not table.complete:
        return []
    playing = players(table)
    if person.id not in playing:
        return []
    if table.row.paused:
        return ["resume"]
    possible: list[Deed] = ["resign"]
    if table.row.asked is None:
        if len(playing) > 1 and "won.agreed" in table.match.game.words():
            possible.append("draw")
        if last_ply(table, person) is not None and not table.clock.strict:
            possible.append("undo")
        if table.clock.kind != NONE and not table.clock.strict:
            possible.append("pause")
    return possible


def players(table: Table) -> set[str]:
    """The people who still play: not those who have resigned, or for whom a bot goes on."""
    resigned = table.row.resigned
    return {
        row.owner for row in table.seats
        if row.kind in PEOPLE and row.owner and not row.away and row.seat not in resigned
    }  # fmt: skip


def resign(table: Table, seat: int, person: Person, now: float) -> list[LogRow]:
    """Give a seat up for good: a bot goes on for it, and it comes last. The new lines of the log.

    The match ends when no more than one seat is left that has not given up, or none of a person.
    """
    table.check_own(seat, person.id)
    _check_playing(table)
    if seat in table.row.resigned:
        raise TableError("seat/resigned", f"seat {seat} has resigned already")
    return lose(table, [seat], now)


def lose(table: Table, seats: Collection[int], now: float) -> list[LogRow]:
    """These seats have given up, or their time is over where that loses. The new lines of the log."""
    _give_up(table, seats)
    left = [row for row in table.seats if row.seat not in table.row.resigned]
    if len(left) < 2 or not any(row.kind in PEOPLE for row in left):
        table.row.asked = None
        table.end(RESIGNED, now)
        return []
    log = _settle(table, now)
    table.pause(table.row.paused, now)  # the clocks of the seats stand
    return log


def expire(table: Table, now: float) -> None:
    """The time for the whole match is over: people who were to act have lost, the others share the victory."""
    _check_playing(table)
    _give_up(table, [seat for seat in table.actors if table.seats[seat].kind in PEOPLE])
    table.row.asked = None
    table.end(RESIGNED, now)


def close(table: Table, now: float) -> None:
    """Who watches over a table ends the match: nobody has lost."""
    if table.state != PLAYING:
        raise TableError("table/over", "the match is over")
    table.row.asked = None
    table.end(AGREED if "won.agreed" in table.match.game.words() else RESIGNED, now)


def _give_up(table: Table, seats: Collection[int]) -> None:
    table.row.resigned = sorted({*table.row.resigned, *seats})
    for seat in seats:
        table.seats[seat] = replace(table.seats[seat], away=True)


def ask(table: Table, person: Person, what: What, now: float) -> list[LogRow]:
    """Ask the others for something; if there are none, it happens at once. The new lines of the log."""
    assert what in get_args(What)
    _check_playing(table)
    table.check_goes_on()
    seat = _seat_of(table, person)
    if table.row.asked:
        raise TableError("ask/busy", "something else is being asked: answer that first")
    if what not in deeds(table, person):
        if what == "undo":
            raise UndoError("undo/nothing", "there is nothing of yours to take back")
        raise TableError("ask/impossible", f"nobody can agree on a {what} at this table")
    ply = last_ply(table, person) if what == "undo" else None
    table.row.asked = {"what": what, "seat": seat, "agreed": [person.id], "ply": ply}
    return _settle(table, now)


def answer(table: Table, person: Person, yes: bool, now: float) -> list[LogRow]:
    """Say yes or no to what somebody asks; who asks takes it back by a no. The new lines of the log."""
    _check_playing(table)
    _seat_of(table, person)
    if not table.row.asked:
        raise TableError("ask/nothing", "nobody asks for anything now")
    if not yes:
        table.row.asked = None
        return []
    table.row.asked = {**table.row.asked, "agreed": sorted({*table.row.asked["agreed"], person.id})}
    return _settle(table, now)


def resume(table: Table, person: Person, now: float) -> None:
    """Go on after a pause: anybody who plays may."""
    _check_playing(table)
    _seat_of(table, person)
    table.pause(False, now)


def _settle(table: Table, now: float) -> list[LogRow]:
    """Do what was asked for, if all who play have agreed."""
    asked = table.row.asked
    if asked is None or not players(table) <= set(asked["agreed"]):
        return []
    table.row.asked = None
    if asked["what"] == "undo":
        return table.take_back_to(asked["ply"], now) if asked["ply"] < len(table.ledger.standing) else []
    if asked["what"] == "pause":
        table.pause(True, now)
    else:
        table.end(AGREED, now)
    return []


def last_ply(table: Table, person: Person) -> int | None:
    """How many actions stood before the last one of a person; `None` if it has not acted."""
    mine, entries, standing = table.seats_of(person.id), table.ledger.entries, table.ledger.standing
    plies = reversed(range(table.row.given, len(standing)))
    return next((ply for ply in plies if entries[standing[ply] - 1].move.seat in mine), None)


def _seat_of(table: Table, person: Person) -> int:
    """The first seat for which a person plays."""
    resigned = table.row.resigned
    mine = [seat for seat in table.seats_of(person.id) if not table.seats[seat].away and seat not in resigned]
    if not mine:
        raise TableError("seat/none", "only those who play can do that")
    return mine[0]


def _check_playing(table: Table) -> None:
    if table.state != PLAYING:
        raise TableError("table/over", "the match is over")
    if not table.complete:
        raise TableError("table/waiting", "the match begins when all seats are taken")
