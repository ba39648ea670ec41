"""Matchmaking: people who look for a match are paired once, whoever pairs them and whatever they do meanwhile."""

import asyncio
from dataclasses import asdict, replace

import pytest
import sqlalchemy as sa

from formicarium.errors import Conflict, TableError, Unavailable
from formicarium.server.people.matchmaking import Matchmaking, Wish, level_for
from formicarium.server.room.room import Room
from formicarium.server.room.thinking import Thinkers
from formicarium.server.settings import Settings
from formicarium.server.store.databases import CALM, unavailable
from formicarium.server.store.ratings import RatingStore
from formicarium.server.store.schema import seats
from formicarium.server.store.seeks import settled, settled_writes
from formicarium.server.store.storage import Storage
from formicarium.server.table.table import Person
from formicarium.server.wire.bus import LocalBus

from ..conftest import QUICK


def wish(game="sisimizi", seats=(2,), **more):
    return Wish(game, more.pop("options", {}), seats, {"kind": "none"}, None)


def at(url, work, processes=1):
    """What some work answers with processes that pair."""

    async def within():
        settings = Settings(database_url=url, **QUICK)
        storages = [Storage(url) for _ in range(processes)]
        if not storages[0].shared:
            del storages[1:]
        made = []
        for storage in storages:
            await storage.start()
            room = Room(settings, storage, Thinkers(1, 1.0), LocalBus(), b"secret")
            made.append(Matchmaking(room, RatingStore(storage), set, lambda: None))
        try:
            return await work(*made)
        finally:
            for one in made:
                await one._room.stop()
                await one._room.readiness.stop()
            for storage in storages:
                await storage.stop()

    return asyncio.run(within())


async def ends(matchmaking):
    async with matchmaking._room.storage.reading() as connection:
        rows = (await connection.execute(sa.select(settled))).all()
        sitting = (await connection.execute(sa.select(seats.c.table_id, seats.c.owner))).all()
    return {row.person: row.table_id for row in rows}, sitting


@pytest.mark.parametrize("size", [2, 3, 4])
def test_who_looks_for_the_same_is_seated_together(database_url, size):
    people = [Person(f"p{number}", f"Ant {number}") for number in range(size)]

    async def work(matchmaking):
        for person in people:
            await matchmaking.look_around()
            assert (await matchmaking.seek(person, wish(seats=[size]))).seats == [size]
        await matchmaking.look_around()
        return *await ends(matchmaking), await matchmaking.store.all(), await matchmaking.store.last_table("p0")

    found, sitting, left, table = at(database_url, work)
    assert left == [] and set(found) == {person.id for person in people} and set(found.values()) == {table}
    assert sorted(owner for at, owner in sitting if at == table) == sorted(found)


def test_several_processes_pair_each_once(database_url):
    people = [Person(f"p{number}", "") for number in range(21)]

    async def work(*processes):
        for place, person in enumerate(people):
            await processes[place % len(processes)].seek(person, wish())
        for one in processes:
            one.store.lead = always  # as if the lease had run out for each while it was busy
        await asyncio.gather(*(one.look_around() for one in processes for _ in range(2)))
        await processes[0].look_around()
        return *await ends(processes[0]), await processes[0].store.all()

    async def always(process):
        return True

    found, sitting, left = at(database_url, work, processes=3)
    assert len(left) == 1 and len(found) == 20
    owners = [owner for _, owner in sitting if owner]
    assert sorted(owners) == sorted(found), "each sits once, at the table that became of what it looked for"
    assert {(table, owner) for table, owner in sitting} == {(table, owner) for owner, table in found.items()}


def test_who_takes_it_back_is_not_paired_and_who_is_paired_cannot_take_it_back(database_url):
    ada, ben = Person("ada", "Ada"), Person("ben", "Ben")

    async def work(matchmaking):
        await matchmaking.seek(ada, wish())
        stale = await matchmaking.store.all()
        await matchmaking.give_up(ada)
        await matchmaking.seek(ben, wish())
        with pytest.raises(Conflict):
            await matchmaking._room.storage.commit(settled_writes(stale[0], None, 1.0))
        await matchmaking.look_around()
        assert (await ends(matchmaking))[0] == {"ada": None}
        await matchmaking.seek(ada, wish())
        await matchmaking.look_around()
        with pytest.raises(TableError, match="do not look"):
            await matchmaking.give_up(ada)
        return await matchmaking.store.last_table("ada"), await matchmaking.store.last_table("ben")

    first, second = at(database_url, work)
    assert first == second is not None


