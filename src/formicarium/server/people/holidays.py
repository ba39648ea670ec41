"""Holidays: who is away for some days says so, and its clocks stand where a move has days. Others see until when.

The clock of a seat begins to run at the end of the holiday. That is stored with the seats of each table, so whoever
serves one knows it; who is cut off in the middle of telling all tables says it once more.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, ClassVar

from formicarium.errors import AccountError, Conflict
from formicarium.server.room.changes import REFUSALS, Made, seated
from formicarium.server.room.room import Room
from formicarium.server.store.days import DayStore, Holiday, holiday_write, until_write
from formicarium.server.table import clock
from formicarium.server.table.clock import DAY, DAYS
from formicarium.server.table.rows import PLAYING
from formicarium.server.table.table import Person, Table

TABLES = 1000  # of somebody who goes: more nobody plays at


@dataclass(frozen=True)
class Rest:
    """The clocks of a person stand until a time; one that has passed ends a holiday."""

    person: Person
    until: float
    by: ClassVar[str] = ""

    def make(self, table: Table, now: float) -> Made[None]:
        """Let them stand where a move has days, except in a tournament: the others wait for its round."""
        before = list(table.seats)
        if table.clock.kind == DAYS and not table.clock.strict and table.state == PLAYING:
            for seat in table.seats_of(self.person.id):
                row = table.seats[seat]
                table.clock = table.clock.later(seat, max(now, self.until) - max(now, row.rest or now))
                table.seats[seat] = replace(row, rest=self.until if self.until > now else None)
        return seated(table, before, now)


class Holidays:
    """Who is on holiday, and how many days of it are left."""

    def __init__(self, room: Room, store: DayStore) -> None:
        self._room, self._store = room, store

    async def until(self, person: str) -> float | None:
        """Until when somebody is on holiday."""
        known = await self._store.holidays(person)
        return known[-1].until if known and known[-1].until > clock.now() else None

    async def data(self, person: str) -> list[dict[str, Any]]:
        """All holidays, for who takes its data along."""
        return [{"began": one.began, "until": one.until} for one in await self._store.holidays(person)]

    async def go(self, person: Person, last: date) -> None:
        """Somebody is away until the end of a day, in UTC; a holiday that goes on ends then, too."""
        now, most = clock.now(), self._room.settings.holiday_days
        today = datetime.fromtimestamp(now, UTC).date()
        if last < today:
            raise AccountError("holiday/past", "that day is over: say how long you will be away")
        if (last - today).days > 2 * most:
            raise AccountError("holiday/long", f"a year has {most} days of holiday")
        until, known = _midnight(last + timedelta(days=1)), await self._store.holidays(person.id)
        going = known[-1] if known and known[-1].until > now else Holiday(len(known) + 1, now, now)
        others = [one for one in known if one.number != going.number]
        for year in range(_year(going.began), last.year + 1):
            spent = sum(_days_in(year, one.began, one.until) for one in (*others, Holiday(0, going.began, until)))
            if spent > most:
                raise AccountError("holiday/long", f"a year has {most} days of holiday: that would be {spent:.0f}")
        is_new = going not in known
        write = holiday_write(person.id, going._replace(until=until))
        try:
            await self._room.storage.commit([write if is_new else until_write(person.id, going.number, until)])
        except Conflict:
            raise AccountError("account/busy", "you said so somewhere else at this moment: look again") from None
        await self._tell(person, until)

    async def come_back(self, person: Person) -> None:
        """Somebody is back: its clocks run again where it is to act."""
        now, known = clock.now(), await self._store.holidays(person.id)
        if known and known[-1].until > now:
            await self._room.storage.commit([until_write(person.id, known[-1].number, now)])
        await self._tell(person, now)

    async def _tell(self, person: Person, until: float) -> None:
        for listed in await self._room.storage.tables_of(person.id, PLAYING, most=TABLES):
            if listed.row.clock["kind"] == DAYS:
                with suppress(*REFUSALS):  # it is over at this moment
                    await self._room.do(listed.row.id, Rest(person, until))


def _midnight(day: date) -> float:
    return datetime.combine(day, time(), UTC).timestamp()


def _year(moment: float) -> int:
    return datetime.fromtimestamp(moment, UTC).year


def _days_in(year: int, began: float, until: float) -> float:
    """How many days of a year lie between two moments."""
    start, end = _midnight(date(year, 1, 1)), _midnight(date(year + 1, 1, 1))
    return max(0.0, min(until, end) - max(began, start)) / DAY
