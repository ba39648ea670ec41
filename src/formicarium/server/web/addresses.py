"""Addresses of what is drawn from a game's files: they change with those, so that an answer may be kept for ever."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import formicarium as fm
from formicarium import scene

DRAWN_FROM = {".py", ".svg", ".toml", ".txt"}


def address(path: str, game: str) -> str:
    """A path with the version of a game's drawings."""
    return f"{path}?v={_version(game)}"


@cache
def _version(game: str) -> str:
    """A hash of the files that the drawings of a game are made of: its own, those that draw, and those that serve."""
    folders = fm.game(game).folder, Path(scene.__file__).parent
    files = [file for folder in folders for file in sorted(folder.glob("**/*")) if file.suffix in DRAWN_FROM]
    files += sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]
