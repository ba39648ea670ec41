"""The command line: games, rules, play, serve, verify; simulate, arena, ladder, balance; show, perft and more."""

from __future__ import annotations

import asyncio
import gc
import importlib.metadata
import importlib.util
import os
import platform
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any, NoReturn, Optional

try:
    import typer
    from rich.console import Console
    from rich.markdown import Markdown
    from rich.markup import escape
    from rich.table import Table
except ImportError:
    sys.exit("The command line needs more packages: pip install 'formicarium[cli]'")

import formicarium as fm
from formicarium import scoreboard
from formicarium.arena import (
    Contest,
    Log,
    Pairing,
    Result,
    Tournament,
    get_ready,
    hire,
    ladder,
    modes,
    neighbours,
    ratings,
    results,
    round_robin,
    run_of,
    simulate,
    summarise,
)
from formicarium.arena.balance import Study, observe, report
from formicarium.arena.crew import carry_out
from formicarium.arena.matches import play as play_match
from formicarium.bots import levels, search
from formicarium.engine import jit, position
from formicarium.engine.errors import FormicariumError, MissingExtra
from formicarium.scene import THEMES, gif

INTERRUPTED = 130  # the exit code
CORES = os.cpu_count() or 1

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
SeatCounts = Annotated[
    Optional[list[int]],
    typer.Option("--seats", help="How many seats; may be repeated. Every number of the game if not said."),
]
Matches = Annotated[int, typer.Option(min=1, max=10_000_000, help="How many matches.")]
Workers = Annotated[int, typer.Option(min=1, max=256, help="How many processes.")]
Ray = Annotated[
    Optional[str], typer.Option(help="The address of a Ray cluster to play on, or auto; else processes here.")
]
Seed = Annotated[str, typer.Option(help="The seed of the whole run.")]
Language = Annotated[str, typer.Option(help="The language: en or de.")]
Theme = Annotated[str, typer.Option(help=f"The theme of pictures: {', '.join(THEMES)}.")]


def main() -> None:
    """Run the command line; an error of ours is one sentence, not a traceback."""
    try:
        app()
    except FormicariumError as error:
        _fail(str(error), error.code)
    except OSError as error:
        if error.filename is None:
            raise
        _fail(f"{error.filename}: {error.strerror}", "file")


def _fail(sentence: str, code: str) -> NoReturn:
    Console(stderr=True).print(f"[bold red]error[/] {escape(sentence)}  [dim]({code})[/]", highlight=False)
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
    from formicarium.terminal import Terminal  # only those who play here need to wait for it

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
    matches: Matches = 100,
    workers: Workers = 1,
    seats: Seats = None,
    bots: Annotated[str, typer.Option(help="The level of each seat, or one for all: greedy,random.")] = "random",
    seed: Seed = "0",
    option: Options = None,
) -> None:
    """Let bots play many matches: wins by seat with confidence intervals, lengths, branching.

    Ctrl-C stops and shows what there is.
    """
    found = fm.game(game)
    number, options = found.check_seats(seats), _options(option)
    found.check_options(options, number)
    lineup = tuple(bots.split(",")) if "," in bots else (bots,) * number
    if len(lineup) != number:
        raise typer.BadParameter(f"{len(lineup)} levels for {number} seats")
    get_ready(game, lineup)
    played: list[Result] = []
    began = time.perf_counter()
    try:
        with scoreboard.progress(out) as bars, hire(play_match, workers) as crew:
            task = bars.add_task(f"{game}, {number} seats", total=matches)
            for _, result in simulate(crew, game, lineup, matches, seed=seed, options=options):
                played.append(result)
                bars.advance(task)
    except KeyboardInterrupt:
        out.print(f"[dim]stopped after {len(played)} of {matches} matches[/]")
    if not played:
        raise typer.Exit(INTERRUPTED)
    scoreboard.print_summary(out, summarise(played), lineup, time.perf_counter() - began)


