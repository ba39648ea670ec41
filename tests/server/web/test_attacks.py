"""What strangers tried, and must not succeed with: each of these once stopped a table, or more."""

import base64
import json
import os
import select
import socket
import struct
import threading
import time

import httpx
import pytest

import formicarium as fm
from formicarium.core import random
from formicarium.server.settings import Settings

from ..conftest import QUICK, running, wait_for

ASKED = 2.0  # seconds after which who is connected is asked, and in which it must answer
CUT = 15.0  # seconds in which who does not read is cut: those, and two more, with room for a busy machine
SOON = 5.0  # seconds for the answer to an action: some ms on a machine that does nothing else
HELD = 5.0  # seconds for the health of the server on a busy machine; quadratic reading took minutes
ENDS = {"sisimizi": 10, "antics": 17, "formica": 3}  # seeds of short matches, and their last action is a person's


def deaf_socket(site, table):
    """A WebSocket whose owner never reads, with a receive window as small as the system allows."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    raw.connect(("127.0.0.1", site.port))
    key = base64.b64encode(os.urandom(16)).decode()
    raw.sendall(
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    return raw


def say(raw, message):
    """Send a message over it."""
    text = json.dumps(message).encode()
    assert len(text) < 126
    raw.sendall(struct.pack("!BB4s", 0x81, 0x80 | len(text), bytes(4)) + text)


def is_cut(raw):
    """Whether what is sent over it comes back as a reset."""
    try:
        say(raw, {"type": "ping"})
    except BlockingIOError:
        return False  # nobody reads it yet
    except OSError:
        return True
    return False


@pytest.mark.parametrize("strangers", [1, 8])
def test_a_spectator_who_does_not_read_stops_nobody(ada, strangers, monkeypatch):
    """It asked to look again and again: frames were sent under the lock, and no action was answered any more."""
    site = ada.site.processes[0]  # nginx would read for them
    for name in ("ws_ping_interval", "ws_ping_timeout"):  # 20 s: whoever is not sent enough to be cut for it is asked
        monkeypatch.setattr(site.configuration, name, ASKED)
    made = ada.table("me", "local", first=0, open=True)
    deaf = [deaf_socket(site, made["id"]) for _ in range(strangers)]
    try:
        for _ in range(60):
            for raw in deaf:
                say(raw, {"type": "look"})
        with ada.live(made["id"]) as live:
            number = live.get("full")["number"]
            for action in ("ant a1", "ant b1", "ant c1"):
                asked = time.monotonic()
                live.put(type="act", id=action, number=number, action=action, seat=0)
                number = live.get("ack")["number"]
                assert time.monotonic() - asked < SOON
        left, deadline = set(deaf), time.monotonic() + CUT
        for raw in deaf:
            raw.setblocking(False)
        while left:  # each is cut: what it sends comes back as a reset
            assert time.monotonic() < deadline, f"{len(left)} of {strangers} are still there"
            left -= {raw for raw in left if is_cut(raw)}
            time.sleep(0.05)
    finally:
        for raw in deaf:
            raw.close()


def test_nothing_is_kept_for_who_neither_reads_nor_speaks(ada, monkeypatch):
    """The server let go of it, but the system did not: what was on its way was kept for minutes."""
    site = ada.site.processes[0]
    for name in ("ws_ping_interval", "ws_ping_timeout"):
        monkeypatch.setattr(site.configuration, name, ASKED / 8)
    raw = deaf_socket(site, ada.table("me", "local", open=True)["id"])
    try:
        state = select.poll()
        state.register(raw, 0)  # that it is reset is told without being asked for; nothing is read
        assert [event & select.POLLHUP for _, event in state.poll(1000 * CUT)] == [select.POLLHUP]
    finally:
        raw.close()


@pytest.mark.parametrize("game", ENDS)
def test_the_last_action_cannot_be_taken_back_when_all_is_shown(ada, game):
    """In these games it could be, and the match went on with its secrets known."""
    match, lot = fm.Match(game, 2, seed=ENDS[game]), random.stream(("end", ENDS[game]))
    while not match.over:
        match.play(match.position.sample(match.actors[0], lot), match.actors[0])
    record, last = ada.post("/api/records", {"text": match.text()}, 201)["id"], match.ledger.moves[-1]
    wish = {"at": len(match.ledger.moves) - 1, "seats": [{"kind": "me"}, {"kind": "local"}]}
    table = ada.post(f"/api/tables/{record}/continue", wish, 201)["id"]
    before = ada.frame(table)
    assert before["table"]["state"] == "playing" and "seed" not in before["table"]
    number = ada.act(table, before["number"], last.action.text, seat=last.seat)["number"]
    over = ada.frame(table)
    assert over["table"]["seed"] and over["table"]["state"] == "over" and not over["can_undo"]
    refused = ada.post(f"/api/tables/{table}/undo", {"number": number, "seat": last.seat}, 409)
    assert refused["code"] == "undo/over"
    assert ada.frame(table) == over


def absent(site, table):
    """As if nobody but who asks had been connected for an hour."""
    for app in site.apps:
        held = app.state.server.room.in_memory(table)
        if held:
            held.presence._since -= 3600
            held.presence._seen.clear()


def test_a_clock_decides_about_a_seat_and_not_the_others(ada, ben):
    """Of a table of days a move, a seat went to a bot of the maker's choice while its person slept."""
    made = ada.table("me", "friend", open=True, clock={"kind": "days", "days": 3})
    ben.post(f"/api/tables/{made['id']}/seats/1", {"do": "join", "name": "Ben"})
    absent(ada.site, made["id"])
    assert ada.post(f"/api/tables/{made['id']}/seats/1", {"do": "bot"}, 409)["code"] == "seat/clock"


