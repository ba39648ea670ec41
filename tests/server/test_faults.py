"""Faults beneath two processes: the database is restarted or paused, the bus dies. Afterwards all see the same."""

import threading
import time

import pytest

from formicarium.server.settings import Settings
from services import Postgres, Redis

from .conftest import QUICK, running, wait_for

CONVERGE_SECONDS = 30.0  # other tests share the machine; `make chaos` allows 5


@pytest.fixture(scope="module")
def beneath():
    """A database and a bus of our own to break."""
    services = Postgres(), Redis()
    try:
        for service in services:
            service.start()
        yield services
    finally:
        for service in services:
            service.stop()


@pytest.fixture(scope="module")
def pair(beneath):
    postgres, redis = beneath
    settings = Settings(database_url=postgres.new_database(), bus_url=redis.url, **QUICK)
    with running(settings) as first, running(settings) as second:
        yield first, second


@pytest.fixture
def both(pair):
    here, there = (site.guest("Ada") for site in pair)
    table = here.table("me", "local", first=0)["id"]
    there.http.cookies = here.http.cookies
    return here, there, table


def click(guest, table, number):
    """Act, or take back what was acted; again until it is known to be made. The number afterwards."""
    deadline = time.monotonic() + 30
    where, wish = ("actions", {"action": "ant a1"}) if number % 2 else ("undo", {})
    while time.monotonic() < deadline:
        answer = guest.http.post(f"/api/tables/{table}/{where}", json={"number": number, "seat": 0, **wish})
        if answer.status_code in (200, 409):
            return answer.json()["number"]
        assert answer.status_code == 503 and answer.json()["code"] == "storage/unavailable", answer.text
        time.sleep(0.05)
    raise AssertionError("the database does not come back")


def converge(here, there, table):
    """Both processes show the same soon, who is connected included."""
    deadline = time.monotonic() + CONVERGE_SECONDS
    while (left := here.frame(table)) != (right := there.frame(table)):
        assert time.monotonic() < deadline, (left, right)


def test_a_restart_of_the_database_loses_nothing(beneath, both):
    postgres, _ = beneath
    here, there, table = both
    with there.live(table, seat=0) as live:
        live.get("full")
        number = click(here, table, 1)
        postgres.kill()
        refused = here.http.post(f"/api/tables/{table}/undo", json={"number": number, "seat": 0})
        assert (refused.status_code, refused.json()["code"]) == (503, "storage/unavailable")
        assert here.http.get("/ready").status_code == 503
        postgres.start()
        number = click(here, table, number)
        assert number == 3
        while live.get("step", "full")["number"] != number:
            pass
    assert here.get("/ready") == there.get("/ready") == {"status": "ready"}
    converge(here, there, table)


def test_a_paused_database_is_waited_for(beneath, both):
    postgres, _ = beneath
    here, there, table = both
    with there.live(table, seat=0) as live:
        live.get("full")
        postgres.pause()
        numbers = []
        clicking = threading.Thread(target=lambda: numbers.append(click(here, table, 1)))
        try:
            clicking.start()
            wait_for(lambda: here.http.get("/ready").status_code == 503)  # an answer holds for a second
        finally:
            postgres.pause(go_on=True)
        clicking.join()
        assert numbers == [2] and live.get("step", "full")["number"] == 2
    converge(here, there, table)


def test_without_the_bus_the_match_goes_on(beneath, both):
    _, redis = beneath
    here, there, table = both
    with there.live(table, seat=0) as live:
        live.get("full")
        redis.kill()
        number = click(here, table, 1)
        while live.get("step", "full")["number"] != number:
            pass
        redis.start()
        assert click(here, table, number) == number + 1
        while live.get("step", "full")["number"] != number + 1:
            pass
    converge(here, there, table)


def test_who_comes_and_goes_while_the_bus_is_away_is_known_afterwards(beneath, both):
    _, redis = beneath
    here, there, table = both
    for _ in range(5):
        redis.kill()
        with there.live(table, seat=0) as live:
            live.get("full")
            redis.start()
            converge(here, there, table)
            assert here.frame(table)["table"]["seats"][0]["online"]
            redis.kill()
        redis.start()
        converge(here, there, table)
        assert not here.frame(table)["table"]["seats"][0]["online"]
