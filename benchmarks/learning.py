"""Learning, tried out: `python benchmarks/learning.py GAME --out FOLDER` plays lessons, learns in some ways, compares.

Each way (`FITS`) is a network; it meets the champion with the written evaluation at the same number of iterations, for
as long as there is time. It needs the library and PyTorch alone, so that it runs where the hardware is.
"""

from __future__ import annotations

import argparse
import json
import tarfile
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from formicarium.arena.contest import Contest, Pairing, modes
from formicarium.arena.crew import carry_out, hire
from formicarium.arena.matches import play as play_match
from formicarium.arena.tournament import Tournament
from formicarium.bots.search import prepare
from formicarium.engine.game import Game, find
from formicarium.train import buffer
from formicarium.train.run import contest_line
from formicarium.train.selfplay import Lessons, Task, play

BEGAN = time.monotonic()
MOST_BYTES = 14_500_000  # of the lessons that are kept
BROAD = {"features": True, "decay": 0.02, "dropout": 0.1, "epochs": 60, "patience": 6, "batch": 1024}
FITS: dict[str, dict[str, Any]] = {
    "a": {**BROAD, "size": 16},
    "b": BROAD,
    "c": {**BROAD, "size": 16, "decay": 0.1, "dropout": 0.2},
    "d": {**BROAD, "search_share": 0.5},
    "f": {},
    "p": {"size": 16},
}


class Endless(Contest):
    """A contest that goes on although it is decided; its interval holds all the same."""

    @property
    def decided(self) -> bool:
        """Never."""
        return False

    @decided.setter
    def decided(self, value: bool) -> None: ...


def now() -> float:
    """Seconds since the start."""
    return time.monotonic() - BEGAN


def play_lessons(asked: argparse.Namespace) -> list[Lessons]:
    """Lessons for as long as there is time, in their order."""

    def tasks() -> Iterator[tuple[int, Task]]:
        number = 0
        while now() < asked.lessons_until:
            yield (
                number,
                Task(
                    asked.game,
                    number,
                    asked.seed,
                    asked.matches,
                    asked.iterations,
                    asked.deep,
                    asked.positions,
                    asked.weights,
                ),
            )
            number += 1

    with hire(play, asked.workers) as crew:
        return [lessons for _, lessons in sorted(carry_out(crew, tasks()), key=lambda part: part[0])]


def keep(path: Path, parts: list[Lessons]) -> None:
    """Write as many lessons as the file may hold."""
    count = len(parts)
    while True:
        with path.open("wb") as file:
            buffer.write(file, buffer.joined(parts[:count]))
        size = path.stat().st_size
        if size < MOST_BYTES:
            return
        count = int(count * 0.95 * MOST_BYTES / size)


def warm_up(game: Game, seed: str) -> None:
    """Compile what learning needs while others play."""
    import torch

    from formicarium.train.dataset import make

    make(game, play(Task(game.name, 10**6, seed, 1, 2, 4, 2)))
    torch.zeros(1, device="cuda" if torch.cuda.is_available() else "cpu")


def main() -> None:
    """Do all that the arguments ask for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--out", type=Path, required=True)
    for name, value in {"workers": 4, "iterations": 20, "deep": 160, "positions": 10, "matches": 4}.items():
        parser.add_argument(f"--{name}", type=int, default=value)
    for name, until in {"lessons-until": 330.0, "end": 520.0, "learn-seconds": 25.0}.items():
        parser.add_argument(f"--{name}", type=float, default=until)
    parser.add_argument("--gate-iterations", type=int, default=200)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--weights", help="play the lessons with these; else with the written evaluation")
    parser.add_argument("--data", type=Path, action="append", default=[], help="also learn from these lessons")
    parser.add_argument("--variants", default="ab", help=f"some of {''.join(FITS)}")
    asked = parser.parse_args()
    game = find(asked.game)
    asked.out.mkdir(parents=True, exist_ok=True)

    def say(*words: object) -> None:
        print(f"{asked.game:<12}{now():6.1f}", *words, flush=True)

    prepare(game)
    say("compiled")
    threading.Thread(target=warm_up, args=(game, asked.seed), daemon=True).start()
    parts = play_lessons(asked)
    if parts:
        keep(asked.out / f"{game.name}.npz", parts)
    lessons = buffer.joined([*parts, *map(buffer.read, asked.data)])
    say("lessons", len(parts), "matches", len(np.unique(lessons["match"])), "positions", len(lessons["match"]))
    with tempfile.TemporaryDirectory() as folder:
        compare(game, asked, learn_all(game, asked, lessons, Path(folder), say), say)
    say("end")


def learn_all(game: Game, asked: argparse.Namespace, lessons: Lessons, folder: Path, say: Any) -> dict[str, Path]:
    """A network for each way of learning; the archive of the results gets them and their curves."""
    from formicarium.train.dataset import make
    from formicarium.train.learning import Fit, learn

    data = make(game, lessons)
    say("dataset", len(data), "rows", len(data.rows) / len(data), "codes", len(data.codes) / len(data))
    curves, paths = {}, {}
    for variant in asked.variants:
        learned, curve = learn(game, data, Fit(**FITS[variant]), asked.learn_seconds, lambda line: None)
        paths[variant] = folder / f"{variant}.npz"
        learned.save(paths[variant])
        curves[variant] = curve
        best = min(curve[1:], key=lambda line: line["value"])
        say(
            f"fit {variant}: {len(curve) - 1} epochs; value {curve[0]['value']:.4f} written, {best['value']:.4f}"
            f" at {best['epoch']}; prior {curve[0]['prior']:.4f}, {min(line['prior'] for line in curve):.4f};"
            f" trust {learned.arrays['trust']}; {paths[variant].stat().st_size} bytes"
        )
    (folder / "curves.json").write_text(json.dumps(curves), encoding="utf-8")
    with tarfile.open(asked.out / f"{game.name}.tar.gz", "w:gz") as archive:
        for path in (folder / "curves.json", *paths.values()):
            archive.add(path, path.name)
    return paths


def compare(game: Game, asked: argparse.Namespace, paths: dict[str, Path], say: Any) -> None:
    """Each network against the written champion: two seats in every mode; the first one also at four."""
    planned = [(variant, 2, mode) for variant in paths for mode in modes(game, {})]
    planned.append((next(iter(paths)), 4, modes(game, {})[0]))
    level = f"champion:{asked.gate_iterations}"
    for number, (variant, seats, mode) in enumerate(planned):
        until = now() + (asked.end - now()) / (len(planned) - number)
        pairing = Pairing(game.name, f"{level}@{paths[variant]}", f"{level}@written", seats, tuple(mode.items()))
        contest = Endless(pairing, 4000)
        with hire(play_match, asked.workers) as crew:
            for _ in Tournament([contest], asked.seed).play(crew):
                if now() > until:
                    break
        say("gate", variant, contest_line(contest))


if __name__ == "__main__":
    main()
