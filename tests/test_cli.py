"""The command line, run as a user would: real commands, real files."""

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import formicarium as fm
from formicarium.cli import app


@pytest.fixture
def cli():
    def run(*arguments, code=0):
        result = CliRunner().invoke(app, [str(argument) for argument in arguments])
        assert result.exit_code == code, result.output + repr(result.exception)
        return result.output

    return run


@pytest.fixture
def record(tmp_path):
    match = fm.Match("sisimizi", seats=2, seed=7)
    for text in ("ant e5", "hill c2", "done", "ant k11"):
        match.play(text)
    match.save(tmp_path / "game.ants")
    return tmp_path / "game.ants"


def run_program(*arguments, given="", folder=None):
    command = [sys.executable, "-m", "formicarium", *map(str, arguments)]
    return subprocess.run(command, input=given, capture_output=True, text=True, timeout=300, cwd=folder, check=False)


def test_games_lists_every_game(cli):
    output = cli("games")
    assert all(name in output for name in fm.game_names())
    assert "Sisimizi" in cli("games", "--language", "de")


@pytest.mark.parametrize("language", ["en", "de"])
def test_rules_of_every_game_can_be_read(cli, language):
    for name in fm.game_names():
        assert len(cli("rules", name, "--language", language)) > 500


def test_an_error_is_one_sentence_with_its_code():
    done = run_program("rules", "sisimisi")
    assert done.returncode == 2
    assert "did you mean 'sisimizi'?" in done.stderr and "(unknown/game)" in done.stderr
    assert "Traceback" not in done.stderr


def test_perft(cli):
    assert [line.split()[1] for line in cli("perft", "sisimizi", "--depth", 2).splitlines()] == ["2", "948"]


def test_doctor_says_what_is_there(cli):
    output = cli("doctor")
    assert "numba" in output and "sisimizi" in output and "cache" in output


def test_precompile(cli):
    assert "sisimizi is ready" in cli("precompile", "sisimizi")


@pytest.mark.parametrize("workers", [1, 2])
def test_simulate_gives_the_same_whoever_plays(cli, workers):
    output = cli("simulate", "sisimizi", "--matches", 4, "--workers", workers, "--seed", 5, "--seats", 3)
    lines = [" ".join(line.split()) for line in output.splitlines()]
    assert "0 random 33.3% 7.5% – 75.5%" in lines, "random play reaches the cap, which is a draw"
    assert any(line.startswith("4 matches in") and "mean" in line for line in lines)
    assert any("at most 4" in line for line in lines)
    assert any(line == "ended by: rounds 4" for line in lines)


def test_simulate_refuses_what_does_not_fit(cli):
    assert "3 levels for 2 seats" in cli("simulate", "sisimizi", "--bots", "random,random,random", code=2)
    assert run_program("simulate", "sisimizi", "--bots", "genius").stderr.count("there is no bot 'genius'") == 1
    assert run_program("simulate", "sisimizi", "--option", "speed=1").stderr.count("no option 'speed'") == 1
    assert "NAME=VALUE" in cli("simulate", "sisimizi", "--option", "speed", code=2)


def test_show_prints_the_board(cli, record):
    output = cli("show", record)
    assert "seat 0" in output and "ant k11" in output
    assert "ant k11" not in cli("show", record, "--ply", 2)


def test_show_writes_pictures(cli, record, tmp_path):
    svg, png, gif = (tmp_path / f"game.{kind}" for kind in ("svg", "png", "gif"))
    cli("show", record, "--svg", svg, "--png", png, "--gif", gif, "--width", 200, "--theme", "dark")
    assert svg.read_text().startswith("<svg")
    assert png.read_bytes().startswith(b"\x89PNG")
    assert gif.read_bytes().startswith(b"GIF89a")


def test_show_names_the_line_of_a_broken_record(record):
    record.write_text(record.read_text().replace("hill c2", "hill e5"))
    done = run_program("show", record)
    assert done.returncode == 2 and "line 8" in done.stderr


def test_play_in_the_terminal(tmp_path):
    moves = "help\nlegal\nnonsense\nant c2\nhill c2\nundo\nhill c2\nlog\nboard\nhint\nsave\nquit\n"
    done = run_program("play", "sisimizi", "--seed", "3", "--level", "random", given=moves, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "there is no verb 'nonsense'" in done.stdout
    assert "c2 has a dot" in done.stdout
    assert "took back hill c2" in done.stdout
    assert "perhaps" in done.stdout
    saved = sorted(Path(tmp_path).glob("sisimizi-*.ants"))
    assert saved and "hill c2" in saved[-1].read_text()
    again = run_program("play", "--resume", saved[-1], "--level", "random", given="log\n", folder=tmp_path)
    assert again.returncode == 0 and "c2" in again.stdout


def test_the_terminal_tells_what_bots_did_but_no_secret(tmp_path):
    shown = run_program("play", "sisimizi", "--seed", "3", "--level", "random", given="done\nlog\n", folder=tmp_path)
    assert "…" not in shown.stdout.replace("a1, b1, c1, d1, e1, f1, …, w21", "")
    hidden = run_program("play", "formica", "--seed", "4", "--level", "random", given="log\n", folder=tmp_path)
    assert hidden.stdout.count("A stone was dealt face down") == 1 and "deal " not in hidden.stdout


def test_a_whole_match_in_the_terminal(tmp_path):
    """The person only ever ends the turn; against a bot that builds, that is soon over."""
    done = run_program("play", "sisimizi", "--seed", "1", "--level", "greedy", given="done\n" * 100, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "(you)" in done.stdout and "100% of the victory" in done.stdout
