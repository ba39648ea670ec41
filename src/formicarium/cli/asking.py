"""What several commands ask for in the same words, and where they answer."""

from __future__ import annotations

import os
from typing import Annotated, Any

import typer
from rich.console import Console

from formicarium.engine.game import languages

INTERRUPTED = 130  # the exit code
CORES = os.cpu_count() or 1

out = Console()

Game = Annotated[str, typer.Argument(help="The game: see `formicarium games`.")]
Seats = Annotated[int | None, typer.Option(help="How many seats; the game's smallest number if not said.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", help="An option of the game, as NAME=VALUE; may be repeated.")
]
SeatCounts = Annotated[
    list[int] | None,
    typer.Option("--seats", help="How many seats; may be repeated. Every number of the game if not said."),
]
Matches = Annotated[int, typer.Option(min=1, max=10_000_000, help="How many matches.")]
MostMatches = Annotated[int, typer.Option("--matches", min=2, max=1_000_000, help="At most so many matches a contest.")]
Workers = Annotated[int, typer.Option(min=1, max=256, help="How many processes.")]
Ray = Annotated[str | None, typer.Option(help="The address of a Ray cluster to play on, or auto; else processes here.")]
Seed = Annotated[str, typer.Option(help="The seed of the whole run.")]
Language = Annotated[str, typer.Option(help=f"The language: {' or '.join(languages())}.")]
Theme = Annotated[str, typer.Option(help="The theme of pictures: light, dark, light-safe or dark-safe.")]


def read_options(pairs: list[str] | None) -> dict[str, Any]:
    """The options of a game from what was typed."""
    chosen = {}
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        if not equals:
            raise typer.BadParameter(f"{pair!r} is not of the form NAME=VALUE")
        chosen[name.strip()] = value.strip()
    return chosen
