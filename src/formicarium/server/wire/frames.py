"""Frames: what a viewer is told about a table, as a whole or as the difference to what it knows already.

Everything in a frame comes from the view of one seat, from what the ledger lets that seat read, and from what all know.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import orjson

from formicarium import NATURE, SPECTATOR
from formicarium.engine.telling import Since
from formicarium.scene import moved
from formicarium.server.table import agreements, rows
from formicarium.server.table.clock import NONE
from formicarium.server.table.ears import Ears
from formicarium.server.table.table import Person, Table
from formicarium.server.wire.lessons import lesson
from formicarium.server.wire.looks import Look, Names, Viewer, difference, labels, look, look_at, without_choices
from formicarium.server.wire.messages import (
    ChatLine,
    Full,
    Invite,
    LogChange,
    LogLine,
    Outcome,
    Replay,
    SeatFacts,
    Seats,
    Step,
    TableFacts,
    TableFactsJson,
)
from formicarium.server.wire.settling import Settled, question
from formicarium.server.wire.telling import Telling, names_of

T = TypeVar("T")

STEPS_KEPT = 4  # differences that several connections may want at the same time
SLICE_SECONDS = 0.01  # of work that takes long, before others have their turn
PEOPLE_KEPT = 64  # for whom the facts of a table are kept


class Around(NamedTuple):
    """What the room knows about a table at this moment, beyond the table itself."""

    online: frozenset[str] = frozenset()  # the people who are connected
    thinking: frozenset[int] = frozenset()  # the seats whose bots think
    invites: tuple[Invite, ...] = ()  # to the open seats
    version: int = 0  # rises with everything that is told
    full: bool = False  # whether the log is so long that nothing more is taken back


class Edition(NamedTuple):
    """What everything that is told to a viewer depends on, besides the log."""

    names: Names
    ending: str | None


@dataclass(slots=True)
class Status:
    """What one person is told about a table besides the picture, as of one version."""

    version: int
    table: TableFactsJson
    you: list[int]
    can_undo: bool


class Album:
    """What viewers of one table have been shown lately: the last look of each, and the last differences."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._looks: dict[Viewer, tuple[int, Look]] = {}
        self._called: dict[str, Names] = {}  # by language, how the seats were called in those looks
        self._statuses: dict[tuple[str, str], Status] = {}
        self._tellings: dict[Viewer, Telling] = {}
        self._turns: dict[Viewer, Since] = {}  # at rest, where the turns began that were told last
        self.settled = Settled(table)
        self._undo: tuple[tuple[int, str], bool] = ((-1, ""), False)
        self._steps: dict[tuple[Viewer, int], Step] = {}
        self._changed: tuple[Viewer, int, LogChange] | None = None  # what an entry changed of the log, the last time

    def edition(self, viewer: Viewer) -> Edition:
        """What every picture of a viewer depends on besides the log: when it changes, everything is told anew."""
        return Edition(names_of(self.table, viewer.language) if viewer.draws else (), self.table.row.ending)

    def at(self, viewer: Viewer, number: int) -> Look:
        """What a viewer saw when the log had so many entries."""
        names = names_of(self.table, viewer.language) if viewer.draws else ()
        if viewer.draws and self._called.get(viewer.language) != names:
            # Somebody has sat down: nothing that was drawn is so any more.
            self._called[viewer.language] = names
            self._steps.clear()
            self._changed = None
            self._looks = {of: seen for of, seen in self._looks.items() if of.language != viewer.language}
        known = self._looks.get(viewer)
        if known and known[0] == number:
            return known[1]
        view = self.table.ledger.seen_at(number, viewer.seat)
        before = known[1] if known else None
        seen = before if before and before.view == view else self._look(number, view, viewer, names, before)
        if not known or known[0] < number:
            self._looks[viewer] = number, seen
        return seen

    def _look(self, number: int, seen: bytes, viewer: Viewer, names: Names, before: Look | None) -> Look:
        ledger = self.table.ledger
        if not viewer.draws and number == ledger.number and viewer.seat not in ledger.actors:
            return without_choices(self.table.match.game, seen)
        return look_at(ledger.view_at(number, viewer.seat), seen, viewer, names, before)

    def status(self, language: str, person: Person | None, around: Around, now: float) -> Status:
        """The facts for a person, made anew when something has changed or a clock runs."""
        key = language, person.id if person else ""
        known = self._statuses.get(key)
        if known is None or known.version != around.version or self.table.clock.kind != NONE:
            table = orjson.Fragment(orjson.dumps(table_facts(self.table, language, person, around, now)))
            mine = self.table.seats_of(person.id) if person else []
            known = self._statuses[key] = Status(around.version, table, mine, self.can_undo(person, around))
            while len(self._statuses) > PEOPLE_KEPT:
                del self._statuses[next(iter(self._statuses))]
        return known

    def can_undo(self, person: Person | None, around: Around) -> bool:
        """Whether a person may take back its last action, found out once however many connections it has."""
        key = around.version, person.id if person else ""
        if self._undo[0] != key:
            self._undo = key, not around.full and self.table.can_undo(person)
        return self._undo[1]

    def full(self, viewer: Viewer, person: Person | None, around: Around, now: float, ears: Ears) -> Full:
        """Everything a viewer is told about a table as it stands."""
        table = self.table
        seen = self.at(viewer, table.number)
        status = self.status(viewer.language, person, around, now)
        frame: Full = {
            "type": "full",
            "number": table.number_for(person),
            "table": status.table,
            "you": status.you,
            "seat": None if viewer.seat == SPECTATOR else viewer.seat,
            "scene": seen.scene_message(),
            "choices": [] if table.row.ending else seen.choices,
            "prompt": seen.prompt,
            "can_undo": status.can_undo,
            "log": self.log(viewer),
            "talk": ears.talk,
            "chat": [chat_line(line) for line in ears.hear(table)],
            "outcome": outcome(table, viewer.language),
        }
        if seen.data:
            frame["view"] = seen.data
        if seen.scene:
            frame["places"], frame["loses"] = seen.places, seen.scene.loses
            frame["labels"] = labels(table.match.game, viewer.language, names_of(table, viewer.language))
        return frame

    def seats(self, viewer: Viewer, person: Person | None, around: Around, now: float) -> Seats:
        """Who sits where, who is there, and what the viewer may do."""
        status = self.status(viewer.language, person, around, now)
        return {"type": "seats", "table": status.table, "you": status.you, "can_undo": status.can_undo}

    def steps(self, viewer: Viewer, person: Person | None, after: int, around: Around, now: float) -> Iterator[Step]:
        """What changed for a viewer with each entry after a number that its person noticed.

        The last step says how the table is now; with it everything is revealed, if the match is over. The lock of the
        table is held, or nothing else is done before the last.
        """
        table = self.table
        noticed = table.ledger.noticed(*table.eyes(person))
        known, of = noticed.count(after), len(noticed.numbers)
        for count in range(known, of):
            step = self.step(viewer, noticed.numbers[count]).copy()
            step["from"], step["number"] = count, count + 1
            if count + 1 == of:
                step["number"], step["to_act"] = table.number_for(person), list(table.actors)
                if viewer.draws:
                    step["can_undo"] = self.can_undo(person, around)
                if table.over or table.clock.kind != NONE:
                    step["table"] = self.status(viewer.language, person, around, now).table
                if table.over:
                    step["outcome"] = outcome(table, viewer.language)
            yield step

    def step(self, viewer: Viewer, number: int) -> Step:
        """What changed for a viewer with the entry of that number; each person counts those that it noticed."""
        key = viewer, number
        if key not in self._steps:
            before, after = self.at(viewer, number - 1), self.at(viewer, number)
            self._steps[key] = {
                "type": "step",
                "number": number,
                "from": number - 1,
                "log": self.log_change(viewer, number),
                **difference(before, after),  # type: ignore[typeddict-item]  # its keys are those of a step
            }
            while len(self._steps) > STEPS_KEPT:
                del self._steps[next(iter(self._steps))]
        return self._steps[key]

    def rest(self) -> None:
        """Forget what was drawn and told: of tables at which people only sit there are many."""
        for kept in (self._looks, self._called, self._steps, self._statuses, self.settled.known):
            kept.clear()
        self._turns |= {reader: since for reader, telling in self._tellings.items() if (since := telling.last_turn)}
        self._tellings.clear()
        self._changed = None

    def log_change(self, viewer: Viewer, number: int) -> LogChange:
        """The lines of the log that an entry changed, found out once for all who may read the same."""
        reader = self._reader(viewer)
        if self._changed is None or self._changed[:2] != (reader, number):
            self._changed = reader, number, self._log_change(reader, number)
        return self._changed[2]

    def _log_change(self, reader: Viewer, number: int) -> LogChange:
        table = self.table
        if table.over and number == table.number:
            return {"keep": 0, "lines": self.log(reader)}  # now everything may be read
        known = table.ledger.known(reader.seat)
        ply = known.ply_at(number)
        if known.standing[ply - 1 : ply] != [number]:  # it took something back, was taken back, or was not noticed
            return {"keep": ply, "lines": []}
        line = self._telling(reader).line(ply) if reader.draws else self._notation(reader, ply, number)
        return {"keep": ply - 1, "lines": [line] if line else []}

    async def prepare(self, viewer: Viewer) -> None:
        """Make the log of a viewer in slices, between which others have their turn: of a long match it takes seconds.

        The table must not change meanwhile: its lock is held.
        """
        await in_slices(self._telling(viewer).go_on() if viewer.draws else self.table.ledger.find_out(viewer.seat))

    def log(self, viewer: Viewer) -> list[LogLine]:
        """The log as the viewer may read it."""
        if viewer.draws:
            return self._telling(viewer).lines()
        known = self.table.ledger.known(viewer.seat).standing
        return [self._notation(viewer, ply, number) for ply, number in enumerate(known, 1)]

    def _telling(self, viewer: Viewer) -> Telling:
        reader = self._reader(viewer)
        telling = self._tellings.get(reader)
        if telling is None or not telling.holds:
            telling = self._tellings[reader] = Telling(self.table, reader, self._turns.pop(reader, None))
        return telling

    def _reader(self, viewer: Viewer) -> Viewer:
        """Who reads the same log as a viewer: where nothing is hidden, all saw the same."""
        return viewer if self.table.match.game.secrets else viewer._replace(seat=SPECTATOR)

    def _notation(self, viewer: Viewer, ply: int, number: int) -> LogLine:
        """An action in notation, for programs."""
        ledger = self.table.ledger
        who, action = ledger.entries[number - 1].move.seat, ledger.read(number, viewer.seat)
        seat, text = None if who == NATURE else who, None if action is None else action.text
        return {"ply": ply, "seat": seat, "action": text}


