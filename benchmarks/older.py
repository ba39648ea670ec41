"""This champion beside an older version's, at equal time: `python -m benchmarks.older f42c562 sisimizi --seconds 0.05`.

The older version sits in processes of its own, with its own library; it is handed the view that its seat has, field by
field, and answers with an action in notation. Every seed is played once from each seat.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean
from typing import Any

import formicarium as fm
from benchmarks.server.versions import checked_out
from formicarium.arena.intervals import student
from formicarium.bots.ladder import adviser
from formicarium.engine.position import View

# What the older version runs. Its record type differs in the name of its first field, and may in the order of others.
OLDER = """
import pickle, sys
import numpy as np
from formicarium.bots.search import SearchBot
from formicarium.engine.game import find
from formicarium.engine.position import View
game = find(sys.argv[1])
kind, bots = game.kernel.record, {}
while True:
    seed, seats, seat, fields, seconds = pickle.load(sys.stdin.buffer)
    records = np.zeros(1, kind)
    for name in kind.names[1:]:
        records[name] = fields[name]
    if seat not in bots:
        bots[seat] = SearchBot((seed, seat), game.levels["champion"])
    print(bots[seat].choose(View(game, seats, records, seat), seconds).text, flush=True)
"""


@contextmanager
def older(tree: Path, game: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of the older version that chooses for its seats of one match."""
    environment = os.environ | {"PYTHONPATH": str(tree / "src")}
    command = [sys.executable, "-c", OLDER, game]
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


def ask(process: subprocess.Popen[bytes], seed: str, view: View, seconds: float) -> str:
    """What the older version would do."""
    assert process.stdin and process.stdout
    fields = {name: view.records[name] for name in (view.records.dtype.names or ())[1:]}
    pickle.dump((seed, view.seats, view.seat, fields, seconds), process.stdin)
    process.stdin.flush()
    return process.stdout.readline().decode().strip()


def play(tree: Path, game: str, seats: int, seed: str, place: int, seconds: float) -> float:
    """The share of this version's champion, which sits at one place among older ones."""
    match, bot = fm.Match(game, seats, seed=seed), adviser(game, "champion", seed=(seed, place))
    with older(tree, game) as process:
        while not match.over:
            seat = match.actors[0]
            view = match.view(seat)
            match.play(bot.choose(view, seconds) if seat == place else ask(process, seed, view, seconds), seat)
    assert match.outcome
    return match.outcome.shares[place]


def main() -> None:
    """Play so many seeds and say what came of them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("version")
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seeds", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=0.05, help="a decision")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    with checked_out(asked.version) as tree, ThreadPoolExecutor(asked.workers) as pool:

        def of_a_seed(number: int) -> float:
            seed = f"older {number}"
            return fmean(
                play(tree, asked.game, asked.seats, seed, place, asked.seconds) for place in range(asked.seats)
            )

        means = list(pool.map(of_a_seed, range(asked.seeds)))
    found = student(means)
    said: dict[str, Any] = {"matches": asked.seats * len(means), **found._asdict()}
    said |= {name: getattr(asked, name) for name in ("version", "game", "seats", "seconds")}
    print(json.dumps(said))
    if asked.out:
        asked.out.write_text(json.dumps(said | {"seeds": means}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
