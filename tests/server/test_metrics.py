"""Metrics: the server measures itself how late its event loop is."""

import asyncio
import time

import httpx
import pytest
from prometheus_client import Histogram

from formicarium.server import metrics
from formicarium.server.settings import Settings

from .conftest import QUICK, Site, running, wait_for
from .people.browsers import Browser, Service

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


def scraped(site: Site) -> dict[str, float]:
    """What a server tells Prometheus, by the names with their labels."""
    text = httpx.get(f"http://127.0.0.1:{site.port}/metrics", timeout=60).text
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


def test_what_people_do_and_what_waits_is_counted(database_url: str) -> None:
    with Service() as service:
        settings = Settings(database_url=database_url, push_services=service.origin, **QUICK | {"notice_seconds": 0.1})
        with running(settings) as site:
            before, ada, ben = scraped(site), site.guest("Ada"), site.guest("Ben")

            def grown(name: str) -> float:
                return scraped(site)[name] - before.get(name, 0)

            for guest, waiting in ((ada, 1), (ben, 0)):
                guest.post("/api/lobby/seek", {"game": "sisimizi", "seats": [2], "name": guest.name})
                wait_for(lambda waiting=waiting: scraped(site)["formicarium_people_waiting"] == waiting)
            assert grown("formicarium_people_paired_total") == 2
            table = ada.get("/api/lobby/seek")["table"]
            browser = Browser(service.origin, "ada")
            ada.post("/api/notices", {"endpoint": browser.endpoint, "keys": browser.keys})
            (seat,) = ben.frame(table)["you"]
            ada.post("/api/manners", {"do": "report", "table": table, "seat": seat, "reason": "other"})
            assert scraped(site)["formicarium_reports_open"] == 1 == grown("formicarium_reports_total")
            ben.post(f"/api/tables/{table}/seats/{seat}", {"do": "resign"})
            service.wait_for(1)
            wait_for(lambda: grown("formicarium_matches_rated_total") == 1)
            wait_for(lambda: grown('formicarium_pushes_total{how="sent"}') >= 1)
            assert scraped(site)["formicarium_matches_unrated"] == 0
