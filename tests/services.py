"""PostgreSQL, Redis, nginx and our own server for the tests, run on free loopback ports and stopped.

The first three are found on the machine or installed; `python tests/services.py` does that ahead of time.
What cannot be had fails the run: nothing is skipped.
"""

from __future__ import annotations

import ctypes
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import TypeVar
from urllib.error import URLError
from urllib.request import urlopen

FOLDERS = ("/usr/sbin", "/usr/local/sbin", "/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/bin")
PACKAGES = {
    "postgres": "postgresql",
    "initdb": "postgresql",
    "psql": "postgresql",
    "redis-server": "redis-server",
    "nginx": "nginx-light",
}
SITE = Path(__file__).parents[1] / "deploy" / "nginx.conf"
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")  # what nginx would write elsewhere
START_SECONDS = 300.0  # a machine that much else runs on takes its time
PARENT_DIES = 1  # PR_SET_PDEATHSIG: a service never outlives the tests, however those end


class MissingService(RuntimeError):
    """A server that the tests need and that can neither be found nor installed."""


def find(name: str) -> str:
    """The path of a server's program; it is installed if it is not there and that is allowed."""
    found = _found(name)
    if found is None:
        _install(PACKAGES[name])
        found = _found(name)
    if found is None:
        raise MissingService(
            f"the tests need {name}: install it (Debian and Ubuntu: apt-get install {PACKAGES[name]}), "
            "or run them as root where apt-get may install it"
        )
    return found


def _found(name: str) -> str | None:
    places = [str(path) for folder in FOLDERS for path in sorted(Path("/").glob(folder.lstrip("/")), reverse=True)]
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(places))


def _install(package: str) -> None:
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}  # nothing of it is to run
    command = ["apt-get", "-o", "DPkg::Lock::Timeout=300", "-o", "Acquire::Retries=2"]
    subprocess.run([*command, "update"], env=environment, stdout=subprocess.DEVNULL, check=False)
    install = [*command, "install", "--yes", "--no-install-recommends", package]
    subprocess.run(install, env=environment, stdout=subprocess.DEVNULL, check=False)


def free_port() -> int:
    """A port of the loopback interface that nobody has now."""
    with closing(socket.socket()) as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def _die_with_parent() -> None:
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PARENT_DIES, signal.SIGKILL)


class Service(ABC):
    """A server in a process of its own, with a folder of its own, that can be killed, paused and started again."""

    user: str | None = None  # who runs it, if not who runs the tests
    environment: Mapping[str, str] | None = None  # if not that of the tests
    ending = signal.SIGTERM

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="formicarium-"))
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        if self.user:
            account = pwd.getpwnam(self.user)
            os.chown(self.folder, account.pw_uid, account.pw_gid)

    @abstractmethod
    def command(self) -> Sequence[str | Path]:
        """How it is started."""

    def answers(self) -> bool:
        """Whether it takes connections."""
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return True
        return False

    def start(self) -> None:
        """Start, and wait until it answers."""
        with (self.folder / "output.log").open("ab") as output:
            self.process = subprocess.Popen(
                self.command(),
                cwd=self.folder,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                user=self.user,
                group=pwd.getpwnam(self.user).pw_gid if self.user else None,
                preexec_fn=_die_with_parent,
            )
        self.wait(self.answers)

    def wait(self, ready: Callable[[], bool]) -> None:
        """Wait until something is so; say what the server said if it ends or takes too long."""
        deadline = time.monotonic() + START_SECONDS
        while not ready():
            assert self.process is not None
            if self.process.poll() is not None or time.monotonic() > deadline:
                said = (self.folder / "output.log").read_text(errors="replace")[-2000:]
                raise MissingService(f"{self.command()[0]} does not start: {said}")
            time.sleep(0.02)

    def send(self, number: signal.Signals) -> None:
        """Send a signal."""
        assert self.process is not None
        self.process.send_signal(number)

    def kill(self) -> None:
        """End without a chance to tidy up."""
        self.send(signal.SIGKILL)
        assert self.process is not None
        self.process.wait(30)

    def stop(self) -> None:
        """End it and remove what it left."""
        if self.process is not None and self.process.poll() is None:
            self.send(signal.SIGCONT)
            self.send(self.ending)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class Postgres(Service):
    """PostgreSQL with a new cluster; it refuses to run as root, so that another user does."""

    ending = signal.SIGQUIT  # at once: what it keeps is thrown away

    def __init__(self) -> None:
        if os.geteuid() == 0:
            names = {entry.pw_name for entry in pwd.getpwall()}
            self.user = "postgres" if "postgres" in names else "nobody"
        super().__init__()
        self.data = self.folder / "data"
        options = {"pgdata": self.data, "username": "ants", "auth": "trust", "encoding": "UTF8", "locale": "C"}
        subprocess.run(
            [find("initdb"), "--no-sync", *(f"--{name}={value}" for name, value in options.items())],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            user=self.user,
            group=pwd.getpwnam(self.user).pw_gid if self.user else None,
            check=True,
        )
        self._databases = 0

    def command(self) -> Sequence[str | Path]:
        """How it is started."""
        options = {"listen_addresses": "127.0.0.1", "port": self.port, "unix_socket_directories": self.folder}
        options["max_connections"] = 200
        return [find("postgres"), "-D", self.data, *(f"--{name}={value}" for name, value in options.items())]

    def answers(self) -> bool:
        """Whether it takes connections: as long as it recovers, its port does but it does not."""
        asked = [find("psql"), self.url("postgres"), "--command", "select 1"]
        return subprocess.run(asked, capture_output=True, check=False).returncode == 0

    def url(self, database: str) -> str:
        """The address of a database."""
        return f"postgresql://ants@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """The address of a new, empty database."""
        self._databases += 1
        name = f"tables{self._databases}"
        asked = [find("psql"), self.url("postgres"), "--command", f"create database {name}"]
        subprocess.run(asked, capture_output=True, check=True)
        return self.url(name)

    def pause(self, *, go_on: bool = False) -> None:
        """Stop all its processes where they are, or let them go on."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        for process in (self.process.pid, *map(int, children)):
            with suppress(ProcessLookupError):  # it has ended meanwhile
                os.kill(process, signal.SIGCONT if go_on else signal.SIGSTOP)

    def kill(self) -> None:
        """End at once, all its processes; the next start recovers from the log."""
        self.send(signal.SIGQUIT)
        assert self.process is not None
        self.process.wait(30)


