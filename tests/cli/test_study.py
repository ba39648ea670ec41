"""The commands simulate, arena, ladder, balance, puzzles, train, run as a user would."""

import json
import signal
import subprocess
import sys
import time
from functools import partial

import pytest

from formicarium.arena import Tournament, proof
from formicarium.coach import puzzles
from formicarium.engine import record_file

ARENA = ("arena", "grasshopper", "random", "greedy", "--seats", 2, "--matches", 20, "--option", "mode=winter")


@pytest.mark.parametrize("workers", [1, 2])
def test_simulate_gives_the_same_whoever_plays(cli, workers):
    output = cli("simulate", "sisimizi", "--matches", 4, "--workers", workers, "--seed", 5, "--seats", 3)
    lines = [" ".join(line.split()) for line in output.splitlines()]
    assert "0 random 33.3% 7.5% – 75.5%" in lines, "random play reaches the cap, which is a draw"
    assert any(line.startswith("4 matches in") and "mean" in line for line in lines)
    assert any("at most 4" in line for line in lines)
    assert any(line == "ended by: rounds 4" for line in lines)


def test_simulate_refuses_what_does_not_fit(cli, program):
    assert "3 levels for 2 seats" in cli("simulate", "sisimizi", "--bots", "random,random,random", code=2)
    assert program("simulate", "sisimizi", "--bots", "genius").stderr.count("there is no bot 'genius'") == 1
    assert program("simulate", "sisimizi", "--option", "speed=1").stderr.count("no option 'speed'") == 1
    assert "NAME=VALUE" in cli("simulate", "sisimizi", "--option", "speed", code=2)


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


def test_arena_refuses_what_does_not_fit(cli, tmp_path, program):
    alone = program("arena", "sisimizi", "random")
    assert alone.returncode == 2 and "random needs an opponent" in " ".join(alone.stderr.split())
    cli(*ARENA, "--workers", 1, "--out", tmp_path)
    done = program(*ARENA, "--seed", 2, "--out", tmp_path)
    assert done.returncode == 2 and "seed was 0 and is 2" in " ".join(done.stderr.split())
    assert "there is no bot 'genius'" in program("arena", "sisimizi", "random", "genius").stderr


def test_arena_plays_once_what_is_asked_for_twice(cli, tmp_path):
    names = ("random", "greedy", "random", "greedy", "--seats", 2, "--seats", 2)
    cli("arena", "grasshopper", *names, "--matches", 4, "--workers", 1, "--out", tmp_path)
    rows = json.loads((tmp_path / "results.json").read_text())["contests"]
    assert [(row["challenger"], row["other"], row["matches"]) for row in rows] == [
        ("greedy", "random", 4),
        ("random", "greedy", 4),
    ]


def test_places_that_cannot_be_written_are_refused_before_anything_is_played(tmp_path, program):
    (tmp_path / "matches.jsonl").mkdir()
    done = program(*ARENA, "--out", tmp_path)
    assert done.returncode == 2 and "Is a directory" in " ".join(done.stderr.split()), done.stderr
    done = program("balance", "grasshopper", "--out", tmp_path / "none" / "page.html")
    assert done.returncode == 2 and "there is no folder" in " ".join(done.stderr.split())
    done = program("ladder", "grasshopper", "--page", tmp_path / "none.md")
    words = " ".join(done.stderr.replace("│", " ").split())  # in a box, wrapped where the path ends
    assert done.returncode == 2 and "does not exist" in words
    assert not (tmp_path / ".arena").exists()