@app.command()
def arena(
    game: Game,
    level: Annotated[
        Optional[list[str]], typer.Argument(help="The levels, the weakest first; all of the game if not said.")
    ] = None,
    seats: SeatCounts = None,
    option: Options = None,
    every_mode: Annotated[bool, typer.Option("--every-mode", help="Play in each mode of the game.")] = False,
    all_pairs: Annotated[
        bool, typer.Option("--round-robin", help="Each level against each weaker one, not only against the next.")
    ] = False,
    target: Annotated[
        Optional[float],
        typer.Option(min=0.01, max=0.99, help="The share to compare with; the fair share if not said."),
    ] = None,
    matches: Annotated[int, typer.Option(min=2, max=1_000_000, help="At most so many matches a contest.")] = 400,
    workers: Workers = CORES,
    ray: Ray = None,
    seed: Seed = "0",
    folder: Annotated[
        Optional[Path], typer.Option("--out", help="Keep every match here, go on from there, and write JSON and CSV.")
    ] = None,
) -> None:
    """Let levels meet, every seat taken in turn, until it is clear who is better; ratings from all matches.

    A contest ends as soon as its 95 % interval lies above or below the fair share, or the target. Ctrl-C stops and
    keeps what there is; the same command with the same --out goes on.
    """
    found = fm.game(game)
    chosen = tuple(level or levels(found))
    if len(chosen) < 2:
        raise typer.BadParameter(f"{chosen[0]} needs an opponent: name two levels or more")
    options = _options(option)
    pairs = dict.fromkeys(round_robin(chosen) if all_pairs else neighbours(chosen))
    contests = [
        Contest(Pairing(game, stronger, weaker, number, tuple(variant.items())), matches, target)
        for number in _seat_counts(found, seats)
        for variant in (modes(found, options) if every_mode else [options])
        if found.check_options(variant, number) is not None
        for stronger, weaker in pairs
    ]
    run = run_of(found, seed)
    ratings.rate([])  # what they need must not be found missing when everything has been played
    log = Log(folder / "matches.jsonl", run) if folder else None
    finished = _hold(game, contests, log, seed, workers, ray)
    begun = [contest for contest in contests if contest.played]
    if folder:
        written = results.write(folder, run, contests)
        out.print(f"[dim]wrote {', '.join(path.name for path in written)} in {folder}[/]", highlight=False)
    if begun:
        out.print(scoreboard.contest_table(begun))
        out.print(scoreboard.rating_table(begun))
    if not finished:
        raise typer.Exit(INTERRUPTED)


@app.command("ladder")
def ladder_command(
    game: Annotated[Optional[list[str]], typer.Argument(help="The games; all if not said.")] = None,
    matches: Annotated[int, typer.Option(min=2, max=1_000_000, help="At most so many matches a contest.")] = 400,
    workers: Workers = CORES,
    ray: Ray = None,
    seed: Seed = "0",
    page: Annotated[
        Path,
        typer.Option(
            help="The page to put the tables into; their data go into the JSON file beside it.",
            exists=True,
            dir_okay=False,
        ),
    ] = Path("docs/arena.md"),
    folder: Annotated[Path, typer.Option("--out", help="Where every match is kept, to go on from.")] = Path(".arena"),
) -> None:
    """Prove that each level beats the next weaker one, and write the page that shows it.

    Ctrl-C stops, and the page shows what there is; the same command goes on.
    """
    missed = 0
    ratings.rate([])  # what they need must not be found missing when everything has been played
    for found in [fm.game(name) for name in game or fm.game_names()]:
        contests, run = ladder.contests(found, matches), run_of(found, seed)
        log = Log(folder / f"{found.name}-{run['code']}-{seed}.jsonl", run)
        finished = _hold(found.name, contests, log, seed, workers, ray)
        ladder.write(page, ladder.table_of(found, seed, contests))
        out.print(f"[bold]{found.name}[/]", scoreboard.contest_table(contests), sep="\n")
        if not finished:
            raise typer.Exit(INTERRUPTED)
        missed += sum(not ladder.is_kept(contest) for contest in contests)
    if missed:
        out.print(f"[red]{missed} requirements are not kept[/]: see {page}")
        raise typer.Exit(1)


