"""Budgets: what one person and one address may ask for, however many cookies it has, and what over budget is told."""

import asyncio
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from formicarium.errors import LimitError
from formicarium.server.settings import Settings
from formicarium.server.table.table import Person
from formicarium.server.web import limits
from formicarium.server.web.assets import ADDRESS
from formicarium.server.web.limits import Budget, Gallery, household

from ..conftest import QUICK, running

WISH = {"game": "sisimizi", "seats": [{"kind": "me"}, {"kind": "local"}]}
STRICT = QUICK | {"budget": 300, "budget_a_second": 0.5, "people_an_address": 2.0, "price_table": 75}
ATTEMPTS = 60  # of a stranger; bounded, so that a server that lets all of them through is not kept busy for long


@pytest.fixture
def strict(tmp_path):
    with running(Settings(database_url=f"sqlite:///{tmp_path / 'tables.db'}", **STRICT)) as site:
        yield site


def ask(site, path="/api/tables", wish=WISH, **headers):
    """Somebody without a cookie asks."""
    with httpx.Client(base_url=site.base, timeout=30) as http:
        return http.post(path, json=wish, headers=headers)


def test_new_cookies_are_no_new_budget(strict):
    """One address made 2,652 tables in half a minute where about 50 were allowed, each with a new cookie."""
    answers = [ask(strict) for _ in range(ATTEMPTS)]
    made = [answer for answer in answers if answer.status_code == 201]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert 1 <= len(made) <= 600 // 75 and len(made) + len(refused) == ATTEMPTS
    assert {answer.json()["code"] for answer in refused} == {"limit/rate"}
    assert all(1 <= int(answer.headers["retry-after"]) <= 75 for answer in refused)  # the address earns 1 a second


