"""Connections: silent, slow and endless ones are let go, and with few descriptors nobody is shut out."""

import json
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import ExitStack
from typing import Any

import pytest

from formicarium.server.settings import Settings
from services import Formicarium

from ..conftest import QUICK, running

DESCRIPTORS = 256  # as 1,024 would do, with less to wait for
PATIENCE = 15.0  # seconds until a test gives up waiting


@pytest.fixture
def strict(tmp_path):
    times: dict[str, Any] = {"head_seconds": 0.5, "body_seconds": 1.0, "stall_seconds": 1.0, "head_bytes": 10_000}
    few = QUICK | times | {"connections_each": 30}
    with running(Settings(database_url=f"sqlite:///{tmp_path / 'tables.db'}", **few)) as site:
        yield site


def opened(port, sent=b""):
    """A connection over which something was sent."""
    raw = socket.create_connection(("127.0.0.1", port), PATIENCE)
    raw.settimeout(PATIENCE)
    if sent:
        raw.sendall(sent)
    return raw


def received(raw):
    """All that comes until the other side closes."""
    parts = []
    try:
        while part := raw.recv(65_536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def head(site, path="/health", method="GET", *lines):
    return "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{site.port}", *lines, ""]).encode()


def test_who_says_nothing_is_let_go(strict):
    began = time.monotonic()
    with opened(strict.port) as raw:
        assert received(raw) == b"" and time.monotonic() - began < PATIENCE


def test_a_head_that_does_not_end_is_let_go(strict):
    with opened(strict.port, head(strict)) as raw:  # the empty line is missing
        assert received(raw).startswith(b"HTTP/1.1 408")


def test_a_head_that_comes_letter_by_letter_is_let_go(strict):
    """Each letter was a sign of life, and the connection lived as long as they came."""
    with opened(strict.port, head(strict)) as raw, pytest.raises(OSError):
        for _ in range(100):
            raw.sendall(b"X")
            time.sleep(0.05)


def test_a_body_that_does_not_come_is_let_go(strict, caplog):
    """It lived for 45 s."""
    lines = ("Content-Type: application/json", "Content-Length: 100", "", '{"game":')
    began = time.monotonic()
    with opened(strict.port, head(strict, "/api/tables", "POST", *lines)) as raw:
        assert received(raw).startswith(b"HTTP/1.1 408") and time.monotonic() - began < PATIENCE
    assert "Traceback" not in caplog.text
    assert strict.guest().get("/health") == {"status": "ok"}


def test_a_head_is_bounded(strict):
    """One connection could send 150 MB of headers."""
    with opened(strict.port, head(strict)) as raw:
        sent = 0
        try:
            while sent < 10_000_000:
                raw.sendall(b"X-Long: " + b"x" * 1000 + b"\r\n")
                sent += 1010
        except OSError:
            pass
        assert sent < 10_000_000
    with opened(strict.port, head(strict, "/health", "GET", "X-Long: " + "x" * 12_000)) as raw:
        assert received(raw).startswith(b"HTTP/1.1 431")


def test_an_answer_that_is_not_read_is_given_up(strict):
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    raw.connect(("127.0.0.1", strict.port))
    raw.settimeout(PATIENCE)
    with raw:
        asked = head(strict, "/api/openapi.json") + b"\r\n"
        deadline = time.monotonic() + PATIENCE
        with pytest.raises(OSError):
            while time.monotonic() < deadline:
                raw.sendall(asked)
                time.sleep(0.01)


def test_one_address_has_so_many_connections(strict):
    with ExitStack() as stack:
        many = [stack.enter_context(opened(strict.port)) for _ in range(40)]
        answers = [received(raw) for raw in many]
    refused = [answer for answer in answers if answer.startswith(b"HTTP/1.1 503")]
    assert len(refused) == 10


def test_requests_one_after_the_other_use_one_connection(strict):
    """Also pipelined ones, and after a pause shorter than the limit."""
    whole = head(strict, "/health", "GET") + b"\r\n"
    with opened(strict.port, whole * 3) as raw:
        time.sleep(0.2)
        raw.sendall(head(strict, "/health", "GET", "Connection: close") + b"\r\n")
        assert received(raw).count(b"HTTP/1.1 200") == 4


def test_silent_connections_shut_nobody_out():
    """1,100 of them did with 1,024 descriptors, and nothing was logged."""
    poor = Formicarium(THINKERS=1, CONNECTIONS_EACH=10_000, HEAD_SECONDS=60, LOG="warning")
    limited = ["sh", "-c", f'ulimit -n {DESCRIPTORS} && exec "$@"', "sh", *poor.command()]
    poor.command = lambda: limited
    try:
        poor.start()
        with ExitStack() as stack:
            for _ in range(DESCRIPTORS + 100):
                stack.enter_context(opened(poor.port))
            for _ in range(5):
                with urllib.request.urlopen(f"{poor.url}/health", timeout=PATIENCE) as answer:
                    assert json.load(answer) == {"status": "ok"}
            with urllib.request.urlopen(f"{poor.url}/ready", timeout=PATIENCE) as answer:
                assert answer.status == 200
        said = (poor.folder / "output.log").read_text()
        assert said.count("connections run short") == 1 and "Traceback" not in said
    finally:
        poor.stop()


def test_the_server_takes_as_many_descriptors_as_it_is_allowed():
    asked = (
        "import resource; from formicarium.server.web.connections import raise_descriptors; "
        "resource.setrlimit(resource.RLIMIT_NOFILE, (300, 700)); raise_descriptors(); "
        "print(resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "(700, 700)"
