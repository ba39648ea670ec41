"""Metrics: the server measures itself how late its event loop is."""

import asyncio
import time

import pytest
from prometheus_client import Histogram

from formicarium.server import metrics

STALL = 0.3  # seconds
TIMES = 5


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


@pytest.mark.parametrize("works", [True, False])
def test_of_a_stall_what_this_process_worked_is_told_apart(works):
    """With looks every 50 ms, half of the stalls of 120 ms were counted as shorter than a tenth of a second."""

    async def work():
        watching = asyncio.create_task(metrics.watch_loop())
        for number in range(TIMES):
            await asyncio.sleep(0.05 + 0.01 * number)
            began = time.process_time()
            while works and time.process_time() < began + 0.12:
                pass
            time.sleep(0.0 if works else 0.12)
        await asyncio.sleep(0.05)
        watching.cancel()

    lag, stall = late_by("0.1"), late_by("0.1", metrics.loop_stall)
    asyncio.run(work())
    assert late_by("0.1") - lag >= TIMES
    assert late_by("0.1", metrics.loop_stall) - stall == (TIMES if works else 0)


def late_by(bound: str, histogram: Histogram = metrics.loop_lag) -> float:
    """How often an event loop of this process has come later than `bound`, one of the histogram's."""
    (metric,) = histogram.collect()
    counts = {sample.labels["le"]: sample.value for sample in metric.samples if "le" in sample.labels}
    return counts["+Inf"] - counts[bound]
