"""A distribution as a stranger gets it: built from the sources, installed into an environment that has nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
WATCH = """
import os, sys
def note(event, arguments):
    if event == "open" and isinstance(arguments[0], str):
        changes = isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        os.write(log, f"{'w' if changes else 'r'} {os.path.abspath(arguments[0])}\\n".encode())
if "OPENED" in os.environ:
    log = os.open(os.environ["OPENED"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    sys.addaudithook(note)
"""  # as sitecustomize.py of an environment: what is opened, and whether to change it


def build(folder: Path) -> tuple[Path, Path]:
    """Build the wheel and the source distribution; where they are."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,), (sources,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, sources


class Environment:
    """A virtual environment of its own, into which our wheel can be installed with what it asks for."""

    def __init__(self, folder: Path, wheel: Path, python: str = sys.executable) -> None:
        self.folder, self.wheel = folder, wheel
        self.bin = folder / "venv" / "bin"
        self.data, self.cache, self.opened = folder / "data", folder / "cache", folder / "opened"
        subprocess.run([python, "-m", "venv", str(folder / "venv")], check=True)
        (packages,) = (folder / "venv" / "lib").glob("python*/site-packages")
        (packages / "sitecustomize.py").write_text(WATCH)

    def install(self, *extras: str) -> None:
        """Install our wheel, with extras."""
        named = f"{self.wheel}[{','.join(extras)}]" if extras else str(self.wheel)
        pip: list[str | Path] = [self.bin / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        pip += ["--no-compile"]  # but what is imported, when it is
        subprocess.run([*pip, "--constraint", ROOT / "constraints.txt", named], check=True)

    def install_oldest(self, *extras: str) -> None:
        """Install our wheel with extras, and of the packages that it names the oldest versions that it allows."""
        uv = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", str(self.bin / "python")]
        uv += ["--resolution", "lowest-direct"]
        subprocess.run([*uv, f"formicarium[{','.join(extras)}] @ {self.wheel.as_uri()}"], check=True)

    def run_once(self, *arguments: str) -> str:
        """Run our command as `uvx` does, which installs nothing that stays; what it said."""
        uv = [
            sys.executable,
            "-m",
            "uv",
            "tool",
            "run",
            "--quiet",
            "--python",
            sys.executable,
            "--from",
            str(self.wheel),
        ]
        done = subprocess.run([*uv, "formicarium", *arguments], check=True, capture_output=True, text=True)
        return done.stdout.strip()

    @property
    def variables(self) -> dict[str, str]:
        """The environment of a program there: nothing of ours, and what it opens is noted."""
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "FORMICARIUM_CACHE_DIR") if name in os.environ}
        return {**kept, "OPENED": str(self.opened), "FORMICARIUM_DATA": str(self.data), "COLUMNS": "120"}

    def run(self, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        """Run our command there."""
        command = [str(self.bin / "formicarium"), *arguments]
        return subprocess.run(
            command, env=self.variables, cwd=self.folder, input=typed, capture_output=True, text=True, timeout=600
        )

    @contextmanager
    def serving(self) -> Iterator[str]:
        """Our server there, at a free port; its address."""
        command = [str(self.bin / "formicarium"), "serve", "--port", "0"]
        server = subprocess.Popen(command, env=self.variables, cwd=self.folder, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            address = re.search(r"http://\S+", server.stdout.readline())
            assert address, "the server did not say where it is"
            yield address[0]
        finally:
            server.terminate()
            server.communicate(timeout=30)

    def changed(self) -> set[Path]:
        """The files that were opened to be written to."""
        return {Path(line[2:]) for line in self.opened.read_text().splitlines() if line.startswith("w ")}

    def read(self) -> set[Path]:
        """The files that were opened at all."""
        return {Path(line[2:]) for line in self.opened.read_text().splitlines()}


def fetch(address: str, **headers: str) -> tuple[int, str]:
    """Ask for a page: status and text."""
    request = urllib.request.Request(
        address, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )
    with urllib.request.urlopen(request, timeout=120) as answer:
        return answer.status, answer.read().decode(errors="replace")
