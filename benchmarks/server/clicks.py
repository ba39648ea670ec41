"""How soon a click is answered beside an older version: `python -m benchmarks.server.clicks f42c562`.

Two browsers at each of two tables play our games, whose events are told; `benchmarks.server.beside` plays tic-tac-toe,
which has none. The versions take turns within a round, and a ratio is taken within each round.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from benchmarks.server.__main__ import load, prepare, running, settle
from benchmarks.server.versions import THIS, checked_out

GAMES = ("sisimizi", "grasshopper", "formica", "antics")
TABLES = 2  # so few that no click waits for another


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version", help="a commit or a checkout of the older version")
    parser.add_argument("--games", nargs="*", default=GAMES, help="those to measure")
    parser.add_argument("--seconds", type=float, default=5, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is repeated, the versions taking turns")
    chosen = parser.parse_args()
    prepare()
    found: dict[tuple[str, str], list[dict[str, float]]] = {}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        trees = {"old": stack.enter_context(checked_out(chosen.version)), "new": THIS}
        servers = {
            name: stack.enter_context(running("ours", Path(folder) / name, tree)) for name, tree in trees.items()
        }
        for server in servers.values():
            settle(server)
        for _ in range(chosen.rounds):
            for game in chosen.games:
                for name, server in servers.items():
                    run = load(server, "paced", TABLES, chosen.seconds, "yes", game)
                    found.setdefault((game, name), []).append(run)
                    print(f"{game} {name} {run}", file=sys.stderr)
    print(f"{'a click is answered within':30}{'old, ms':>10}{'new, ms':>10}{'new/old':>10}")
    for game in chosen.games:
        for share in ("p50", "p95"):
            old, new = ([run[share] for run in found[game, name]] for name in ("old", "new"))
            ratio = median(after / before for before, after in zip(old, new, strict=True))
            print(f"{f'{game}, {share}':30}{median(old):10.1f}{median(new):10.1f}{ratio:10.2f}")


if __name__ == "__main__":
    main()