def test_what_a_stranger_says_of_its_address_is_not_believed(strict):
    answers = [ask(strict, **{"X-Forwarded-For": f"192.0.2.{number}"}) for number in range(ATTEMPTS // 2)]
    assert sum(answer.status_code == 201 for answer in answers) <= 600 // 75


@pytest.mark.parametrize("documents", [False, True])
def test_only_what_is_there_is_free(tmp_path, documents):
    """Whatever began like a free address was: a page that said that there is nothing was drawn for nothing."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "play.html").write_text("how to play")
    lasting: dict[str, Any] = QUICK | {"budget": 10**4, "budget_a_second": 0.001, "site": folder if documents else None}
    with running(Settings(database_url=f"sqlite:///{tmp_path / 'tables.db'}", **lasting)) as site:
        bucket = site.app.state.server.budget._bucket("address 127.0.0.1", Settings().people_an_address)
        with httpx.Client(base_url=site.base) as http:

            def asked(path, method="GET"):
                """The answer, and whether it was paid for."""
                before = bucket.level
                return http.request(method, path).status_code, bucket.level < before - 0.5

            for path in ("/health", "/ready", "/metrics", "/static/ant.svg", f"{ADDRESS}/ant.svg"):
                assert asked(path) == (200, False), path
            assert asked("/docs/play.html") == ((200, False) if documents else (404, True))
            missing = ["/healthx", "/docs/x", "/static/nothing", "/static/v-1/%00", "/static/" + "x" * 5000, "/static/"]
            assert {path: asked(path) for path in missing} == dict.fromkeys(missing, (404, True))
            assert asked("/health", "POST") == asked("/metrics", "HEAD") == (405, True)


def test_without_documents_nothing_is_allowed_for_their_sake(site):
    assert "unsafe" not in site.guest().http.get("/docs/x").headers["content-security-policy"]


def test_what_a_proxy_that_is_configured_says_is_believed(tmp_path):
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'tables.db'}", proxies="127.0.0.1", **STRICT)
    with running(settings) as site:
        for number in range(12):
            assert ask(site, **{"X-Forwarded-For": f"192.0.2.{number}"}).status_code == 201
        same = [ask(site, **{"X-Forwarded-For": f"10.9.9.9, 2001:db8:1:2::{number:x}"}) for number in range(12)]
        assert sum(answer.status_code == 201 for answer in same) <= 600 // 75  # one network of IPv6 is one household


def test_what_is_kept_for_somebody_is_paid_for(strict):
    """Each of these leaves a row, and a new cookie is a new person: one address could fill the disk."""
    asked = {
        "/api/people/me": {"parts": ["ratings"]},
        "/api/notices": {"endpoint": "https://example.org", "keys": {"p256dh": "", "auth": ""}},
        "/api/tournaments/none": {"do": "enter", "name": "Ada"},
        "/api/clubs/none": {"do": "join", "name": "Ada"},
    }
    codes = [ask(strict, *list(asked.items())[n % len(asked)]).status_code for n in range(ATTEMPTS)]
    assert codes[0] == 200 and codes.count(429) >= ATTEMPTS - 600 // 60 - 1


def test_to_find_out_names_is_paid_for(strict):
    """A name that somebody has is refused at once: whoever tries many of them is stopped."""
    names = [{"name": f"Ant number {number}"} for number in range(ATTEMPTS)]
    codes = [ask(strict, "/api/account/passkeys/begin", name).status_code for name in names]
    assert codes[0] == 200 and codes.count(429) >= ATTEMPTS - 600 // 150 - 4 and set(codes) == {200, 429}


def test_bots_of_a_tournament_are_paid_for_one_by_one(strict):
    ada = strict.guest()
    cup = ada.post("/api/tournaments", {"name": "Cup", "host": "Ada", "game": "sisimizi"}, 201)["id"]
    answer = ada.http.post(f"/api/tournaments/{cup}", json={"do": "bots", "level": "random", "count": 11})
    assert answer.status_code == 429
    assert ada.post(f"/api/tournaments/{cup}", {"do": "bots", "level": "random", "count": 2})["count"] == 2


def test_everything_costly_is_paid_from_one_budget(strict):
    ada = strict.guest()
    table = ada.table("me", "local", first=0)["id"]  # of nobody yet: the address alone pays
    assert ada.http.post("/api/tokens", json={"name": "bot"}).status_code == 201  # 75 of 300
    assert ada.http.get(f"/api/tables/{table}/png", params={"width": 100}).status_code == 200  # 100
    assert ada.http.post(f"/api/tables/{table}/hint", json={}).status_code == 429
    assert ada.http.post("/api/records", json={"text": "x"}).status_code == 429
    ada.table("me", "local")  # 75
    assert ada.http.post("/api/tables", json=WISH).status_code == 429
    assert ada.http.post("/api/tokens", json={"name": "bot"}).status_code == 429
    assert ada.http.get(f"/api/tables/{table}/png").status_code == 429
    assert ada.http.get(f"/api/tables/{table}").status_code == 200  # what is cheap, there is enough for


def test_connecting_is_paid_for(strict):
    table = strict.guest().table("me", "local")["id"]
    address = f"ws://127.0.0.1:{strict.port}/api/tables/{table}/live"
    with pytest.raises(InvalidStatus) as refused:
        for _ in range(ATTEMPTS):
            with connect(address, close_timeout=1):
                pass
    answer = refused.value.response
    assert answer.status_code == 429 and int(answer.headers["Retry-After"]) >= 1


def test_looks_and_undo_over_a_socket_are_paid_for(strict):
    ada = strict.guest()
    table = ada.table("me", "local", first=0)["id"]
    with ada.live(table, scene="no") as live:
        number, codes = live.get("full")["number"], []
        for _ in range(ATTEMPTS):
            live.put(type="act", number=number, action="ant a1", seat=0)
            number = live.get("ack")["number"]
            live.put(type="undo", number=number, seat=0)
            answer = live.get("ack", "error")
            if answer["type"] == "error":
                codes.append(answer["code"])
                break
            number = answer["number"]
    assert codes == ["limit/rate"]


def test_the_log_of_a_table_is_bounded_and_says_so(tmp_path):
    """Acting and taking back in a loop wrote 806 entries a second, for as long as somebody liked."""
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'tables.db'}", log_entries=20, **QUICK)
    with running(settings) as site:
        ada = site.guest()
        table = ada.table("me", "local", first=0)["id"]
        number = 1
        for _ in range(30):
            number = ada.act(table, number, "ant a1", seat=0)["number"]
            answer = ada.http.post(f"/api/tables/{table}/undo", json={"number": number, "seat": 0})
            if answer.status_code != 200:
                break
            number = answer.json()["number"]
        assert number <= 21 and answer.status_code == 409 and answer.json()["code"] == "undo/full"
        assert "play on" in answer.json()["message"]
        assert not ada.get(f"/api/tables/{table}")["can_undo"], "what is refused is not offered"
        assert ada.act(table, number, "ant b1", seat=0)["number"] == number + 1


def test_an_address_has_more_than_a_person_and_both_pay_or_neither():
    budget = Budget(Settings(budget=100, budget_a_second=0.001, people_an_address=2.0, price_table=60))
    ada, ben = Person("ada"), Person("ben")
    budget.pay("table", "192.0.2.1", ada)
    with pytest.raises(LimitError):  # which costs the address nothing
        budget.pay("table", "192.0.2.1", ada)
    budget.pay("table", "192.0.2.1", ben)
    budget.pay("table", "192.0.2.1", None)
    with pytest.raises(LimitError) as refused:
        budget.pay("table", "192.0.2.1", None)
    assert refused.value.wait == pytest.approx(40 / 0.002, rel=0.01)
    budget.pay("table", "192.0.2.2", None)


def test_an_address_makes_about_fifty_tables_in_half_a_minute(monkeypatch):
    """With new cookies it made 109: the numbers allowed that."""
    now, made = 0.0, 0
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: now))
    budget = Budget(Settings())
    while now < 30:
        try:
            for what in ("request", "table"):
                budget.pay(what, "192.0.2.1", None)
            made += 1
        except LimitError:
            now += 0.5
    assert 40 <= made <= 50


def test_only_so_many_are_remembered(monkeypatch):
    monkeypatch.setattr(Budget, "MOST", 10)
    budget = Budget(Settings())
    for number in range(100):
        budget.pay("request", f"192.0.2.{number}", None)
    assert len(budget._buckets) == 10


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("somewhere", "somewhere"),
    ],
)
def test_what_counts_of_an_address(address, counted):
    assert household(address) == counted


def test_who_only_watches_waits_for_a_turn(monkeypatch):
    """A hundred were told at once, and the next action waited for all of them."""
    now, busy, waits, came = [100.0], 0.0, [], []

    async def sleep(seconds):
        waits.append(seconds)
        now[0] += seconds + busy

    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(limits, "asyncio", SimpleNamespace(sleep=sleep, Lock=asyncio.Lock))
    gallery = Gallery(Settings(watching_turns=4.0))

    async def turn(number):
        await gallery.turn()
        came.append((number, now[0]))

    async def turns(*numbers):
        await asyncio.gather(*map(turn, numbers))

    asyncio.run(turns(0, 1, 2))
    assert waits == [0.25, 0.25]  # the first has nobody in front
    assert came == [(0, 100.0), (1, 100.25), (2, 100.5)]
    now[0] += 0.25
    asyncio.run(turns(3))
    assert len(waits) == 2
    busy = 7.0  # for so long others had the machine: those who wait do not come all at once then
    asyncio.run(turns(4, 5, 6))
    assert waits[2:] == [0.25] * 3
