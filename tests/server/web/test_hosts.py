"""Hosts: under which names the site is asked for, what follows from https, and who reads what it counts."""

import socket

import httpx
import pytest

from formicarium.errors import IdentityError
from formicarium.server.settings import Settings
from formicarium.server.web.identity import Hosts

from ..conftest import QUICK, running

EVIL = "evil.example"


def refuses(named, **settings):
    try:
        Hosts(Settings(**settings)).check(named)
    except IdentityError as error:
        assert error.code == "host/unknown" and error.status == 421
        return True
    return False


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000", "LOCALHOST", "localhost."])
def test_this_machine_may_always_be_asked_for(host):
    assert not refuses(host)


@pytest.mark.parametrize(
    "host", [EVIL, "", "192.0.2.7", "localhost.evil.example", "[", "127.0.0.1.evil.example", "a@b:c"]
)
def test_other_names_are_refused(host):
    assert refuses(host)


def test_names_that_are_configured():
    assert not refuses("ants.example", origin="https://ants.example")
    assert not refuses("ants.example:8000", hosts="bees.example, ants.example")
    assert not refuses("192.0.2.7:80", host="192.0.2.7")
    assert refuses(EVIL, origin="https://ants.example", hosts="bees.example")


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_who_listens_everywhere_is_asked_for_by_any_address_but_not_by_any_name(host):
    assert not refuses("192.168.1.5:8000", host=host) and not refuses("[2001:db8::1]:8000", host=host)
    assert not refuses(f"{socket.gethostname()}.local", host=host)
    assert refuses(EVIL, host=host)  # a name that its owner lets lead here


@pytest.mark.parametrize("path", ["/", "/api/games/", "/api/tables", "/metrics", "/static/nothing"])
def test_a_forged_host_is_followed_nowhere(site, path):
    """A redirect went to whatever host was named, and a page of any name that led here was of our own origin."""
    with httpx.Client(base_url=site.processes[0].base) as http:
        answer = http.get(path, headers={"Host": EVIL})
        assert answer.status_code == 421 and EVIL not in answer.headers.get("location", "")
        made = http.post("/api/tables", json={}, headers={"Host": EVIL, "Origin": f"http://{EVIL}"})
        assert made.status_code == 421
        assert http.get("/health", headers={"Host": EVIL}).status_code == 200  # whoever watches asks as it likes


def test_a_socket_under_a_forged_host_is_refused(ada):
    site = ada.site.processes[0]
    table = ada.table("me", "local")["id"]
    with socket.create_connection(("127.0.0.1", site.port), 10) as raw:
        raw.sendall(
            f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: {EVIL}\r\nOrigin: http://{EVIL}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {'A' * 22}==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert raw.recv(12) == b"HTTP/1.1 421"


def test_https_stays_https(tmp_path):
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'tables.db'}", origin="https://ants.example", **QUICK)
    with running(settings) as site, httpx.Client(base_url=site.base, headers={"Host": "ants.example"}) as http:
        assert "max-age=31536000" in http.get("/").headers["strict-transport-security"]
        wish = {"game": "sisimizi", "seats": [{"kind": "me"}, {"kind": "local"}]}
        assert "Secure" in http.post("/api/tables", json=wish).headers["set-cookie"]


def test_without_https_nothing_is_said_of_it(ada):
    assert "strict-transport-security" not in ada.http.get("/").headers


def test_what_is_counted_is_for_who_runs_the_site(tmp_path):
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'tables.db'}", proxies="127.0.0.1", **QUICK)
    elsewhere = {"X-Forwarded-For": "192.0.2.7"}
    with running(settings) as site, httpx.Client(base_url=site.base) as http:
        assert http.get("/metrics").status_code == 200
        refused = http.get("/metrics", headers=elsewhere)
        assert refused.status_code == 403 and refused.json()["code"] == "metrics/private"


def test_what_is_counted_is_not_shown_through_a_proxy_that_nobody_has_told_of(site):
    """It is on this machine, and so everybody who comes through it seemed to be."""
    for process in site.processes:
        with httpx.Client(base_url=process.base) as http:
            assert http.get("/metrics").status_code == 200
            assert http.get("/metrics", headers={"X-Forwarded-For": "192.0.2.7"}).status_code == 403
            assert http.get("/metrics", headers={"Via": "1.1 proxy"}).status_code == 403
    if len(site.processes) > 1:
        assert site.guest().http.get("/metrics").status_code == 404, "nginx hands it on to nobody"


def test_what_is_counted_is_shown_for_a_token(tmp_path):
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    settings = Settings(database_url=url, metrics_token="of-prometheus", **QUICK)
    with running(settings) as site, httpx.Client(base_url=site.base) as http:
        assert http.get("/metrics").status_code == 403
        assert http.get("/metrics", headers={"Authorization": "Bearer wrong"}).status_code == 403
        shown = http.get("/metrics", headers={"Authorization": "Bearer of-prometheus"}).text
    assert "formicarium_loop_lag_seconds_count" in shown and "formicarium_loop_lag_most_seconds" in shown
