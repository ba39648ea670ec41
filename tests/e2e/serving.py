"""A server of our own for the tests: started, killed and started again like any other."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

LIMITS = {  # nobody is in a hurry here but the tests themselves
    "FORMICARIUM_THINKERS": "1",
    "FORMICARIUM_REQUESTS_A_SECOND": "10000",
    "FORMICARIUM_REQUESTS_BURST": "10000",
    "FORMICARIUM_TABLES_A_MINUTE": "10000",
    "FORMICARIUM_TABLES_BURST": "1000",
    "FORMICARIUM_MESSAGES_A_SECOND": "1000",
}


class Server:
    """`formicarium serve` in a process."""

    def __init__(self, data: Path) -> None:
        self.data, self.port = data, 0
        self.start()

    def start(self) -> None:
        """Start, at the port of before."""
        command = [
            Path(sys.executable).with_name("formicarium"),
            "serve",
            "--port",
            str(self.port),
            "--data",
            self.data,
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, env=os.environ | LIMITS, text=True)
        assert self.process.stdout is not None
        words = self.process.stdout.readline().split()
        self.url = next(word for word in words if word.startswith("http"))
        self.port = int(self.url.rsplit(":", 1)[1])
        self._wait_until_ready()

    def _wait_until_ready(self) -> None:
        for _ in range(1200):
            with suppress(URLError, ConnectionError), urlopen(f"{self.url}/ready", timeout=5):
                return
            time.sleep(0.05)
        raise TimeoutError("the server does not get ready")

    def kill(self) -> None:
        """End without a chance to tidy up."""
        self.process.send_signal(signal.SIGKILL)
        self._wait()

    def stop(self) -> None:
        """End as an operator would."""
        self.process.terminate()
        self._wait()

    def _wait(self) -> None:
        self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()
