"""The guide *Add a game* works as it is written: the copied game is played everywhere, and no other file is touched."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.e2e.sitting import Sitting

from services import Formicarium

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "add-a-game.md"
COPIED, GAMES, NAME, TITLE = "tests/tiny", "src/formicarium/games", "yourgame", "Your Game"

ADAPTERS = """
import asyncio

import mcp
import numpy as np
import gymnasium
import formicarium as fm
import formicarium.interop.gymnasium_env
from formicarium.interop.mcp_server import create

environment = gymnasium.make("Formicarium/Yourgame-v1")
_, info = environment.reset(seed=1)
over = False
while not over:
    _, reward, over, _, info = environment.step(int(np.flatnonzero(info["action_mask"])[0]))
assert "illegal" not in info
print("gymnasium", reward)

table = fm.interop.pettingzoo("yourgame")
table.reset(seed=1)
for agent in table.agent_iter():
    observation, reward, ended, cut_off, info = table.last()
    table.step(None if ended or cut_off else int(np.flatnonzero(observation["action_mask"])[0]))
print("pettingzoo", reward)

state = fm.interop.openspiel("yourgame").new_initial_state()
while not state.is_terminal():
    state.apply_action(state.legal_actions()[0])
print("openspiel", state.returns())

batch = fm.vector("yourgame", 4, seed=1)
for _ in range(20):
    batch.step(batch.sample())
print("vector", batch.rewards.shape)

async def sit():
    async with mcp.Client(create()) as client:
        told = (await client.call_tool("sit", {"game": "yourgame", "opponents": "random", "seed": "1"})).content[0].text
        table = told.split()[1]
        while "The match is over" not in told:
            legal = told.rsplit("Your legal actions", 1)[1]
            action = "stand" if "stand" in legal else "say 1"
            told = (await client.call_tool("play", {"table_name": table, "action": action})).content[0].text
        return told

print("mcp", asyncio.run(sit()).splitlines()[-1])
"""


TUTORIAL = f"""[Game "{NAME}"]
[Rules "1"]
[Seats "2"]
[Tutorial "first"]
[Result "*"]

nature: card 1
1: say 0
{{step: say}}
0: say 2
"""
SENTENCES = {
    "en": ("A first match", "That comes later.", "Now you know it.", "{1} has said a number. Say two."),
    "de": ("Eine erste Partie", "Das kommt später.", "Jetzt kannst du es.", "{1} hat eine Zahl gesagt. Sag zwei."),
}


def commands(guide: str) -> str:
    """The first block of commands in the guide: how a game is copied and renamed."""
    found = re.search(r"```sh\n(.*?)```", guide, re.DOTALL)
    assert found, "the guide says no more how to copy a game"
    return found[1]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which the games of the guide's new folder stand beside our own; all is compiled."""
    folder = tmp_path_factory.mktemp("guide")
    shutil.copytree(ROOT / COPIED, folder / COPIED, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / GAMES).mkdir(parents=True)
    subprocess.run(["sh", "-ec", commands(GUIDE.read_text(encoding="utf-8"))], cwd=folder, check=True)
    game = folder / GAMES / NAME
    (game / "tutorials.txt").write_text(TUTORIAL)
    for language, (title, elsewhere, farewell, step) in SENTENCES.items():
        lines = [f'title = "{title}"', f'elsewhere = "{elsewhere}"', f'farewell = "{farewell}"']
        text = "\n".join(["[first]", *lines, "", "[first.steps]", f'say = "{step}"', ""])
        (game / "texts" / language / "tutorials.toml").write_text(text, encoding="utf-8")
    beside = f"import formicarium.games\nformicarium.games.__path__.append({str(folder / GAMES)!r})\n"
    (folder / "sitecustomize.py").write_text(beside)  # Python runs it at every start
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": path}
    run(environment, "-m", "formicarium", "precompile")
    return environment


