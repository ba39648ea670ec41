"""What the tests of the command line share: a command run in this process, and one run as a program."""

import subprocess
import sys

import pytest
from typer.testing import CliRunner

from formicarium.cli import app


@pytest.fixture
def cli():
    """Run a command here; what it printed."""

    def run(*arguments, code=0):
        result = CliRunner().invoke(app, [str(argument) for argument in arguments])
        assert result.exit_code == code, result.output + repr(result.exception)
        return result.output

    return run


@pytest.fixture
def program():
    """Run a command as a program of its own; what became of it."""

    def run(*arguments, given="", folder=None):
        command = [sys.executable, "-m", "formicarium", *map(str, arguments)]
        return subprocess.run(
            command, input=given, capture_output=True, text=True, timeout=300, cwd=folder, check=False
        )

    return run
