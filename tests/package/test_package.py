"""The package: what is in it, what it says of itself, and that it works where nothing else of the project is."""

import email
import html
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections import Counter
from pathlib import Path

import pytest

import formicarium as fm
from package.installed import ROOT, Environment, build, fetch

COMMANDS = {
    *("games", "rules", "play", "show", "verify", "simulate", "arena", "ladder", "balance"),
    *("serve", "backup", "restore", "ratings", "mcp", "perft", "precompile", "doctor", "train", "puzzles", "review"),
    "moderators",
}
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
    for needed in ("pyproject.toml", "Makefile", "constraints.txt", "LICENSE", "tests/test_bare.py", "docs/start.md"):
        assert needed in names
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


def test_every_command_tells_what_it_does(environment):
    told = environment.run("--help")
    listed = set(re.findall(r"^│ (\w+) ", told.stdout, re.MULTILINE))
    assert listed == COMMANDS, told.stderr
    for command in sorted(COMMANDS):
        done = environment.run(command, "--help")
        assert done.returncode == 0 and "Usage" in done.stdout, done.stderr
    assert environment.run("--version").stdout.strip() == f"formicarium {fm.__version__}"
    missing = environment.run("doctor").stdout
    assert "pip install 'formicarium[mcp]'" in missing, "the brackets are part of the command"
    for command, extra in (("mcp", "mcp"), ("train antics", "train")):
        done = environment.run(*command.split())
        assert done.returncode == 2 and f"pip install 'formicarium[{extra}]'" in " ".join(done.stderr.split())


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
