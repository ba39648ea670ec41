"""Commands for developers: perft, precompile, doctor."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import platform
import time
from typing import Annotated

import typer

import formicarium as fm
from formicarium.bots import search
from formicarium.cli.asking import CORES, Game, Options, Seats, out, read_options
from formicarium.core import jit
from formicarium.engine import calls, position


def perft(
    game: Game,
    depth: Annotated[int, typer.Option(min=1, max=12, help="How deep to count.")] = 3,
    seats: Seats = None,
    option: Options = None,
) -> None:
    """Count the action sequences from the start, to compare implementations."""
    match = fm.Match(game, seats, nature=False, **read_options(option))
    for length in range(1, depth + 1):
        began = time.perf_counter()
        count = position.perft(match.position, length)
        out.print(f"{length}  {count:,}  [dim]{time.perf_counter() - began:.2f} s[/]", highlight=False)


def precompile(
    games: Annotated[list[str] | None, typer.Argument(help="The games; all if not said.")] = None,
) -> None:
    """Compile games ahead of time, so that the first match starts at once."""
    from formicarium.arena import carry_out, hire

    names = [fm.game(name).name for name in games or fm.game_names()]
    with hire(_compile, min(CORES, len(names))) as crew:
        for name, seconds in carry_out(crew, zip(names, names, strict=True)):
            out.print(f"{name} is ready [dim]({seconds:.1f} s)[/]", highlight=False)


def _compile(name: str) -> float:
    """Compile all of a game; the seconds that it took."""
    began = time.perf_counter()
    search.prepare(fm.game(name))
    batch = fm.vector(name, 1)
    batch.step(batch.sample())
    return time.perf_counter() - began


def doctor() -> None:
    """Say what is installed, compiled and cached."""
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, show_header=False)
    table.add_row("formicarium", fm.__version__)
    table.add_row("python", f"{platform.python_version()} on {platform.system()} {platform.machine()}, {CORES} cores")
    for package in ("numpy", "numba", "llvmlite"):
        table.add_row(package, importlib.metadata.version(package))
    extras = {"draw": "resvg_py", "serve": "fastapi", "arena": "openskill", "ray": "ray"}
    extras |= {"gymnasium": "gymnasium", "pettingzoo": "pettingzoo", "openspiel": "pyspiel", "mcp": "mcp"}
    for extra, module in extras.items():
        here = importlib.util.find_spec(module) is not None
        command = escape(f"pip install 'formicarium[{extra}]'")  # Rich would take the brackets for a style
        table.add_row(f"extra {extra}", "installed" if here else f"missing: {command}")
    table.add_row("compiling", "on" if jit.enabled() else "off (NUMBA_DISABLE_JIT)")
    folders = [folder for folder in jit.cache_root().iterdir() if folder.is_dir()]
    size = sum(path.stat().st_size for folder in folders for path in folder.rglob("*") if path.is_file())
    table.add_row("cache", f"{jit.cache_root()}: {size / 1e6:.1f} MB in {len(folders)} folders")
    for name in fm.game_names():
        game = fm.game(name)
        if search.is_compiled(game):
            state = "rules and bots compiled"
        else:
            lacking = "bots not compiled yet" if calls.is_compiled(game) else "not compiled yet"
            state = f"{lacking}: formicarium precompile {name}"
        figures = f"{game.kernel.record.itemsize} bytes a position, {len(game.actions)} actions"
        table.add_row(name, f"rules {game.version}, {figures}, {state}")
    out.print(table, highlight=False)
