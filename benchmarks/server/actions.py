"""What an action costs our server: `python -m benchmarks.server.actions [--beside VERSION]`.

Each of our games at tables of two, and tic-tac-toe as in `python -m benchmarks.server`: as data, as bots play, and with
scenes, as browsers do. Counted is the processor time of the server, not the clock on the wall. Bytes are those to each
browser an action, and those of its first frame, plain and packed as it is sent. With another version, a commit or the
folder of a checkout, both are measured in turns in one run, and written into docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.claims import of_actions
from benchmarks.machine import processor
from benchmarks.page import PAGE, claimed, put, table
from benchmarks.server.__main__ import HERE, TABLES, Server, load, prepare, running, settle
from benchmarks.server.versions import THIS, checked_out
from formicarium.engine.game import find

GAMES = ("sisimizi", "grasshopper", "antics", "formica")
SITTING = 60  # tables to fill the memory with, beside as many
TEXT = """## What an action costs the server

Two at each of {tables} tables play at random, as browsers with pictures and as programs with data. Commit `{version}`
and this version, in one run on {day}: {processor}.
`python -m benchmarks.server.actions --beside {version}` measures this part anew.

{figures}

Counted is the server's processor time, with every action on disk before anybody is told; bytes are those to each
browser, the first frame packed as it is sent. Memory is that of one more table with two browsers after twenty actions.
Medians of {rounds} rounds of {seconds:g} s.

{claims}
"""

Figures = dict[str, float]


@contextmanager
def seated(server: Server, game: str) -> Iterator[None]:
    """Two browsers at each of some tables, after twenty actions, until the block ends."""
    command = ["node", str(HERE / "load.mjs"), "ours", server.address, "sit", str(SITTING), "0", "yes", "", game]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as generator:
        assert generator.stdout is not None and generator.stdin is not None
        assert generator.stdout.readline().strip() == "connected", "the load generator failed"
        yield
        generator.stdin.close()


def table_bytes(server: Server, game: str) -> float:
    """The memory of one more table, after twenty actions, in KB."""
    with seated(server, game):
        before = server.memory()
        with seated(server, game):
            return (server.memory() - before) * 1024 / SITTING


def figures(runs: list[dict[str, Any]]) -> Figures:
    """What several measurements of the same come to."""
    sizes = {name: sum(run["bytes"][name] for run in runs) for name in ("step", "full", "fulls", "packed")}
    moves = sum(run["moves"] for run in runs)
    return {
        "rate": statistics.median(run["moves"] / run["cpu"] for run in runs),
        "ms": statistics.median(1000 * run["cpu"] / run["moves"] for run in runs),
        "step": sizes["step"] / 2 / moves,
        "full": sizes["full"] / sizes["fulls"] if sizes["fulls"] else 0,
        "packed": sizes["packed"] / sizes["fulls"] if sizes["fulls"] else 0,
    }


def section(found: dict[str, dict[str, Figures]], **run: Any) -> str:
    """The part of the page: what was found by version, this one last, and by game."""
    older, ours = found.values()
    rows = [
        [
            find(game).words()("name"),
            *(
                f"{figures[game][name]:,.{digits}f}"
                for name, digits in (("rate", 0), ("ms", 2), ("step", 0), ("packed", 0), ("table", 0))
                for figures in (older, ours)
            ),
        ]
        for game in ours
    ]
    heads = ["moves a second as data", "ms an action", "bytes a step", "first frame", "KB a table"]
    names = ["game", *(f"{head}, {name}" for head in heads for name in found)]
    return TEXT.format(figures=table(names, rows), claims=claimed(of_actions(ours, older)), **run)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--beside", help="a commit or a checkout of another version, to be measured in the same run")
    parser.add_argument("--games", nargs="*", default=[*GAMES, "tictactoe"], help="those to measure")
    parser.add_argument("--seconds", type=float, default=5, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is repeated, the versions taking turns")
    parser.add_argument("--tables", type=int, default=TABLES)
    chosen = parser.parse_args()
    prepare()
    found: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        versions = {"this": THIS}
        if chosen.beside:
            versions["beside"] = stack.enter_context(checked_out(chosen.beside))
        servers = {
            name: stack.enter_context(running("ours", Path(folder) / name, tree)) for name, tree in versions.items()
        }
        for server in servers.values():
            settle(server)
        for _ in range(chosen.rounds):
            for game in chosen.games:
                for scene in ("no", "yes"):
                    for name, server in servers.items():
                        run = load(server, "saturated", chosen.tables, chosen.seconds, scene, game)
                        found.setdefault((game, scene, name), []).append(run)
                        print(f"{game} {'scenes' if scene == 'yes' else 'data'} {name} {run}", file=sys.stderr)
        memory = {
            (game, name): table_bytes(server, game)
            for game in chosen.games
            if game != "tictactoe"
            for name, server in servers.items()
        }
    print(f"{'':30}{'data: moves/s':>14}{'scenes: ms':>12}{'bytes':>9}{'first':>9}{'packed':>9}{'KB a table':>12}")
    for game in chosen.games:
        for name in versions:
            data, scenes = (figures(found[game, scene, name]) for scene in ("no", "yes"))
            line = f"{data['rate']:14.0f}{scenes['ms']:12.2f}"
            line += "".join(f"{scenes[size]:9.0f}" for size in ("step", "full", "packed"))
            print(f"{game + ' ' + name:30}{line}{memory.get((game, name), 0):12.0f}")
    if chosen.beside and set(GAMES) <= set(chosen.games):
        version = Path(chosen.beside).name

        def of(name: str) -> dict[str, Figures]:
            return {
                game: figures(found[game, "yes", name])
                | {"rate": figures(found[game, "no", name])["rate"], "table": memory[game, name]}
                for game in GAMES
            }

        text = section(
            {version: of("beside"), "this version": of("this")}, version=version, day=date.today(),
            processor=processor(), tables=chosen.tables, rounds=chosen.rounds, seconds=chosen.seconds,
        )  # fmt: skip
        PAGE.write_text(put(PAGE.read_text(encoding="utf-8"), "actions", text), encoding="utf-8")
    ours = [figures(found[game, "yes", "this"])["ms"] for game in GAMES if game in chosen.games]
    if ours:
        print(f"the mean of our games with scenes: {statistics.mean(ours):.2f} ms an action")


if __name__ == "__main__":
    main()
