"""The API against its own description: schemathesis asks everything that OpenAPI allows, and much that it does not."""

import subprocess
import sys
from pathlib import Path

from formicarium.server.people.moderation import appoint
from formicarium.server.settings import Settings
from formicarium.server.store.civil import CivilStore

from ..authenticator import sign_up
from ..conftest import QUICK, running, with_storage

ENDS = "/api/(sign-out|account|account/devices)$"  # what makes a guest of a member: a guest asks it


def test_the_api_answers_as_it_is_described(database_url, tmp_path):
    """To a member who moderates the site, its club and its tournament: others are refused before much is looked at."""
    how = Settings(database_url=database_url, gif_frames=2, **QUICK)
    with running(how) as site:
        ada, ben = site.guest("Ada"), site.guest("Ben")
        sign_up(ada, name := "Ada Lovelace")
        with_storage(database_url, lambda storage: appoint(storage, name, moderates=True))
        table = ada.table("me", "local", game="grasshopper")["id"]
        club = ada.post("/api/clubs", {"name": "Class 4b", "me": "Ada"}, 201)["id"]
        wish = {"name": "Cup", "host": "Ada", "game": "grasshopper", "club": club}
        cup = ada.post("/api/tournaments", wish, 201)["id"]
        both = ada.table("me", "friend")
        join = {"do": "join", "invite": both["invites"][0]["invite"], "name": "Ben"}
        ben.post(f"/api/tables/{both['id']}/seats/1", join)
        ben.post("/api/manners", {"do": "report", "table": both["id"], "seat": 0, "reason": "other"})
        (report,) = with_storage(database_url, lambda storage: CivilStore(storage).reports())
        known = {"table": table, "club": club, "tournament": cup, "person": report.person, "report": report.id}
        parameters = "".join(f'"path.{name}" = "{value}"\n' for name, value in known.items())
        command = [str(Path(sys.executable).with_name("schemathesis")), "run", f"{site.base}/api/openapi.json"]
        command += ["--max-examples=4", "--seed=1", "--no-color", "--request-timeout=60", "--workers=1"]
        for guest, which in ((ada, "--exclude-path-regex"), (ben, "--include-path-regex")):
            cookie = "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())
            headers = f'headers = {{ Cookie = "{cookie}", Origin = "{site.base}" }}'
            (tmp_path / "schemathesis.toml").write_text(f"{headers}\n[parameters]\n{parameters}")
            asked = [*command, which, ENDS]
            run = subprocess.run(asked, capture_output=True, text=True, cwd=tmp_path, timeout=600, check=False)
            assert run.returncode == 0, run.stdout[-6000:]
        assert ada.get("/api/account")["member"] and ada.get("/api/moderation"), "it was one all the time"
