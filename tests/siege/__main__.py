"""The command: `make siege` attacks a server in every way that we know, and audits what is left."""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from typing import Annotated

import typer

from siege.run import run
from siege.site import SITES

FAILED, INTERRUPTED = 1, 130  # exit codes


def say(what: str) -> None:
    """Tell how far it is, at once: a siege takes hours."""
    print(f"{time.strftime('%H:%M:%S')} {what}", flush=True)


def main(
    seed: Annotated[int | None, typer.Option(help="Draws the same attacks again.", show_default="drawn")] = None,
    seconds: Annotated[float, typer.Option(help="About how long, without start and audit.")] = 60.0,
    backend: Annotated[str, typer.Option(help=f"One of {', '.join(SITES)}.")] = "sqlite",
    matches: Annotated[int, typer.Option(help="That are played at the same time.")] = 200,
    strangers: Annotated[int, typer.Option(help="So many that never read, and so many that never stop asking.")] = 50,
    kills: Annotated[int, typer.Option(help="As many at least, however long that takes: 500 for a night.")] = 0,
    report: Annotated[Path | None, typer.Option(help="A file for the report as JSON.")] = None,
) -> None:
    """Play while strangers attack, races are run and processes are killed; the database is audited at the end."""
    if backend not in SITES:
        raise typer.BadParameter(f"--backend is one of {', '.join(SITES)}, not {backend!r}")
    chosen = random.randrange(10**6) if seed is None else seed
    try:
        found = run(chosen, seconds, backend, matches, strangers, say=say, kills=kills)
    except KeyboardInterrupt:
        print("interrupted; everything is stopped")
        raise typer.Exit(INTERRUPTED) from None
    print(found.text())
    if report:
        report.write_text(json.dumps(found.plain(), indent=1) + "\n", encoding="utf-8")
    if found.wrong:
        raise typer.Exit(FAILED)


if __name__ == "__main__":  # not in processes in which bots think
    typer.run(main)
