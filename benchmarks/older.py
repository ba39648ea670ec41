"""This champion beside an older version's, at equal time: `python -m benchmarks.older f42c562 sisimizi --seconds 0.05`.

The older version sits in processes of its own, with its own library; it is handed the view that its seat has, field by
field, and answers with an action in notation. Every seed is played once from each seat. With `--bot` another than this
champion is tried, named as in the arena: `--bot champion:4000,forgiving`.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

import formicarium as fm
from benchmarks.server.versions import checked_out
from formicarium.arena.intervals import student
from formicarium.bots.ladder import entrant
from formicarium.engine.position import View

# What the older version runs. Its record type differs in the name of its first field, and may in the order of others.
# Its rules may differ, too: of what today's allow, it takes what it likes best. It is READY when its search is loaded.
OLDER = """
import pickle, sys
import numpy as np
from formicarium.bots.search import SearchBot
from formicarium.engine.game import find
from formicarium.engine.match import Match
from formicarium.engine.position import View
game = find(sys.argv[1])
kind, bots = game.kernel.record, {}
warm = Match(game, seats=game.seats[0], seed=1)
SearchBot(1, game.levels["champion"]).choose(warm.view(warm.actors[0]), 0.01)
print("READY", flush=True)
while True:
    seed, seats, seat, fields, allowed, seconds = pickle.load(sys.stdin.buffer)
    records = np.zeros(1, kind)
    for name in kind.names[1:]:
        records[name] = fields[name]
    if seat not in bots:
        bots[seat] = SearchBot((seed, seat), game.levels["champion"])
    view = View(game, seats, records, seat)
    chosen = bots[seat].choose(view, seconds).text
    if chosen not in allowed:
        liked = [one.action.text for one in bots[seat].analyse(view, seconds)]
        chosen = next((text for text in liked if text in allowed), allowed[0])
    print(chosen, flush=True)
"""


@dataclass(frozen=True)
class Meeting:
    """Who meets whom at what: the checkout of the older version, and this version's bot as the arena names it."""

    tree: Path
    game: str
    bot: str
    seats: int
    seconds: float
    options: tuple[tuple[str, str], ...] = ()


@contextmanager
def older(meeting: Meeting) -> Iterator[subprocess.Popen[bytes]]:
    """A process of the older version that chooses for its seats of one match."""
    environment = os.environ | {"PYTHONPATH": str(meeting.tree / "src")}
    command = [sys.executable, "-c", OLDER, meeting.game]
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        try:
            if process.stdout.readline() != b"READY\n":
                raise RuntimeError(f"the version in {meeting.tree} has no champion of {meeting.game}")
            yield process
        finally:
            process.kill()


def ask(process: subprocess.Popen[bytes], seed: str, view: View, allowed: Sequence[str], seconds: float) -> str:
    """What the older version would do."""
    assert process.stdin and process.stdout
    fields = {name: view.records[name] for name in (view.records.dtype.names or ())[1:]}
    pickle.dump((seed, view.seats, view.seat, fields, allowed, seconds), process.stdin)
    process.stdin.flush()
    return process.stdout.readline().decode().strip()


def play(meeting: Meeting, seed: str, place: int) -> float:
    """The share of this version's bot, which sits at one place among older champions."""
    options: dict[str, Any] = dict(meeting.options)
    match = fm.Match(meeting.game, meeting.seats, seed=seed, **options)
    bot = entrant(meeting.game, meeting.bot, seed=(seed, place))
    with older(meeting) as process:
        while not match.over:
            seat = match.actors[0]
            view = match.view(seat)
            if seat == place:
                match.play(bot.choose(view, meeting.seconds), seat)
            else:
                allowed = [action.text for action in match.legal(seat)]
                match.play(ask(process, seed, view, allowed, meeting.seconds), seat)
    assert match.outcome
    return match.outcome.shares[place]


def of_a_seed(meeting: Meeting, number: int) -> float:
    """The mean share over all seats of one seed."""
    return fmean(play(meeting, f"older {number}", place) for place in range(meeting.seats))


def report(meeting: Meeting, version: str, means: Sequence[float]) -> dict[str, Any]:
    """What came of the seeds so far."""
    said = asdict(meeting) | {"version": version, "matches": meeting.seats * len(means)}
    said["options"] = dict(said.pop("options"))
    del said["tree"]
    return said | {name: round(value, 4) for name, value in student(means)._asdict().items()}


def main(words: Sequence[str] | None = None) -> None:
    """Play so many seeds, or for so long, and say what came of them; what is done is on disk after each seed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("version", help="a commit, or a folder with a checkout")
    parser.add_argument("game")
    parser.add_argument("--bot", default="champion", help="this version's bot, as the arena names it")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seeds", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=0.05, help="a decision")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="no seed begins after that")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args(words)
    options = tuple(tuple(option.split("=", 1)) for option in asked.option)
    means: dict[int, float] = {}
    with (
        checked_out(asked.version) as tree,
        ProcessPoolExecutor(asked.workers, multiprocessing.get_context("spawn")) as pool,
    ):
        meeting = Meeting(tree, asked.game, asked.bot, asked.seats, asked.seconds, options)
        until = time.monotonic() + 60 * asked.minutes
        left = iter(range(asked.seeds))
        running: dict[Future[float], int] = {}
        while True:
            while len(running) < asked.workers and time.monotonic() < until:
                number = next(left, None)
                if number is None:
                    break
                running[pool.submit(of_a_seed, meeting, number)] = number
            if not running:
                break
            done = next(as_completed(running))
            means[running.pop(done)] = done.result()
            said = report(meeting, asked.version, [means[number] for number in sorted(means)])
            print(json.dumps(said), flush=True)
            if asked.out:
                asked.out.write_text(json.dumps(said | {"seeds": means}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
