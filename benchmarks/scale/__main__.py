"""Runs the simulation: `python -m benchmarks.scale` prints what breaks at how many tables, and draws the picture.

The tables of docs/scale.md are made from the same figures, so that it says nothing that was not measured."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from statistics import mean
from typing import Any

from benchmarks.page import put, table
from benchmarks.scale.picture import Line, draw
from benchmarks.scale.simulation import FIGURES, FULL, PACE, Costs, Layout, largest, simulate
from formicarium.engine.game import find

PAGE = Path(__file__).parents[2] / "docs" / "scale.md"
PICTURE = Path(__file__).parents[2] / "docs" / "pictures" / "scale.svg"
CELL = 20_000  # tables of a cell
MOST = 1_000_000
MEMORY = 4 * 2**30  # bytes that a process may have
WIRE = 10e9 / 8  # bytes a second that leave a machine
THEN = {  # what is done when something is full
    "one process, its time": "a second process",
    "one process, its memory": "a second process",
    "one bus, tables apart": "send a table's people to one process",
    "one bus, by table": "cells",
    "one wire before all": "several addresses; compress what is sent",
    "one database, by table": "cells",
}
STEPS = 4  # points between a number of tables and its tenfold


def ways(costs: Costs) -> dict[str, Callable[[int], Layout]]:
    """The ways to grow, by name: the site for a number of tables."""
    return {
        "one process": lambda tables: Layout(tables),
        "any process, any table": lambda tables: Layout(tables).grown(costs),
        "by table": lambda tables: Layout(tables, by_table=True).grown(costs),
        f"cells of {CELL:,} tables": lambda tables: Layout(tables, cells=math.ceil(tables / CELL), by_table=True).grown(
            costs
        ),
    }


def limits(figures: dict[str, Any], costs: Costs) -> dict[str, float]:
    """How many tables each thing can bear when all others can bear more."""
    apart, home = Layout(1_000, processes=2), Layout(1_000, by_table=True, processes=2)
    told = 2 * mean(game["step"] * game["steps"] for game in figures["together"].values()) * PACE  # bytes a second
    return {
        "one process, its time": largest(Layout(1_000), costs, "processes"),
        "one process, its memory": MEMORY / figures["table"],
        "one bus, tables apart": largest(apart, costs, "bus"),
        "one bus, by table": largest(home, costs, "bus"),
        "one database, tables apart": largest(apart, costs, "database"),
        "one database, by table": largest(home, costs, "database"),
        "one wire before all": WIRE * FULL / told,
    }


def written(figures: dict[str, Any], costs: Costs) -> dict[str, str]:
    """The tables of the page, by name."""
    together, apart = ([*figures[how].values()] for how in ("together", "apart"))
    games, looks = {name: find(name).words()("name") for name in figures["together"]}, figures.get("looks", {})

    def among(of: dict[str, float], unit: str) -> str:
        """From the least to the most, with the games that have it."""
        least, most = (choose(of, key=lambda name: of[name]) for choose in (min, max))
        return f"{of[least]:,.0f} {unit} ({games[least]}) to {of[most]:,.0f} {unit} ({games[most]})"

    def kilobytes(name: str, of: dict[str, Any] | None = None) -> str:
        return among({game: (of or figures["together"])[game][name] / 1024 for game in games}, "KB")

    def disk(name: str) -> str:
        return among({game: figures[name][game] / 1024 for game in games}, "KB")

    def row(what: str, part: str, scale: float, digits: int, unit: str = "") -> list[str]:
        means = (scale * mean(sum(game[one] for one in part.split()) for game in how) for how in (together, apart))
        return [what, *(f"{found:,.{digits}f}{unit}" for found in means)]

    thinking = ", ".join(f"{level} {1000 * seconds:,.0f} ms" for level, seconds in figures["thinking"].items())
    bears, grown = limits(figures, costs), ways(costs)[f"cells of {CELL:,} tables"](MOST)
    actions = MOST * PACE
    entries = mean(figures["entries"].values())
    told = mean(game["step"] * game["steps"] for game in together)
    return {
        "actions": table(
            ["an action costs", "both at one process", "each at another"],
            [
                row("processor time of the server", "home other", 1e3, 1, " ms"),
                row("processor time of PostgreSQL", "database", 1e3, 2, " ms"),
                row("processor time of Redis", "bus", 1e6, 0, " µs"),
                row("messages on the bus", "messages", 1, 2),
                row("PostgreSQL's log", "log", 1, 0, " bytes"),
                row("sent to each browser", "step", 1 / 1024, 1, " KB"),
            ],
        )
        + f"\n\nMeasured on {figures['date']}: {figures['machine']}.",
        "sizes": table(
            ["a table", ""],
            [
                ["in memory, with two browsers after twenty actions", f"{figures['table'] / 1024:,.0f} KB"],
                ["sent to each browser, an action", kilobytes("step")],
                ["first page of a browser (a full frame, before it is packed)", kilobytes("full")],
                ["on disk, a whole match, PostgreSQL with indexes", disk("postgresql")],
                ["the same in SQLite", disk("sqlite")],
                ["a bot's choice", thinking],
                *([f"*{name}* among 100,000 tables", f"{found:.1f} ms"] for name, found in looks.items()),
            ],
        ),
        "breaks": table(
            ["what", "tables", "then"],
            [
                [what, f"{bears[what]:,.0f}", then]
                for what, then in sorted(THEN.items(), key=lambda pair: bears[pair[0]])
            ],
        ),
        "million": table(
            ["", ""],
            [
                [f"cells of {CELL:,} tables", f"{grown.cells:,}"],
                ["processes of the server, each half busy", f"{grown.processes:,}"],
                [
                    "processor cores for bots, if every second table has a champion that acts every ten seconds",
                    f"{MOST / 2 / 10 * figures['thinking']['champion']:,.0f}",
                ],
                ["memory for tables that are played", f"{MOST * figures['table'] / 1e9:,.0f} GB"],
                ["sent to browsers", f"{2 * told * actions / 1e9:,.1f} GB a second"],
                ["log of PostgreSQL", f"{mean(game['log'] for game in together) * actions / 1e6:,.0f} MB a second"],
                ["matches that end", f"{actions / entries:,.0f} a second"],
                [
                    "kept on disk for good",
                    f"{86400 * actions / entries * mean(figures['postgresql'].values()) / 1e12:,.1f} TB a day",
                ],
            ],
        ),
    }


def main() -> None:
    """Simulate, print, draw."""
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    costs = Costs.of(figures)
    for name, tables in sorted(limits(figures, costs).items(), key=lambda item: item[1]):
        print(f"{name:44}{tables:12,.0f} tables")
    print(f"{PACE} actions a second at a table; {', '.join(f'{n} {1e6 * v:.0f}' for n, v in vars(costs).items())} µs")
    print(f"{'':28}{'tables':>10}{'processes':>11}{'cells':>7}{'busiest part':>22}{'p50':>9}{'p95':>9}")
    lines = []
    for name, way in ways(costs).items():
        points, end = [], ""
        for step in range(2 * STEPS, round(math.log10(MOST)) * STEPS + 1):
            layout = way(round(10 ** (step / STEPS)))
            part, load = max(layout.loads(costs).items(), key=lambda item: item[1])
            if load > FULL + 0.001:
                end = f"the {part.removesuffix('es') if layout.processes == 1 else part} is full"
                break
            if layout.cells == 1 and "cells" in name and way(round(10 ** ((step + 1) / STEPS))).cells == 1:
                continue  # the same as the way before
            times = simulate(layout, costs)
            p50, p95 = (times[len(times) * share // 100] for share in (50, 95))
            points.append((layout.tables, p95))
            if step % STEPS == 0:
                busy = f"{part} {load:.0%}"
                print(f"{name:28}{layout.tables:10,}{layout.processes:11,}{layout.cells:7}{busy:>22}", end="")
                print(f"{1000 * p50:6.1f} ms{1000 * p95:6.1f} ms")
        lines.append(Line(name, points, end))
        if end:
            print(f"{name:28}{points[-1][0]:10,} at most: {end}")
    PICTURE.write_text(draw(lines, MOST), encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8")
    for name, text in written(figures, costs).items():
        page = put(page, name, f"{text}\n")
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
