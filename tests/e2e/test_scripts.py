"""Scripts of the client that need no browser, tested by Node: each file in `scripts/` tests one of them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tests.e2e import node

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.mjs"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_script(script: Path) -> None:
    command = [str(node.BIN / "node"), "--test", "--test-reporter=tap", str(script)]
    tested = subprocess.run(command, capture_output=True, text=True, check=False)
    assert tested.returncode == 0, tested.stdout
    assert "# tests 0" not in tested.stdout
