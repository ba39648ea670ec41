"""A table: a match, who sits at it, its clock and its log. Here are the rules of submitting, undoing and leaving."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from formicarium import NATURE, SPECTATOR, Match, Move, Position
from formicarium.engine.errors import ActionError, FormicariumError, UndoError
from formicarium.engine.game import find
from formicarium.engine.match import is_secret
from formicarium.server import fairness
from formicarium.server.clock import LIVE, NONE, Clock
from formicarium.server.schema import ChatLine, Entry, Fact, SeatRow, Stored, TableRow

PEOPLE = ("human", "local")
RECENT = 16  # positions that a table keeps; older ones are played again from the log


class TableError(FormicariumError):
    """Something that cannot be done at a table; `number` is where the table stands."""

    def __init__(self, code: str, sentence: str, number: int | None = None) -> None:
        super().__init__(code, sentence)
        self.number = number


@dataclass(frozen=True)
class Person:
    """Who asks: the identity behind a cookie or a token, and its name."""

    id: str
    name: str = ""


class Table:
    """One table in memory; everything here can be rebuilt from what is stored.

    Its clock goes on from now if no server has run since, as `stood` says, else as if it had never been out of memory.
    """

    def __init__(self, stored: Stored, now: float, *, stood: bool = True) -> None:
        self.row: TableRow = stored.row
        self.seats: list[SeatRow] = stored.seats
        self.entries: list[Entry] = stored.entries
        self.chat: list[ChatLine] = stored.chat
        self.match = rebuilt(stored.row, len(stored.seats), surviving(stored.entries))
        self.fact = stored.fact
        self.clock = Clock(self.row.clock, len(self.seats))
        if not self._resume_clock(now if stood else None):
            self._run_clock(now if stood else self.row.created)
        self.standing: list[int] = []  # the numbers of the entries that were not taken back
        for number, entry in enumerate(self.entries, 1):
            self._stand(number, entry)
        self._recent: dict[int, bytes] = {}  # the last positions before this one, by number
        self._secrets: dict[tuple[int, int], bool] = {}  # by number and witness: whether the log hides the action

    @property
    def id(self) -> str:
        """The name of the table in addresses."""
        return self.row.id

    @property
    def number(self) -> int:
        """How many entries the log has: the number under which clients know where the table stands."""
        return len(self.entries)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.match.over

    @property
    def revealed(self) -> bool:
        """Whether everything may be seen: after the end, and in an imported record."""
        return self.row.state == "record" or self.match.over

    # Who sits where

    def seats_of(self, person: str) -> list[int]:
        """The seats that a person holds."""
        return [seat.seat for seat in self.seats if seat.owner == person and seat.kind in PEOPLE]

    def plays(self, seat: int) -> str:
        """Who acts for a seat now: `person`, `bot` or `nobody`."""
        row = self.seats[seat]
        if self.row.state == "record" or row.kind == "open":
            return "nobody"
        return "bot" if row.kind == "bot" or row.away else "person"

    @property
    def bots_to_act(self) -> list[int]:
        """The seats to act for which a bot plays; none before all seats are taken."""
        if any(row.kind == "open" for row in self.seats):
            return []
        return [seat for seat in self.match.actors if seat != NATURE and self.plays(seat) == "bot"]

    def seat(self, seat: int) -> SeatRow:
        """The occupant of a seat; refuses one that the table does not have."""
        if not 0 <= seat < len(self.seats):
            raise TableError("seat/unknown", f"the table has seats 0 to {len(self.seats) - 1}, not {seat}", self.number)
        return self.seats[seat]

    # Playing

    def check_seat(self, person: str, seat: int | None) -> int:
        """The seat for which a person acts: the one it names, or its only one that is to act."""
        mine = self.seats_of(person)
        if not mine:
            raise TableError("seat/none", "you have no seat at this table: you can watch it", self.number)
        if seat is None:
            to_act = [held for held in mine if held in self.match.actors]
            if len(to_act) > 1:
                raise TableError("seat/which", f"say for which seat: {', '.join(map(str, to_act))}", self.number)
            seat = (to_act or mine)[0]
        if seat not in mine:
            held = " and ".join(map(str, mine))
            raise TableError("seat/other", f"seat {seat} is not yours: you have seat {held}", self.number)
        if self.plays(seat) == "bot":
            raise TableError("seat/away", f"a bot plays seat {seat} for you: take the seat again first", self.number)
        return seat

    def check_number(self, seat: int, number: int) -> None:
        """Refuse a submission that is stale or repeated.

        What others choose at the same time does not make it stale: all of them may act in any order.
        """
        if number == self.number:
            return
        if not 0 <= number < self.number:
            raise TableError("number/unknown", f"the table is at {self.number}, not yet at {number}", self.number)
        since = self.entries[number:]
        if any(entry.seat in (seat, NATURE) for entry in since) or not self._acts_all_along(seat, number):
            raise TableError(
                "number/stale", f"the table is at {self.number}, you saw {number}: look again", self.number
            )

    def _acts_all_along(self, seat: int, number: int) -> bool:
        return all(seat in self.position_at(earlier).actors for earlier in range(number, self.number + 1))

    def act(self, seat: int, action: str, now: float) -> list[Entry]:
        """Make an action; the new entries of the log, nature's among them. What cannot be played changes nothing."""
        if self.row.state == "record":
            raise TableError("table/record", "this table only shows a record: continue from it to play", self.number)
        if any(row.kind == "open" for row in self.seats):
            raise TableError("table/waiting", "the match begins when all seats are taken", self.number)
        try:
            before = self.match.position.tobytes()
            self.match.play(action, seat)
        except ActionError as error:
            raise TableError(error.code, str(error), self.number) from None
        self._run_clock(now, seat)
        new = [
            Entry("nature" if move.seat == NATURE else "act", move.seat, move.text, now)
            for move in self.match.since(len(self.standing))
        ]
        if self.clock.kind != NONE:
            new[-1] = replace(new[-1], clock=self.clock.stored())
        self._remember(self.number, before)
        if len(new) > 1:
            stage = self._position(before)
            for number, move in enumerate(self.match.since(len(self.standing))[:-1], self.number + 1):
                stage.apply(move.seat, move.action)
                self._remember(number, stage.tobytes())
        return self._written(new)

    def undo(self, seat: int, now: float) -> list[Entry]:
        """Take back the last action of a seat; one more entry of the log."""
        before = self.match.position.tobytes()
        try:
            action = self.match.undo(seat)
        except UndoError as error:
            raise TableError(error.code, str(error), self.number) from None
        self._run_clock(now, seat)
        self._remember(self.number, before)
        return self._written([Entry("undo", seat, action.text, now, self.clock.stored())])

    def _remember(self, number: int, position: bytes) -> None:
        """Keep a position for those who are told about it in a moment."""
        self._recent[number] = position
        while len(self._recent) > RECENT:
            del self._recent[next(iter(self._recent))]

    def _position(self, record: bytes) -> Position:
        game = self.match.game
        return Position(game, self.match.seats, np.frombuffer(bytearray(record), game.kernel.record))

    def _written(self, new: list[Entry]) -> list[Entry]:
        for entry in new:
            self.entries.append(entry)
            self._stand(len(self.entries), entry)
        return new

    def _stand(self, number: int, entry: Entry) -> None:
        if entry.kind == "undo":
            self.standing.pop()
        else:
            self.standing.append(number)

    def _run_clock(self, now: float, acted: int | None = None) -> None:
        if self.clock.kind == NONE:
            return
        complete = all(row.kind != "open" for row in self.seats)
        to_act = [seat for seat in self.match.actors if seat != NATURE and self.plays(seat) == "person"]
        self.clock.turn(to_act if complete else [], now, acted)

    def _resume_clock(self, stood: float | None) -> bool:
        """Take the clock over as it was stored last, with an entry of the log or when somebody sat down."""
        if self.clock.kind == NONE:
            return True
        last = next((entry for entry in reversed(self.entries) if entry.clock), None)
        fact = self.fact if self.fact.clock else None
        if last and (fact is None or last.time >= fact.time):
            self.clock.resume(last.clock, stood)
        elif fact:
            self.clock.resume(fact.clock, stood)
        return last is not None or fact is not None

    def new_fact(self, now: float) -> Fact:
        """The next number for a change of who sits where, or of what follows."""
        return Fact(self.fact.number + 1, now, self.clock.stored())

    def follow(self, entries: Iterable[Entry]) -> None:
        """Take over what another process has stored in the log after what is known here."""
        self.match.nature = False  # what nature did is read, not drawn again
        for entry in entries:
            self._remember(self.number, self.match.position.tobytes())
            if entry.kind == "undo":
                self.match.undo(entry.seat)
            else:
                self.match.play(entry.action, entry.seat)
            self._written([entry])
        self.match.nature = self.row.state != "record"
        if self.over and self.row.state == "playing":
            self.row.state = "over"
        self._resume_clock(None)

    def take_over(self, news: Stored) -> None:
        """Take over everything that another process has stored after what is known here."""
        self.row, self.seats, self.fact = news.row, news.seats, news.fact
        self.chat += news.chat
        self.follow(news.entries)

    # Sitting down, leaving and coming back

    def join(self, seat: int, person: Person, now: float) -> None:
        """A person takes an open seat."""
        row = self.seat(seat)
        if row.owner == person.id:
            return
        if row.kind != "open":
            raise TableError("seat/taken", f"seat {seat} is taken by {row.name}", self.number)
        self.seats[seat] = replace(row, kind="human", owner=person.id, name=person.name, away=False)
        self._run_clock(now)

    def leave(self, seat: int, person: str, now: float) -> None:
        """A bot goes on for a person."""
        self._own(seat, person)
        self.seats[seat] = replace(self.seats[seat], away=True)
        self._run_clock(now)

    def come_back(self, seat: int, person: str, now: float) -> None:
        """A person takes its seat again."""
        self._own(seat, person)
        if self.clock.kind == LIVE and self.clock.left[seat] <= 0:
            raise TableError("clock/over", f"the time of seat {seat} is over: the bot plays to the end", self.number)
        self.seats[seat] = replace(self.seats[seat], away=False)
        self._run_clock(now)

    def give_to_bot(self, seat: int, person: str, level: str, now: float, *, absent: bool) -> None:
        """Those at the table give an open seat, or one whose person is absent, to a bot."""
        row = self.seat(seat)
        if person != self.row.owner and not self.seats_of(person):
            raise TableError("seat/none", "only those who sit here can give a seat to a bot", self.number)
        if row.kind == "open":
            self.seats[seat] = SeatRow(seat, "bot", "", None, level)
        elif row.kind in PEOPLE and absent:
            self.seats[seat] = replace(row, away=True)
        else:
            raise TableError("seat/present", f"seat {seat} is not empty, and who sits there is not away", self.number)
        self._run_clock(now)

    def flag(self, now: float) -> None:
        """Seats whose time is over go to bots."""
        for seat in self.clock.ended(now):
            if self.clock.kind == LIVE:
                self.clock.left[seat], self.clock.since[seat] = 0.0, None
            self.seats[seat] = replace(self.seats[seat], away=True)
        self._run_clock(now)

    def _own(self, seat: int, person: str) -> None:
        row = self.seat(seat)
        if row.owner != person or row.kind not in PEOPLE:
            raise TableError("seat/other", f"seat {seat} is not yours", self.number)

    # Looking back

    def position_at(self, number: int) -> Position:
        """The position when the log had so many entries."""
        if number == self.number:
            return self.match.position
        if number in self._recent:
            return self._position(self._recent[number])
        match, parse = self.match, self.match.game.actions.parse
        moves = [(entry.seat, parse(entry.action)) for entry in surviving(self.entries[:number])]
        position = Position.start(match.game, match.seats, match.game.encode_options(match.options))
        position.replay([seat for seat, _ in moves], [action for _, action in moves])
        return position

    def position_after(self, ply: int | None) -> Position:
        """The position after so many actions that stand; the one now for `None`."""
        if ply is None or ply == len(self.standing):
            return self.match.position
        if not 0 <= ply < len(self.standing):
            raise TableError("ply/unknown", f"the match has {len(self.standing)} actions, not {ply}", self.number)
        return self.match.at(ply).position

    def position_bytes(self, number: int) -> bytes | None:
        """The same as bytes, if the table still has it at hand."""
        return self.match.position.tobytes() if number == self.number else self._recent.get(number)

    def is_secret(self, number: int, witness: int) -> bool:
        """Whether the log hides an entry from a witness."""
        entry = self.entries[number - 1]
        if self.revealed or entry.seat == witness:
            return False
        key = number, witness
        if key not in self._secrets:
            move = Move(entry.seat, self.match.game.actions.parse(entry.action))
            self._secrets[key] = is_secret(self.position_at(number - 1), move, witness)
        return self._secrets[key]

    def remember_secrets(self, before: Table) -> None:
        """Take over which entries are secret from the same table as it was before, as far as the logs agree."""
        pairs = enumerate(zip(self.entries, before.entries, strict=False))
        same = next((number for number, (mine, old) in pairs if mine != old), min(self.number, before.number))
        self._secrets = {key: secret for key, secret in before._secrets.items() if key[0] <= same}

    def may_view(self, seat: int, person: str | None) -> bool:
        """Whether a person may look through a seat's eyes."""
        return seat == SPECTATOR or self.revealed or (person is not None and seat in self.seats_of(person))


