"""The command line. A command imports what it needs when it is asked for, so that `formicarium --help` is quick."""

from __future__ import annotations

import sys
from importlib.metadata import version
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.markup import escape

from formicarium.cli import play, serve, study, tools
from formicarium.errors import FormicariumError


def _tell_version(wanted: bool) -> None:
    if wanted:
        print(f"formicarium {version('formicarium')}")
        raise typer.Exit


app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for command in (
    *(play.games, play.rules, play.play, play.show, play.review, play.verify),
    *(study.simulate, study.arena, study.ladder, study.balance, study.puzzles, study.train),
    *(serve.serve, serve.backup, serve.restore, serve.ratings, serve.moderators, serve.mcp),
    *(tools.perft, tools.precompile, tools.doctor),
):
    app.command()(command)


@app.callback()
def formicarium(
    version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Say which.")
    ] = False,
) -> None:
    """Formicarium: four ant board games, to play and to study."""


def main() -> None:
    """Run the command line; an error of ours is one sentence, not a traceback."""
    try:
        app()
    except FormicariumError as error:
        _fail(str(error), error.code)
    except OSError as error:
        if error.filename is None:
            raise
        _fail(f"{error.filename}: {error.strerror}", "file")


def _fail(sentence: str, code: str) -> NoReturn:
    Console(stderr=True).print(f"[bold red]error[/] {escape(sentence)}  [dim]({code})[/]", highlight=False)
    sys.exit(2)
