"""Versions: a checkout of this program as it was, to be measured beside what it is now."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

THIS = Path(__file__).parents[2]


@contextmanager
def checked_out(version: str) -> Iterator[Path]:
    """A version's checkout until the block ends, its games compiled: of a commit, or a folder that has one already."""
    if Path(version).is_dir():
        tree = Path(version).resolve()
        precompile(tree)
        yield tree
        return
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", tree, version], cwd=THIS, check=True)
        try:
            precompile(tree)
            yield tree
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=THIS, check=True)


def python(tree: Path, *arguments: str) -> str:
    """What Python prints in a checkout, with the library that is there."""
    environment = os.environ | {"PYTHONPATH": str(tree / "src")}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=tree, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout


def precompile(tree: Path) -> None:
    """Compile the games of a checkout, so that nothing is compiled while it is measured."""
    python(tree, "-m", "formicarium", "precompile")
