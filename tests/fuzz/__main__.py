"""The command: `python tests/fuzz --inputs 1000000` gives hostile input to everything that reads some."""

from __future__ import annotations

import math
import os
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from typing import Annotated

import typer

from fuzz.run import run

FAILED = 1  # exit code


def main(
    inputs: Annotated[int, typer.Option(help="How many, of all kinds together.")] = 100_000,
    seed: Annotated[int | None, typer.Option(help="Draws the same inputs again.", show_default="drawn")] = None,
    seconds: Annotated[float, typer.Option(help="At most so long.", show_default="as long as it takes")] = math.inf,
    processes: Annotated[int, typer.Option(help="At the same time.")] = os.cpu_count() or 1,
) -> None:
    """Give hostile notation, records, messages and requests; what does harm is kept in tests/fuzz/cases."""
    chosen = random.randrange(10**6) if seed is None else seed
    print(f"seed {chosen}")
    if run(chosen, inputs, seconds, processes, print):
        raise typer.Exit(FAILED)


if __name__ == "__main__":  # not in the processes that it starts
    typer.run(main)
