"""The package: what is in it, what it says of itself, and that it works where nothing else of the project is."""

import copy
import email
import html
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import typer.main

import formicarium as fm
from formicarium.cli import app
from formicarium.core import random
from formicarium.engine import fairness
from package.installed import ROOT, Environment, build, fetch

GROUP: Any = typer.main.get_command(app)
COMMANDS = set(GROUP.commands)
TABLE = "match.txt"  # a whole match, as a server's table writes it
TRIES = {  # each command: what it is asked, with what it ends, and what it says then
    "games": ("--language fr", 0, "sisimizi 2–4"),
    "rules": ("formica --language it", 0, "Formica"),
    "show": (f"{TABLE} --png last.png", 0, "wrote last.png"),
    "verify": (TABLE, 0, "fair: all"),
    "review": (f"{TABLE} --iterations 1 --out review.html", 0, "wrote review.html"),
    "simulate": ("grasshopper --matches 2 --seats 3", 0, "2 matches in"),
    "arena": ("grasshopper random random --seats 2 --matches 2 --workers 1 --out met", 0, "the results are in met"),
    "ladder": ("grasshopper --page none.md", 2, "file 'none.md' does not exist"),  # champions take minutes
    "balance": ("grasshopper --level random --seats 2 --matches 2 --workers 1", 0, "wrote grasshopper-balance.html"),
    "puzzles": ("grasshopper --count 1 --out set.txt", 0, "puzzles in set.txt"),  # it has them: making one takes long
    "perft": ("sisimizi --depth 2", 0, "2 948"),
    "precompile": ("grasshopper", 0, "grasshopper is ready"),
    "backup": ("new.backup", 0, "nothing yet"),
    "restore": ("new.backup", 0, "nothing yet"),
    "ratings": ("", 0, "0 rated matches, 0 ratings, 0 changed"),
    "moderators": ("", 0, "nobody yet"),
    "doctor": ("", 0, "pip install 'formicarium[mcp]'"),  # the brackets are part of the command
    "mcp": ("", 2, "pip install 'formicarium[mcp]'"),
    "train": ("antics", 2, "pip install 'formicarium[train]'"),
}
ELSEWHERE = {"play", "serve"}  # which have tests of their own
ALIKE = 10  # pages that are asked for of one kind, such as puzzles of a game


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The wheel and the source distribution."""
    return build(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def plain(built, tmp_path_factory):
    """An environment with the wheel and what it asks for, and nothing else."""
    made = Environment(tmp_path_factory.mktemp("empty"), built[0])
    made.install()
    return made


@pytest.fixture(scope="module")
def environment(plain):
    """The same with what a server needs."""
    plain.install("serve")
    return plain


def test_the_wheel_holds_the_package_and_nothing_else(built):
    names = zipfile.ZipFile(built[0]).namelist()
    assert {name.split("/")[0] for name in names} == {"formicarium", f"formicarium-{fm.__version__}.dist-info"}
    assert not [name for name in names if "__pycache__" in name or name.endswith((".pyc", ".db", ".ants"))]
    tracked = subprocess.run(["git", "ls-files", "src"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert {f"src/{name}" for name in names if name.startswith("formicarium/")} == set(tracked.split())
    for needed in ("py.typed", "server/web/templates/table.html", "server/store/migrations/versions/0001_tables.py"):
        assert f"formicarium/{needed}" in names


def test_the_package_describes_itself(built):
    wheel = zipfile.ZipFile(built[0])
    (path,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    facts = email.message_from_bytes(wheel.read(path))
    assert facts["License-Expression"] == "MIT" and facts["License-File"] == "LICENSE"
    assert facts["Requires-Python"] == ">=3.11" and facts["Version"] == fm.__version__
    assert {line.split(",")[0] for line in facts.get_all("Project-URL")} >= {"Homepage", "Documentation", "Changelog"}
    assert {f"Programming Language :: Python :: 3.{minor}" for minor in range(11, 15)} <= set(
        facts.get_all("Classifier")
    )
    subprocess.run(
        [sys.executable, "-m", "twine", "check", "--strict", *map(str, built)], check=True, capture_output=True
    )


def test_the_source_distribution_can_be_built_again(built, tmp_path):
    with tarfile.open(built[1]) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    assert not [name for name in tracked if name not in names and not name.startswith(".ci/")]
    assert not [name for name in names if name.startswith((".venv", "tests/e2e/node_modules", "tests/e2e/artefacts"))]


def test_a_whole_match_is_played_in_the_terminal(plain):
    match = fm.Match("grasshopper", seats=2, seed="package")
    bots = {seat: fm.bot(match.game, "random", seed=(match.seed, seat)) for seat in (0, 1)}
    typed = []
    while match.outcome is None:
        seat = match.actors[0]  # the terminal asks the person first
        chosen = bots[seat].choose(match.view(seat))
        match.play(chosen, seat)
        if seat == 0:
            typed.append(chosen.text)
    asked = ("play", "grasshopper", "--seats", "2", "--seed", "package", "--level", "random")
    done = plain.run(*asked, typed="\n".join(typed) + "\n")
    assert done.returncode == 0, done.stderr
    assert " ".join(match.ending("en").split()) in " ".join(done.stdout.split())


def test_every_command_is_listed_and_tried(environment):
    told = environment.run("--help")
    assert set(re.findall(r"^│ (\w+) ", told.stdout, re.MULTILINE)) == COMMANDS, told.stderr
    assert TRIES.keys() | ELSEWHERE == COMMANDS, "TRIES says of a new command what it shall do"
    assert environment.run("--version").stdout.strip() == f"formicarium {fm.__version__}"


@pytest.fixture(scope="module")
def desk(environment):
    """The environment with a folder of data that nobody has used, a record, and puzzles that there are."""
    match, chance = fm.Match("grasshopper", 2, seed="a promise"), random.stream(1)
    while not match.over:
        match.play(match.position.sample(match.actors[0], chance))
    made = copy.copy(environment)
    made.data, made.opened = made.folder / "unused", made.folder / "opened-by-commands"
    (made.folder / TABLE).write_text(match.text(**fairness.tags("a promise", 0, None)))
    shutil.copy(match.game.folder / "puzzles.txt", made.folder / "set.txt")
    return made


@pytest.mark.parametrize("command", TRIES)
def test_a_command_does_what_it_is_there_for(desk, command):
    asked, code, said = TRIES[command]
    done = desk.run(command, *asked.split())
    assert done.returncode == code, done.stderr
    assert said in " ".join((done.stdout + done.stderr).replace("│", " ").split())


def test_the_server_has_its_pages_and_opens_nothing_outside_itself_and_its_folders(environment):
    with environment.serving() as address:
        known, due, kinds = {"/"}, ["/"], Counter()
        while due:
            path = due.pop()
            status, page = fetch(address + path)
            assert status == 200, path
            for link in sorted(set(re.findall(r'(?:href|src)="(/[^"#]*)', page)) - known):
                kind = link.rpartition("/")[0]
                if not kind or kinds[kind] < ALIKE:
                    kinds[kind] += 1
                    known.add(link)
                    due.append(html.unescape(link))
        assert {"/lobby", "/matches", "/tournaments/new", "/account", "/rules/antics", "/learn/formica"} <= known
        assert 'lang="de"' in fetch(address + "/", Accept_Language="de")[1]
        assert fetch(address + "/ready")[0] == 200
    assert (environment.data / "tables.db").exists()
    assert environment.run("backup", "all.backup").returncode == 0
    system = {Path(sys.base_prefix), *map(Path, ("/etc", "/usr"))}  # Python and its time zones and types of files
    own = {environment.data, environment.folder, Path(tempfile.gettempdir()), Path("/dev"), Path("/proc")}
    own.add(Path(environment.run("doctor").stdout.split("cache", 1)[1].split(":")[0].strip()))
    assert not outside(environment.read(), own | system)
    assert not [path for path in environment.read() if path.is_relative_to(ROOT)]
    assert not outside(environment.changed(), own)


def outside(paths, folders):
    """The paths that are in none of the folders."""
    return sorted(path for path in paths if not any(map(path.is_relative_to, folders)))
