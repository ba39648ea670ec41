"""The command: `make chaos` plays matches on a cluster while its parts fail, and checks what everybody was told."""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from typing import Annotated

import typer

from chaos.meeting import meet
from chaos.run import run

FAILED, INTERRUPTED = 1, 130  # exit codes


def main(
    seed: Annotated[int | None, typer.Option(help="Draws the same faults again.", show_default="drawn")] = None,
    matches: Annotated[int, typer.Option(help="At the same time; who has ended one begins another.")] = 100,
    seconds: Annotated[float, typer.Option(help="About how long faults come.")] = 120.0,
    people: Annotated[int, typer.Option(help="Who look for a match, one after the other; 0 for nobody.")] = 100,
    meet_kills: Annotated[int, typer.Option(help="Processes that are killed meanwhile.")] = 10,
) -> None:
    """Play on two processes behind nginx, PostgreSQL and Redis while they are killed, paused and cut off; then meet."""
    try:
        found = run(seed if seed is not None else random.randrange(10**6), matches, seconds, say=print)
        lost = meet(people, meet_kills, say=print) if people else []
    except KeyboardInterrupt:
        print("interrupted; everything is stopped")
        raise typer.Exit(INTERRUPTED) from None
    for problem in lost:
        print(problem)
    if found or lost:
        raise typer.Exit(FAILED)


typer.run(main)