def test_who_has_only_just_gone_is_not_absent(ada, ben):
    made = ada.table("me", "friend", open=True)
    ben.post(f"/api/tables/{made['id']}/seats/1", {"do": "join", "name": "Ben"})
    assert ada.post(f"/api/tables/{made['id']}/seats/1", {"do": "bot"}, 409)["code"] == "seat/present"


def test_a_seat_goes_to_a_bot_when_all_others_want_it(ada, ben, site):
    cleo = site.guest("Cleo")
    made = ada.table("me", "friend", "friend", open=True)
    path = f"/api/tables/{made['id']}/seats"
    for seat, friend in ((1, ben), (2, cleo)):
        friend.post(f"{path}/{seat}", {"do": "join", "name": friend.name})
    absent(site, made["id"])
    for app in site.apps:
        if held := app.state.server.room.in_memory(made["id"]):
            held.presence._seen[held.table.seats[1].owner] = time.monotonic()
    assert ada.post(f"{path}/2", {"do": "bot"}, 409)["code"] == "seat/agreement"
    if len(site.apps) == 1:  # a wish is known to the process that heard it
        seats = ben.post(f"{path}/2", {"do": "bot"})["seats"]
        assert seats[2]["away"] and seats[2]["level"] == "champion"


def test_a_program_that_plays_by_requests_is_never_absent(ada, ben):
    """That it asks was known to the process that it had asked, and forgotten with the table."""
    site, path = ada.site, "/api/tokens"
    token = ben.post(path, {"name": "Ben's bot"}, 201)["token"]
    made = ada.table("me", "friend", open=True)
    seat = f"/api/tables/{made['id']}/seats/1"
    ben.http.headers["Authorization"] = f"Bearer {token}"
    ben.post(seat, {"do": "join", "name": "Ben"})
    for process in site.processes:  # whatever process it has asked, and the others ask
        room = process.app.state.server.room
        for forgotten in (False, True):
            if forgotten and (held := room.in_memory(made["id"])):
                next(iter(room._tasks)).get_loop().call_soon_threadsafe(room._drop, held)
                wait_for(lambda room=room: not room.in_memory(made["id"]))
            ada.http.get(f"{process.base}/api/tables/{made['id']}").raise_for_status()
            absent(site, made["id"])
            answer = ada.http.post(f"{process.base}{seat}", json={"do": "bot"}, headers={"Origin": process.base})
            assert answer.json()["code"] == "seat/present"
    ben.http.delete(f"{path}/{ben.get(path)[0]['id']}")
    absent(site, made["id"])
    assert ada.post(seat, {"do": "bot"})["seats"][1]["away"]  # a person may be absent


