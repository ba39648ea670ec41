"""The command line as a whole: it imports what is asked for, errors are sentences, help tells what there is."""

import subprocess
import sys

import pytest

from formicarium.scene import THEMES

HEAVY = ("formicarium.arena", "formicarium.server", "prompt_toolkit", "rich.progress", "PIL", "matplotlib", "openskill")
WATCHED = """
import sys
from formicarium.cli import main
if sys.argv[1:]:
    try:
        main()
    except SystemExit as done:
        assert not done.code, done.code
print("imported", *sorted(sys.modules))
"""


def imported(*arguments):
    """The modules that a command has imported when it is done."""
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, *arguments], capture_output=True, text=True, timeout=300, check=True
    )
    return done.stdout.rsplit("imported ", 1)[1].split()


@pytest.mark.parametrize("arguments", [(), ("--help",), ("arena", "--help"), ("games",), ("rules", "sisimizi")])
def test_a_command_imports_only_what_it_needs(arguments):
    modules = imported(*arguments)
    assert not [name for name in modules if name.startswith(HEAVY)]
    asks_a_game = arguments[:1] in (("games",), ("rules",))
    assert any(name.startswith("formicarium.scene") for name in modules) is asks_a_game, "a game knows how it is drawn"
    assert any(name.startswith("formicarium.games.") for name in modules) is asks_a_game
    if not arguments:
        assert "rich.table" not in modules and "rich.markdown" not in modules


def test_an_error_is_one_sentence_with_its_code(program):
    done = program("rules", "sisimisi")
    assert done.returncode == 2
    assert "did you mean 'sisimizi'?" in done.stderr and "(unknown/game)" in done.stderr
    assert "Traceback" not in done.stderr


def test_help_names_every_theme(cli):
    shown = " ".join(cli("show", "--help").replace("│", " ").split())
    assert all(f" {name}" in shown for name in THEMES)
