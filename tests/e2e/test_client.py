"""The client knows no game, and its types are right."""

from __future__ import annotations

import re
from pathlib import Path

from tests.e2e import node

import formicarium as fm
import formicarium.server

STATIC = Path(formicarium.server.__file__).parent / "web" / "static"


def test_no_game_is_named_in_the_client() -> None:
    names = re.compile("|".join(fm.game_names()), re.IGNORECASE)
    files = [path for path in STATIC.rglob("*") if path.is_file() and path.suffix != ".png"]
    assert len(files) > 20
    assert [path.name for path in files if names.search(path.read_text(encoding="utf-8"))] == []


def test_types() -> None:
    checked = node.run("tsc", "-p", str(Path(__file__).parent), capture_output=True)
    assert checked.returncode == 0, checked.stdout
