"""A table: a match, who sits at it, its clock, its chat; the rules of acting, taking back, sitting and leaving.

Nothing here waits, stores or tells: each change is made in memory and answers with what must be stored of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from formicarium import NATURE, SPECTATOR, Match, Move, Position
from formicarium.coach.tutorials import Tutorial, find_tutorial
from formicarium.engine.ledger import Entry, Noticed
from formicarium.errors import TableError
from formicarium.server.table.clock import LIVE, NONE, Clock
from formicarium.server.table.names import bot_name, distinct
from formicarium.server.table.rows import OVER, PLAYING, RECORD, ChatLine, Fact, LogRow, SeatRow, Stored, TableRow

PEOPLE = ("human", "local")
BOT_SECONDS = 60.0  # after which a bot that has not acted may have been forgotten with the process in which it thought


@dataclass(frozen=True)
class Person:
    """Who asks: the identity behind a cookie or a token, and its name."""

    id: str
    name: str = ""
    shown: str = field(default="", compare=False)  # the hash of a member's key, or of a token; a guest has none


class Table:
    """One table in memory; everything here can be rebuilt from what is stored.

    Its clock goes on as if it had never been out of memory; until `stood`, if that is given, no server has run.
    """

    def __init__(self, stored: Stored, stood: float | None = None) -> None:
        self.row: TableRow = stored.row
        self.seats: list[SeatRow] = stored.seats
        self.chat: list[ChatLine] = stored.chat
        self.fact = stored.fact
        self.match = Match(self.row.game, len(self.seats), seed=self.row.seed, nature=False, **self.row.options)
        self.row.options = self.match.options  # in memory once
        self.ledger = self.match.ledger
        self._take_over(stored.log)
        self.clock = Clock.new(self.row.clock, len(self.seats))
        if not self._resume_clock(stored.log, stood):
            self._run_clock(max(self.row.created, stood or 0.0) if self.clock.kind == LIVE else self.row.created)

    @property
    def id(self) -> str:
        """The name of the table in addresses."""
        return self.row.id

    @property
    def number(self) -> int:
        """How many entries the log has; nobody is told, but how many of them it knows of."""
        return self.ledger.number

    def eyes(self, person: Person | None) -> list[int]:
        """Through whose eyes a person sees what happens: those of its seats and of a spectator; none if all see all."""
        return [*(self.seats_of(person.id) if person else ()), SPECTATOR] if self.match.game.secrets else []

    def known(self, person: Person | None) -> Noticed:
        """The entries that a person may know of."""
        return self.ledger.known(*self.eyes(person))

    def number_for(self, person: Person | None) -> int:
        """How many entries that are: the number under which the person knows where the table stands."""
        return len(self.known(person).numbers) if self.match.game.secrets else self.ledger.number

    @property
    def over(self) -> bool:
        """Whether the match has ended, by its rules or by those at the table."""
        return self.row.ending is not None or not self.ledger.actors

    @property
    def actors(self) -> tuple[int, ...]:
        """Who may act: nobody any more once those at the table have ended the match."""
        return () if self.row.ending else self.ledger.actors

    @property
    def state(self) -> str:
        """What the table is: `playing`, `over`, or `record` for one that only shows one."""
        return RECORD if self.row.state == RECORD else OVER if self.over else PLAYING

    @property
    def revealed(self) -> bool:
        """Whether everything may be seen: after the end, and in an imported record."""
        return self.state != PLAYING

    @property
    def complete(self) -> bool:
        """Whether all seats are taken: before, nobody acts."""
        return "open" not in [row.kind for row in self.seats]

    @property
    def tutorial(self) -> Tutorial | None:
        """What guides here."""
        return find_tutorial(self.match.game, self.row.tutorial) if self.row.tutorial else None

    # Who sits where

    def seats_of(self, person: str) -> list[int]:
        """The seats that a person holds."""
        return [seat.seat for seat in self.seats if seat.owner == person and seat.kind in PEOPLE]

    def plays(self, seat: int) -> str:
        """Who acts for a seat now: `person`, `bot` or `nobody`."""
        row = self.seats[seat]
        if self.row.state == RECORD or row.kind == "open":
            return "nobody"
        return "bot" if row.kind == "bot" or row.away else "person"

    @property
    def to_act(self) -> int:
        """The seats that may act, as bits: what is kept of a table for those who list it."""
        return sum(1 << seat for seat in self.actors)

    @property
    def bots_to_act(self) -> list[int]:
        """The seats to act for which a bot plays; none before all seats are taken."""
        bots = [seat for seat in self.actors if seat != NATURE and self.plays(seat) == "bot"]
        return bots if bots and self.complete and not self.row.paused else []

    def seat(self, seat: int) -> SeatRow:
        """The occupant of a seat; refuses one that the table does not have."""
        if not 0 <= seat < len(self.seats):
            raise TableError("seat/unknown", f"the table has seats 0 to {len(self.seats) - 1}, not {seat}")
        return self.seats[seat]

    def may_view(self, seat: int, person: str | None) -> bool:
        """Whether a person may look through a seat's eyes."""
        return seat == SPECTATOR or self.revealed or (person is not None and seat in self.seats_of(person))

    def viewing_seat(self, person: Person | None, seat: int | None) -> int:
        """Through whose eyes a person looks: a seat that it names and may, else its own to act, else a spectator's."""
        if seat is None:
            mine = self.seats_of(person.id) if person else []
            to_act = [held for held in mine if held in self.actors]
            return (to_act or mine or [SPECTATOR])[0]
        if not (seat == SPECTATOR or 0 <= seat < len(self.seats)):
            raise TableError("seat/unknown", f"the table has seats 0 to {len(self.seats) - 1}")
        if not self.may_view(seat, person.id if person else None):
            raise TableError("seat/secret", f"only who holds seat {seat} may look through its eyes")
        return seat

    # Playing

    def check_seat(self, person: str, seat: int | None) -> int:
        """The seat for which a person acts: the one it names, or its only one that is to act."""
        mine = self.seats_of(person)
        if not mine:
            raise TableError("seat/none", "you have no seat at this table: you can watch it")
        if seat is None:
            to_act = [held for held in mine if held in self.actors]
            if len(to_act) > 1:
                raise TableError("seat/which", f"say for which seat: {', '.join(map(str, to_act))}")
            seat = (to_act or mine)[0]
        if seat not in mine:
            held = " and ".join(map(str, mine))
            raise TableError("seat/other", f"seat {seat} is not yours: you have seat {held}")
        if self.plays(seat) == "bot":
            raise TableError("seat/away", f"a bot plays seat {seat} for you: take the seat again first")
        return seat

    def check_number(self, person: Person, seat: int, number: int) -> None:
        """Refuse a submission that is stale or repeated.

        What others choose at the same time does not make it stale: all of them may act in any order.
        """
        known = self.known(person)
        now, seen = len(known.numbers), known.number(number)
        if number == now:
            return
        if not 0 <= number < now:
            raise TableError("number/unknown", f"the table is at {now}, not yet at {number}")
        since = self.ledger.entries[seen:]
        if any(entry.move.seat in (seat, NATURE) for entry in since) or not self._acts_all_along(seat, seen):
            raise self.stale(person, number)

    def stale(self, person: Person, number: int) -> TableError:
        """The refusal of somebody who has seen less than has happened."""
        now = self.number_for(person)
        return TableError("number/stale", f"the table is at {now}, you saw {number}: look again")

    def _acts_all_along(self, seat: int, number: int) -> bool:
        positions = (self.ledger.position_at(earlier) for earlier in range(number, self.number + 1))
        return all(seat in position.actors for position in positions)

    def act(self, seat: int, action: str, now: float) -> list[LogRow]:
        """Make an action; the new lines of the log, nature's among them. What cannot be played changes nothing."""
        if self.row.state == RECORD:
            raise TableError("table/record", "this table only shows a record: continue from it to play")
        if not self.complete:
            raise TableError("table/waiting", "the match begins when all seats are taken")
        self.check_goes_on()
        start = self.number
        if self.tutorial:
            self.tutorial.play(self.match, action, seat)
        else:
            self.match.play(action, seat)
        return self._written(start, now, seat)

    def undo(self, seat: int, now: float) -> list[LogRow]:
        """Take back the last action of a seat; one more line of the log."""
        self.check_goes_on()
        start = self.number
        self.match.undo(seat)
        return self._written(start, now, seat)

    def take_back_to(self, ply: int, now: float) -> list[LogRow]:
        """Take back whatever came after a ply, as all have agreed; nature's lots stay those of the seed."""
        start, acted = self.number, self.ledger.moves[ply].seat
        while len(self.ledger.standing) > ply:
            self.ledger.take_back()
        return self._written(start, now, acted)

    def check_goes_on(self) -> None:
        """Refuse what cannot be done while the table is paused, or after those who sit there have ended the match."""
        if self.row.ending:
            raise TableError("table/over", "the match is over")
        if self.row.paused:
            raise TableError("table/paused", "the match is paused: go on first")

    def can_undo(self, person: Person | None) -> bool:
        """Whether a person may take back its last action."""
        mine = self.seats_of(person.id) if person else []
        last = self.ledger.last
        if last is None or last.seat not in mine or self.state != PLAYING or self.row.paused:
            return False
        return self.plays(last.seat) == "person" and self.match.can_undo(last.seat)

    def _written(self, start: int, now: float, acted: int) -> list[LogRow]:
        """What the log keeps of the entries after a number, made by a seat; the last line has the clock.

        It does not show that somebody has acted unnoticed: days for a move go on.
        """
        if self.clock.kind != NONE:
            public = self.ledger.noticed(SPECTATOR)
            if public.count(self.number) > public.count(start):
                self._run_clock(now, acted)
        *most, last = self.ledger.entries[start:]
        return [*(LogRow.of(entry, now) for entry in most), LogRow.of(last, now, self.clock.stored())]

    # The clock

    def remaining(self, seat: int, now: float) -> float | None:
        """The seconds that a seat has left, `None` without a clock; during a holiday as many as at its end."""
        return self.clock.remaining(seat, max(now, self.seats[seat].rest or now))

    def rings(self, now: float) -> float | None:
        """When somebody has to look at this table, if nothing happens before: because a time ends, or a bot sleeps."""
        if self.clock.kind == NONE or self.over:
            return None
        ends = [end for end in (self.clock.next_end(), now + BOT_SECONDS if self.bots_to_act else None) if end]
        return min(ends, default=None)

    def pause(self, paused: bool, now: float) -> None:
        """All clocks stand, or go on."""
        self.row.paused = paused
        self._run_clock(now)

    def end(self, ending: str, now: float) -> None:
        """Those at the table end the match: from now on everything may be seen."""
        self.row.ending, self.row.paused = ending, False
        self.ledger.open = True
        self._run_clock(now)

    def _run_clock(self, now: float, acted: int | None = None) -> None:
        if self.clock.kind != NONE:
            to_act = [seat for seat in self.actors if seat != NATURE and self.plays(seat) == "person"]
            stands = self.row.paused or not self.complete
            rests = {row.seat: row.rest for row in self.seats if row.rest}
            self.clock = self.clock.turned([] if stands else to_act, now, acted, paused=self.row.paused, rests=rests)

    def _resume_clock(self, log: Iterable[LogRow], stood: float | None) -> bool:
        """Take the clock over as it was stored last, with a line of the log or when somebody sat down."""
        if self.clock.kind == NONE:
            return True
        last = next((line for line in reversed([*log]) if line.clock), None)
        fact = self.fact if self.fact.clock else None
        if last and last.clock and (fact is None or last.time >= fact.time):
            self.clock = self.clock.resumed(last.clock, stood)
        elif fact and fact.clock:
            self.clock = self.clock.resumed(fact.clock, stood)
        return last is not None or fact is not None

    def flag(self, now: float) -> None:
        """Seats whose time is over go to bots."""
        for seat in self.clock.ended(now):
            self.clock = self.clock.spent(seat)
            self.seats[seat] = replace(self.seats[seat], away=True)
        self._run_clock(now)

    # What other processes did

    def follow(self, log: list[LogRow]) -> None:
        """Take over what another process has stored in the log after what is known here."""
        self._take_over(log)
        self._resume_clock(log, None)

    def take_over(self, news: Stored) -> None:
        """Take over everything that another process has stored after what is known here."""
        self.row, self.seats, self.fact = news.row, news.seats, news.fact
        self.chat += news.chat
        self.follow(news.log)

    def _take_over(self, log: Iterable[LogRow]) -> None:
        """Replay what is stored, in compiled code. What nature did is read, not drawn again."""
        parse = self.match.game.actions.parse
        self.ledger.take_over(Entry(Move(line.seat, parse(line.action)), line.kind == "undo") for line in log)
        self.ledger.open = self.row.state == RECORD or self.row.ending is not None
        self.match.nature = self.row.state != RECORD

    # Sitting down, leaving and coming back

    def new_fact(self, now: float) -> Fact:
        """The next number for a change of who sits where, or of what follows."""
        self.fact = Fact(self.fact.number + 1, now, self.clock.stored())
        return self.fact

    def join(self, seat: int, person: Person, level: str, now: float) -> None:
        """A person takes an open seat; a bot of that level steps in where it leaves."""
        row = self.seat(seat)
        if row.owner == person.id:
            return
        if row.kind != "open":
            raise TableError("seat/taken", f"seat {seat} is taken by {row.name}")
        name = distinct(person.name, (other.name for other in self.seats if other is not row))
        self.seats[seat] = replace(row, kind="human", owner=person.id, name=name, level=level, away=False, rest=None)
        self._run_clock(now)

    def leave(self, seat: int, person: str, now: float) -> None:
        """A bot goes on for a person."""
        self.check_own(seat, person)
        self.seats[seat] = replace(self.seats[seat], away=True)
        self._run_clock(now)

    def come_back(self, seat: int, person: str, now: float) -> None:
        """A person takes its seat again."""
        self.check_own(seat, person)
        if seat in self.row.resigned:
            raise TableError("seat/resigned", f"seat {seat} has resigned: the bot plays to the end")
        if self.clock.kind == LIVE and self.clock.left[seat] <= 0:
            raise TableError("clock/over", f"the time of seat {seat} is over: the bot plays to the end")
        self.seats[seat] = replace(self.seats[seat], away=False)
        self._run_clock(now)

    def fill(self, seat: int, person: str, level: str, now: float) -> None:
        """Those at the table let a bot take an open seat."""
        row = self.seat(seat)
        if person != self.row.owner and not self.seats_of(person):
            raise TableError("seat/none", "only those who sit here can give a seat to a bot")
        if row.kind != "open":
            raise TableError("seat/taken", f"seat {seat} is taken by {row.name}")
        self.seats[seat] = SeatRow(seat, "bot", bot_name(level, [other.name for other in self.seats]), None, level)
        self._run_clock(now)

    def hand_over(self, seat: int, person: str, now: float, *, absent: bool, wanted_by: Collection[str]) -> None:
        """All others together let a bot go on for a person who is absent; where there is a clock, only that may."""
        row = self.seat(seat)
        others = {other.owner for other in self.seats if other.kind in PEOPLE and not other.away} - {row.owner}
        if person not in others:
            raise TableError("seat/none", "only those who sit here can give a seat to a bot")
        if self.clock.kind != NONE:
            raise TableError("seat/clock", f"seat {seat} goes to a bot when its time is over, not before")
        if row.kind not in PEOPLE or row.away or not absent:
            raise TableError("seat/present", f"seat {seat} is not empty, and who sits there is not away")
        missing = others - {*wanted_by, person}
        if missing:
            said = f"all others must want it: {len(missing)} more to ask"
            raise TableError("seat/agreement", f"seat {seat} goes to a bot when {said}")
        self.seats[seat] = replace(row, away=True)
        self._run_clock(now)

    def call(self, seat: int, person: Person, now: float) -> None:
        """A person is called otherwise from now on."""
        self.check_own(seat, person.id)
        name = distinct(person.name, (other.name for other in self.seats if other.seat != seat))
        self.seats[seat] = replace(self.seats[seat], name=name)

    def check_own(self, seat: int, person: str) -> None:
        """Refuse a seat that is not a person's own."""
        row = self.seat(seat)
        if row.owner != person or row.kind not in PEOPLE:
            raise TableError("seat/other", f"seat {seat} is not yours")

    # Looking back

    def position_after(self, ply: int | None, witness: int) -> Position:
        """The position after so many actions that stand and that a witness knows of; the one now for `None`."""
        if ply is None:
            return self.match.position
        known = self.ledger.known(witness)
        if not 0 <= ply <= len(known.standing):
            raise TableError("ply/unknown", f"the match has {len(known.standing)} actions, not {ply}")
        return self.ledger.position_at(known.entry(ply))
