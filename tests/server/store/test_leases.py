"""Leases: one process has a table, and loses it when it is silent for too long."""

import asyncio
import time

from formicarium.server.store.leases import LEASE_SECONDS, Leases
from formicarium.server.store.storage import Storage


def test_claims_go_to_one_process_and_from_the_dead_to_the_living(postgres):
    url = postgres.new_database()

    async def work():
        storages = [Storage(url), Storage(url)]
        for storage in storages:
            await storage.start()
        try:
            first, second = (Leases(storage) for storage in storages)
            await first.renew()
            await second.renew()
            claimed = await asyncio.gather(*(leases.claim("a table") for leases in (first, second)))
            assert sorted(claimed) == [False, True]
            owner, other = (first, second) if claimed[0] else (second, first)
            assert await other.renew() == [] and not await other.claim("a table")
            while "a table" not in await other.renew():  # the owner says nothing any more
                await asyncio.sleep(0.1)
            assert await other.claim("a table")
            await owner.renew()
            assert not owner.has("a table") and not await owner.claim("a table")
        finally:
            for storage in storages:
                await storage.stop()

    began = time.monotonic()
    asyncio.run(work())
    assert time.monotonic() - began >= LEASE_SECONDS


def test_a_process_that_was_silent_too_long_goes_on_with_its_bots(postgres):
    async def work():
        storage = Storage(postgres.new_database())
        await storage.start()
        try:
            leases = Leases(storage)
            await leases.renew()
            assert await leases.claim("a table") and await leases.renew() == []
            await asyncio.sleep(LEASE_SECONDS + 0.1)
            assert await leases.renew() == ["a table"] and not leases.has("a table")
            assert await leases.claim("a table") and await leases.renew() == []
        finally:
            await storage.stop()

    asyncio.run(work())