def test_a_new_wish_replaces_the_one_before(database_url):
    ada = Person("ada", "Ada")

    async def work(matchmaking):
        await matchmaking.seek(ada, wish())
        await matchmaking.seek(ada, wish("antics", (4, 2, 2)))
        with pytest.raises(TableError, match="2 to 4"):
            await matchmaking.seek(ada, wish(seats=(5,)))
        return await matchmaking.store.all()

    [left] = at(database_url, work)
    assert (left.game, left.seats, left.options) == ("antics", [2, 4], {"prey": "standard"})


def test_who_is_gone_is_not_paired(database_url):
    async def work(matchmaking):
        await matchmaking.seek(Person("ada", "Ada"), wish())
        await matchmaking.seek(Person("eve", "Eve"), wish())
        now = await matchmaking.store.now() + matchmaking._room.settings.seek_seconds + 1

        async def later_now():
            return now

        matchmaking.store.now = later_now
        matchmaking._here = lambda: {"eve"}
        await matchmaking.look_around()
        return await ends(matchmaking), await matchmaking.store.all()

    (found, _), left = at(database_url, work)
    assert found == {"ada": None} and [seek.person for seek in left] == ["eve"]


def test_a_group_that_cannot_play_keeps_nobody_waiting(database_url, caplog):
    """Such as people who wait with an option that the game has no more, since the site was brought up to date."""

    async def work(matchmaking):
        for name in ("ada", "ben"):
            await matchmaking.seek(Person(name, name), wish("antics"))
        await matchmaking._room.storage.commit([("seek", asdict(old(seek))) for seek in await matchmaking.store.all()])
        for name in ("cleo", "dora"):
            await matchmaking.seek(Person(name, name), wish("antics"))
        await matchmaking.look_around()
        return *await ends(matchmaking), await matchmaking.store.all()

    def old(seek):
        person = f"{seek.person} of old"
        return replace(seek, id=person, person=person, options={"prey": "mammoths"}, created=seek.created - 1)

    found, _, left = at(database_url, work)
    assert left == [] and found["ada of old"] is found["ben of old"] is None, "they are told that they wait no more"
    assert found["ada"] == found["ben"] and found["cleo"] == found["dora"] and None not in (found["ada"], found["cleo"])
    assert "a group cannot play" in caplog.text


def test_who_waits_is_not_dropped_because_the_database_does_not_answer(database_url):
    async def work(matchmaking):
        for name in ("ada", "ben"):
            await matchmaking.seek(Person(name, name), wish())
        create = matchmaking._room.create

        async def away(*_):
            raise unavailable(CALM)

        matchmaking._room.create = away
        with pytest.raises(Unavailable):
            await matchmaking.look_around()
        waiting = await matchmaking.store.all()
        matchmaking._room.create = create
        await matchmaking.look_around()
        return waiting, await ends(matchmaking)

    waiting, (found, _) = at(database_url, work)
    assert len(waiting) == 2 and found["ada"] == found["ben"] is not None


def test_bots_take_the_seats_that_nobody_has(database_url):
    ada = Person("ada", "Ada")

    async def work(matchmaking):
        with pytest.raises(TableError):
            await matchmaking.take_bots(ada)
        await matchmaking.seek(ada, wish(seats=(3,)))
        await matchmaking.look_around()
        assert await matchmaking.store.last_table("ada") is None
        assert (await matchmaking.take_bots(ada)).bots
        await matchmaking.look_around()
        return await matchmaking._room.storage.load(await matchmaking.store.last_table("ada"))

    stored = at(database_url, work)
    assert sorted(seat.kind for seat in stored.seats) == ["bot", "bot", "human"]
    assert {seat.level for seat in stored.seats if seat.kind == "bot"} == {level_for("sisimizi", 25.0)}


def test_bots_are_about_as_strong_as_who_takes_them():
    assert level_for("antics", 5.0) == "gentle" and level_for("antics", 60.0) == "champion"
    assert level_for("sisimizi", 25.0) == "steady"
