"""The lobby: who visits sees what is open and who waits as it changes, in whatever process, and is led to its table."""

import json
from contextlib import contextmanager

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from formicarium.server.settings import Settings

from ..authenticator import sign_up
from ..conftest import QUICK, Live, running
from .test_passkeys import name_of

WAIT = 60


@contextmanager
def visiting(guest):
    """The live connection of somebody to the lobby, and what it is told first."""
    cookie = "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())
    headers = {"Cookie": cookie} if cookie else {}
    address = f"ws://127.0.0.1:{guest.site.port}/api/lobby/live"
    with connect(address, additional_headers=headers, origin=guest.site.base, close_timeout=1) as socket:
        live = Live(socket)
        yield live, live.get("lobby")


def until(live, kind, fits):
    """The first message of a kind that fits."""
    while True:
        message = live.get(kind)
        if fits(message):
            return message


def seek(guest, *seats, **more):
    body = {"game": "antics", "seats": [*seats], "name": guest.name, **more}
    return guest.post("/api/lobby/seek", body)


@pytest.fixture
def known(site):
    """People whom the site knows."""

    def make(*names):
        guests = [site.guest(name) for name in names]
        for guest in guests:
            guest.post("/api/tokens", {"name": "cookie"}, 201)
        return guests

    return make


def test_an_open_table_is_shown_while_it_has_a_free_seat(site, known):
    ada, ben, eve = known("Ada", "Ben", "Eve")
    eve.http.headers["Accept-Language"] = "fr"
    with visiting(ada) as (live, lobby):
        assert lobby["seek"] is None
        made = eve.table("me", "friend", game="grasshopper", open=True, options={"mode": "winter"})

        def has(message):
            return any(table["id"] == made["id"] for table in message["tables"])

        [shown] = [table for table in until(live, "lobby-change", has)["tables"] if table["id"] == made["id"]]
        assert shown["language"] == "fr" and shown["options"]["mode"] == "winter" and shown["game"] == "grasshopper"
        assert [(seat["kind"], seat["name"]) for seat in shown["seats"]] == [("human", "Eve"), ("open", "")]
        with visiting(ben) as (_, later):
            assert has(later)
        ben.post(f"/api/tables/{made['id']}/seats/1", {"do": "join", "name": "Ben"})
        assert until(live, "lobby-change", lambda message: made["id"] in message["gone"])
    with visiting(ben) as (_, later):
        assert not has(later)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_people_who_look_for_a_match_are_led_to_one_table(site, known, size):
    guests = known(*(f"Ant {number}" for number in range(size)))
    doors = [visiting(guest) for guest in guests]
    lives = [door.__enter__()[0] for door in doors]
    for guest in guests:
        assert seek(guest, size)["seek"]["seats"] == [size]
    found = {until(live, "sought", lambda message: message["table"])["table"] for live in lives}
    for door in doors:
        door.__exit__(None, None, None)
    [table] = found
    assert all(guest.frame(table)["you"] for guest in guests)
    assert {guest.get("/api/lobby/seek")["table"] for guest in guests} == {table}


def test_what_one_looks_for_is_told_to_all_and_ends_when_it_is_taken_back(site, known):
    ada, ben = known("Ada", "Ben")
    with visiting(ada) as (first, _), visiting(ben) as (other, _):
        said = seek(ada, 2, 3, game="formica", bots_after=7)["seek"]
        assert said | {"waited": 0} == {
            "game": "formica",
            "options": {"memory_aid": "no"},
            "clock": {"kind": "none"},
            "seats": [2, 3],
            "waited": 0,
            "bots_after": 7,
            "bots": False,
        }
        assert until(first, "sought", lambda message: message["seek"])["seek"]["seats"] == [2, 3]
        queue = {"game": "formica", "mode": "", "people": 1}
        assert until(other, "lobby-change", lambda message: queue in message["waiting"])
        with visiting(ada) as (_, again):
            assert again["seek"]["game"] == "formica", "another tab knows"
        assert ada.http.delete("/api/lobby/seek").json() == {"seek": None, "table": None}
        assert until(first, "sought", lambda message: True) == {"type": "sought", "seek": None, "table": None}
        assert until(other, "lobby-change", lambda message: queue not in message["waiting"])
    assert ada.http.delete("/api/lobby/seek").json()["code"] == "seek/none"


def test_bots_begin_at_once(site, known):
    [ada] = known("Ada")
    with visiting(ada) as (live, _):
        seek(ada, 4)
        assert ada.post("/api/lobby/seek/bots")["seek"]["bots"]
        table = until(live, "sought", lambda message: message["table"])["table"]
    seats = ada.frame(table)["table"]["seats"]
    assert sorted(seat["kind"] for seat in seats) == ["bot", "bot", "bot", "human"]


def test_who_is_gone_does_not_look_any_more(database_url):
    with running(Settings(database_url=database_url, seek_seconds=0.5, **QUICK)) as site:
        ada, ben = site.guest("Ada"), site.guest("Ben")
        for guest in (ada, ben):
            guest.post("/api/tokens", {"name": "cookie"}, 201)
        with visiting(ben) as (live, _):
            with visiting(ada):
                seek(ada, 3, game="formica")
                queue = {"game": "formica", "mode": "", "people": 1}
                assert until(live, "lobby-change", lambda message: queue in message["waiting"])
            assert until(live, "lobby-change", lambda message: message["waiting"] == [])
        assert ada.get("/api/lobby")["seek"] is None


def test_a_wish_that_cannot_be_is_refused(ada):
    for body, code in (
        ({"game": "antics", "seats": [5]}, "request/invalid"),
        ({"game": "antics", "seats": []}, "request/invalid"),
        ({"game": "chess", "seats": [2]}, "unknown/game"),
        ({"game": "antics", "seats": [2], "options": {"prey": "9"}}, "option/value"),
    ):
        answer = ada.http.post("/api/lobby/seek", json=body)
        assert answer.status_code >= 400 and answer.json()["code"] == code, answer.text
    assert ada.http.post("/api/lobby/seek/bots", json={}).json()["code"] == "seek/none"


def test_who_is_signed_out_is_told_nothing_more(site):
    ada = site.guest("Ada")
    sign_up(ada, name_of())
    with visiting(ada) as (live, _):
        assert ada.http.delete("/api/account/devices").status_code == 204
        with pytest.raises(ConnectionClosed, match="signed-out"):
            live.get("nothing")


def test_who_says_too_much_or_has_too_many_connections_is_refused(database_url):
    how = QUICK | {"budget": 40, "budget_a_second": 0.001, "sockets_each": 1}
    with running(Settings(database_url=database_url, **how)) as site, visiting(site.guest("Ada")) as (live, _):
        for _ in range(80):
            live.socket.send(json.dumps({"type": "whatever"}))
        with pytest.raises(Exception, match="too many messages"):
            live.get("nothing")
    how = QUICK | {"sockets_each": 1}
    with running(Settings(database_url=database_url, **how)) as site:
        ada = site.guest("Ada")
        with visiting(ada), visiting(ada), pytest.raises(InvalidStatus), visiting(ada):
            pass


def test_without_people_there_is_no_lobby(database_url):
    with running(Settings(database_url=database_url, people=False, **QUICK)) as site:
        ada = site.guest("Ada")
        assert ada.http.get("/lobby").status_code == ada.http.get("/api/lobby").status_code == 404
        assert "/lobby" not in ada.http.get("/").text
        assert "lobby" not in ada.http.get("/api/openapi.json").text
        assert ada.table("me", "friend", open=True)["id"]
