"""Endings: `python -m benchmarks.endings [GAME…]` lets every level play itself, and counts how the matches end.

A match that nobody ends is ended by a cap, which each game gives as the last of its reasons. A bot that hits it stalls.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from math import ceil
from pathlib import Path
from statistics import fmean
from typing import Annotated

import typer
from rich.console import Console

from benchmarks.page import write_by_game
from formicarium.arena import hire, play
from formicarium.arena.contest import modes
from formicarium.arena.crew import carry_out
from formicarium.arena.matches import Fixture, Result, code_of
from formicarium.bots import levels
from formicarium.engine.game import Game, find, names

PAGE = Path(__file__).parents[1] / "docs" / "endings.md"
HEAD = """\
# How matches end

Every level plays itself, at every number of seats and in every mode, at least 1,000 matches a game. No match may end by
the cap that a game sets for matches which nobody ends. The stronger a level, the longer its matches take, and the fewer
of them there are. `python -m benchmarks.endings` plays anew and writes this page; given a game, only its part of it.
Each part names the code that played: Formica's is older than version 2 of its rules, which forbids some catches (F5.2).
"""
SHARES = (0.31, 0.3, 0.25, 0.12, 0.02)  # of the matches, from the gentlest level to the champion

console = Console()


@dataclass(frozen=True)
class Part:
    """The matches of one level."""

    level: str
    results: list[Result]


def fixtures(game: Game, level: str, matches: int) -> Iterator[tuple[int, Fixture]]:
    """The matches of a level against itself, spread over all seats and modes."""
    found = [
        (seats, tuple(options.items()))
        for seats in game.seats
        for options in modes(game, {})
        if game.allows(options, seats)
    ]
    for number in range(matches):
        seats, options = found[number % len(found)]
        yield number, Fixture(game.name, (level,) * seats, f"endings/{number}", options)


def parts(game: Game, matches: int, workers: int) -> Iterator[Part]:
    """Play them all, with a line of progress."""
    for level, share in zip(levels(game), SHARES, strict=True):
        count = ceil(matches * share)
        results = []
        with hire(play, workers) as crew, console.status(level) as status:
            for _, result in carry_out(crew, fixtures(game, level, count)):
                results.append(result)
                status.update(f"{game.name}, {level}: {len(results)} of {count}")
        yield Part(level, results)


def section(game: Game, found: list[Part]) -> str:
    """The part of the page about one game."""
    cap = game.reasons[-1]
    everything = [result for part in found for result in part.results]
    rows = []
    for part in [*found, Part("all", everything)]:
        lengths = [result.actions for result in part.results]
        reasons = Counter(result.reason for result in part.results)
        told = ", ".join(f"{reason} {count}" for reason, count in reasons.most_common())
        rows.append(
            f"| {part.level} | {len(lengths)} | {fmean(lengths):.0f} | {max(lengths)} | {told} | {reasons[cap]} |"
        )
    return f"""\
## {game.words()("name")}

Played on {date.today()}, code {code_of(game)}. The cap is `{cap}`.

| level | matches | actions, mean | longest | ended by | cap |
| --- | ---: | ---: | ---: | --- | ---: |
{chr(10).join(rows)}
"""


def main(
    games: Annotated[list[str] | None, typer.Argument(help="Games; all of them if none is named.")] = None,
    matches: Annotated[int, typer.Option(min=50, max=1_000_000, help="Matches a game.")] = 1000,
    workers: Annotated[int, typer.Option(min=1, max=1000, help="Processes.")] = os.cpu_count() or 1,
    output: Annotated[Path, typer.Option(help="Where the page goes.", show_default="docs/endings.md")] = PAGE,
) -> None:
    """Play, and write the page game by game; the exit code tells whether a match hit a cap."""
    capped = 0
    try:
        for game in [find(name) for name in games or names()]:
            found = list(parts(game, matches, workers))
            write_by_game(output, HEAD, {game.words()("name"): section(game, found)})
            hits = sum(result.reason == game.reasons[-1] for part in found for result in part.results)
            capped += hits
            console.print(f"{game.name}: {hits} of {sum(len(part.results) for part in found)} hit the cap")
    except KeyboardInterrupt:
        console.print("interrupted; the games before this one are written")
        raise typer.Exit(130) from None
    if capped:
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
