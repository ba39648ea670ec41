"""Champions beside each other: `python benchmarks/champions.py GAME WEIGHTS… --out FILE`, learned ones and the written.

Each candidate, a file of weights with other settings after a colon if wanted (`a.npz:exploration=0.4`), meets the
champion with the written evaluation at the same number of iterations, two seats. The one that does best meets it again
with more iterations and other seeds, at two seats and at four: what is said of that one is not chosen from many.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from formicarium.arena.contest import Contest, Pairing, modes
from formicarium.arena.crew import hire
from formicarium.arena.matches import play
from formicarium.arena.tournament import Tournament
from formicarium.bots.search import prepare
from formicarium.engine.game import find
from formicarium.train.run import contest_line

BEGAN = time.monotonic()
MOST = 100_000


class Endless(Contest):
    """A contest that goes on although it is decided; its interval holds all the same."""

    @property
    def decided(self) -> bool:
        """Never."""
        return False

    @decided.setter
    def decided(self, value: bool) -> None: ...


def named(candidate: str, iterations: int) -> str:
    """A candidate as the arena names it."""
    path, _, settings = candidate.partition(":")
    return f"champion:{iterations}{',' * bool(settings)}{settings}@{path}"


def main() -> None:
    """Compare for as long as the arguments say."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("weights", nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--iterations", type=int, default=200, help="while candidates are compared")
    parser.add_argument("--more", type=int, default=600, help="of the best of them")
    parser.add_argument("--choose-until", type=float, default=180.0, help="seconds from the start")
    parser.add_argument("--until", type=float, default=330.0)
    parser.add_argument("--four", type=float, default=0.2, help="the part of the last time for four seats")
    parser.add_argument("--seed", default="champions")
    asked = parser.parse_args()
    game = find(asked.game)
    lines: list[dict[str, Any]] = []

    def now() -> float:
        return time.monotonic() - BEGAN

    def meet(candidate: str, iterations: int, seats: int, mode: dict[str, str], until: float, seed: str) -> float:
        pairing = Pairing(
            game.name, named(candidate, iterations), f"champion:{iterations}@written", seats, tuple(mode.items())
        )
        contest = Endless(pairing, MOST)
        with hire(play, asked.workers) as crew:
            for _ in Tournament([contest], seed).play(crew):
                if now() > until:
                    break
        lines.append({"candidate": candidate, "iterations": iterations, **contest_line(contest)})
        asked.out.write_text(json.dumps(lines, indent=1) + "\n", encoding="utf-8")
        print(f"{game.name:<12}{now():6.1f}", lines[-1], flush=True)
        return contest.interval.mean - contest.pairing.fair

    prepare(game)
    print(f"{game.name:<12}{now():6.1f} compiled", flush=True)
    best, variants = asked.weights[0], modes(game, {})
    if len(asked.weights) > 1:
        gains = {}
        for number, candidate in enumerate(asked.weights):
            until = now() + (asked.choose_until - now()) / (len(asked.weights) - number)
            gains[candidate] = meet(candidate, asked.iterations, 2, variants[0], until, f"{asked.seed} choosing")
        best = max(gains, key=lambda candidate: gains[candidate])
    for number, mode in enumerate(variants):
        until = now() + (asked.until - now()) * (1 - asked.four) / (len(variants) - number)
        meet(best, asked.more, 2, mode, until, asked.seed)
    meet(best, asked.more, game.seats[-1], variants[0], asked.until, asked.seed)


if __name__ == "__main__":
    main()