def run(environment: dict[str, str], *arguments: str, given: str = "") -> str:
    """Run Python to its good end; what it printed."""
    command = [sys.executable, *arguments]
    done = subprocess.run(
        command, env=environment, input=given, capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def server(environment: dict[str, str]) -> Iterator[Formicarium]:
    """A site that has the game; `visit` opens it."""
    site = Formicarium(THINKERS=1)
    site.environment = {**(site.environment or {}), "PYTHONPATH": environment["PYTHONPATH"]}
    try:
        site.start()
        yield site
    finally:
        site.stop()


def test_it_conforms(environment: dict[str, str]) -> None:
    run(environment, "-c", f"from formicarium.conformance import check; check({NAME!r})")


def test_it_is_played_in_the_terminal(environment: dict[str, str]) -> None:
    command = ("-m", "formicarium", "play", NAME, "--level", "gentle", "--seed", "1")
    told = run(environment, *command, given="say 1\nstand\n")
    assert "The card was shown." in told
    assert TITLE in run(environment, "-m", "formicarium", "games")


def test_it_is_played_in_the_arena(environment: dict[str, str]) -> None:
    told = run(environment, "-m", "formicarium", "simulate", NAME, "--matches", "20", "--bots", "greedy,random")
    assert "20 matches" in told
    assert "gentle" in run(environment, "-m", "formicarium", "arena", NAME, "gentle", "random", "--matches", "20")


def test_it_is_played_through_every_adapter(environment: dict[str, str]) -> None:
    told = run(environment, "-c", ADAPTERS)
    assert [line.split()[0] for line in told.splitlines()] == ["gymnasium", "pettingzoo", "openspiel", "vector", "mcp"]


def test_it_has_a_tutorial_by_files_alone(visit: Callable[..., Page]) -> None:
    """Over the API; the browser is only there to be somebody."""
    page = visit(locale="de")
    post = """async ([path, body]) => (await fetch(path, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    })).json()"""
    table = page.evaluate(post, [f"/api/tutorials/{NAME}/first", {}])["id"]
    look = f"async () => (await fetch('/api/tables/{table}?lang=de')).json()"
    before = page.evaluate(look)
    lesson = before["table"]["tutorial"]
    assert lesson["action"] == "say 2" and lesson["text"].endswith("hat eine Zahl gesagt. Sag zwei.")
    act, number = f"/api/tables/{table}/actions", before["number"]
    assert page.evaluate(post, [act, {"action": "say 1", "number": number}])["code"] == "tutorial/elsewhere"
    page.evaluate(post, [act, {"action": "say 2", "number": number}])
    after = page.evaluate(look)["table"]["tutorial"]
    assert after["action"] is None and after["text"] == "Jetzt kannst du es."


@pytest.mark.parametrize("language", ["en", "de"])
def test_it_is_played_in_a_browser(
    visit: Callable[..., Page], sit: Callable[[Page], Sitting], language: str, keep: Callable[..., None]
) -> None:
    page = visit(locale=language)
    card = page.locator("article", has_text=TITLE)
    card.scroll_into_view_if_needed()
    page.wait_for_function(
        "title => [...document.querySelectorAll('article')].find((card) => card.innerText.includes(title))"
        ".querySelector('img').naturalWidth > 0",
        arg=TITLE,
    )
    expect(card).to_contain_text({"en": "2 players · half a minute", "de": "2 Spieler · eine halbe Minute"}[language])
    page.goto(f"/rules/{NAME}")
    expect(page.locator("h1")).to_have_text(TITLE)
    page.goto(f"/new?game={NAME}")
    expect(page.locator("#option-rows")).to_contain_text({"en": "not allowed", "de": "nicht erlaubt"}[language])
    page.locator("#setup button.primary").click()
    page.wait_for_url("**/table/*")
    assert sit(page).play(buttons=0.5) >= 2  # one more where the bot spoke while we clicked
    keep(page, f"added-game-{language}")
    page.locator("#ending").get_by_role("link", name="Replay" if language == "en" else "Wiederholung").click()
    expect(page.locator("#where")).to_have_text(re.compile("^0 "))
    page.keyboard.press("End")
    expect(page.locator("#where")).to_have_text(re.compile("^4 "))