async def in_slices(work: Iterable[T]) -> list[T]:
    """Do something step by step, and let others have their turn whenever it has taken a while."""
    began, made = time.perf_counter(), list[T]()
    for one in work:
        made.append(one)
        if time.perf_counter() - began > SLICE_SECONDS:
            await asyncio.sleep(0)
            began = time.perf_counter()
    return made


def replay(table: Table, viewer: Viewer, person: Person | None, ply: int, since: int) -> Replay:
    """A past position as a viewer may look at it, with the pieces that moved since another one and what happened."""
    names = names_of(table, viewer.language)
    before, seen = (look(table.position_after(at, viewer.seat), viewer, names) for at in (since, ply))
    scene = seen.scene_message()
    assert scene is not None
    return {
        "type": "replay",
        "ply": ply,
        "plies": len(table.ledger.known(viewer.seat).standing),
        "number": table.number_for(person),
        "seat": None if viewer.seat == SPECTATOR else viewer.seat,
        "scene": scene,
        "moved": moved(before.nodes, seen.nodes),
        "prompt": seen.prompt,
        "told": Telling(table, viewer).caption(ply),
    }


def table_facts(table: Table, language: str, person: Person | None, around: Around, now: float) -> TableFacts:
    """The facts of a table that all know, and which seats are the viewer's."""
    row = table.row
    facts: TableFacts = {
        "id": row.id,
        "game": row.game,
        "title": table.match.game.words(language)("name"),
        "options": row.options,
        "seats": seat_facts(table, person, around, now),
        "clock": row.clock,  # type: ignore[typeddict-item]  # checked when the table was made
        "open": row.open,
        "delay": row.delay,
        "state": table.state,  # type: ignore[typeddict-item]
        "over": table.over,
        "commitment": row.commitment,
        "first": row.first,
        "given": row.given,
        "rematch": row.rematch,
        "owner": person is not None and person.id == row.owner,
        "hints": row.hints,
        "paused": row.paused,
        "asked": question(table, person),
        "tutorial": lesson(table, language, person),
        "deeds": list(agreements.deeds(table, person)),
    }
    if table.state == rows.OVER:
        facts["seed"] = row.seed
    if facts["owner"]:
        facts["invites"] = list(around.invites)
    return facts


