"""Leaving: all of one's data to take along, and going for good. The matches of others stay whole, without the name."""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any  # Any: what subjects keep about somebody, as JSON

import orjson

from formicarium.errors import FormicariumError
from formicarium.server.people.doors import Doors
from formicarium.server.people.members import Accounts
from formicarium.server.room.changes import Leave
from formicarium.server.room.room import Room
from formicarium.server.store.schema import Write
from formicarium.server.table.rows import PLAYING
from formicarium.server.table.table import Person

TABLES = 10_000  # running ones that are left in good order: more nobody has


class Leaving:
    """Takes everything along, and forgets. Each subject that keeps something about people adds how to do both."""

    def __init__(self, room: Room, accounts: Accounts, doors: Doors) -> None:
        self._room, self._accounts, self._doors = room, accounts, doors
        self.exports: dict[str, Callable[[str], Awaitable[Any]]] = {}  # by what it is called in the file
        self.forgetting: list[Callable[[str, str], list[Write]]] = []  # of a person, who is nobody under another id now
        self.forgotten: list[Callable[[], None]] = []  # afterwards: what is in memory is not so any more

    async def data(self, person: Person) -> AsyncIterator[bytes]:
        """Everything that is kept about a member, as JSON, piece by piece."""
        mine = await self._accounts.about(person)
        tokens = await self._room.storage.tokens_of(person.id)
        mine["tokens"] = [{"name": token["name"], "created": token["created"]} for token in tokens]
        beside = {name: await export(person.id) for name, export in self.exports.items()}
        head = orjson.dumps({"formicarium": "data", "written": time.time(), "account": mine, **beside})
        yield head[:-1] + b',"tables":['
        before = b""
        async for table in self._accounts.members.tables_with(person.id):
            yield before + orjson.dumps(table)
            before = b","
        yield b"]}\n"

    async def leave(self, person: Person) -> None:
        """Delete a member. Bots go on at its tables; there and in old matches nobody is called so any more.

        What is cut short here is no harm: the member is still there, and may leave once more.
        """
        mine = self._accounts.check_member(person)
        await self._get_up(mine)
        nobody = f"gone-{secrets.token_urlsafe(12)}"
        of, both = {"of": mine.id}, {"of": mine.id, "nobody": nobody}
        writes: list[Write] = [(kind, of) for kind in ("unsay", "unsay beside", "notice")]
        writes += [("unseat", both), ("disown", both)]
        writes += [(f"{what} gone", of) for what in ("sessions", "links", "tokens", "passkeys", "member")]
        for forget in self.forgetting:
            writes += forget(mine.id, nobody)
        # Not through the door of a room, as in moderation: a name goes from thousands of tables that nobody holds, at
        # once with the member or not at all. What goes on was left in good order before, by changes like any other.
        await self._room.storage.commit(writes)
        for forgotten in self.forgotten:
            forgotten()
        self._doors.changed(mine.id, gone=True)

    async def _get_up(self, mine: Person) -> None:
        for listed in await self._room.storage.tables_of(mine.id, PLAYING, most=TABLES):
            for seat in listed.seats:
                if seat.owner == mine.id and seat.kind == "human" and not seat.away:
                    with suppress(FormicariumError):  # then it stays empty, and the others may give it to a bot
                        await self._room.do(listed.row.id, Leave(seat.seat, mine))
