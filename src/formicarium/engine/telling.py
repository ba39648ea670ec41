"""Telling: what one witness saw happen in a match, in sentences, action by action and turn by turn.

A game that knows events is told by them, from two views of the same witness: nothing can be said which that witness did
not see. Of other games the actions are told, as far as the witness may read them. When a match is over, or a ledger is
open, everything is told as it was.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from formicarium.core import jit
from formicarium.engine import events
from formicarium.engine.events import NOTABLE, STEP, Event, Moment, Part
from formicarium.engine.ledger import SEEN, Ledger, Noticed
from formicarium.engine.position import Position, View

SENTENCES = 10_000  # that are kept once, however many witnesses were told them: about 5 MB


class Told(NamedTuple):
    """One sentence in its parts: of an event, or of an action in a game that knows no events."""

    kind: str
    size: int
    parts: tuple[Part, ...]
    nodes: tuple[str, ...] = ()  # the places on the scene where it happened
    reveals: bool = False  # what was not known before

    @property
    def text(self) -> str:
        """The sentence."""
        return "".join(part.text for part in self.parts)


@dataclass(frozen=True, slots=True)
class Line:
    """What a witness saw one action lead to."""

    ply: int  # so many actions stood then, of those that the witness noticed
    seat: int  # who acted
    turn: int  # after so many actions it began: the same however much was told before
    moment: Moment  # the round, and whose turn it is
    told: tuple[Told, ...]
    sum: Told | None  # the turn up to here

    def __str__(self) -> str:
        return " ".join(one.text for one in self.told)


class Since(NamedTuple):
    """Where a turn began: after so many actions that stand, as the entry of a number was the last."""

    ply: int
    number: int


class Stage(NamedTuple):
    """How far a telling has come: what the witness saw last, and the turn that is under way."""

    view: View
    start: View  # before the first action of the turn
    moment: Moment
    turn: int  # the ply at which it began
    happened: tuple[Event, ...]  # in this turn


@lru_cache(SENTENCES)
def _one(told: Told) -> Told:
    """The same sentence as one object: most are told to all at a table, and many at many tables."""
    return told


class Telling:
    """The lines of a ledger for one witness. What was told stays told, until it is taken back or all is revealed.

    `names` are those of the seats, by default their colours. Of a longer history the last `most` actions are told.
    A single line can be told `since` the turn at which another telling ended, without all those before it.
    """

    def __init__(
        self,
        ledger: Ledger,
        witness: int,
        language: str = "en",
        names: Sequence[str] | None = None,
        most: int | None = None,
        since: Since | None = None,
    ) -> None:
        self._ledger, self._witness, self._most = ledger, witness, most
        self._game, self._seats = ledger.position.game, ledger.position.seats
        self._words = self._game.words(language)
        self._names = names or [self._words.seat(seat, self._seats) for seat in range(self._seats)]
        self._revealed = ledger.revealed
        self._numbers: list[int] = []  # of the entries of the ledger that were told
        self._lines: list[Line] = []
        self._since = since
        self._first = since.ply if since else 0  # so many plies were not
        self._stage: Stage | None = None  # after the last line

    @property
    def ply(self) -> int:
        """How many actions stand that the witness noticed."""
        return len(self._known.standing)

    @property
    def _known(self) -> Noticed:
        return self._ledger.known(self._witness)

    def lines(self) -> list[Line]:
        """All lines; there is none for an action that the witness did not notice."""
        for _ in self.go_on():
            pass
        return [line for line in self._lines if line.told]

    def line(self, ply: int) -> Line | None:
        """The line of one action, if there is one: it costs no more, however long the match is."""
        for _ in self._go_on(ply):
            pass
        at = ply - self._first - 1
        return self._lines[at] if 0 <= at < len(self._lines) and self._lines[at].told else None

    @property
    def last_turn(self) -> Since | None:
        """Where the turn began that was told last."""
        if self._stage is None or self._revealed != self._ledger.revealed:
            return None
        return Since(self._stage.turn, self._known.entry(self._stage.turn))

    def go_on(self) -> Iterator[None]:
        """Tell what is missing, line by line: of a long match that takes a while."""
        yield from self._go_on(0)

    def _go_on(self, wanted: int) -> Iterator[None]:
        """The same for one line; those before `since` stay untold."""
        ledger, known = self._ledger, self._known
        standing = known.standing
        if self._revealed != ledger.revealed:
            self._revealed, self._since, self._stage = ledger.revealed, None, None
        since = self._since
        if since and (wanted <= since.ply or since.ply > len(standing) or known.entry(since.ply) != since.number):
            self._since, self._stage = None, None
        if self._stage is None:
            if self._since is None:
                self._first = 0 if self._most is None else max(0, len(standing) - self._most)
            self._numbers, self._lines = [], []
            self._stage = self._begin(self._first)
        kept = len(self._numbers)
        while kept and (
            self._first + kept > len(standing) or self._numbers[kept - 1] != standing[self._first + kept - 1]
        ):
            kept -= 1
        ply = self._first + kept
        if kept < len(self._lines):  # something was taken back: its turn is told again
            ply = self._lines[kept - 1].turn if kept else self._first
            kept, self._stage = ply - self._first, self._begin(ply)
        del self._numbers[kept:], self._lines[kept:]
        if ply < len(standing):
            yield from self._tell_from(ply)

    def caption(self, ply: int) -> tuple[Told, ...]:
        """What the action before a ply led to, however long ago."""
        if not ply:
            return ()
        ledger = self._ledger
        number = self._known.entry(ply)
        if not self._game.tells:
            return self._told_action(number)
        before, after = (self._see(ledger.position_at(at)) for at in (number - 1, number))
        return tuple(self._told(event, event) for event in self._game.events(before, after))

    def _tell_from(self, ply: int) -> Iterator[None]:
        ledger, stage, known = self._ledger, self._stage, self._known
        assert stage is not None
        told, noticed = known.entry(ply), set(known.standing[ply:])
        lately = ledger.number - told < SEEN and not self._revealed  # what was seen then is known
        position = None if lately else ledger.position_at(told).copy()
        for number in ledger.standing[bisect_right(ledger.standing, told) :]:
            move = ledger.entries[number - 1].move
            if position:
                position.apply(move.seat, move.action)
            if number not in noticed:
                continue
            ply += 1
            seen = self._see(position) if position else ledger.view_at(number, self._witness)
            stage, line = self._tell(stage, seen, ply, number, move.seat)
            self._numbers.append(number)
            self._lines.append(line)
            self._stage = stage
            yield

    def _begin(self, ply: int) -> Stage:
        view = self._see(self._ledger.position_at(self._known.entry(ply)))
        return Stage(view, view, self._game.moment(view), ply, ())

    def _tell(self, stage: Stage, after: View, ply: int, number: int, seat: int) -> tuple[Stage, Line]:
        game, moment = self._game, self._game.moment(stage.view)
        begins = moment != stage.moment
        start, turn, before = (stage.view, ply - 1, ()) if begins else (stage.start, stage.turn, stage.happened)
        new: tuple[Event, ...] = ()
        if game.tells:
            new = tuple(game.events(stage.view, after))
            told = tuple(self._told(event, event) for event in new)
            whole = game.sum_up(start, after, (*before, *new)) if new else None
        else:
            told, whole = self._told_action(number), None
        line = Line(ply, seat, turn, moment, told, self._told(whole, *before, *new) if whole else None)
        return Stage(after, start, moment, turn, (*before, *new)), line

    def _see(self, position: Position) -> View:
        """What the witness sees of a position: when all is revealed, all of it."""
        if self._revealed:
            return View(position.game, position.seats, jit.clone(position.records), self._witness)
        return position.view(self._witness)

    def _told(self, event: Event, *of: Event) -> Told:
        """An event in words: itself, or the sum of several."""
        parts, reveals = events.told(event, self._words, self._names), any(one.reveals for one in of)
        return _one(Told(event.kind, event.size, parts, event.nodes, reveals))

    def _told_action(self, number: int) -> tuple[Told, ...]:
        ledger = self._ledger
        text = self._words.told(ledger.read(number, self._witness), ledger.entries[number - 1].move.seat, self._seats)
        return (Told("action", STEP, (Part(text),)),)


def recap(lines: Iterable[Line], seat: int, start: int = 0) -> list[tuple[Line, Told]]:
    """What a seat wants to hear of all lines, from a ply on; each sentence with the last line that it tells of.

    Its own turns are told sentence by sentence, and what is left of a turn of which it has heard; a whole turn of
    others in one sentence; the set-up without its single steps.
    """
    cards: list[tuple[Line, Told]] = []
    for _, group in groupby(lines, lambda line: line.turn):
        turn = list(group)
        last = turn[-1]
        if last.sum and last.moment.seat != seat and turn[0].ply > start:
            cards.append((last, last.sum))
        else:
            least = NOTABLE if last.moment.setup else STEP
            cards += [(line, one) for line in turn if line.ply > start for one in line.told if one.size >= least]
    return cards


def captions(lines: Iterable[Line], plies: Iterable[int]) -> list[str]:
    """For pictures of a match after some plies, in their order: the biggest of what happened since the one before."""
    rest, texts = list(lines)[::-1], []
    for ply in plies:
        since: list[Told] = []
        while rest and rest[-1].ply <= ply:
            since += rest.pop().told
        texts.append(max(reversed(since), key=lambda one: one.size).text if since else "")
    return texts