class Redis(Service):
    """Redis, which keeps nothing."""

    def command(self) -> Sequence[str | Path]:
        """How it is started."""
        options = ["--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--appendonly", "no"]
        return [find("redis-server"), *options, "--dir", self.folder]

    @property
    def url(self) -> str:
        """Its address."""
        return f"redis://127.0.0.1:{self.port}/0"


class Nginx(Service):
    """nginx with the site of `deploy/nginx.conf`, before servers at these ports."""

    def __init__(self, ports: Sequence[int]) -> None:
        super().__init__()
        site = SITE.read_text().replace("listen 80;", f"listen 127.0.0.1:{self.port};")
        first = re.search(r"    server 127\.0\.0\.1:8001(.*;)\n    server 127\.0\.0\.1:8002.*;\n", site)
        assert first, "deploy/nginx.conf names its servers in another way"
        site = site.replace(first[0], "".join(f"    server 127.0.0.1:{port}{first[1]}\n" for port in ports))
        temporary = "".join(f"    {kind}_temp_path {self.folder / kind};\n" for kind in TEMPORARY)
        user = "user root;\n" if os.geteuid() == 0 else ""  # else its workers could not write there
        (self.folder / "nginx.conf").write_text(
            f"{user}daemon off;\nworker_processes 1;\npid {self.folder / 'nginx.pid'};\nerror_log stderr warn;\n"
            f"events {{\n    worker_connections 4096;\n}}\nhttp {{\n    access_log off;\n{temporary}{site}}}\n"
        )

    def command(self) -> Sequence[str | Path]:
        """How it is started."""
        return [find("nginx"), "-p", self.folder, "-c", self.folder / "nginx.conf", "-e", "stderr"]


class Formicarium(Service):
    """A process of our own server. Its settings are said by name; without a database it has one in its folder."""

    def __init__(self, **settings: object) -> None:
        super().__init__()
        chosen = {"DATA": self.folder, **settings}
        self.environment = os.environ | {f"FORMICARIUM_{name}": str(value) for name, value in chosen.items()}

    def command(self) -> Sequence[str | Path]:
        """How it is started."""
        return [sys.executable, "-m", "formicarium", "serve", "--port", str(self.port)]

    def answers(self) -> bool:
        """Whether it is ready."""
        with suppress(URLError, OSError), urlopen(f"{self.url}/ready", timeout=5):
            return True
        return False

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"


ServiceT = TypeVar("ServiceT", bound=Service)


class Cluster:
    """Processes of our server on PostgreSQL and Redis, behind nginx."""

    def __init__(self, processes: int = 2, server: type[Formicarium] = Formicarium, **settings: object) -> None:
        self._stack = ExitStack()
        try:
            self.postgres, self.redis = self._started(Postgres()), self._started(Redis())
            self.database = self.postgres.new_database()
            settings |= {"DATABASE_URL": self.database, "BUS_URL": self.redis.url}
            self.processes = [server(**settings) for _ in range(processes)]
            for process in self.processes:
                self._stack.callback(process.stop)
            self.nginx = self._started(Nginx([process.port for process in self.processes]))
        except BaseException:
            self.stop()
            raise

    def _started(self, service: ServiceT) -> ServiceT:
        self._stack.callback(service.stop)
        service.start()
        return service

    @property
    def url(self) -> str:
        """The address of the site."""
        return f"http://127.0.0.1:{self.nginx.port}"

    def start(self) -> None:
        """Start the processes of the server."""
        for process in self.processes:
            process.start()

    def kill(self) -> None:
        """End the processes of the server without a chance to tidy up."""
        for process in self.processes:
            process.kill()

    def stop(self) -> None:
        """End everything and remove what it left."""
        self._stack.close()


def main() -> None:
    """Find or install everything; say all that is missing, not only the first."""
    missing = []
    for program in PACKAGES:
        try:
            print(f"{program}: {find(program)}")
        except MissingService as error:
            missing.append(str(error))
    if missing:
        sys.exit("\n".join(missing))


if __name__ == "__main__":
    main()
