"""Moderation: what those do who keep order on a site. Each thing that they do is a row of the audit log."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Literal, NamedTuple  # Any: what a coroutine never yields

from formicarium.errors import CivilError, Conflict, SettingError, TableError
from formicarium.server import metrics
from formicarium.server.people.doors import Doors
from formicarium.server.people.matchmaking import Matchmaking
from formicarium.server.room.room import Room
from formicarium.server.room.verdicts import Close
from formicarium.server.store import civil
from formicarium.server.store.civil import CivilStore, Measure, Report, measure_write, rename_writes
from formicarium.server.store.members import Members, is_signed_in
from formicarium.server.store.schema import Write
from formicarium.server.store.storage import Storage
from formicarium.server.table import clock
from formicarium.server.table.names import skeleton
from formicarium.server.table.table import Person

What = Literal["settle", "strike", "silence", "suspend", "close", "rename"]
DAY = 86_400.0
MOST = 200  # reports and measures that are shown


class Shown(NamedTuple):
    """What a moderator has before it: open reports, what was done, what everybody is called."""

    reports: list[Report]
    measures: list[Measure]
    names: dict[str, str]


class Moderation:
    """What moderators of a site see and do."""

    def __init__(self, room: Room, members: Members, doors: Doors, matchmaking: Matchmaking) -> None:
        self._room, self._members, self._doors, self._matchmaking = room, members, doors, matchmaking
        self.store = CivilStore(room.storage)

    async def is_one(self, person: Person) -> bool:
        """Whether somebody is a moderator, and signed in: a program that acts for one is none."""
        return is_signed_in(person) and await self.store.is_moderator(person.id)

    async def check(self, person: Person | None) -> Person:
        """A moderator; refuses all others."""
        if person is None or not await self.is_one(person):
            raise CivilError("moderation/none", "only moderators of the site may do that, signed in")
        return person

    async def shown(self) -> Shown:
        """What there is to do, and what was done."""
        reports, measures = await self.store.reports(most=MOST), await self.store.measures(MOST)
        people = {person for one in measures for person in (one.moderator, one.person)}
        names = await self.store.names(people | {one.reporter for one in reports})
        return Shown(reports, measures, names)

    async def do(self, moderator: Person, what: What, report: str, days: float | None, why: str) -> None:
        """Do something about a report. Without days it is for good; with 0 days what was decided before is over."""
        found = await self.store.report(report)
        if found is None:
            raise CivilError("report/unknown", f"there is no report {report!r}")
        perform: dict[str, Callable[[Report], Coroutine[Any, Any, list[Write]]]] = {
            "settle": self._settle,
            "strike": self._strike,
            "silence": self._nothing,
            "suspend": self._suspend if days != 0 else self._nothing,
            "close": self._close,
            "rename": self._rename,
        }
        now = clock.now()
        until = None
        if what in (civil.SILENCE, civil.SUSPEND):
            until = clock.FOREVER if days is None else now + days * DAY
        # Not through the door of a room: its changes add to a table, and other processes take over what was added. Here
        # rows change that are told already, of all tables of somebody, most of which nobody holds; and the measure is
        # stored with them or neither is. So the rows are written, and who holds one of those tables reads it anew.
        measure = Measure(secrets.token_urlsafe(12), moderator.id, what, found.person, found.id, why, until, now)
        await self._room.storage.commit([*await perform[what](found), measure_write(measure)])
        metrics.measures_taken.labels(what).inc()
        if what == civil.STRIKE:
            self._room.neighbours.renew(found.table_id)
        if what in (civil.SUSPEND, civil.RENAME):
            self._doors.changed(found.person, gone=what == civil.RENAME)

    async def _nothing(self, report: Report) -> list[Write]:
        """What is asked before somebody speaks needs nothing more."""
        return []

    async def _settle(self, report: Report) -> list[Write]:
        return [("report settled", {"of": report.id, "at": clock.now()})]

    async def _strike(self, report: Report) -> list[Write]:
        """Take away the line of chat."""
        if report.line is None:
            raise CivilError("moderation/impossible", "this report is of no line of chat")
        return [("unsay line", {"of": report.table_id, "line": report.line})]

    async def _suspend(self, report: Report) -> list[Write]:
        """Sign out everywhere; nobody is paired with this person."""
        with suppress(TableError):
            await self._matchmaking.give_up(Person(report.person))
        return [(kind, {"of": report.person}) for kind in ("sessions gone", "links gone", "tokens gone")]

    async def _close(self, report: Report) -> list[Write]:
        """End the match: nobody has lost."""
        if not report.table_id:
            raise CivilError("moderation/impossible", "this report is of no table")
        await self._room.do(report.table_id, Close())
        return []

    async def _rename(self, report: Report) -> list[Write]:
        """Call somebody by a name that says nothing, wherever others read it."""
        name = f"Ant {secrets.randbelow(9 * 10**7) + 10**7}"
        writes = rename_writes(report.person, name)
        if await self._members.one(report.person):
            writes.append(("member name", {"of": report.person, "called": name, "seen_as": skeleton(name)}))
        return writes


async def appoint(storage: Storage, name: str, *, moderates: bool) -> None:
    """Who runs the site makes a member a moderator, or no longer."""
    store = CivilStore(storage)
    found = await Members(storage, 1.0).of_name(skeleton(name))
    if found is None:
        raise SettingError("moderator/unknown", f"no member is called {name!r}: moderators sign in, guests cannot")
    now = clock.now()
    change: Write = ("moderator", {"person": found, "since": now}) if moderates else ("moderator gone", {"of": found})
    what = civil.APPOINT if moderates else civil.DISMISS
    measure = Measure(secrets.token_urlsafe(12), "", what, found, "", "", None, now)
    if moderates != await store.is_moderator(found):
        with suppress(Conflict):  # it was done at the same moment
            await storage.commit([change, measure_write(measure)])
