"""Being civil: muting, blocking, chat off and on, reports; who may not sit down among strangers."""

from __future__ import annotations

import secrets
from typing import Any, Literal, NamedTuple  # Any: what is kept about somebody, as JSON

from formicarium.errors import CivilError, TableError
from formicarium.server import metrics
from formicarium.server.room.room import Room
from formicarium.server.store.civil import (
    BLOCK,
    OFF,
    ON,
    SUSPEND,
    CivilStore,
    Manner,
    Report,
    manner_write,
    report_write,
    unmanner_write,
)
from formicarium.server.table import clock
from formicarium.server.table.ears import author
from formicarium.server.table.table import PEOPLE, Person, Table

Reason = Literal["insult", "threat", "spam", "cheating", "name", "other"]
BEFORE, AFTER = 10, 5  # lines of chat around the one that is reported


class Other(NamedTuple):
    """Somebody as others meet it: at a table, by a line of chat, or by a profile."""

    id: str
    name: str
    table: Table | None = None
    line: int | None = None


class Civil:
    """What people of a site want of each other."""

    def __init__(self, room: Room) -> None:
        self._room, self.store = room, CivilStore(room.storage)

    async def at_table(self, table: str, seat: int | None, line: int | None) -> Other:
        """Who sits on a seat, or has said something."""
        found = (await self._room.held(table, fresh=True)).table
        if line is not None:
            said = next((one for one in found.chat if one.number == line), None)
            whose = author(found, said) if said else None
            if said and whose:
                return Other(whose, said.name, found, line)
        elif seat is not None and seat < len(found.seats):
            row = found.seats[seat]
            if row.owner and row.kind in PEOPLE:
                return Other(row.owner, row.name, found)
        raise CivilError("manners/whom", "nobody sits there, or has said that")

    # Manners

    async def shun(self, person: Person, other: Other, how: str, *, here: bool = False) -> None:
        """Mute somebody, at one table or everywhere, or block it everywhere. It is not told."""
        self._check_other(person, other)
        table = other.table.id if here and other.table else ""
        known = await self.store.manners(person.id)
        blocked = any(one.how == BLOCK and one.other == other.id for one in known)
        if not blocked or how == BLOCK:
            await self._want(person, known, other.id, table, how, other.name)

    async def allow_chat(self, person: Person, on: bool, table: str = "") -> None:
        """Turn chat on at a table of strangers, or off again there; or keep it off everywhere, or not any more."""
        if table and not await self.store.has_table(table):
            raise TableError("table/unknown", f"there is no table {table!r}")
        known = await self.store.manners(person.id)
        if on == bool(table):
            await self._want(person, known, "", table, ON if on else OFF, "")
            return
        for one in known:
            if not one.other and one.table_id == table:
                await self.undo(person, one.id)

    async def undo(self, person: Person, identity: str) -> None:
        """Want something no more."""
        if identity not in [one.id for one in await self.store.manners(person.id)]:
            raise CivilError("manners/unknown", "you want nothing of that kind")
        await self._room.storage.commit([unmanner_write(identity, person.id)])
        self._room.talk.changed(person.id)

    async def _want(self, person: Person, known: list[Manner], other: str, table: str, how: str, name: str) -> None:
        manner = Manner(secrets.token_urlsafe(12), person.id, other, table, how, name, clock.now())
        forgotten: list[Manner] = []
        if len(known) >= self._room.settings.manners_each:
            forgotten = [one for one in reversed(known) if one.how == ON][:1]  # at the table that was longest ago
            if not forgotten:
                most = self._room.settings.manners_each
                raise CivilError("manners/many", f"nobody keeps more than {most} in mind: undo some first")
        gone = [unmanner_write(one.id, person.id) for one in forgotten]
        await self._room.storage.commit([manner_write(manner), *gone])
        self._room.talk.changed(person.id)

    # Reports

    async def report(self, person: Person, other: Other, reason: Reason, text: str) -> None:
        """Tell the moderators of the site that somebody has misbehaved, with what was said around it."""
        self._check_other(person, other)
        settings = self._room.settings
        if len(await self.store.reports(of=person.id)) >= settings.reports_each:
            raise CivilError("report/many", f"{settings.reports_each} reports of yours wait for a moderator already")
        if len(await self.store.reports(most=settings.reports_open)) >= settings.reports_open:
            raise CivilError("report/full", "the moderators have more reports than they can read: come again later")
        said = self._said(other)
        table = other.table.id if other.table else ""
        identity = secrets.token_urlsafe(12)
        row = Report(identity, person.id, other.id, other.name, table, other.line, reason, text, said, clock.now())
        await self._room.storage.commit([report_write(row)])
        metrics.reports_made.inc()

    def _said(self, other: Other) -> list[dict[str, Any]]:
        """What was said around the line that is reported, or last."""
        if other.table is None:
            return []
        chat = other.table.chat
        end = len(chat) if other.line is None else other.line + AFTER
        return [
            {"number": line.number, "seat": line.seat, "name": line.name, "text": line.text, "time": line.time}
            for line in chat[max(0, end - BEFORE - AFTER - 1) : end]
        ]

    def _check_other(self, person: Person, other: Other) -> None:
        if other.id == person.id:
            raise CivilError("manners/self", "that is yourself")

    # Among strangers

    async def check_public(self, person: Person | None) -> None:
        """Refuse who is suspended from what is open to all."""
        until = await self.store.until(person.id, SUSPEND) if person else 0.0
        if until > clock.now():
            said = f"a moderator lets you play with people whom you invite yourself only, until {clock.told(until)}"
            raise CivilError("civil/suspended", said)

    async def check_joins(self, table: Table, person: Person | None) -> None:
        """Refuse who may not sit down at an open table. Who was blocked is not told so."""
        if not table.row.open or person is None:
            return
        await self.check_public(person)
        there = [seat.owner for seat in table.seats if seat.owner]
        blocks = await self.store.blocks([person.id, table.row.owner, *there])
        if any(person.id in pair for pair in blocks):
            raise TableError("seat/refused", "this seat cannot be yours: take one at another table")

    # What is kept

    async def sweep(self) -> None:
        """Forget reports that were settled long ago; what was done about them stays in the audit log."""
        before = clock.now() - self._room.settings.report_days * 86_400
        await self._room.storage.commit([("reports swept", {"before": before})])

    async def data(self, person: str) -> dict[str, Any]:
        """All of it about somebody: what it wants, what it has reported, what was done to it."""
        manners = [
            {"how": one.how, "name": one.name, "table": one.table_id, "created": one.created}
            for one in await self.store.manners(person)
        ]
        reported = [*await self.store.reports(of=person), *await self.store.reports(of=person, settled=True)]
        return {
            "manners": manners,
            "reports": [
                {"name": one.name, "reason": one.reason, "text": one.text, "created": one.created} for one in reported
            ],
            "measures": [
                {"what": one.what, "until": one.until, "time": one.time}
                for one in await self.store.measures(1000, of=person)
            ],
        }
