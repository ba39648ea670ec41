"""Readiness: a server opens at once; a game that nobody has compiled gets ready beside it, and can then be played."""

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

import formicarium as fm
from formicarium.core import jit
from formicarium.search import tree
from formicarium.server.room.readiness import Readiness

from ..conftest import wait_for

GAME = Path(__file__).parents[3] / "benchmarks" / "server" / "games" / "tictactoe"
SERVE = """
import sys
import formicarium.games
formicarium.games.__path__.append(sys.argv[1])
if __name__ == "__main__":
    from pathlib import Path
    from formicarium.server.run import run
    run("127.0.0.1", 0, Path(sys.argv[2]))
"""


@pytest.fixture
def site(tmp_path):
    """A server with one more game than is compiled."""
    (tmp_path / "cache").mkdir()
    for folder in (jit.CORE, Path(tree.__file__).parent, *(fm.game(name).folder for name in fm.game_names())):
        found = jit.cache_folder(folder)
        shutil.copytree(found, tmp_path / "cache" / found.name)
    shutil.copytree(GAME, tmp_path / "games" / "tictactoe")
    rules = tmp_path / "games" / "tictactoe" / "rules.py"
    rules.write_text(rules.read_text() + "# another one than in the cache\n")
    (tmp_path / "serve.py").write_text(SERVE)
    command = [sys.executable, str(tmp_path / "serve.py"), str(tmp_path / "games"), str(tmp_path / "data")]
    environment = os.environ | {"FORMICARIUM_CACHE_DIR": str(tmp_path / "cache"), "FORMICARIUM_THINKERS": "1"}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    address = re.search(r"http://\S+", process.stdout.readline())[0]
    with httpx.Client(base_url=address, timeout=60) as client:
        while True:
            try:
                client.get("/health")
                break
            except httpx.ConnectError:
                time.sleep(0.05)
        yield client
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0
    process.stdout.close()


def test_a_game_gets_ready_while_its_page_is_shown(site):
    wish = {"game": "tictactoe", "seats": [{"kind": "bot"}, {"kind": "me"}]}
    home = site.get("/")
    assert home.status_code == 200 and 'data-ready="tictactoe"' in home.text
    refused = site.post("/api/tables", json=wish)
    assert refused.status_code == 503 and refused.json()["code"] == "game/preparing"
    assert int(refused.headers["retry-after"]) > 0
    waiting = site.post("/play/tictactoe")
    assert waiting.status_code == 503 and 'id="again" method="post"' in waiting.text
    picture = site.get("/showcase/tictactoe-light.svg")
    assert picture.status_code == 200 and picture.text.startswith("<svg")
    percents = []
    while not (found := site.get("/api/readiness").json()["tictactoe"])["playable"]:
        percents.append(found["percent"])
        time.sleep(0.05)
    assert percents == sorted(percents) and len(set(percents)) > 1
    made = site.post("/api/tables", json=wish)
    assert made.status_code == 201
    table = f"/api/tables/{made.json()['id']}"
    wait_for(lambda: site.get(table).json()["number"] != made.json()["number"])  # the bot begins, as soon as it can
    wait_for(lambda: site.get("/api/readiness").json()["tictactoe"]["percent"] == 100)
    assert 'data-ready="tictactoe"' not in site.get("/").text


def test_what_is_compiled_and_not_yet_loaded_comes_soon():
    fm.Match("sisimizi")  # it is compiled

    async def load():
        readiness = Readiness()
        assert not readiness.playable("sisimizi") and readiness.soon("sisimizi")  # nothing is drawn uncompiled for it
        await readiness.rules_in_turn("sisimizi")
        assert readiness.playable("sisimizi")
        await readiness.stop()

    asyncio.run(load())
