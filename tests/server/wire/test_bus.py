"""The bus through Redis: what is followed is heard, whenever that began."""

import asyncio

from formicarium.server.wire.bus import GAP, RedisBus


def test_a_table_that_is_followed_while_the_bus_connects_is_heard(redis):
    """Redis has been asked for the other channels already, and has not answered yet."""

    async def work():
        here, there, heard = RedisBus(redis.url), RedisBus(redis.url), []
        await here.start(lambda table, event: heard.append((table, event)))
        await there.start(lambda table, event: None)
        try:
            async with asyncio.timeout(30):
                while here._pubsub is None:
                    await asyncio.sleep(0)
                assert not here.connected
                await here.follow("late")
                while ("late", GAP) not in heard:
                    await asyncio.sleep(0.01)
                there.publish("late", {"type": "seats"})
                while ("late", {"type": "seats"}) not in heard:
                    await asyncio.sleep(0.01)
        finally:
            await here.stop()
            await there.stop()

    asyncio.run(work())
