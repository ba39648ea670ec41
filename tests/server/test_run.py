"""The process: it starts, says where it is, stops gracefully and goes on where it was."""

import ast
import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import formicarium as fm
from formicarium.errors import MissingExtra
from formicarium.server import run
from formicarium.server.run import LATE


def start(folder, *more, **settings):
    environment = os.environ | {"FORMICARIUM_THINKERS": "1", "FORMICARIUM_LOG": "info"} | settings
    command = [sys.executable, "-m", "formicarium", "serve", "--port", "0", "--data", str(folder), *more]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    address = re.search(r"http://\S+", process.stdout.readline())[0]
    return process, address


@pytest.mark.parametrize("package", ["aiosqlite", "babel", "jinja2", "websockets"])
def test_a_missing_package_is_said_at_the_start(tmp_path, package):
    """Also one that only pages need, or that is needed late."""
    serve = f"""
import sys
sys.modules["{package}"] = None
from formicarium.cli import main
sys.argv = ["formicarium", "serve", "--port", "0", "--data", "{tmp_path}"]
main()
"""
    done = subprocess.run([sys.executable, "-c", serve], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2 and not done.stdout
    assert "pip install 'formicarium[serve]'" in " ".join(done.stderr.split()) and "Traceback" not in done.stderr


@pytest.mark.parametrize("package", LATE)
def test_a_package_that_is_imported_late_is_missed_at_the_start(monkeypatch, package):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=re.escape("pip install 'formicarium[serve]'")):
        run.check_packages()


def test_every_package_that_the_server_imports_late_is_looked_for_at_the_start():
    """In all that a server runs: whatever a function imports. SQLAlchemy imports aiosqlite."""
    root = Path(fm.__file__).parent
    others = [root / name for name in ("arena", "cli", "interop", "train")]
    late = set()
    for path in root.rglob("*.py"):
        if not any(other in path.parents for other in others):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
            for node in [node for function in functions for node in ast.walk(function)]:
                if isinstance(node, ast.Import):
                    late |= {name.name.partition(".")[0] for name in node.names}
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    late.add(node.module.partition(".")[0])
    named_by_themselves = {"asyncpg", "redis"}
    assert late - sys.stdlib_module_names - {"formicarium"} - named_by_themselves == set(LATE) - {"aiosqlite"}


def ask(address, body=None, cookie=""):
    data = json.dumps(body).encode() if body else None
    headers = {"Content-Type": "application/json", "Origin": address.split("/api")[0]}
    with urllib.request.urlopen(urllib.request.Request(address, data, headers | {"Cookie": cookie})) as answer:
        return json.load(answer), (answer.headers["Set-Cookie"] or "").split(";")[0]


def test_a_port_that_is_taken_is_said_in_words_before_the_server_says_that_it_is_up(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "formicarium", "serve", "--port", port, "--data", str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    said = " ".join(done.stderr.split())
    assert done.returncode == 2 and not done.stdout and "Traceback" not in said
    assert f"127.0.0.1:{port} cannot be listened at" in said and "give another one with --port" in said


@pytest.mark.parametrize(
    ("host", "token", "warned"), [("0.0.0.0", "", True), ("0.0.0.0", "of-prometheus", False), ("localhost", "", False)]
)
def test_who_listens_everywhere_is_told_who_sees_what_is_counted(tmp_path, host, token, warned):
    process, _ = start(tmp_path, "--host", host, FORMICARIUM_METRICS_TOKEN=token)
    process.kill()
    _, said = process.communicate()
    assert ("/metrics is shown" in said) == warned


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_graceful_stop_and_a_start_in_mid_turn(tmp_path, how):
    process, address = start(tmp_path)
    try:
        wish = {"game": "sisimizi", "seats": [{"kind": "me"}, {"kind": "local"}], "first": 0}
        made, cookie = ask(f"{address}/api/tables", wish)
        with urllib.request.urlopen(f"{address}/table/{made['id']}?invite=whoever-has-this"):
            pass
        live = f"{address.replace('http', 'ws')}/api/tables/{made['id']}/live"
        with connect(live, additional_headers={"Cookie": cookie}, max_size=None) as line:
            line.send(json.dumps({"type": "act", "id": 0, "number": 1, "action": "ant a1", "seat": 0}))
            while json.loads(line.recv(timeout=20))["type"] != "ack":
                pass
            process.send_signal(how)
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    line.recv(timeout=20)
        assert closed.value.rcvd.code == 1012
        _, errors = process.communicate(timeout=30)
        assert "request" in errors and "whoever-has-this" not in errors and cookie.split("=")[1] not in errors
        assert process.returncode == 0 and "Traceback" not in errors and "leaked" not in errors
    finally:
        process.kill()
        process.communicate()
    process, address = start(tmp_path)
    try:
        frame, _ = ask(f"{address}/api/tables/{made['id']}", cookie=cookie)
        assert frame["number"] == 2 and frame["seat"] == 0 and frame["can_undo"]
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("DATABASE_URL", "postgresql://ant:leaf@127.0.0.1:1/tables", "ant:***@127.0.0.1:1/tables does not answer"),
        ("SITE", "/no/such/folder", "there is no such folder"),
    ],
)
def test_what_cannot_be_reached_is_said_in_words_before_the_server_says_that_it_is_up(tmp_path, name, value, said):
    command = [sys.executable, "-m", "formicarium", "serve", "--port", "0", "--data", str(tmp_path)]
    environment = os.environ | {f"FORMICARIUM_{name}": value, "COLUMNS": "200"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2 and not done.stdout
    assert said in " ".join(done.stderr.split()) and "Traceback" not in done.stderr and "leaf" not in done.stderr


def test_an_adviser_that_cannot_advise_is_refused_before_the_server_opens(tmp_path):
    command = [sys.executable, "-m", "formicarium", "serve", "--port", "0", "--data", str(tmp_path)]
    environment = os.environ | {"FORMICARIUM_ADVISER": "greedy"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2 and "http://" not in done.stdout
    assert "there is no adviser 'greedy'" in " ".join(done.stderr.split()) and "Traceback" not in done.stderr