def seat_facts(table: Table, person: Person | None, around: Around, now: float) -> list[SeatFacts]:
    """Who sits where."""
    game, actors = table.match.game, table.actors
    return [
        {
            "seat": seat.seat,
            "name": seat.name,
            "kind": seat.kind,  # type: ignore[typeddict-item]  # checked when somebody sat down
            "level": seat.level if seat.kind == "bot" or seat.away else None,
            "tone": game.tones[seat.seat],
            "mark": game.marks[seat.seat],
            "away": seat.away,
            "rests": seat.rest if seat.rest and seat.rest > now and not table.over else None,
            "resigned": seat.seat in table.row.resigned,
            "online": seat.owner in around.online,
            "thinking": seat.seat in around.thinking,
            "to_act": seat.seat in actors,
            "clock": table.remaining(seat.seat, now),
            "running": table.clock.since[seat.seat] is not None,
            "mine": person is not None and seat.owner == person.id,
        }
        for seat in table.seats
    ]


def outcome(table: Table, language: str) -> Outcome | None:
    """How the match ended, `None` while it goes on."""
    ended, position, names = agreements.outcome(table), table.match.position, names_of(table, language)
    if ended is None:
        return None
    if table.row.ending == agreements.AGREED:
        text = table.match.game.words(language)("won.agreed")
    elif table.row.ending or table.row.resigned:
        text = position.victory(ended, language, names)
    else:
        text = position.ending(language, names)
    return {
        "shares": list(ended.shares),
        "places": list(ended.places),
        "points": list(ended.points),
        "reason": ended.reason,
        "text": text,
        "tally": [list(seat) for seat in position.tally(language)],
    }


def chat_line(line: rows.ChatLine) -> ChatLine:
    """A line of chat as it is sent."""
    return {"number": line.number, "seat": line.seat, "name": line.name, "text": line.text, "time": line.time}
