"""Metrics: the server measures itself how late its event loop is."""

import asyncio
import time

from formicarium.server import metrics

STALL = 0.3  # seconds


def test_a_stall_of_the_event_loop_is_measured():
    async def work():
        watching = asyncio.create_task(metrics.watch_loop())
        await asyncio.sleep(0.2)
        time.sleep(STALL)  # what nobody may do
        await asyncio.sleep(0.1)
        watching.cancel()

    before = late_by("0.2")
    asyncio.run(work())
    assert late_by("0.2") > before
    (most,) = (sample.value for metric in metrics.loop_lag_most.collect() for sample in metric.samples)
    assert most >= STALL - metrics.LOOK_SECONDS


def late_by(bound: str) -> float:
    """How often an event loop of this process has come later than `bound`, one of the histogram's."""
    (metric,) = metrics.loop_lag.collect()
    counts = {sample.labels["le"]: sample.value for sample in metric.samples if "le" in sample.labels}
    return counts["+Inf"] - counts[bound]
