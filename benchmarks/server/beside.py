"""An older version beside this one, in one run: `python -m benchmarks.server.beside f42c562` writes a part of the page.

The servers take turns at what `python -m benchmarks.server` measures, the peer among them, and at memory; `Match.play`
is timed within each version's own library. Ratios are taken within each round, where all see about the same machine.
It fails where this version is slower, later or larger than the older one by more than a machine's moods explain.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

from benchmarks.machine import processor
from benchmarks.page import PAGE, put, table
from benchmarks.server.__main__ import CROWD, TABLES, crowded, load, prepare, running, settle
from benchmarks.server.versions import THIS, checked_out, precompile, python

GAMES = ("sisimizi", "grasshopper", "formica", "antics")
ALL = "a match of each"
ROUNDS = 9  # of the servers at least: the ratio of a single one is off by a tenth on a good day
TOLERANCE = 0.1  # by which a server may seem worse than before
PLAY = 2.5  # times as fast as before `Match.play` must be at least, over all games
TEXT = """\
## An older version beside this one

Commit `{version}` and this version, in one run on {day}: {processor}.
`python -m benchmarks.server.beside {version}` measures this part anew.

{figures}

The server plays tic-tac-toe at {tables} tables of two, as in [Run a server](serve.md), told as data or with scenes; the
peer is boardgame.io, which keeps nothing on disk. Moves are counted by the second of the server's own processor time;
latencies are from one seat to the other at 100 moves a second. Memory is that of all processes of the server with four
seats connected at each of {crowd} tables. `Match.play` plays a random match for two again by its notation, nature's
moves included: it gains most where much is legal. Medians of {rounds} rounds of {seconds:g} s, in which all take turns;
a ratio is taken within each round, so that the machine is the same for both, and half of the rounds were between the
two ratios beside it. A server that is worse than {tolerated:.2f} times as good as before fails the run.
"""


class Row(NamedTuple):
    """One measurement, round by round."""

    title: str
    old: list[float]
    new: list[float]
    peer: list[float] | None = None
    less: bool = True  # whether less is better
    digits: int = 1

    @property
    def ratios(self) -> list[float]:
        """How many times as good the new version is, in each round."""
        return [old / new if self.less else new / old for old, new in zip(self.old, self.new, strict=True)]

    @property
    def ratio(self) -> float:
        """The same, in the middle of all rounds."""
        return median(self.ratios)

    @property
    def spread(self) -> str:
        """Between which ratios half of the rounds were."""
        if len(self.ratios) < 2:
            return ""
        low, _, high = quantiles(self.ratios, n=4, method="inclusive")
        return f"{low:.2f} – {high:.2f}"

    def cells(self) -> list[str]:
        """The row as the page shows it."""
        peers = f"{median(self.peer):,.{self.digits}f}" if self.peer else ""
        figures = [f"{median(runs):,.{self.digits}f}" for runs in (self.old, self.new)]
        return [self.title, *figures, f"{self.ratio:.2f}", self.spread, peers]


def server_rows(old: Path, seconds: float, rounds: int) -> list[Row]:
    """Moves, latencies and memory of the servers."""
    runs: dict[tuple[str, str], list[dict[str, Any]]] = {}
    memory: dict[str, list[float]] = {"old": [], "new": []}
    trees = {"old": old, "new": THIS}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        servers = {
            name: stack.enter_context(running("ours", Path(folder) / name, tree)) for name, tree in trees.items()
        }
        peer = stack.enter_context(running("peer", Path(folder)))
        for server in servers.values():
            settle(server)
        contestants = [(name, servers[name], scene) for scene in ("no", "yes") for name in trees]
        for _ in range(rounds):
            for mode in ("saturated", "paced"):
                for name, server, scene in [*contestants, ("peer", peer, "")]:
                    runs.setdefault((mode, name + scene), []).append(load(server, mode, TABLES, seconds, scene))
    for number in range(rounds):
        for name, tree in trees.items():
            with tempfile.TemporaryDirectory() as folder, running("ours", Path(folder), tree) as server:
                settle(server)
                memory[name].append(crowded(server))
        print(f"round {number + 1}: {memory}")

    def moves(name: str) -> list[float]:
        return [run["moves"] / run["cpu"] for run in runs["saturated", name]]

    def waits(name: str, share: str) -> list[float]:
        return [run[share] for run in runs["paced", name]]

    told = {"no": "as data", "yes": "with scenes"}
    rows = [
        Row(f"moves a second of processor time, {told[scene]}", moves(f"old{scene}"), moves(f"new{scene}"),
            moves("peer"), less=False, digits=0)
        for scene in told
    ]  # fmt: skip
    rows += [
        Row(f"broadcast {told[scene]}, {share}, ms", waits(f"old{scene}", share), waits(f"new{scene}", share),
            waits("peer", share))
        for scene in told
        for share in ("p50", "p95")
    ]  # fmt: skip
    return [*rows, Row(f"memory for {CROWD} tables, MiB", memory["old"], memory["new"], digits=0)]


def library_rows(old: Path, rounds: int) -> list[Row]:
    """`Match.play` of both libraries: in each game, and in a match of each of them together."""
    script = str(Path(__file__).with_name("playing.py"))
    runs: dict[Path, list[dict[str, tuple[int, float]]]] = {old: [], THIS: []}
    for _ in range(rounds):
        for tree in runs:
            runs[tree].append(json.loads(python(tree, script, *GAMES)))

    def row(title: str, *games: str) -> Row:
        before, now = (
            [1e6 * sum(run[game][1] for game in games) / sum(run[game][0] for game in games) for run in runs[tree]]
            for tree in (old, THIS)
        )
        return Row(f"`Match.play`, {title}, µs an action", before, now)

    return [*(row(game, game) for game in GAMES), row(ALL, *GAMES)]


def worse(rows: list[Row]) -> list[str]:
    """The measurements of servers that are worse than before by more than is tolerated."""
    return [f"{row.title}: {row.ratio:.2f} times as good as before" for row in rows if row.ratio < 1 - TOLERANCE]


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version", help="a commit, or the folder of a checkout whose name is one")
    parser.add_argument("--seconds", type=float, default=5, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"at least {ROUNDS}, all taking turns")
    parser.add_argument("--library", action="store_true", help="only `Match.play`; nothing is written")
    chosen = parser.parse_args()
    if chosen.rounds < ROUNDS and not chosen.library:
        parser.error(f"at least {ROUNDS} rounds: fewer tell a machine's mood from a slower server no more")
    precompile(THIS)
    with checked_out(chosen.version) as old:
        played, served = library_rows(old, chosen.rounds), list[Row]()
        if not chosen.library:
            prepare()
            served = server_rows(old, chosen.seconds, chosen.rounds)
    version = Path(chosen.version).name
    figures = table(
        ["", version, "this version", "so many times as good", "half of the rounds", "peer"],
        [row.cells() for row in [*served, *played]],
    )
    print(figures)
    if not chosen.library:
        text = TEXT.format(
            version=version, day=date.today(), processor=processor(), figures=figures, tables=TABLES, crowd=CROWD,
            rounds=chosen.rounds, seconds=chosen.seconds, tolerated=1 - TOLERANCE,
        )  # fmt: skip
        PAGE.write_text(put(PAGE.read_text(encoding="utf-8"), "versions", text), encoding="utf-8")
    problems = worse(served)
    if played[-1].ratio < PLAY:
        problems.append(f"{played[-1].title}: less than {PLAY} times as fast as before")
    if problems:
        raise SystemExit("\n".join(problems))


if __name__ == "__main__":
    main()
