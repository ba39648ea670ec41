"""Luck is fair: what draws gave the first of two seats, on average over many matches of each game and mode.

`python -m benchmarks.luck [GAME…] --matches 2000` plays what `docs/luck.json` does not have yet, whole matches from the
first to the last action, and may be stopped at any time; `python docs/write.py` makes a table of it. With two seats
luck is a sum of nothing, so what is said of the first is said of both.
"""

from __future__ import annotations

import argparse
import json
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple  # Any: options by name, and JSON

import numpy as np

import formicarium as fm
from formicarium.arena.contest import modes
from formicarium.coach import luck

FILE = Path(__file__).parents[1] / "docs" / "luck.json"
MATCHES = 2000


class Found(NamedTuple):
    """What many matches gave: enough to go on with more of them."""

    matches: int = 0
    total: float = 0.0
    squares: float = 0.0

    def more(self, gave: float) -> Found:
        """The same with one match more."""
        return Found(self.matches + 1, self.total + gave, self.squares + gave * gave)

    @property
    def mean(self) -> float:
        """In shares of a victory."""
        return self.total / self.matches

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return sqrt((self.squares / self.matches - self.mean**2) / (self.matches - 1))


def gave(game: str, options: dict[str, Any], number: int) -> float:
    """What the draws of a whole match of two hasty bots gave the first seat."""
    match = fm.Match(game, 2, seed=("luck", number), **options)
    bots = [fm.bot(game, "gentle", seed=(number, seat)) for seat in range(2)]
    while not match.over:
        seat = match.actors[0]
        match.play(bots[seat].choose(match.view(seat)), seat)
    return float(np.sum([*luck.of(match).values()], axis=0)[0])


def told(parts: dict[str, Found]) -> str:
    """The file: what was found for each game and mode."""
    lines = []
    for name, found in sorted(parts.items()):
        values = {**found._asdict(), "mean": round(found.mean, 6), "error": round(found.error, 6)}
        lines.append(f' "{name}": {json.dumps(values)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def known(file: Path) -> dict[str, Found]:
    """What a file has."""
    parts = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return {name: Found(one["matches"], one["total"], one["squares"]) for name, one in parts.items()}


def measure(game: str, matches: int, file: Path) -> None:
    """Play what is missing of a game, and write it."""
    for options in modes(fm.game(game), {}):
        name = " ".join([game, *options.values()])
        found = known(file).get(name, Found())
        while found.matches < matches:
            found = found.more(gave(game, options, found.matches))
            if found.matches > 1:  # of one match nothing is known about the error
                beside = file.with_suffix(".new")  # whoever stops it now leaves a whole file
                beside.write_text(told(known(file) | {name: found}), encoding="utf-8")
                beside.replace(file)
        print(f"{name}: mean {found.mean:+.5f}, standard error {found.error:.5f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=fm.game_names())
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--file", type=Path, default=FILE)
    asked = parser.parse_args()
    for one in asked.games:
        measure(one, asked.matches, asked.file)
