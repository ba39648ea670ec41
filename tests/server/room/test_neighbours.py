"""Two processes on one database: whatever is done at one of them is seen at the other, once."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import threading
import time

import httpx
import pytest
from fastapi import WebSocket

from formicarium.server.settings import Settings

from ..conftest import QUICK, running, wait_for


@pytest.fixture(scope="module")
def pair(postgres, redis):
    """Two processes without anything before them, so that a test says whom it asks."""
    settings = Settings(database_url=postgres.new_database(), bus_url=redis.url, **QUICK)
    with running(settings) as first, running(settings) as second:
        yield first, second


@pytest.fixture
def both(pair):
    """The same person at each process."""
    here, there = (site.guest("Ada") for site in pair)
    here.table("me", "local")
    there.http.cookies = here.http.cookies
    return here, there


def test_what_one_process_has_acknowledged_the_other_shows(both):
    here, there = both
    table = here.table("me", "local", first=0)["id"]
    assert there.frame(table)["number"] == 1
    here.act(table, 1, "ant a1", seat=0)
    assert there.frame(table)["number"] == 2 and there.frame(table)["can_undo"]
    there.post(f"/api/tables/{table}/undo", {"number": 2})
    assert here.act(table, 3, "ant a1", seat=0)["number"] == 4
    there.post(f"/api/tables/{table}/chat", {"text": "hello"})
    here.post(f"/api/tables/{table}/chat", {"text": "hello again"})
    assert [line["text"] for line in there.frame(table)["chat"]] == ["hello", "hello again"]
    left, right = here.frame(table), there.frame(table)
    assert left == right


def test_each_process_knows_whose_turn_it_is(both):
    """Also while nobody there looks at the table."""
    here, there = both
    table = here.table("me", "bot", first=0)["id"]

    def turns():
        lists = [guest.get("/api/tables")["mine"] for guest in both]
        return [found["your_turn"] for mine in lists for found in mine if found["id"] == table]

    assert turns() == [True, True]
    here.post(f"/api/tables/{table}/seats/0", {"do": "leave"})
    assert turns() == [False, False]
    there.post(f"/api/tables/{table}/seats/0", {"do": "return"})
    deadline = time.monotonic() + 60
    while turns() != [True, True]:  # the bot may have to finish its turn first
        assert time.monotonic() < deadline


def test_live_updates_cross_processes(both):
    here, there = both
    table = here.table("me", "local", first=0)["id"]
    with there.live(table, seat=0) as live:
        live.get("full")
        here.post(f"/api/tables/{table}/chat", {"text": "the first line, when the table is at 1"})
        assert live.get("chat")["number"] == 1
        here.act(table, 1, "ant a1", seat=0)
        step = live.get("step")
        assert step["number"] == 2 and step["can_undo"]
        here.post(f"/api/tables/{table}/chat", {"text": "hello"})
        assert live.get("chat")["text"] == "hello"
        here.post(f"/api/tables/{table}/seats/1", {"do": "leave"})
        while live.get("seats")["table"]["seats"][1]["away"] is not True:
            pass


def test_what_happens_while_somebody_connects_is_not_missed(both, monkeypatch):
    """At that moment nobody listens there yet, and what others tell is not heard."""
    here, there = both
    table = here.table("me", "local", first=0)["id"]
    accept = WebSocket.accept

    async def slow_accept(socket):
        await accept(socket)
        await asyncio.to_thread(here.post, f"/api/tables/{table}/seats/1", {"do": "leave"})
        await asyncio.sleep(0.3)

    monkeypatch.setattr(WebSocket, "accept", slow_accept)
    with there.live(table, seat=0) as live:
        assert live.get("full")["table"]["seats"][1]["away"]


def test_what_processes_tell_each_other_is_told_nobody_else(both):
    """Who is connected where goes by ids that only the server should know."""
    here, there = both
    table = here.table("me", "local", first=0)["id"]
    with here.live(table) as live:
        live.get("full")
        with there.live(table) as other:
            other.get("full")
        here.post(f"/api/tables/{table}/chat", {"text": "the end"})
        told = [live.get()]
        while told[-1]["type"] != "chat":
            told.append(live.get())
    assert {message["type"] for message in told} <= {"seats", "chat"}


def test_of_two_at_once_one_is_stored_and_the_other_told_where_the_table_is(both):
    here, there = both
    for _ in range(10):
        table = here.table("me", "local", first=0)["id"]
        there.frame(table)
        start, answers = threading.Barrier(2), {}

        def post(guest, action, table=table, start=start, answers=answers):
            start.wait()
            path = f"/api/tables/{table}/actions"
            answers[action] = guest.http.post(path, json={"number": 1, "action": action, "seat": 0})

        threads = [threading.Thread(target=post, args=args) for args in ((here, "ant a1"), (there, "ant b1"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answer.status_code for answer in answers.values()) == [200, 409]
        lost = next(answer.json() for answer in answers.values() if answer.status_code == 409)
        assert (lost["code"], lost["number"]) == ("number/stale", 2)
        assert here.frame(table)["number"] == there.frame(table)["number"] == 2


def test_a_seat_is_taken_once(pair):
    ada, ben, eve = pair[0].guest("Ada"), pair[0].guest("Ben"), pair[1].guest("Eve")
    for guest in (ben, eve):
        guest.table("me", "local")  # each has a cookie
    for _ in range(10):
        made = ada.table("me", "friend")
        path, wish = f"/api/tables/{made['id']}/seats/1", {"do": "join", "invite": made["invites"][0]["invite"]}
        start, statuses = threading.Barrier(2), []

        def join(guest, path=path, wish=wish, start=start, statuses=statuses):
            start.wait()
            statuses.append(guest.http.post(path, json=wish).status_code)

        threads = [threading.Thread(target=join, args=[guest]) for guest in (ben, eve)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(statuses) == [200, 409]


def test_who_is_connected_elsewhere_is_not_absent(both, pair):
    here, _ = both
    made = here.table("me", "friend")
    path = f"/api/tables/{made['id']}/seats/1"
    ben = pair[1].guest("Ben")
    ben.post(path, {"do": "join", "invite": made["invites"][0]["invite"]})
    here.frame(made["id"])
    with ben.live(made["id"]) as live:
        live.get("full")
        deadline = time.monotonic() + 20
        while not here.frame(made["id"])["table"]["seats"][1]["online"]:
            assert time.monotonic() < deadline
        assert here.post(path, {"do": "bot"}, 409)["code"] == "seat/present"


def serve(url, bus):
    chosen = {"DATABASE_URL": url, "BUS_URL": bus, "THINKERS": "1"}
    environment = os.environ | {f"FORMICARIUM_{name}": value for name, value in chosen.items()}
    command = [sys.executable, "-m", "formicarium", "serve", "--port", "0"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    return process, re.search(r"http://\S+", process.stdout.readline())[0]


def test_bots_of_a_dead_process_are_played_by_another(postgres, redis):
    url = postgres.new_database()
    with running(Settings(database_url=url, bus_url=redis.url, **QUICK)) as living:
        process, address = serve(url, redis.url)
        try:
            with httpx.Client(base_url=address, timeout=60) as http:
                seats = [{"kind": "me"}, {"kind": "bot", "level": "champion"}]
                made = http.post("/api/tables", json={"game": "sisimizi", "seats": seats, "first": 1}).json()
                wait_for(lambda: http.get(f"/api/tables/{made['id']}").json()["table"]["seats"][1]["thinking"])
        finally:
            process.send_signal(signal.SIGKILL)
            process.communicate()
        ada = living.guest()  # nobody has asked the living one for this table yet
        killed = time.monotonic()
        room = living.app.state.server.room
        while not room.leases.has(made["id"]):
            assert time.monotonic() - killed < 30
            time.sleep(0.05)
        took = time.monotonic() - killed
        assert took < 5, f"{took:.1f} s"
        while not ada.frame(made["id"])["number"] > 1:
            assert time.monotonic() - killed < 60
            time.sleep(0.1)
