"""What `deploy/` says, done: processes started as the unit starts them, behind nginx, one after the other restarted."""

import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from configparser import RawConfigParser
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.request import urlopen

import httpx

from services import Nginx, free_port

DEPLOY = Path(__file__).parents[2] / "deploy"
CLICKS = 20  # at least, while the processes are restarted


class Process:
    """A process as the unit starts it, but as this user and with this Python."""

    def __init__(self, **settings):
        unit = RawConfigParser(strict=False)
        unit.optionxform = str  # type: ignore[assignment, method-assign]  # as configparser's documentation says
        unit.read(DEPLOY / "formicarium@.service")
        self.port = free_port()
        program, *arguments = shlex.split(unit["Service"]["ExecStart"].replace("%i", str(self.port)))
        assert Path(program).name == "formicarium"
        self.command = [sys.executable, "-m", "formicarium", *arguments]
        given = dict(re.findall(r"^(\w+)=(.*)$", (DEPLOY / "formicarium.env").read_text(), re.MULTILINE))
        assert settings.keys() <= given.keys()
        kept = {name: given[name] for name in ("FORMICARIUM_LOG", "FORMICARIUM_PROXIES")}
        hasty = {"FORMICARIUM_THINKERS": "1", "FORMICARIUM_BUDGET": "1000000000"}  # who clicks here is no person
        self.environment = os.environ | kept | settings | hasty
        self.ending = getattr(signal, unit["Service"]["KillSignal"])
        self.patience = int(unit["Service"]["TimeoutStopSec"])

    def start(self):
        self.process = subprocess.Popen(
            self.command, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        self.said = b""
        self.reader = threading.Thread(target=self._read, args=[self.process.stderr])
        self.reader.start()
        while True:
            assert self.process.poll() is None
            with suppress(OSError), urlopen(f"http://127.0.0.1:{self.port}/ready", timeout=5):
                return

    def _read(self, stream):
        self.said += stream.read()
        stream.close()

    def stop(self):
        self.process.send_signal(self.ending)
        try:
            assert self.process.wait(self.patience) == 0
        finally:
            self.process.kill()
            self.process.wait()
            self.reader.join()
        assert b"Traceback" not in self.said, self.said.decode()[-3000:]


def test_a_restart_of_each_process_loses_no_click(postgres, redis):
    chosen = {"FORMICARIUM_DATABASE_URL": postgres.new_database(), "FORMICARIUM_BUS_URL": redis.url}
    with ExitStack() as stack:
        processes = [Process(**chosen), Process(**chosen)]
        for process in processes:
            process.start()
            stack.callback(process.stop)
        nginx = Nginx([process.port for process in processes])
        stack.callback(nginx.stop)
        nginx.start()
        base = f"http://127.0.0.1:{nginx.port}"
        http = stack.enter_context(httpx.Client(base_url=base, headers={"Origin": base}, timeout=60))
        seats = [{"kind": "me"}, {"kind": "local"}]
        made = http.post("/api/tables", json={"game": "sisimizi", "seats": seats, "first": 0})
        path, done, answers = f"/api/tables/{made.json()['id']}", threading.Event(), []

        def click():
            """Act and take back, again and again; each click says the number that the one before was answered."""
            number = 1
            while not done.is_set():
                for where, wish in (("actions", {"action": "ant a1", "seat": 0}), ("undo", {"seat": 0})):
                    answer = http.post(f"{path}/{where}", json={"number": number, **wish})
                    answers.append(answer.status_code)
                    if answer.status_code != 200:
                        return
                    number = answer.json()["number"]

        clicking = threading.Thread(target=click)
        clicking.start()
        try:
            for process in processes:
                process.stop()
                process.start()
        finally:
            done.set()
            clicking.join()
        assert set(answers) == {200}, (nginx.folder / "output.log").read_text()[-2000:]
        assert len(answers) > CLICKS
        assert http.get(path).json()["number"] == 1 + len(answers)