def test_a_program_keeps_its_seat_when_the_server_is_started_again(tmp_path):
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'tables.db'}", **QUICK)
    with running(settings) as site:
        ada, ben = site.guest("Ada"), site.guest("Ben")
        token = ben.post("/api/tokens", {"name": "Ben's bot"}, 201)["token"]
        seat = f"/api/tables/{ada.table('me', 'friend', open=True)['id']}/seats/1"
        ben.http.headers["Authorization"] = f"Bearer {token}"
        ben.post(seat, {"do": "join"})
        cookies = dict(ada.http.cookies)
    with running(settings) as site:
        ada = site.guest("Ada")
        ada.http.cookies.update(cookies)
        ada.get(seat.rpartition("/seats")[0])
        absent(site, seat.split("/")[3])
        assert ada.post(seat, {"do": "bot"}, 409)["code"] == "seat/present"


def test_a_hostile_record_is_refused_at_once_and_stops_nobody(ada):
    """A hundred thousand braces took half a minute, in which the server answered nobody."""
    head = '[Game "sisimizi"]\n'
    ada.post("/api/records", {"text": head}, 409)  # the process that reads has begun
    waits, ended = [0.0], threading.Event()

    def ask():
        with httpx.Client(base_url=ada.site.processes[0].base, timeout=60) as http:
            http.get("/health")  # is connected
            while not ended.wait(0.02):
                began = time.monotonic()
                http.get("/health").raise_for_status()
                waits.append(time.monotonic() - began)

    asking, began = threading.Thread(target=ask), time.monotonic()
    asking.start()
    try:
        for process in ada.site.processes:
            text = head + "{" * (process.app.state.server.settings.record_bytes - len(head))
            answer = ada.http.post(f"{process.base}/api/records", json={"text": text}, headers={"Origin": process.base})
            assert (answer.status_code, answer.json()["code"]) == (409, "record/syntax")
    finally:
        ended.set()
        asking.join()
    assert time.monotonic() - began < SOON * len(ada.site.processes) and max(waits) < HELD


@pytest.mark.parametrize("name", ["seed", "seats", "game", "self", "nature", "options", ""])
def test_an_option_with_a_name_of_our_own_is_refused_as_any_other(ada, name):
    """They reached the match as its own arguments, and were answered with 500."""
    wish = {"game": "sisimizi", "seats": [{"kind": "me"}, {"kind": "local"}], "options": {name: "1"}}
    assert ada.post("/api/tables", wish, 409)["code"] == "option/unknown"
    record = f'[Game "sisimizi"]\n[Rules "1"]\n[Seats "2"]\n[Options "{name}=1"]\n\nnature: first 0\n'
    refused = ada.post("/api/records", {"text": record}, 409)
    assert refused["code"] == "record/header" and "has no option" in refused["message"]


def test_nobody_looks_like_somebody_else_at_a_table(ada, ben):
    """A Cyrillic letter or one that cannot be seen made a second Ada."""
    made = ada.table("me", "friend", "friend", open=True)
    cleo = ada.site.guest("Cleo")
    path = f"/api/tables/{made['id']}/seats"
    ben.post(f"{path}/1", {"do": "join", "name": "\u0410d\u0430"})
    seats = cleo.post(f"{path}/2", {"do": "join", "name": "A\u200bd\u2060a"})["seats"]
    assert [seat["name"] for seat in seats] == ["Ada", "\u0410d\u0430 (2)", "Ada (3)"]


def test_what_cannot_be_seen_is_not_said(ada):
    table = ada.table("me", "local")["id"]
    said = ada.post(f"/api/tables/{table}/chat", {"text": "go\u200bod \u202eevil\u2066 \u3164game\ufeff"})
    assert said["text"] == "good evil game"
    assert ada.post(f"/api/tables/{table}/chat", {"text": "\u200b\u3164"}, 409)["code"] == "chat/empty"
