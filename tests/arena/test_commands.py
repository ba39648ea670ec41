"""The commands `arena`, `ladder` and `simulate`, run as a user would."""

import json
import signal
import subprocess
import sys
import time
from functools import partial

import pytest
from typer.testing import CliRunner

from formicarium.arena import Tournament, ladder
from formicarium.cli import app


@pytest.fixture
def cli():
    def run(*arguments, code=0):
        result = CliRunner().invoke(app, [str(argument) for argument in arguments])
        assert result.exit_code == code, result.output + repr(result.exception)
        return result.output

    return run


ARENA = ("arena", "grasshopper", "random", "greedy", "--seats", 2, "--matches", 20, "--option", "mode=winter")


def test_arena_writes_what_it_shows_and_goes_on(cli, tmp_path):
    shown = cli(*ARENA, "--workers", 1, "--out", tmp_path)
    first = json.loads((tmp_path / "results.json").read_text())["contests"]
    assert f"{first[0]['share']:.1%}" in shown and "greedy" in shown and first[0]["options"] == {"mode": "winter"}
    lines = (tmp_path / "matches.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "matches.jsonl").write_bytes(b"".join(lines[:6]) + lines[6][:20])
    cli(*ARENA, "--workers", 2, "--out", tmp_path)
    assert json.loads((tmp_path / "results.json").read_text())["contests"] == first, "as if nothing had happened"


def test_arena_plays_every_mode_and_every_pair(cli, tmp_path):
    cli(
        "arena", "grasshopper", "random", "gentle", "greedy", "--every-mode", "--round-robin",
        "--matches", 2, "--workers", 1, "--out", tmp_path,
    )  # fmt: skip
    rows = json.loads((tmp_path / "results.json").read_text())["contests"]
    assert len(rows) == 3 * 3 * 3
    assert {(row["seats"], row["options"]["mode"]) for row in rows} == {
        (seats, mode) for seats in (2, 3, 4) for mode in ("autumn", "winter", "beetle")
    }


def test_arena_refuses_what_does_not_fit(cli, tmp_path):
    assert "needs an opponent" in cli("arena", "sisimizi", "random", code=2)
    assert cli("arena", "sisimizi", "random", "genius", code=1) == ""
    cli(*ARENA, "--workers", 1, "--out", tmp_path)
    done = _run(*ARENA, "--seed", 2, "--out", tmp_path)
    assert done.returncode == 2 and "seed was 0 and is 2" in " ".join(done.stderr.split())
    assert "there is no bot 'genius'" in _run("arena", "sisimizi", "random", "genius").stderr


def test_arena_plays_once_what_is_asked_for_twice(cli, tmp_path):
    names = ("random", "greedy", "random", "greedy", "--seats", 2, "--seats", 2)
    cli("arena", "grasshopper", *names, "--matches", 4, "--workers", 1, "--out", tmp_path)
    rows = json.loads((tmp_path / "results.json").read_text())["contests"]
    assert [(row["challenger"], row["other"], row["matches"]) for row in rows] == [
        ("greedy", "random", 4),
        ("random", "greedy", 4),
    ]


def test_places_that_cannot_be_written_are_refused_before_anything_is_played(tmp_path):
    (tmp_path / "matches.jsonl").mkdir()
    done = _run(*ARENA, "--out", tmp_path)
    assert done.returncode == 2 and "Is a directory" in " ".join(done.stderr.split()), done.stderr
    done = _run("balance", "grasshopper", "--out", tmp_path / "none" / "page.html")
    assert done.returncode == 2 and "there is no folder" in " ".join(done.stderr.split())
    done = _run("ladder", "grasshopper", "--page", tmp_path / "none.md")
    assert done.returncode == 2 and "does not exist" in " ".join(done.stderr.split())
    assert not (tmp_path / ".arena").exists()


def test_an_extra_that_is_missing_is_named_before_anything_is_played(tmp_path):
    bare = "import sys; sys.modules['openskill'] = None; from formicarium.cli import main; main()"
    command = [sys.executable, "-c", bare, *map(str, ARENA), "--out", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 2 and "pip install 'formicarium[arena]'" in " ".join(done.stderr.split())
    assert not (tmp_path / "matches.jsonl").exists()


def test_ctrl_c_keeps_what_was_played(tmp_path):
    command = [sys.executable, "-m", "formicarium", "arena", "grasshopper", "random", "random", "--matches", "100000"]
    listening = partial(
        signal.signal, signal.SIGINT, signal.default_int_handler
    )  # also if the tests run in the background
    process = subprocess.Popen(
        [*command, "--workers", "2", "--out", str(tmp_path)], stdout=subprocess.PIPE, text=True, preexec_fn=listening
    )
    log = tmp_path / "matches.jsonl"
    for _ in range(1200):
        if log.exists() and all(f'"number":{number},' in log.read_text() for number in range(4)):
            break
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    shown, _ = process.communicate(timeout=60)
    assert process.returncode == 130, shown
    assert "stopped; what was played is kept" in shown and "random" in shown
    assert json.loads((tmp_path / "results.json").read_text())["contests"][0]["matches"] >= 4


def test_ladder_writes_the_page(cli, tmp_path, monkeypatch):
    monkeypatch.setattr(ladder, "levels", lambda game: ("random", "greedy"))
    monkeypatch.setattr(ladder, "YARDSTICK", "greedy")
    page = tmp_path / "page.md"
    page.write_text(f"{ladder.BEGIN}\n{ladder.END}\n")
    arguments = ("ladder", "grasshopper", "--matches", 12, "--workers", 1, "--page", page, "--out", tmp_path / "log")
    shown = cli(*arguments, code=1)
    assert "requirements are not kept" in shown, "twelve matches are too few"
    assert "### The Grasshopper" in page.read_text() and "**no**" in page.read_text()
    again = page.read_text()
    cli(*arguments, code=1)
    assert page.read_text() == again


def test_ctrl_c_writes_the_page_of_what_was_played(cli, tmp_path, monkeypatch):
    monkeypatch.setattr(ladder, "levels", lambda game: ("random", "greedy"))
    monkeypatch.setattr(ladder, "YARDSTICK", "greedy")
    monkeypatch.setattr(Tournament, "play", interrupted)
    page = tmp_path / "page.md"
    page.write_text(f"{ladder.BEGIN}\n{ladder.END}\n")
    cli("ladder", "grasshopper", "--workers", 1, "--page", page, "--out", tmp_path / "log", code=130)
    rows = json.loads(page.with_suffix(".json").read_text())["grasshopper"]["contests"]
    assert sum(row["matches"] for row in rows) == 4 and not any(row["kept"] for row in rows)
    assert "| greedy | random |  |  | at least 60% | 0 | **no** |" in page.read_text()


def interrupted(tournament, crew, play=Tournament.play):
    for number, contest in enumerate(play(tournament, crew), 1):
        yield contest
        if number == 4:
            raise KeyboardInterrupt


def _run(*arguments):
    command = [sys.executable, "-m", "formicarium", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
