"""What checks the pages and comes from npm, at the versions of `package-lock.json`, run by the Node of the test extra.

`python tests/e2e/node.py tsc …` installs it if need be and runs one of its programs.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
MODULES = HERE / "node_modules"
BIN = Path(sys.executable).parent


def install() -> Path:
    """The folder of the modules, which is filled when the lock file is newer."""
    lock, done = HERE / "package-lock.json", MODULES / ".package-lock.json"
    if not done.exists() or done.stat().st_mtime < lock.stat().st_mtime:
        command = [
            str(BIN / "npm"),
            "ci",
            "--prefix",
            str(HERE),
            "--no-audit",
            "--no-fund",
            "--ignore-scripts",
            "--loglevel=error",
        ]
        subprocess.run(command, check=True)
        done.touch()
    return MODULES


def run(program: str, *arguments: str, **how: object) -> subprocess.CompletedProcess[str]:
    """Run a program of a module."""
    script = (install() / ".bin" / program).resolve()
    return subprocess.run([str(BIN / "node"), str(script), *arguments], text=True, **how)  # type: ignore[call-overload]


if __name__ == "__main__":
    sys.exit(run(*sys.argv[1:]).returncode)
