"""A table in memory with what belongs to it there: its lock, its album, who is connected, its thinking bots."""

from __future__ import annotations

import asyncio
import time
from functools import cache

from prometheus_client import Counter

from formicarium.server import metrics
from formicarium.server.room.late import Late, Seen
from formicarium.server.room.presence import Presence
from formicarium.server.table.table import Person, Table
from formicarium.server.wire.frames import Album, Around


@cache
def _counters(game: str) -> dict[str, Counter]:
    return {by: metrics.actions_made.labels(game, by) for by in ("person", "bot")}


class Held:
    """A table that this process holds in memory."""

    __slots__ = (  # of those at rest there are many
        *("_late", "album", "around", "behind", "bots", "counters", "lock", "mending", "presence"),
        *("sound", "table", "used", "version"),
    )

    def __init__(self, table: Table) -> None:
        self.lock = asyncio.Lock()  # what happens at a table happens one thing after the other
        self.presence = Presence()
        self.bots: dict[int, asyncio.Task[None]] = {}  # by seat, those that think
        self.behind = False  # whether news are on their way from the database
        self.mending: asyncio.Task[None] | None = None  # while the database does not answer
        self.counters = _counters(table.row.game)
        self.version = 0  # rises with everything that is told
        self.around = Around(version=-1)  # what was known about it besides, as of a version
        self.used = time.monotonic()
        self.put(table)

    def put(self, table: Table) -> None:
        """Hold a table as it is stored."""
        self.table, self.album = table, Album(table)
        self._late: Late | None = None  # what those see who only watch, where that is later
        self.sound = True  # not while what is in memory may differ from what is stored

    def seen_by(self, person: Person | None) -> Seen:
        """The table as somebody may see it: as it is, or as it was some turns ago. The lock is held."""
        if not self.table.row.delay or (person and self.table.seats_of(person.id)):
            return Seen(self.table, self.album)
        self._late = self._late or Late(self.table)
        return self._late.follow(self.table)

    def rest(self) -> None:
        """Forget what can be drawn or played again: nothing has happened for a while, and may not for long."""
        self.album.rest()
        self.table.ledger.rest()
        if self._late:
            self._late.rest()

    @property
    def idle(self) -> bool:
        """Whether nobody would miss it here."""
        return not (self.presence.connections or self.bots or self.lock.locked())
