"""Safety: origins, headers, sizes, rates, cookies, logs without secrets."""

import json
import logging

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from formicarium.server.run import Lines
from formicarium.server.settings import Settings
from formicarium.server.web.identity import COOKIE
from formicarium.server.web.limits import Places

from ..conftest import wait_for

WISH = {"game": "sisimizi", "seats": [{"kind": "me"}, {"kind": "local"}]}


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Referer": "https://evil.example/page"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
)
def test_a_page_of_another_site_cannot_change_anything(ada, site, headers):
    ada.table("me", "bot")
    with httpx.Client(base_url=site.base, cookies=dict(ada.http.cookies)) as http:
        answer = http.post("/api/tables", json=WISH, headers=headers)
        assert answer.status_code == 403 and answer.json()["code"].startswith("origin/")


def test_every_answer_has_the_headers_of_safety(ada):
    for path in ("/", "/api/games", "/api/nothing", "/health", "/static-sheet/sisimizi.svg"):
        headers = ada.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self'" in policy and "unsafe" not in policy and "default-src 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff" and headers.get("server", "nginx") == "nginx"


def test_a_cookie_is_signed_and_hidden_from_scripts(ada, site):
    answer = ada.http.post("/api/tables", json=WISH)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie
    identities = site.app.state.server.identities
    value = ada.http.cookies[COOKIE]
    assert identities.read(value) is not None
    for broken in (value[:-2] + "xx", "x" + value, "", "a.b"):
        assert identities.read(broken) is None


def test_large_requests_are_refused(ada):
    answer = ada.http.post("/api/tables", content=b"x" * 100_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "limit/size")

    def endless():
        for _ in range(100):
            yield b"x" * 10_000

    answer = ada.http.post("/api/tables", content=endless())
    assert answer.status_code == 413


def test_nobody_has_too_many_connections(site, monkeypatch):
    site = site.processes[0]  # each counts for itself
    ada = site.guest("Ada")
    table = ada.table("me", "bot")["id"]
    monkeypatch.setattr(site.app.state.server, "sockets", Places(Settings(sockets_each=1)))
    with ada.live(table) as first:
        first.get("full")
        with pytest.raises(InvalidStatus), ada.live(table):
            pass
        with site.guest().live(table) as other:
            other.get("full")
    wait_for(lambda: not site.app.state.server.sockets._taken)
    with ada.live(table) as again:
        again.get("full")


def test_invitations_differ_and_cannot_be_guessed(ada):
    tokens = {invite["invite"] for _ in range(3) for invite in ada.table("me", "friend", "friend")["invites"]}
    assert len(tokens) == 6 and all(len(token) == 32 for token in tokens)


def test_log_lines_are_json_and_hold_no_secret(ada, site, caplog):
    with caplog.at_level(logging.INFO):
        for name in ("formicarium.access", "formicarium.server"):
            logging.getLogger(name).addHandler(caplog.handler)
        made = ada.table("me", "friend")
        token = ada.post("/api/tokens", {"name": "bot"}, 201)["token"]
        ada.http.get(f"/table/{made['id']}", params={"invite": made["invites"][0]["invite"]})
        site.guest("Ben").post(
            f"/api/tables/{made['id']}/seats/1", {"do": "join", "invite": made["invites"][0]["invite"]}
        )
        records = [record for record in caplog.records if record.name.startswith("formicarium")]
    lines = [Lines().format(record) for record in records]
    assert lines
    secrets = [token, made["invites"][0]["invite"], ada.http.cookies[COOKIE]]
    secrets.append(site.table(made["id"]).row.seed)
    requests = [json.loads(line) for line in lines if json.loads(line)["event"] == "request"]
    assert all(len(line["request"]) >= 16 for line in requests)
    assert made["id"] in [line.get("table") for line in requests]
    for line in lines:
        assert json.loads(line)["event"]
        assert not any(secret in line for secret in secrets)


def test_health_readiness_and_metrics(site):
    ada = site.processes[0].guest("Ada")
    assert ada.get("/health") == {"status": "ok"} and ada.get("/ready") == {"status": "ready"}
    ada.table("me", "bot")
    text = ada.http.get("/metrics").text
    assert "formicarium_tables_total" in text and "formicarium_commit_seconds_bucket" in text