@app.command("balance")
def balance_command(
    game: Game,
    level: Annotated[
        Optional[list[str]],
        typer.Option(help="The level of the bots; may be repeated. The middle one of the game if not said."),
    ] = None,
    matches: Matches = 200,
    seats: SeatCounts = None,
    option: Options = None,
    workers: Workers = CORES,
    ray: Ray = None,
    seed: Seed = "0",
    page: Annotated[Optional[Path], typer.Option("--out", help="The page; GAME-balance.html if not said.")] = None,
) -> None:
    """Let equal bots play, and write a page on the game: seats, length, choices, the lead, rules, options.

    So many matches are played for each number of seats, and again for every value of every option. Ctrl-C stops, and
    the page shows what was played so far.
    """
    found = fm.game(game)
    counts = _seat_counts(found, seats)
    chosen = [*dict.fromkeys(level or [levels(found)[len(levels(found)) // 2]])]
    options = _options(option)
    for number in counts:
        found.check_options(options, number)
    path = page or Path(f"{game}-balance.html")
    if not path.parent.is_dir():
        raise typer.BadParameter(f"there is no folder {path.parent}")
    get_ready(game, tuple(chosen))
    study = Study(found, chosen, counts, options, matches, seed)
    try:
        with hire(observe, workers, ray) as crew, scoreboard.progress(out) as bars:
            task = bars.add_task(f"{game}, {len(study.observed)} settings", total=study.total)
            for (setting, number), observation in carry_out(crew, study.fixtures()):
                study.add(setting, number, observation)
                bars.advance(task)
    except KeyboardInterrupt:
        out.print(f"[dim]stopped after {study.played} of {study.total} matches[/]")
    if not study.played:
        raise typer.Exit(INTERRUPTED)
    with out.status("drawing"):
        results.replace(path, report(study))
    out.print(f"wrote {path}", highlight=False)


def _seat_counts(game: fm.Game, seats: list[int] | None) -> list[int]:
    """The numbers of seats that were asked for, each once; all of the game if none was."""
    return [*dict.fromkeys(game.check_seats(number) for number in seats or game.seats)]


def _hold(game: str, contests: list[Contest], log: Log | None, seed: str, workers: int, ray: str | None) -> bool:
    """Play contests under bars; whether they came to their end."""
    with log or nullcontext():
        tournament = Tournament(contests, seed, log)
        if all(contest.over for contest in contests):
            return True
        names = {name for contest in contests for name in (contest.pairing.challenger, contest.pairing.other)}
        get_ready(game, tuple(sorted(names)))
        try:
            with hire(play_match, workers, ray) as crew, scoreboard.ContestBars(out, contests) as bars:
                for contest in tournament.play(crew):
                    bars.update(contest)
        except KeyboardInterrupt:
            out.print("[dim]stopped; what was played is kept[/]" if log else "[dim]stopped[/]")
            return False
    return True


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
        with scoreboard.progress(out) as bars:
            frames = bars.track([*match.positions()], description=f"drawing {len(moves)} actions")
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
    gc.disable()  # all that is loaded now will stay; the server looks for garbage when it is ready
    try:
        from formicarium.server.run import run
    except ImportError as error:
        raise MissingExtra("serve", "The server and its pages") from error
    run(host, port, data)


@app.command()
def backup(file: Annotated[Path, typer.Argument(help="The file to write; it must not exist.")]) -> None:
    """Write all tables of the server to one checked file; it may go on serving meanwhile."""
    _copy("backup", file)


@app.command()
def restore(file: Annotated[Path, typer.Argument(help="A file that `formicarium backup` wrote.")]) -> None:
    """Put a backup into an empty database, after checking all of it; the database may be of another kind."""
    _copy("restore", file)


def _copy(how: str, file: Path) -> None:
    try:
        from formicarium.server import backup as copies
        from formicarium.server.settings import Settings
    except ImportError as error:
        raise MissingExtra("serve", "The server and its pages") from error
    copy = copies.backup if how == "backup" else copies.restore
    counts = asyncio.run(copy(Settings.from_environment().database_url, file))
    out.print(", ".join(f"{count} {name}" for name, count in counts.items() if name != "secrets") or "nothing yet")


@app.command()
def mcp() -> None:
    """Let a language model play: an MCP server on standard input and output, see docs/research.md."""
    try:
        from formicarium.interop.mcp_server import create
    except ImportError as error:
        raise MissingExtra("mcp", "Tables for language models") from error
    create().run()


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
    names = [fm.game(name).name for name in games or fm.game_names()]
    with hire(_compile, min(CORES, len(names))) as crew:
        for name, seconds in carry_out(crew, zip(names, names, strict=True)):
            out.print(f"{name} is ready [dim]({seconds:.1f} s)[/]", highlight=False)


def _compile(name: str) -> float:
    """Compile all of a game; the seconds that it took."""
    began = time.perf_counter()
    search.prepare(fm.game(name))
    fm.vector(name, 1)
    return time.perf_counter() - began


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
    extras = {"draw": "resvg_py", "cli": "prompt_toolkit", "serve": "fastapi", "arena": "openskill", "ray": "ray"}
    extras |= {"gymnasium": "gymnasium", "pettingzoo": "pettingzoo", "openspiel": "pyspiel", "mcp": "mcp"}
    for extra, module in extras.items():
        here = importlib.util.find_spec(module) is not None
        table.add_row(f"extra {extra}", "installed" if here else f"missing: pip install 'formicarium[{extra}]'")
    table.add_row("compiling", "on" if jit.enabled() else "off (NUMBA_DISABLE_JIT)")
    folders = [folder for folder in jit.cache_root().iterdir() if folder.is_dir()]
    size = sum(path.stat().st_size for folder in folders for path in folder.rglob("*") if path.is_file())
    table.add_row("cache", f"{jit.cache_root()}: {size / 1e6:.1f} MB in {len(folders)} folders")
    for name in fm.game_names():
        game = fm.game(name)
        state = "compiled" if search.is_compiled(game) else "not compiled yet: formicarium precompile"
        figures = f"{game.kernel.record.itemsize} bytes a position, {len(game.actions)} actions"
        table.add_row(name, f"rules {game.version}, {figures}, {state}")
    out.print(table, highlight=False)
