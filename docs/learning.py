"""Draws the curves of learning and tells them in research.md: `python docs/learning.py`.

It reads docs/learning/GAME-SEED.csv, as `python examples/learn.py GAME --seed SEED --curve docs/learning/GAME-SEED.csv`
writes them, and beside each the line that the program printed at its end, GAME-SEED.txt, where it is there.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path

import matplotlib

import formicarium as fm

matplotlib.use("Agg")
from matplotlib import pyplot as plt

HERE = Path(__file__).parent
BEGIN, END = "<!-- made by docs/learning.py -->\n", "<!-- until here -->\n"
GOALS = {"antics": 0.8, "formica": 0.8, "grasshopper": 0.65, "sisimizi": 0.8}
TRIAL = re.compile(r"won ([\d.]+)%, lost ([\d.]+)% after ([\d,]+) steps in (\d+) s")


def curves() -> dict[str, dict[str, list[dict[str, float]]]]:
    """The points of each curve, by game and seed."""
    found: dict[str, dict[str, list[dict[str, float]]]] = {name: {} for name in fm.game_names()}
    for path in sorted((HERE / "learning").glob("*-*.csv")):
        name, seed = path.stem.split("-")
        with path.open(newline="") as file:
            found[name][seed] = [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]
    return found


def draw(found: dict[str, dict[str, list[dict[str, float]]]], path: Path) -> None:
    """A panel a game, a line a seed, a dashed line where the mark is."""
    figure, panels = plt.subplots(1, len(found), figsize=(11, 2.8), sharey=True, layout="constrained")
    for axes, (name, seeds) in zip(panels, found.items(), strict=True):
        axes.axhline(GOALS[name], color="#777", linewidth=1, linestyle=(0, (4, 3)))
        for points in seeds.values():
            axes.plot([point["seconds"] / 60 for point in points], [point["won"] for point in points], linewidth=1.5)
        axes.set(title=fm.game(name).words("en")("name"), xlabel="processor minutes", ylim=(0, 1), xlim=(0, None))
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    panels[0].set_ylabel("won, of the last 400")
    with matplotlib.rc_context({"svg.hashsalt": "formicarium"}):
        figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def table(found: dict[str, dict[str, list[dict[str, float]]]]) -> str:
    """What each seed reached."""
    rows = [
        "| game | seed | seconds | steps | won of the last 400 | won of new matches | lost |",
        "| --- |" + " ---: |" * 6,
    ]
    for name, seeds in found.items():
        for seed, points in seeds.items():
            last, trial = points[-1], HERE / "learning" / f"{name}-{seed}.txt"
            told = TRIAL.search(trial.read_text(encoding="utf-8")) if trial.exists() else None
            won, lost = (f"{told[1]} %", f"{told[2]} %") if told else ("", "")
            shown = f"{last['seconds']:.0f} | {last['steps']:,.0f} | {100 * last['won']:.1f} % | {won} | {lost}"
            rows.append(f"| {fm.game(name).words('en')('name')} | {seed} | {shown} |")
    return "\n".join(rows) + "\n"


def main() -> None:
    found = curves()
    draw(found, HERE / "pictures" / "learning.svg")
    page = HERE / "research.md"
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    picture = "![Share of matches won against random play in the course of learning](pictures/learning.svg)"
    page.write_text(f"{before}{BEGIN}\n{picture}\n\n{table(found)}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