@pytest.mark.parametrize(
    ("package", "arguments"),
    [("openskill", ARENA), ("jinja2", ("balance", "grasshopper", "--matches", 10_000_000, "--workers", 1))],
)
def test_an_extra_that_is_missing_is_named_before_anything_is_played(tmp_path, package, arguments):
    bare = f"import sys; sys.modules[{package!r}] = None; from formicarium.cli import main; main()"
    command = [sys.executable, "-c", bare, *map(str, arguments), "--out", str(tmp_path / "out")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 2 and "pip install 'formicarium[arena]'" in " ".join(done.stderr.split())
    assert list(tmp_path.iterdir()) == []


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
        # two more than are asked for: the last may be written and not counted yet
        if log.exists() and all(f'"number":{number},' in log.read_text() for number in range(6)):
            break
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    shown, _ = process.communicate(timeout=60)
    assert process.returncode == 130, shown
    assert "stopped; what was played is kept" in shown and "random" in shown
    assert json.loads((tmp_path / "results.json").read_text())["contests"][0]["matches"] >= 4


def test_ladder_writes_the_page(cli, tmp_path, monkeypatch):
    monkeypatch.setattr(proof, "levels", lambda game: ("random", "greedy"))
    monkeypatch.setattr(proof, "YARDSTICK", "greedy")
    page = tmp_path / "page.md"
    page.write_text(f"{proof.BEGIN}\n{proof.END}\n")
    arguments = ("ladder", "grasshopper", "--matches", 12, "--workers", 1, "--page", page, "--out", tmp_path / "log")
    shown = cli(*arguments, code=1)
    assert "requirements are not kept" in shown, "twelve matches are too few"
    assert "### The Grasshopper" in page.read_text() and "**no**" in page.read_text()
    again = page.read_text()
    cli(*arguments, code=1)
    assert page.read_text() == again


def test_ladder_shows_its_tables_where_there_is_no_page(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(proof, "levels", lambda game: ("random", "greedy"))
    shown = cli("ladder", "grasshopper", "--matches", 12, "--workers", 1, code=1)
    assert "requirements are not kept" in shown and "see" not in shown.split("not kept")[1]
    assert [path.name for path in tmp_path.iterdir()] == [".arena"]


def test_ctrl_c_writes_the_page_of_what_was_played(cli, tmp_path, monkeypatch):
    monkeypatch.setattr(proof, "levels", lambda game: ("random", "greedy"))
    monkeypatch.setattr(proof, "YARDSTICK", "greedy")
    monkeypatch.setattr(Tournament, "play", interrupted)
    page = tmp_path / "page.md"
    page.write_text(f"{proof.BEGIN}\n{proof.END}\n")
    cli("ladder", "grasshopper", "--workers", 1, "--page", page, "--out", tmp_path / "log", code=130)
    rows = json.loads(page.with_suffix(".json").read_text())["grasshopper"]["contests"]
    assert sum(row["matches"] for row in rows) == 4 and not any(row["kept"] for row in rows)
    assert "| greedy | random |  |  | at least 60% | 0 | **no** |" in page.read_text()


def interrupted(tournament, crew, play=Tournament.play):
    for number, contest in enumerate(play(tournament, crew), 1):
        yield contest
        if number == 4:
            raise KeyboardInterrupt


def test_balance_writes_the_page(cli, tmp_path):
    path = tmp_path / "page.html"
    cli(
        "balance", "grasshopper", "--level", "random", "--seats", 2, "--matches", 2, "--workers", 2, "--out", path
    )  # fmt: skip
    assert path.read_text().startswith("<!doctype html>") and "stopped" not in path.read_text()


def test_train_learns_and_goes_on(cli, tmp_path):
    asked = {"generations": 1, "lessons": 5, "matches": 8, "iterations": 2, "gate-iterations": 2, "gate-matches": 4}
    command = ["train", "grasshopper", "--out", tmp_path, "--workers", 1]
    command += [f"--{name}={value}" for name, value in asked.items()]
    shown = cli(*command)
    assert "generation 0: its network" in shown and "epoch 1: held-out loss" in shown
    assert (tmp_path / "grasshopper" / "report.html").exists()
    again = cli(*command)
    assert "the best:" in again and "generation 0" not in again, "all of it is done"


def test_puzzles_are_made_kept_and_gone_on_with(cli, tmp_path):
    path = tmp_path / "set.txt"
    assert f"puzzles in {path}" in "".join(
        cli("puzzles", "grasshopper", "--count", 1, "--workers", 1, "--out", path, "--seed", 4).split("\n")
    )
    first = path.read_text()
    made = len(puzzles.loads(first))
    assert made >= 1
    cli("puzzles", "grasshopper", "--count", made + 1, "--workers", 2, "--out", path, "--seed", 4)
    text = path.read_text()
    assert text.startswith(first) and len(puzzles.loads(text)) > made
    assert len(puzzles.seeds(text)) == len(record_file.records(text)), "no match twice"
