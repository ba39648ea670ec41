"""Runs the simulation: `python -m benchmarks.scale` prints what breaks at how many tables, and draws the picture."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from statistics import mean
from typing import Any

from benchmarks.scale.picture import Line, draw
from benchmarks.scale.simulation import FIGURES, FULL, PACE, Costs, Layout, largest, simulate

PICTURE = Path(__file__).parents[2] / "docs" / "pictures" / "scale.svg"
CELL = 20_000  # tables of a cell
MOST = 1_000_000
MEMORY = 4 * 2**30  # bytes that a process may have
WIRE = 10e9 / 8  # bytes a second that leave a machine
RENEWED = 0.8  # seconds after which each process looks for the claims of the dead
ROWS = 100_000  # that were looked through
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
    processes = PACE * costs.act / FULL  # for each table
    looked = figures["looks"]["renew"] / 1000 / ROWS / RENEWED  # seconds a second, for each process and each table
    return {
        "one process, its time": largest(Layout(1_000), costs, "processes"),
        "one process, its memory": MEMORY / figures["table"],
        "one bus, tables apart": largest(apart, costs, "bus"),
        "one bus, by table": largest(home, costs, "bus"),
        "one database, tables apart": largest(apart, costs, "database"),
        "one database, by table": largest(home, costs, "database"),
        "one wire before all": WIRE * FULL / told,
        "each process looks at all claims, one core": math.sqrt(1 / (looked * processes)),
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


if __name__ == "__main__":
    main()
