"""The scoreboard: runs of many matches in the terminal, as bars while they last and as tables afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from formicarium.arena import Contest, Interval, Summary
from formicarium.arena.results import rating_rows

VERDICTS = {"above": "[green]above[/]", "below": "[red]below[/]", "open": "[dim]open[/]"}


def progress(console: Console, title: str = "{task.description}") -> Progress:
    """Bars that vanish when the work is done."""
    return Progress(
        TextColumn(title),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    )


class ContestBars:
    """A bar for all contests and one for each that is being played, with the share so far.

    They appear with the first match: until then the compiler may have something to say.
    """

    def __init__(self, console: Console, contests: Sequence[Contest]) -> None:
        self._bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[share]}"),
            TimeElapsedColumn(),
            console=console,
            transient=True,
        )
        self._contests = contests
        self._tasks: dict[str, TaskID] = {}
        self._total = self._bars.add_task("contests decided", total=len(contests), share="")

    def __enter__(self) -> ContestBars:
        return self

    def __exit__(self, *_: object) -> None:
        self._bars.stop()

    def update(self, contest: Contest) -> None:
        """Show what a contest has come to."""
        self._bars.start()
        key = contest.pairing.key
        if key not in self._tasks:
            self._tasks[key] = self._bars.add_task(key, total=contest.most, share="")
        self._bars.update(
            self._tasks[key],
            completed=contest.played,
            share=_interval(contest.interval),
            visible=not contest.over,
        )
        self._bars.update(self._total, completed=sum(contest.over for contest in self._contests))


class TrainingBars:
    """A training: a bar for the lessons of a generation, and a line for what was learned and how it did."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._bars = progress(console)
        self._tasks: dict[str, TaskID] = {}

    def __enter__(self) -> TrainingBars:
        return self

    def __exit__(self, *_: object) -> None:
        self._bars.stop()

    def tell(self, what: str, facts: dict[str, Any]) -> None:
        """Show what has happened."""
        if what == "lesson":
            self._bar(f"generation {facts['generation']}: lessons", facts["done"], facts["of"])
        elif what == "match":
            self._bar(f"{facts['variant']}: {facts['share']:.0%}", facts["matches"], facts["most"], facts["variant"])
        elif what == "epoch":
            self._console.print(
                f"[dim]epoch {facts['epoch']}: held-out loss {facts['value']:.4f} of the value, "
                f"{facts['prior']:.4f} of the prior[/]",
                highlight=False,
            )
        elif what == "generation":
            verdict = "is the best now" if facts["accepted"] else "does not replace the best"
            self._console.print(f"generation {facts['number']}: its network {verdict}", highlight=False)

    def _bar(self, text: str, done: int, of: int, key: str | None = None) -> None:
        self._bars.start()
        if (key or text) not in self._tasks:
            self._tasks[key or text] = self._bars.add_task(text, total=of)
        self._bars.update(self._tasks[key or text], description=text, completed=done, visible=done < of)


def contest_table(contests: Sequence[Contest]) -> Table:
    """One row a contest."""
    table = Table(box=None, header_style="dim")
    for column in ("variant", "challenger", "against", "share", "95 % interval", "target", "matches", ""):
        words = column in ("variant", "challenger", "against", "")
        table.add_column(column, justify="left" if words else "right", no_wrap=not words)
    for contest in contests:
        pairing, (mean, low, high) = contest.pairing, contest.interval
        table.add_row(
            pairing.variant,
            pairing.challenger,
            pairing.other,
            f"{mean:.1%}",
            f"{low:.1%} – {high:.1%}",
            f"{contest.target:.1%}",
            str(contest.played),
            VERDICTS[contest.verdict],
        )
    return table


def rating_table(contests: Sequence[Contest]) -> Table:
    """One row a level, the strongest first."""
    table = Table(box=None, header_style="dim")
    for column in ("level", "rating", "±", "matches", "a decision"):
        table.add_column(column, justify="left" if column == "level" else "right")
    for row in rating_rows(contests):
        table.add_row(
            row["level"],
            f"{row['strength']:.1f}",
            f"{row['doubt']:.1f}",
            str(row["matches"]),
            f"{row['seconds'] * 1000:.3g} ms",
        )
    return table


def print_summary(console: Console, summary: Summary, levels: Sequence[str], seconds: float) -> None:
    """The statistics of a simulation."""
    table = Table(box=None, header_style="dim")
    for column in ("seat", "bot", "share of victory", "95 % interval"):
        table.add_column(column, justify="right" if column != "bot" else "left")
    for seat, (mean, low, high) in enumerate(summary.shares):
        table.add_row(str(seat), levels[seat], f"{mean:.1%}", f"{low:.1%} – {high:.1%}")
    console.print(table)
    fewest, mean, most = summary.actions
    console.print(f"{summary.matches} matches in {seconds:.1f} s; actions a match: {fewest} – {most}, mean {mean:.1f}")
    console.print(f"legal actions at a decision: mean {summary.branching:.1f}, at most {summary.widest}")
    console.print("ended by: " + ", ".join(f"{reason} {count}" for reason, count in summary.reasons.items()))


def _interval(interval: Interval) -> str:
    mean, low, high = interval
    return f"{mean:.0%} [dim]({low:.0%} – {high:.0%})[/]"
