"""Builds the distribution and tries it: `python tests/package dist` (`make dist`).

The wheel is checked, installed into empty environments (one with every extra after the other, one with the oldest
versions that each extra allows) and used there, on every Python that this machine has.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from installed import ROOT, Environment, build, fetch

TRIES = {  # what shows that an extra is there and works
    "draw": "fm.Match('sisimizi').view().scene().png()",
    "arena": "from formicarium.arena import balance, ratings; ratings.rate([(['easy', 'greedy'], [1, 2])])",
    "serve": "import formicarium.server.run; from formicarium.server.people.fixtures import swiss; swiss([0, 1], [])",
    "postgres": "import asyncpg",
    "redis": "import redis.asyncio",
    "gymnasium": "fm.interop.gymnasium('grasshopper').reset(seed=1)",
    "pettingzoo": "fm.interop.pettingzoo('grasshopper').reset(seed=1)",
    "openspiel": "fm.interop.openspiel('grasshopper').new_initial_state()",
    "mcp": "from formicarium.interop.mcp_server import create; create()",
}
LARGE = {
    "fuzz",
    "ray",
    "rllib",
    "train",
    "test",
    "bench",
    "docs",
    "research",
}  # of several GB, for those who work on the project, or sums
PYTHONS = ("python3.11", "python3.12", "python3.13", "python3.14")


def main(folder: Path) -> None:
    """Build, check and try."""
    folder.mkdir(parents=True, exist_ok=True)
    wheel, sources = build(folder)
    subprocess.run([sys.executable, "-m", "twine", "check", "--strict", wheel, sources], check=True)
    written = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert set(written) == TRIES.keys() | LARGE, "every extra is tried, or is known to be large"
    with tempfile.TemporaryDirectory() as scratch:
        environment = Environment(Path(scratch), wheel)
        environment.install()
        print("plain: ", environment.run("--version").stdout.strip())
        print("without installing anything, as uvx does: ", environment.run_once("--version"))
        for extra in TRIES:
            environment.install(extra)
            try_out(environment, extra)
        answer(environment)
    with tempfile.TemporaryDirectory() as scratch:
        environment = Environment(Path(scratch), wheel)
        environment.install_oldest(*TRIES)
        print("with the oldest versions that each extra allows:")
        for extra in TRIES:
            try_out(environment, extra)
        answer(environment)
    others = [name for name in PYTHONS if f"python3.{sys.version_info.minor}" != name and is_there(name)]
    for python in others:
        with tempfile.TemporaryDirectory() as scratch:
            environment = Environment(Path(scratch), wheel, python)
            environment.install()
            run(environment, "fm.Match('sisimizi').play('ant e5')")
            print(f"{python}: works")
    print(f"{wheel.name} and {sources.name} are in {folder}")
    print(f"tried with {', '.join(others)}" if others else "there is no other Python here to try them with")


def is_there(python: str) -> bool:
    """Whether a Python of this name starts; pyenv has names for some that do not."""
    return bool(shutil.which(python)) and not subprocess.run([python, "-c", ""], capture_output=True).returncode


def try_out(environment: Environment, extra: str) -> None:
    """Do something with an extra."""
    run(environment, TRIES[extra])
    print(f"[{extra}] works")


def answer(environment: Environment) -> None:
    """Ask a server for its first page."""
    with environment.serving() as address:
        assert "Sisimizi" in fetch(address)[1]
    print("the server answers")


def run(environment: Environment, statement: str) -> None:
    """Run a statement in another environment, away from the sources."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    command = [environment.bin / "python", "-c", f"import formicarium as fm; {statement}"]
    subprocess.run(command, check=True, env=kept, cwd=environment.bin)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
