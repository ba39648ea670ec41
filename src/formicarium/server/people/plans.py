"""Plans: *if they play this, I play that*, for matches over days in which nobody has secrets.

A plan is a line of actions from where the table stands. As soon as the others have acted as it says, the own action
that follows is made; at anything else, at a lot and when something is taken back the line is dropped. Who watches sees
actions only: what is planned is told to nobody but who plans.

Where something is secret there are no plans: what others do is then not what one sees, and a line that is refused or
dropped would tell of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

from formicarium import NATURE
from formicarium.engine.ledger import Entry
from formicarium.errors import ActionError, FormicariumError, TableError, Unavailable
from formicarium.server.room.changes import REFUSALS, Act
from formicarium.server.room.room import Room
from formicarium.server.store.days import DayStore, Plan, Step, plan_writes
from formicarium.server.table.clock import DAYS
from formicarium.server.table.rows import PLAYING
from formicarium.server.table.table import Person, Table

LINES, STEPS = 20, 40  # of one person at a table, and of one line
LOOK_SECONDS = 60.0  # between two looks for tables that a process has left in the middle

log = logging.getLogger("formicarium.server")


class Plans:
    """Keeps what people plan, and acts for them."""

    def __init__(self, room: Room, store: DayStore) -> None:
        self._room, self._store = room, store

    def start(self) -> None:
        """Begin to follow what happens."""
        self._room.when_told.append(self._note)
        self._room.spawn(self._watch())

    async def at(self, table: str, person: str) -> list[list[Step]]:
        """What somebody plans at a table."""
        return next((plan.lines for plan in await self._store.plans_at(table) if plan.owner == person), [])

    async def data(self, person: str) -> list[dict[str, object]]:
        """What somebody plans, for who takes its data along."""
        return [{"table": plan.table, "lines": plan.lines} for plan in await self._store.plans_of(person)]

    async def lay(self, table: Table, person: Person, lines: Sequence[Sequence[str]]) -> list[list[Step]]:
        """Plan this and nothing else at a table; no line takes all back."""
        found = checked(table, person, lines) if lines else []
        await self._room.storage.commit(plan_writes(Plan(table.id, person.id, table.number, found)))
        return found

    def _note(self, table: Table) -> None:
        if may_plan(table):
            self._room.spawn(self._follow(table.id))

    async def _watch(self) -> None:
        while True:
            with suppress(Unavailable):
                for table in await self._store.overtaken():
                    await self._follow(table)
            await asyncio.sleep(LOOK_SECONDS)

    async def _follow(self, name: str) -> None:
        """Look at what has happened at a table since people planned there."""
        try:
            for plan in await self._store.plans_at(name):
                held = await self._room.held(name, fresh=True)
                await self._go_on(plan, held.table)
        except Unavailable:
            pass  # it is found again
        except FormicariumError:
            log.exception("plans could not be followed", extra={"table": name})

    async def _go_on(self, plan: Plan, table: Table) -> None:
        number, person = table.number, Person(plan.owner)
        left = follow(plan.lines, table.ledger.entries[plan.number :]) if table.state == PLAYING else []
        seat, action = left[0][0] if left else (NATURE, "")
        if seat in table.seats_of(plan.owner) and seat in table.actors:
            try:
                await self._room.do(plan.table, Act(person, number, action, seat))
                return  # and is told of that, as of anything that happens
            except REFUSALS as error:
                if error.code == "number/stale":
                    return  # something else has happened, and who made it looks
                left = []
        if number != plan.number or left != plan.lines:
            await self._room.storage.commit(plan_writes(plan._replace(number=number, lines=left)))


def may_plan(table: Table) -> bool:
    """Whether plans are made at a table: over days, and where nothing is secret."""
    return table.clock.kind == DAYS and not table.match.game.secrets


def follow(lines: Sequence[list[Step]], entries: Sequence[Entry]) -> list[list[Step]]:
    """What is left of lines after what has happened."""
    left = [list(line) for line in lines]
    for entry in entries:
        made = (entry.move.seat, entry.move.text)
        left = [] if entry.undone else [line[1:] for line in left if line and line[0] == made]
    return [line for line in left if line]


def checked(table: Table, person: Person, lines: Sequence[Sequence[str]]) -> list[list[Step]]:
    """Lines with who makes each action; refused if they cannot be played, or say two things for one case."""
    mine = table.seats_of(person.id)
    if not mine:
        raise TableError("seat/none", "only those who sit here can plan")
    if not may_plan(table):
        raise TableError("plan/impossible", "plans are for days a move, in games in which nothing is secret")
    if table.state != PLAYING or not table.complete or any(seat in mine for seat in table.actors):
        raise TableError("plan/now", "one plans while others are to act")
    if len(lines) > LINES or any(len(line) > STEPS for line in lines):
        raise TableError("plan/long", f"there are {LINES} lines at most, of {STEPS} actions each")
    found = [_line(table, line) for line in lines]
    answers: dict[tuple[Step, ...], Step] = {}
    for line in found:
        if line[-1][0] not in mine:
            raise TableError("plan/end", "each line ends with an action of yours")
        for place, step in enumerate(line):
            if step[0] in mine and answers.setdefault(tuple(line[:place]), step) != step:
                raise TableError("plan/twice", f"you plan {step[1]!r} and something else for the same case")
    return found


def _line(table: Table, line: Sequence[str]) -> list[Step]:
    """A line, tried on a copy of the position: nothing is secret there."""
    game, position, found = table.match.game, table.match.position.copy(), list[Step]()
    for text in line:
        actors = position.actors
        if len(actors) != 1 or actors[0] == NATURE:
            raise TableError(
                "plan/lot", f"before {text!r} the match ends, or a lot decides: nobody knows how it goes on"
            )
        action = game.actions.parse(text)
        if not position.allows(actors[0], action):
            raise ActionError("action/illegal", f"{text!r} cannot be played there")
        found.append((actors[0], action.text))
        position.apply(actors[0], action)
    if not found:
        raise TableError("plan/end", "each line ends with an action of yours")
    return found
