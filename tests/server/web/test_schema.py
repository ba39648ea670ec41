"""The API against its own description: schemathesis asks everything that OpenAPI allows, and much that it does not."""

import subprocess
import sys
from pathlib import Path

from formicarium.server.settings import Settings

from ..conftest import QUICK, running


def test_the_api_answers_as_it_is_described(database_url, tmp_path):
    how = Settings(database_url=database_url, gif_frames=2, **QUICK)
    with running(how) as site:
        ada = site.guest()
        table = ada.table("me", "local", game="grasshopper")["id"]
        cookie = "; ".join(f"{name}={value}" for name, value in ada.http.cookies.items())
        (tmp_path / "schemathesis.toml").write_text(
            f'headers = {{ Cookie = "{cookie}", Origin = "{site.base}" }}\n[parameters]\n"path.table" = "{table}"\n'
        )
        schemathesis = str(Path(sys.executable).with_name("schemathesis"))
        command = [schemathesis, "run", f"{site.base}/api/openapi.json", "--max-examples=4", "--seed=1", "--no-color"]
        command += ["--request-timeout=60", "--workers=1"]
        run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=600, check=False)
    assert run.returncode == 0, run.stdout[-6000:]
