"""Clubs as they are stored."""

import asyncio

from formicarium.errors import Conflict
from formicarium.server.store.clubs import (
    LEFT,
    MEMBER,
    MODERATOR,
    ClubPerson,
    ClubRow,
    ClubStore,
    club_writes,
    code_write,
    person_write,
    role_write,
)

from ..conftest import with_storage

ROW = ClubRow("club", "Class 4b", "Fridays", "code", "ada", 1.0)
ADA, BEN = ClubPerson(1, "ada", "Ada", MODERATOR, 1.0), ClubPerson(2, "ben", "Ben", MEMBER, 2.0)


def test_a_club_comes_back_as_it_was_written(database_url):
    async def work(storage):
        store = ClubStore(storage)
        await storage.commit([*club_writes(ROW, ADA), person_write("club", BEN)])
        assert await store.load("club") == (ROW, [ADA, BEN])
        assert await store.load("nowhere") is None and await store.load("\0") is None
        gone = ClubPerson(2, "ben", "Benjamin", LEFT, 2.0)
        await storage.commit([role_write("club", gone), code_write("club", "other")])
        row, people = await store.load("club")
        assert row.code == "other" and people == [ADA, gone]
        assert await store.of_person("ada") == [row] and await store.of_person("ben") == []
        assert (await store.role("club", "ben"), await store.role("club", "eve")) == (LEFT, None)
        assert await store.tables("club", 9) == []

    with_storage(database_url, work)


def test_nobody_joins_twice(database_url):
    async def work(storage):
        await storage.commit(club_writes(ROW, ADA))
        twice = [[person_write("club", ClubPerson(number, "ben", "Ben", MEMBER, 2.0))] for number in (2, 3)]
        done = await asyncio.gather(*map(storage.commit, twice), return_exceptions=True)
        assert sum(isinstance(one, Conflict) for one in done) == 1

    with_storage(database_url, work)
