"""Notices: who closed the page is told once that a table waits, as its seat saw what happened; nobody else is."""

import re
import time
from dataclasses import replace

import pytest

from formicarium.server.people import notices
from formicarium.server.settings import Settings
from formicarium.server.store.notices import Notices, subscribe_write

from ..conftest import QUICK, running, with_storage
from .browsers import Browser, Service

DAYS = {"kind": "days", "days": 1}


@pytest.fixture
def service():
    with Service() as found:
        yield found


def settings(database_url, service, **more):
    return Settings(
        database_url=database_url,
        push_services=service.origin,
        contact="mailto:ants@example.org",
        secret="the same again, and not a short one",
        **{**QUICK, "notice_seconds": 0.1, **more},
    )


def subscribe(guest, browser, status=200, **query):
    body = {"endpoint": browser.endpoint, "keys": browser.keys}
    answer = guest.http.post("/api/notices", json=body, params=query)
    assert answer.status_code == status, answer.text
    return answer.json()


def pair(site, service, **more):
    """Ada, to act first, and Ben, each with a browser."""
    ada, ben = site.guest("Ada"), site.guest("Ben")
    made = ada.table("me", "friend", first=0, clock=DAYS, **more)
    invite = made["invites"][0]
    wish = {"do": "join", "invite": invite["invite"], "name": "Ben"}
    ben.post(f"/api/tables/{made['id']}/seats/{invite['seat']}", wish)
    browsers = [Browser(service.origin, "ada"), Browser(service.origin, "ben")]
    return ada, ben, made["id"], browsers


