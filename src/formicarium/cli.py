"""The command line: `formicarium games`, `play`, `rules`, `serve`, `verify`, `simulate`, `show`, `perft` and more."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import platform
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any, Optional

try:
    import typer
    from rich.console import Console
    from rich.markdown import Markdown
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.table import Table
except ImportError:
    sys.exit("The command line needs more packages: pip install 'formicarium[cli]'")

import formicarium as fm
from formicarium.arena import Result, simulate, summarise
from formicarium.engine import calls, jit, position
from formicarium.engine.errors import FormicariumError, MissingExtra
from formicarium.scene import THEMES, gif
from formicarium.terminal import Terminal

app = typer.Typer(
    help="Formicarium: four ant board games, to play and to study.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
out = Console()

Game = Annotated[str, typer.Argument(help="The game: see `formicarium games`.")]
Seats = Annotated[Optional[int], typer.Option(help="How many seats; the game's smallest number if not said.")]
Options = Annotated[
    Optional[list[str]], typer.Option("--option", help="An option of the game, as NAME=VALUE; may be repeated.")
]
Language = Annotated[str, typer.Option(help="The language: en or de.")]
Theme = Annotated[str, typer.Option(help=f"The theme of pictures: {', '.join(THEMES)}.")]


def main() -> None:
    """Run the command line; an error of ours is one sentence, not a traceback."""
    try:
        app()
    except FormicariumError as error:
        Console(stderr=True).print(f"[bold red]error[/] {error}  [dim]({error.code})[/]", highlight=False)
        sys.exit(2)


def _options(pairs: list[str] | None) -> dict[str, Any]:
    chosen = {}
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        if not equals:
            raise typer.BadParameter(f"{pair!r} is not of the form NAME=VALUE")
        chosen[name.strip()] = value.strip()
    return chosen


@app.command()
def games(language: Language = "en") -> None:
    """List the games."""
    table = Table(box=None, header_style="dim")
    for column in ("game", "seats", "", "options"):
        table.add_column(column)
    for name in fm.game_names():
        game = fm.game(name)
        words = game.words(language)
        options = "\n".join(f"{option.name}: {', '.join(option.values)}" for option in game.options)
        seats = f"{game.seats[0]}–{game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
        table.add_row(f"[bold]{name}[/]", seats, f"{words('name')}: {words('tagline')}", options)
    out.print(table)


@app.command()
def rules(game: Game, language: Language = "en") -> None:
    """Read the rules of a game."""
    with out.pager(styles=True) if out.is_terminal else nullcontext():
        out.print(Markdown(fm.game(game).words(language).rules))


@app.command()
def play(
    game: Annotated[Optional[str], typer.Argument(help="The game: see `formicarium games`.")] = None,
    seats: Seats = None,
    seat: Annotated[int, typer.Option(help="Your seat.")] = 0,
    level: Annotated[str, typer.Option(help="The level of the bots in the other seats.")] = "champion",
    seed: Annotated[
        Optional[str], typer.Option(help="The seed of nature and the bots, to play the same match again.")
    ] = None,
    option: Options = None,
    resume: Annotated[Optional[Path], typer.Option(help="A record file to go on from.")] = None,
    language: Language = "en",
) -> None:
    """Play against bots in the terminal: type moves in notation, with completion; `help` says more."""
    if resume:
        match = fm.load(resume, seed=seed)
    else:
        match = fm.Match(game or _ask_game(language), seats, seed=seed, **_options(option))
    if seat not in range(match.seats):
        raise typer.BadParameter(f"there are seats 0 to {match.seats - 1}, not {seat}")
    Terminal(match, seat, level, out, language).run()


def _ask_game(language: str) -> str:
    names = fm.game_names()
    if len(names) == 1:
        return names[0]
    for number, name in enumerate(names, 1):
        words = fm.game(name).words(language)
        out.print(f"[bold]{number}[/]  {words('name')}: {words('tagline')}")
    answer: str = typer.prompt("Which game", default="1")
    return names[int(answer) - 1] if answer.isdigit() and 0 < int(answer) <= len(names) else answer


@app.command("simulate")
def simulate_command(
    game: Game,
    matches: Annotated[int, typer.Option(min=1, max=10_000_000, help="How many matches.")] = 100,
    workers: Annotated[int, typer.Option(min=1, max=256, help="How many processes.")] = 1,
    seats: Seats = None,
    bots: Annotated[str, typer.Option(help="The level of each seat, or one for all: greedy,random.")] = "random",
    seed: Annotated[str, typer.Option(help="The seed of the whole run.")] = "0",
    option: Options = None,
) -> None:
    """Let bots play many matches: wins by seat with confidence intervals, lengths, branching.

    Ctrl-C stops and shows what there is.
    """
    found = fm.game(game)
    number, options = found.check_seats(seats), _options(option)
    found.check_options(options, number)
    levels = bots.split(",") if "," in bots else [bots] * number
    if len(levels) != number:
        raise typer.BadParameter(f"{len(levels)} levels for {number} seats")
    for level in levels:
        fm.bot(found, level)
    calls.prepare(found)
    results: list[Result] = []
    began = time.perf_counter()
    try:
        with _progress(f"{game}, {number} seats") as progress:
            task = progress.add_task("", total=matches)
            for result in simulate(game, number, levels, matches, workers=workers, seed=seed, options=options):
                results.append(result)
                progress.advance(task)
    except KeyboardInterrupt:
        out.print(f"[dim]stopped after {len(results)} of {matches} matches[/]")
    if not results:
        raise typer.Exit(130)
    _print_summary(results, levels, time.perf_counter() - began)


def _print_summary(results: list[Result], levels: list[str], seconds: float) -> None:
    summary = summarise(results)
    table = Table(box=None, header_style="dim")
    for column in ("seat", "bot", "share of victory", "95 % interval"):
        table.add_column(column, justify="right" if column != "bot" else "left")
    for seat, (mean, low, high) in enumerate(summary.shares):
        table.add_row(str(seat), levels[seat], f"{mean:.1%}", f"{low:.1%} – {high:.1%}")
    out.print(table)
    fewest, mean, most = summary.actions
    out.print(f"{summary.matches} matches in {seconds:.1f} s; actions a match: {fewest} – {most}, mean {mean:.1f}")
    out.print(f"legal actions at a decision: mean {summary.branching:.1f}, at most {summary.widest}")
    out.print("ended by: " + ", ".join(f"{reason} {count}" for reason, count in summary.reasons.items()))


@app.command()
def show(
    record: Annotated[Path, typer.Argument(help="A record file.", exists=True, dir_okay=False)],
    ply: Annotated[
        Optional[int], typer.Option(help="Show the position after so many actions; the last if not said.")
    ] = None,
    seat: Annotated[int, typer.Option(help="Whose view; a spectator's if not said.")] = fm.SPECTATOR,
    svg: Annotated[Optional[Path], typer.Option(help="Write a picture as SVG.")] = None,
    png: Annotated[Optional[Path], typer.Option(help="Write a picture as PNG.")] = None,
    gif_: Annotated[Optional[Path], typer.Option("--gif", help="Write the whole match as an animated GIF.")] = None,
    width: Annotated[int, typer.Option(min=100, max=4000, help="Width of PNG and GIF in pixels.")] = 800,
    theme: Theme = "light",
    language: Language = "en",
) -> None:
    """Show a record: as text, or written to a picture."""
    whole = fm.load(record, seed="shown")
    match = whole if ply is None else whole.at(ply)
    view = match.view(seat)
    if svg:
        svg.write_text(view.svg(theme, language), encoding="utf-8")
    if png:
        png.write_bytes(view.scene(language).png(theme, width=width))
    if gif_:
        moves = whole.history if ply is None else whole.history[:ply]
        with _progress(f"drawing {len(moves)} actions") as progress:
            frames = progress.track([*match.positions()], description="")
            scenes = (stage.view(seat).scene(language) for _, stage in frames)
            gif_.write_bytes(gif(scenes, theme, width=width))
    if not (svg or png or gif_):
        out.print(str(view), highlight=False, markup=False)
        for move in match.history[-10:]:
            out.print(
                f"[dim]{'nature' if move.seat == fm.NATURE else f'seat {move.seat}'}[/] {move.text}", highlight=False
            )
        if match.outcome:
            out.print(f"[bold]{match.ending(language)}[/]")
    for path in (svg, png, gif_):
        if path:
            out.print(f"wrote {path}")


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen at; 0 for a free one.")] = 8000,
    data: Annotated[Optional[Path], typer.Option(help="The folder of the database.")] = None,
) -> None:
    """Let people play in a browser; Ctrl-C stops. Settings come from the environment, see docs/serve.md."""
    try:
        from formicarium.server.run import run
    except ImportError as error:
        raise MissingExtra("serve", "The server and its pages") from error
    run(host, port, data)


@app.command()
def verify(
    record: Annotated[Path, typer.Argument(help="The record file of a finished table.", exists=True, dir_okay=False)],
    commitment: Annotated[Optional[str], typer.Option(help="The commitment that you noted before the match.")] = None,
) -> None:
    """Recompute every shuffle and roll of a table from its seed."""
    from formicarium.server import fairness

    outcomes = fairness.verify(record.read_text(encoding="utf-8"), commitment)
    out.print(f"fair: all {outcomes} outcomes of nature are those of the seed that was promised", highlight=False)


@app.command()
def perft(
    game: Game,
    depth: Annotated[int, typer.Option(min=1, max=12, help="How deep to count.")] = 3,
    seats: Seats = None,
    option: Options = None,
) -> None:
    """Count the action sequences from the start, to compare implementations."""
    match = fm.Match(game, seats, nature=False, **_options(option))
    for length in range(1, depth + 1):
        began = time.perf_counter()
        count = position.perft(match.position, length)
        out.print(f"{length}  {count:,}  [dim]{time.perf_counter() - began:.2f} s[/]", highlight=False)


@app.command()
def precompile(
    games: Annotated[Optional[list[str]], typer.Argument(help="The games; all if not said.")] = None,
) -> None:
    """Compile games ahead of time, so that the first match starts at once."""
    for name in games or fm.game_names():
        began = time.perf_counter()
        calls.prepare(fm.game(name))
        out.print(f"{name} is ready [dim]({time.perf_counter() - began:.1f} s)[/]", highlight=False)


@app.command()
def doctor() -> None:
    """Say what is installed, compiled and cached."""
    table = Table(box=None, show_header=False)
    table.add_row("formicarium", importlib.metadata.version("formicarium"))
    table.add_row(
        "python", f"{platform.python_version()} on {platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    )
    for package in ("numpy", "numba", "llvmlite"):
        table.add_row(package, importlib.metadata.version(package))
    for extra, module in (("draw", "resvg_py"), ("cli", "prompt_toolkit"), ("serve", "fastapi")):
        here = importlib.util.find_spec(module) is not None
        table.add_row(f"extra {extra}", "installed" if here else f"missing: pip install 'formicarium[{extra}]'")
    table.add_row("compiling", "on" if jit.enabled() else "off (NUMBA_DISABLE_JIT)")
    folders = [folder for folder in jit.cache_root().iterdir() if folder.is_dir()]
    size = sum(path.stat().st_size for folder in folders for path in folder.rglob("*") if path.is_file())
    table.add_row("cache", f"{jit.cache_root()}: {size / 1e6:.1f} MB in {len(folders)} folders")
    for name in fm.game_names():
        game = fm.game(name)
        state = "compiled" if calls.is_compiled(game) else "not compiled yet: formicarium precompile"
        figures = f"{game.kernel.record.itemsize} bytes a position, {len(game.actions)} actions"
        table.add_row(name, f"rules {game.version}, {figures}, {state}")
    out.print(table, highlight=False)


def _progress(title: str) -> Progress:
    return Progress(
        TextColumn(title),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=out,
        transient=True,
    )
