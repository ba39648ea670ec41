"""The curves of learning: `python docs/learning.py GAME SEED …` learns and writes them; without words it draws them
and tells them in research.md.

A file, docs/learning/GAME-SEED.csv, begins with the command that made it, the digest of the program, and what that
program said at its end. So a curve that is older than the program can be told from one that is not.
"""

from __future__ import annotations

import ast
import csv
import hashlib
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import matplotlib

import formicarium as fm

matplotlib.use("Agg")
from matplotlib import pyplot as plt

HERE = Path(__file__).parent
PROGRAM = HERE.parent / "examples" / "learn.py"
BEGIN, END = "<!-- made by docs/learning.py -->\n", "<!-- until here -->\n"
GOALS = {"antics": 0.8, "formica": 0.8, "grasshopper": 0.65, "sisimizi": 0.8}
MINUTES = {"antics": 2.5, "formica": 8, "grasshopper": 2.5, "sisimizi": 2}  # of the processor
MOST = 20  # minutes of the processor: ten on two cores
TRIAL = re.compile(r"won ([\d.]+)%, lost ([\d.]+)% after [\d,]+ steps in \d+ s")


@dataclass
class Curve:
    """What was run, of which program, how it played at its end, and the points on the way there."""

    command: str
    digest: str
    won: float
    lost: float
    points: list[dict[str, float]]


def command(game: str, seed: str) -> str:
    """What makes a curve."""
    file = f"docs/learning/{game}-{seed}.csv"
    return f"python examples/learn.py {game} --minutes {MINUTES[game]} --cores 1 --seed {seed} --curve {file}"


def digest(game: str) -> str:
    """Of all that the program does for a game: without what it says of itself, and without the settings of others."""
    tree = ast.parse(PROGRAM.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node):
            node.body[0] = ast.Pass()
        if isinstance(node, ast.Dict) and {key.value for key in node.keys if isinstance(key, ast.Constant)} == {*GOALS}:
            pairs = zip(node.keys, node.values, strict=True)
            own = [pair for pair in pairs if isinstance(pair[0], ast.Constant) and pair[0].value == game]
            node.keys, node.values = [key for key, _ in own], [value for _, value in own]
    return hashlib.sha256(ast.unparse(tree).encode()).hexdigest()[:16]


def learn(game: str, seed: str) -> None:
    """Make a curve anew."""
    made_by, path = digest(game), HERE / "learning" / f"{game}-{seed}.csv"
    run = [sys.executable, *command(game, seed).split()[1:]]
    said = subprocess.run(run, cwd=HERE.parent, check=True, stdout=subprocess.PIPE, text=True).stdout
    points = path.read_text(encoding="utf-8")
    path.write_text(f"# {command(game, seed)}\n# {made_by}\n# {said}{points}", encoding="utf-8")


def curves() -> dict[str, dict[str, Curve]]:
    """The curves, by game and seed."""
    found: dict[str, dict[str, Curve]] = {name: {} for name in fm.game_names()}
    for path in sorted((HERE / "learning").glob("*-*.csv")):
        name, seed = path.stem.split("-")
        run, made_by, said, *lines = path.read_text(encoding="utf-8").splitlines()
        told = TRIAL.search(said)
        assert told, f"{path.name} does not say how it ended"
        points = [{key: float(value) for key, value in row.items()} for row in csv.DictReader(lines)]
        won, lost = float(told[1]) / 100, float(told[2]) / 100
        found[name][seed] = Curve(run.removeprefix("# "), made_by.removeprefix("# "), won, lost, points)
    return found


def draw(found: dict[str, dict[str, Curve]], path: Path) -> None:
    """A panel a game, a line a seed, a dashed line where the mark is."""
    figure, panels = plt.subplots(1, len(found), figsize=(11, 2.8), sharey=True, layout="constrained")
    for axes, (name, seeds) in zip(panels, found.items(), strict=True):
        axes.axhline(GOALS[name], color="#777", linewidth=1, linestyle=(0, (4, 3)))
        for curve in seeds.values():
            minutes, won = zip(*((point["seconds"] / 60, point["won"]) for point in curve.points), strict=True)
            axes.plot(minutes, won, linewidth=1.5)
        axes.set(title=fm.game(name).words("en")("name"), xlabel="processor minutes", ylim=(0, 1), xlim=(0, None))
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    panels[0].set_ylabel("won, of the last 400")
    with matplotlib.rc_context({"svg.hashsalt": "formicarium"}):
        figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def table(found: dict[str, dict[str, Curve]]) -> str:
    """What each seed reached."""
    rows = [
        "| game | seed | seconds | steps | won of the last 400 | won of new matches | lost | program |",
        "| --- |" + " ---: |" * 6 + " --- |",
    ]
    for name, seeds in found.items():
        for seed, curve in seeds.items():
            last, program = curve.points[-1], "this one" if curve.digest == digest(name) else "an older one"
            shown = f"{last['seconds']:.0f} | {last['steps']:,.0f} | {last['won']:.1%}"
            shown = f"{shown} | {curve.won:.1%} | {curve.lost:.1%} | {program}".replace("%", " %")
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
    for seed in sys.argv[2:]:
        learn(sys.argv[1], seed)
    if len(sys.argv) == 1:
        main()