def act(guest, table):
    frame = guest.frame(table)
    return guest.act(table, frame["number"], frame["choices"][len(frame["choices"]) // 2])


def turn(guest, table):
    """Act until it is somebody else's turn."""
    while guest.frame(table)["choices"]:
        act(guest, table)


def test_who_is_not_there_is_told_once(database_url, service):
    with running(settings(database_url, service)) as site:
        ada, ben, table, (hers, his) = pair(site, service)
        assert subscribe(ben, his, lang="de")["browsers"] == 1
        turn(ada, table)
        path, _, body = service.wait(1)
        said = his.read(body)
        assert path == "/send/ben" and said["title"] == "Sisimizi: Du bist am Zug"
        assert said["link"] == f"/table/{table}" and "Ada" in said["body"] and said["language"] == "de"
        ben.post(f"/api/tables/{table}/chat", {"text": "Hello"})  # something happens, and he is to act as before
        subscribe(ada, hers)
        turn(ben, table)
        path, _, body = service.wait(2)
        assert path == "/send/ada" and hers.read(body)["title"] == "Sisimizi: it is your turn"
    with running(settings(database_url, service)) as site:  # a start looks for those who wait
        time.sleep(1.5)
        service.wait(2)


def test_who_is_there_is_not_told(database_url, service):
    with running(settings(database_url, service)) as site:
        ada, ben, table, (hers, his) = pair(site, service)
        subscribe(ben, his)
        subscribe(ada, hers)
        with ben.live(table) as live:
            live.get("full")
            turn(ada, table)
            turn(ben, table)
            assert service.wait(1)[0] == "/send/ada", "Ben saw it"


def test_a_table_that_began_to_wait_while_no_server_ran_is_found(database_url, service):
    with running(settings(database_url, service, notice_seconds=1000.0)) as site:
        ada, ben, table, (_, his) = pair(site, service)
        subscribe(ben, his)
        turn(ada, table)
    with running(settings(database_url, service)):
        assert service.wait(1)[0] == "/send/ben"


def test_a_browser_that_is_gone_is_forgotten_and_one_that_left_is_not_told(database_url, service):
    with running(settings(database_url, service)) as site:
        ada, ben, table, (hers, his) = pair(site, service)
        service.status = 410
        subscribe(ben, his)
        turn(ada, table)
        service.wait(1)
        end = time.monotonic() + 30
        while ben.get("/api/notices")["browsers"] and time.monotonic() < end:
            time.sleep(0.02)
        assert ben.get("/api/notices")["browsers"] == 0
        subscribe(ada, hers)
        stranger = site.guest("Cleo")
        stranger.table("me", "bot")
        stranger.post("/api/notices/end", {"endpoint": hers.endpoint})  # not hers: nothing happens
        assert ada.get("/api/notices")["browsers"] == 1
        assert ada.post("/api/notices/end", {"endpoint": hers.endpoint})["browsers"] == 0


def test_a_browser_that_cannot_be_written_to_keeps_nobody_else_from_being_told(database_url, service):
    with running(settings(database_url, service)) as site:
        ada, ben, table, (hers, his) = pair(site, service)
        subscribe(ben, his)
        owner = site.table(table).seats[1].owner
        (known,) = with_storage(database_url, lambda kept: Notices(kept).of([owner]))[owner]
        broken = replace(known, endpoint="https://\x7f")  # as nobody can store it any more
        with_storage(database_url, lambda kept: kept.commit([subscribe_write(broken)]))
        turn(ada, table)
        service.wait(1)
        subscribe(ada, hers)
        turn(ben, table)
        assert service.wait(2)[0] == "/send/ada", "they are still told"


def test_of_too_many_browsers_the_oldest_is_forgotten_and_foreign_addresses_are_refused(database_url, service):
    with running(settings(database_url, service, browsers_each=2)) as site:
        ada = site.guest("Ada")
        ada.table("me", "bot")
        for name in "abc":
            subscribe(ada, Browser(service.origin, name))
        assert ada.get("/api/notices")["browsers"] == 2
        assert subscribe(ada, Browser("http://127.0.0.1:9", "x"), 409)["code"] == "push/service"


def test_a_notice_says_what_the_seat_saw(database_url, service, monkeypatch):
    """A choice in secret stays one: the notice is read from the match as that seat saw it."""
    monkeypatch.setattr(notices, "BEAT", 0.05)
    with running(settings(database_url, service)) as site:
        ada, ben, table, (hers, his) = pair(site, service, game="grasshopper")
        subscribe(ada, hers)
        subscribe(ben, his)
        for _ in range(6):
            for guest in (ada, ben):
                if guest.frame(table)["choices"]:  # else it is over
                    before = len(service.got)
                    turn(guest, table)
                    service.wait_for(before + 1)  # of many turns at once one is told, the last
        bodies, laid = [], r"The cards are laid out; (Ada|Ben) is the first Ant, drawn by lot\."
        for browser, name, other in ((hers, "ada", "Ben"), (his, "ben", "Ada")):
            guess = rf"{other} (jumped onto [^.]+, but (Ada|Ben)|guessed what (Ada|Ben)) had chosen [^.]+\."
            trail = rf"{other} laid a trail over [\w, ]+ and chose in secret\."
            said = [browser.read(body) for path, _, body in service.got if path.endswith(name)]
            told = [one["body"] for one in said if one["title"].endswith("it is your turn")]
            for body in told:  # nothing, where only the seat itself has acted since
                assert re.fullmatch(rf"({laid})? ?({guess})? ?({trail})?", body), body
            bodies += told
        assert any("chose in secret" in body for body in bodies)
        assert any("had chosen" in body for body in bodies)


def test_the_tables_that_wait_come_one_after_the_other(database_url, service):
    with running(settings(database_url, service)) as site:
        ada = site.guest("Ada")
        first, second = (ada.table("me", "bot", first=0, clock=DAYS)["id"] for _ in range(2))
        assert ada.get("/api/waiting")["tables"] == [first, second]
        found = ada.http.get("/next", params={"after": first})
        assert found.status_code == 303 and found.headers["location"] == f"/table/{second}"
        assert site.guest("Ben").http.get("/next").headers["location"] == "/matches"


def test_a_site_without_people_tells_nobody(database_url, service):
    with running(settings(database_url, service, people=False)) as site:
        ada = site.guest("Ada")
        page = ada.table("me", "bot", clock=DAYS)
        for path in ("/api/notices", "/api/waiting", "/next"):
            assert ada.http.get(path).status_code == 404
        html = ada.http.get(f"/table/{page['id']}").text
        assert "data-closed" not in html and "/next?" not in html
