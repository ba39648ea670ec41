"""Nothing that a stranger asks stops the server for others: it goes to other processes, or is done in slices."""

import socket
import struct
import time
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from services import Formicarium
from siege.matches import long_match
from siege.probe import Probe
from siege.visitors import Visitor

PNGS = 10  # at once by one guest
BURST = 200  # that look in the same moment
WORKED = 0.25  # seconds of work during one tiny question: many slices of 10 ms, but no stall
WALL = 5.0  # seconds on a machine that runs other tests as well; `make siege` reports the exact times


@pytest.fixture(scope="module")
def server():
    found = Formicarium(THINKERS=1, BUDGET=10**9, WORK_LIMIT=600)  # other tests share the machine
    try:
        found.start()
        yield found
    finally:
        found.stop()


@pytest.fixture
def ada(server):
    with Visitor(server.url) as found:
        yield found


def test_a_long_record_stops_nobody(server, ada):
    ada.post("/api/records", {"text": long_match(50).text()})  # the process that checks has begun, the game is loaded
    with Probe(server.url, server.process.pid) as probe:
        made = ada.post("/api/records", {"text": long_match().text()})
        seats = [{"kind": "me"}, {"kind": "local"}]
        went_on = ada.post(f"/api/tables/{made['id']}/continue", {"at": 2990, "seats": seats})
    server.kill()
    server.start()
    ada.get(f"/api/tables/{ada.post('/api/tables', {'game': 'formica', 'seats': seats})['id']}")  # the game is loaded
    with Probe(server.url, server.process.pid) as again:
        ada.get(f"/api/tables/{made['id']}/svg?seat=1")  # before anybody else has found out what that seat saw
        ada.get(f"/api/tables/{made['id']}/record")
        ada.get(f"/table/{made['id']}/review")
        for table in (made["id"], went_on["id"]):
            ada.get(f"/table/{table}/replay")
            for seat in (0, 1, 5):  # each for the first time: nothing is known of what they saw
                ada.get(f"/api/tables/{table}?seat={seat}")
            ada.get(f"/api/tables/{table}?scene=no&seat=1")
            for at in (0, 1500, 2990):
                ada.get(f"/api/tables/{table}/replay?at={at}&since=5")
                ada.get(f"/api/tables/{table}/svg?at={at}")
        with ada.meanwhile(*[f"/api/tables/{made['id']}/png?width=1200&at={at}" for at in range(PNGS)]):
            ada.get(f"/api/tables/{made['id']}/gif?width=100")
    print(f"while a record is opened {probe.longest}, while it is looked at {again.longest}")
    for found in (probe, again):
        assert found.longest.worked < WORKED
        assert found.longest.wall < WALL


@pytest.mark.parametrize("asked", ["svg", "replay"])
def test_a_burst_of_looks_stops_nobody(server, ada, asked):
    """Each is short, but others waited for all of those that had come before them."""
    made = ada.post("/api/records", {"text": long_match(300).text()})["id"]
    ada.get(f"/api/tables/{made}/{asked}?seat=1")
    visitors = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(BURST)]
    try:
        with Probe(server.url, server.process.pid) as probe:
            while not probe.waits:
                time.sleep(0.01)
            calm = len(probe.waits)
            for at, visitor in enumerate(visitors):
                path = f"/api/tables/{made}/{asked}?seat=1&at={at}"
                visitor.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
            answers = [visitor.makefile("rb").read(12) for visitor in visitors]
            while len(probe.waits) < calm + 3:
                time.sleep(0.01)
    finally:
        for visitor in visitors:
            visitor.close()
    assert set(answers) == {b"HTTP/1.1 200"}
    print(f"while {BURST} ask for {asked} {probe.longest}")
    assert probe.longest.worked < WORKED


@pytest.mark.parametrize("kind", [0x81, 0x89, 0x8A, 0x00], ids=["text", "ping", "pong", "part"])
def test_thousands_of_frames_at_once_stop_nobody(server, ada, kind):
    """Half a second of the event loop went by with each quarter of a megabyte of them."""
    table = ada.post("/api/tables", {"game": "sisimizi", "seats": [{"kind": "me"}, {"kind": "local"}]})["id"]
    with connect(f"{server.url.replace('http', 'ws')}/api/tables/{table}/live") as live:
        live.recv(timeout=60)
        raw = live.socket
        raw.sendall(b"\x01\x80\0\0\0\0" if kind == 0 else b"")  # the first part of a message that has no end
        with Probe(server.url, server.process.pid) as probe:
            with suppress(OSError):  # it is closed before it has said all
                raw.sendall(struct.pack("!BB4s", kind, 0x80, bytes(4)) * 300_000)
            with suppress(ConnectionClosed):
                while True:
                    live.recv(timeout=60)
            while len(probe.waits) < 3:
                time.sleep(0.01)
    assert probe.longest.worked < WORKED / 2
    assert server.process.poll() is None


def test_what_takes_too_long_is_given_up_and_others_go_on():
    server = Formicarium(THINKERS=1, WORK_LIMIT=0.01, WORK_WAITING=1)
    try:
        server.start()
        with Visitor(server.url) as ada:
            refused = ada.post("/api/records", {"text": long_match().text()}, 429)
            assert refused["code"] == "limit/time" and "0.01 s" in refused["message"]
            table = ada.post("/api/tables", {"game": "sisimizi", "seats": [{"kind": "me"}, {"kind": "local"}]})["id"]
            with ada.meanwhile(*[f"/api/tables/{table}/png" for _ in range(5)], status=429) as answers:
                ada.get("/health")
            assert {answer["code"] for answer in answers} == {"limit/time", "limit/busy"}
    finally:
        server.stop()
