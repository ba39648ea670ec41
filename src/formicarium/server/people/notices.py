"""Notices: who closed the page is told that a table waits, or that the match is over. Once, and not at once.

Each change of a table makes it due some seconds later: who is back by then needs no notice. What was due in a process
that died is found again by looking for tables that wait.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import orjson

from formicarium import NATURE
from formicarium.engine.telling import Telling, recap
from formicarium.errors import Conflict, Unavailable
from formicarium.server.people.push import Push
from formicarium.server.room.room import Room
from formicarium.server.store.notices import Notices as Stored
from formicarium.server.store.notices import Subscription, notice_writes, subscribe_write, unsubscribe_write
from formicarium.server.table import clock
from formicarium.server.table.rows import OVER, PLAYING
from formicarium.server.table.table import Table
from formicarium.server.wire.frames import outcome
from formicarium.server.wire.telling import names_of

BEAT = 1.0  # seconds between two looks at what is due
SEARCH_BEATS = 600  # between two searches for tables that wait, of which nobody here knows
MOST_WAITING = 1000  # tables that one search finds
BODY = 300  # characters of what happened
LINES = 60  # of the log that are read for it

log = logging.getLogger("formicarium.push")

Say = Callable[[str, str], str]  # a sentence of the pages, in a language


@dataclass(frozen=True)
class Due:
    """Somebody who is to be told of a table."""

    owner: str
    seat: int
    number: int  # of the last entry that it may want to hear of: its own actions and their lots are no news


class Notices:
    """Tells those who are not there."""

    def __init__(self, room: Room, push: Push, say: Say) -> None:
        self._room, self.push, self._say = room, push, say
        self._stored = Stored(room.storage)
        self._due: dict[str, float] = {}  # tables, and when those who are not there are told

    def start(self) -> None:
        """Begin to look."""
        self._room.when_told.append(self.note)
        self._room.spawn(self._watch())

    async def subscribe(self, subscription: Subscription, most: int) -> None:
        """Tell a person in one browser more; of too many, the one that was added first is forgotten."""
        self.push.check(subscription)
        mine = (await self._stored.of([subscription.owner])).get(subscription.owner, [])
        others = [one for one in mine if one.id != subscription.id]
        writes = [unsubscribe_write(one.endpoint) for one in others[most - 1 :]]
        await self._room.storage.commit([*writes, subscribe_write(subscription)])

    async def unsubscribe(self, owner: str, endpoint: str) -> None:
        """Tell a person in one browser no more."""
        mine = (await self._stored.of([owner])).get(owner, [])
        if any(one.endpoint == endpoint for one in mine):
            await self._room.storage.commit([unsubscribe_write(endpoint)])

    async def data(self, owner: str) -> list[dict[str, str | float]]:
        """The browsers in which a person is told, for who takes its data along."""
        return [{"endpoint": one.endpoint, "created": one.created} for one in await self.browsers(owner)]

    async def browsers(self, owner: str) -> list[Subscription]:
        """The browsers in which a person is told."""
        return (await self._stored.of([owner])).get(owner, [])

    def note(self, table: Table) -> None:
        """Something has happened at a table: those who are not there are told soon, if it still matters then."""
        self._due[table.id] = clock.now() + self._room.settings.notice_seconds

    async def _watch(self) -> None:
        beat = 0
        while True:
            with suppress(Unavailable):
                if beat % SEARCH_BEATS == 0:
                    for table in await self._stored.waiting(MOST_WAITING):
                        self._due.setdefault(table, clock.now())
                await self._tell_due()
                beat += 1
            await asyncio.sleep(BEAT)

    async def _tell_due(self) -> None:
        now = clock.now()
        for name in [table for table, due in self._due.items() if due <= now]:
            del self._due[name]
            try:
                await self._tell(name)
            except Unavailable:
                self._due[name] = now
                raise
            except Exception:  # whatever it is, those at other tables are told
                log.exception("nobody could be told of a table", extra={"table": name})

    async def _tell(self, name: str) -> None:
        held = await self._room.held(name)
        table = held.table
        away = [one for one in _concerned(table) if one.owner not in held.presence.online]
        if not away:
            return
        browsers = await self._stored.of({one.owner for one in away})
        for one in away:
            if one.owner in browsers:
                with suppress(Conflict):  # another process, or an earlier notice, has told of it
                    await self._room.storage.commit(notice_writes(name, one.owner, one.number))
                    for browser in browsers[one.owner]:
                        message = orjson.dumps(notice(table, one.seat, browser.language, self._say))
                        self._room.spawn(self._send(browser, message, name))

    async def _send(self, browser: Subscription, message: bytes, table: str) -> None:
        """Tell one browser, beside everything else: a service that does not answer keeps nobody waiting."""
        try:
            if not await self.push.send(browser, message, topic=table[:32]):
                await self._room.storage.commit([unsubscribe_write(browser.endpoint)])
        except Unavailable:
            pass  # that it is gone is found out the next time
        except Exception:  # an address of long ago, say
            log.exception("a browser cannot be written to", extra={"table": table})


def _concerned(table: Table) -> list[Due]:
    """Who has something to hear: those for whom the table waits, or at its end all who sit there."""
    if table.state == OVER:
        seats = list(range(len(table.seats)))
    elif table.state == PLAYING and table.complete and not table.row.paused:
        seats = [seat for seat in table.actors if table.plays(seat) == "person"]
    else:
        return []
    sitting = {table.seats[seat].owner: seat for seat in seats if table.seats[seat].kind == "human"}
    return [Due(owner, seat, _news(table, seat)) for owner, seat in sitting.items() if owner]


def _news(table: Table, seat: int) -> int:
    """The number of the last entry that others made; of a match that is over, of the last one of all."""
    if table.over:
        return table.number
    entries = table.ledger.entries
    return next((at for at in range(table.number, 0, -1) if entries[at - 1].move.seat not in (seat, NATURE)), 0)


def notice(table: Table, seat: int, language: str, say: Say) -> dict[str, str]:
    """What a seat is told: what the others did since its last turn, or how the match ended."""
    match, ended, _ = table.match, outcome(table, language), partial(say, language)
    game = match.game.words(language)("name")
    if ended:
        title, body = _("{game}: the match is over"), ended["text"]
    else:
        title = _("{game}: it is your turn")
        lines = Telling(table.ledger, seat, language, names_of(table, language), LINES).lines()
        mine = max((line.ply for line in lines if line.moment.seat == seat), default=0)
        body = " ".join(told.text for _, told in recap(lines, seat, mine))
    return {
        "title": title.format(game=game),
        "body": body if len(body) <= BODY else f"{body[: BODY - 1].rsplit(' ', 1)[0]} …",
        "link": f"/table/{table.id}",
        "language": language,
    }