def surviving(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that were not taken back."""
    kept: list[Entry] = []
    for entry in entries:
        if entry.kind == "undo":
            kept.pop()
        else:
            kept.append(entry)
    return kept


def rebuilt(row: TableRow, seats: int, entries: Iterable[Entry]) -> Match:
    """The match of a table from its log. What nature did is read, not drawn again."""
    match = Match(row.game, seats, seed=row.seed, nature=False, **row.options)
    for entry in entries:
        match.play(entry.action, entry.seat)
    match.nature = row.state != "record"
    return match


def new_table(
    game: str,
    seats: list[SeatRow],
    options: dict[str, Any],
    now: float,
    *,
    owner: str,
    first: int | None = None,
    clock: dict[str, Any] | None = None,
    open_to_all: bool = False,
    given: Iterable[Move] = (),
    record: bool = False,
) -> Stored:
    """A table as it is before anybody acts: nature's first outcomes are in its log already.

    `given` are actions of another match to go on from. `first` is the seat to begin, where that is drawn by lot.
    """
    seed = fairness.new_seed()
    match = Match(find(game), len(seats), seed=seed, nature=False, **options)
    for move in given:
        match.play(move.action, move.seat)
    length = len(match.history)
    if first is not None and first not in range(len(seats)):
        raise TableError("seat/unknown", f"there are seats 0 to {len(seats) - 1}, not {first}")
    while match.actors == (NATURE,) and not record:
        match.play(fairness.outcome(match, first), NATURE)
    entries = [Entry("nature" if move.seat == NATURE else "act", move.seat, move.text, now) for move in match.history]
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
        state="record" if record else "playing",
        owner=owner,
        rematch=None,
        created=now,
        changed=now,
    )
    return Stored(row, seats, entries)
