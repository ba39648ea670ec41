"""The example bot plays a whole match at a table."""

import subprocess
import sys
from pathlib import Path

from .conftest import wait_for

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


def test_the_example_bot_plays_to_the_end(ada, site):
    made = ada.table("me", "friend", game="grasshopper")
    invite = made["invites"][0]
    command = [sys.executable, BOT, site.base, made["id"], str(invite["seat"]), invite["invite"]]
    bot = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    wait_for(lambda: bot.poll() is not None or ada.frame(made["id"])["table"]["seats"][1]["kind"] != "open")
    assert bot.poll() is None
    ada.play_out(made["id"])
    said, _ = bot.communicate(timeout=60)
    assert bot.returncode == 0 and said.strip()
    seats = ada.frame(made["id"])["table"]["seats"]
    assert seats[1]["name"] == "example bot"


def test_the_example_is_short():
    assert len(BOT.read_text().splitlines()) <= 45
