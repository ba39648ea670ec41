"""The command: `python -m benchmarks` measures everything and writes the page; `--quick` only looks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from benchmarks import machine, peers
from benchmarks.page import PAGE, keep

MISSED, MISSING, INTERRUPTED = 1, 2, 130  # exit codes

console = Console()


def main(
    quick: Annotated[bool, typer.Option(help="Rough numbers in under a minute; nothing is written.")] = False,
    output: Annotated[Path, typer.Option(help="Where the page goes.", show_default="docs/benchmarks.md")] = PAGE,
) -> None:
    """Measure Formicarium beside its peers, on one core."""
    lacking = peers.missing()
    if lacking:
        console.print(f"[bold red]not installed: {', '.join(lacking)}[/]")
        console.print(
            "Nothing was measured: no peer may be left out. `pip install --editable '.\\[bench]'` brings them all."
        )
        raise typer.Exit(MISSING)
    pinned = machine.pin()
    if not pinned:
        console.print("[yellow]This system cannot pin a process to one core; ratios will be less steady.[/]")
    try:
        kept = run(quick, output, pinned)
    except KeyboardInterrupt:
        console.print("interrupted; nothing was written")
        raise typer.Exit(INTERRUPTED) from None
    if not kept:
        raise typer.Exit(MISSED)


def run(quick: bool, output: Path, pinned: bool) -> bool:
    """Measure, print the claims and write the page; whether all claims are kept."""
    # Only now: importing the suite imports numpy and JAX, which must find the process pinned.
    from benchmarks import report, suite
    from benchmarks.claims import claims

    effort = suite.QUICK if quick else suite.FULL
    results = suite.measure(effort, console)
    made = claims(results)
    for claim in made:
        mark = "[green]kept[/]  " if claim.kept else "[bold red]MISSED[/]"
        console.print(
            f"{mark} {claim.subject}: {claim.measured_text}, {claim.bound_text}", highlight=False, soft_wrap=True
        )
    if not quick:
        old = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
        output.write_text(keep(old, report.page(results, effort, pinned)), encoding="utf-8")
        console.print(f"written: {output.name}")
    return all(claim.kept for claim in made)


typer.run(main)
