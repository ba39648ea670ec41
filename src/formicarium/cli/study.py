"""Commands for those who study the games: simulate, arena, ladder, balance, puzzles, train."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import formicarium as fm
from formicarium.bots import levels
from formicarium.cli.asking import (
    CORES,
    INTERRUPTED,
    Game,
    Matches,
    MostMatches,
    Options,
    Ray,
    SeatCounts,
    Seats,
    Seed,
    Workers,
    out,
    read_options,
)

if TYPE_CHECKING:
    from formicarium.arena import Contest


def simulate(
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
    from formicarium import arena
    from formicarium.cli import scoreboard

    number, options = fm.game(game).check_seats(seats), read_options(option)
    fm.game(game).check_options(options, number)
    lineup = tuple(bots.split(",")) if "," in bots else (bots,) * number
    if len(lineup) != number:
        raise typer.BadParameter(f"{len(lineup)} levels for {number} seats")
    arena.get_ready(game, lineup)
    played: list[arena.Result] = []
    began = time.perf_counter()
    try:
        with scoreboard.progress(out) as bars, arena.hire(arena.play, workers) as crew:
            task = bars.add_task(f"{game}, {number} seats", total=matches)
            for _, result in arena.simulate(crew, game, lineup, matches, seed=seed, options=options):
                played.append(result)
                bars.advance(task)
    except KeyboardInterrupt:
        out.print(f"[dim]stopped after {len(played)} of {matches} matches[/]")
    if not played:
        raise typer.Exit(INTERRUPTED)
    scoreboard.print_summary(out, arena.summarise(played), lineup, time.perf_counter() - began)


def arena(
    game: Game,
    level: Annotated[
        list[str] | None, typer.Argument(help="The levels, the weakest first; all of the game if not said.")
    ] = None,
    seats: SeatCounts = None,
    option: Options = None,
    every_mode: Annotated[bool, typer.Option("--every-mode", help="Play in each mode of the game.")] = False,
    all_pairs: Annotated[
        bool, typer.Option("--round-robin", help="Each level against each weaker one, not only against the next.")
    ] = False,
    target: Annotated[
        float | None,
        typer.Option(min=0.01, max=0.99, help="The share to compare with; the fair share if not said."),
    ] = None,
    matches: MostMatches = 400,
    workers: Workers = CORES,
    ray: Ray = None,
    seed: Seed = "0",
    folder: Annotated[
        Path | None, typer.Option("--out", help="Keep every match here, go on from there, and write JSON and CSV.")
    ] = None,
) -> None:
    """Let levels meet, every seat taken in turn, until it is clear who is better; ratings from all matches.

    A contest ends as soon as its 95 % interval lies above or below the fair share, or the target. Ctrl-C stops and
    keeps what there is; the same command with the same --out goes on.
    """
    from formicarium.arena import arrange
    from formicarium.cli import scoreboard

    contests = arrange(
        game,
        level,
        seats=seats,
        options=read_options(option),
        every_mode=every_mode,
        all_pairs=all_pairs,
        most=matches,
        target=target,
    )
    finished = _hold(contests, seed, folder, workers, ray)
    if folder:
        out.print(f"[dim]the results are in {folder}[/]", highlight=False)
    begun = [contest for contest in contests if contest.played]
    if begun:
        out.print(scoreboard.contest_table(begun))
        out.print(scoreboard.rating_table(begun))
    if not finished:
        raise typer.Exit(INTERRUPTED)


def ladder(
    game: Annotated[list[str] | None, typer.Argument(help="The games; all if not said.")] = None,
    matches: MostMatches = 400,
    workers: Workers = CORES,
    ray: Ray = None,
    seed: Seed = "0",
    page: Annotated[
        Path | None,
        typer.Option(
            help="The page to put the tables into, and their data into the JSON file beside it; "
            "docs/arena.md where there is one.",
            exists=True,
            dir_okay=False,
        ),
    ] = None,
    folder: Annotated[Path, typer.Option("--out", help="Where every match is kept, to go on from.")] = Path(".arena"),
) -> None:
    """Prove that each level beats the next weaker one, and write the page that shows it.

    Ctrl-C stops, and the page shows what there is; the same command goes on.
    """
    from formicarium.arena import proof, run_of
    from formicarium.cli import scoreboard

    missed, ours = 0, Path("docs/arena.md")  # in a checkout
    page = page or (ours if ours.exists() else None)
    for one in [fm.game(name) for name in game or fm.game_names()]:
        contests = proof.contests(one, matches)
        own = folder / f"{one.name}-{run_of(one, seed)['code']}-{seed}"
        finished = _hold(contests, seed, own, workers, ray)
        if page:
            proof.write(page, proof.table_of(one, seed, contests))
        out.print(f"[bold]{one.name}[/]", scoreboard.contest_table(contests), sep="\n")
        if not finished:
            raise typer.Exit(INTERRUPTED)
        missed += sum(not proof.is_kept(contest) for contest in contests)
    if missed:
        out.print(f"[red]{missed} requirements are not kept[/]" + (f": see {page}" if page else ""))
        raise typer.Exit(1)


def balance(
    game: Game,
    level: Annotated[
        list[str] | None,
        typer.Option(help="The level of the bots; may be repeated. The middle one of the game if not said."),
    ] = None,
    matches: Matches = 200,
    seats: SeatCounts = None,
    option: Options = None,
    workers: Workers = CORES,
    ray: Ray = None,
    seed: Seed = "0",
    page: Annotated[Path | None, typer.Option("--out", help="The page; GAME-balance.html if not said.")] = None,
) -> None:
    """Let equal bots play, and write a page on the game: seats, length, choices, the lead, rules, options.

    So many matches are played for each number of seats, and again for every value of every option. Ctrl-C stops, and
    the page shows what was played so far.
    """
    from formicarium.arena import carry_out, get_ready, hire, results
    from formicarium.arena.balance import Study, observe, report
    from formicarium.cli import scoreboard

    studied = fm.game(game)
    counts = [*dict.fromkeys(studied.check_seats(number) for number in seats or studied.seats)]
    chosen = [*dict.fromkeys(level or [levels(studied)[len(levels(studied)) // 2]])]
    options = read_options(option)
    for number in counts:
        studied.check_options(options, number)
    path = page or Path(f"{game}-balance.html")
    if not path.parent.is_dir():
        raise typer.BadParameter(f"there is no folder {path.parent}")
    get_ready(studied, chosen)
    study = Study(studied, chosen, counts, options, matches, seed)
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


def puzzles(
    game: Game,
    count: Annotated[int, typer.Option(min=1, max=100_000, help="How many puzzles the file shall have.")] = 100,
    workers: Workers = CORES,
    ray: Ray = None,
    seed: Seed = "0",
    path: Annotated[Path | None, typer.Option("--out", help="The file; GAME-puzzles.txt if not said.")] = None,
) -> None:
    """Make puzzles: champions play, and deep searches confirm where one action is clearly best.

    Ctrl-C stops and keeps what there is; the same command goes on. To use a set, copy it to puzzles.txt in the folder
    of the game.
    """
    from formicarium.arena import carry_out, get_ready, hire
    from formicarium.cli import scoreboard
    from formicarium.coach import puzzles as maker

    known = fm.game(game)
    path = path or Path(f"{game}-puzzles.txt")
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    made, done = len(maker.loads(text)), maker.seeds(text)
    get_ready(known, [*maker.WEAKER, "champion"])

    def tasks() -> Iterator[tuple[str, maker.Task]]:
        for number in itertools.count():
            if made >= count:
                return
            task = maker.task(known, seed, number)
            if task.seed not in done:
                yield task.seed, task

    try:
        with hire(maker.make, workers, ray) as crew, scoreboard.progress(out) as bars, path.open("a") as file:
            bar = bars.add_task(f"{game}, puzzles", total=count, completed=made)
            for _, record in carry_out(crew, tasks()):
                file.write(record)
                file.flush()
                made += len(maker.loads(record))
                bars.update(bar, completed=made)
    except KeyboardInterrupt:
        out.print(f"[dim]stopped; {made} of {count} puzzles are kept in {path}[/]", highlight=False)
        raise typer.Exit(INTERRUPTED) from None
    out.print(f"{made} puzzles in {path}", highlight=False)


def train(
    game: Game,
    folder: Annotated[Path, typer.Option("--out", help="Keep everything here, and go on from there.")] = Path(
        ".training"
    ),
    minutes: Annotated[
        float | None, typer.Option(min=0.01, help="Stop after so long; else when all generations are done.")
    ] = None,
    generations: Annotated[int, typer.Option(min=1, help="How often it plays, learns and compares.")] = 4,
    lessons: Annotated[int, typer.Option(min=1, help="Lessons of a generation.")] = 400,
    matches: Annotated[int, typer.Option(min=1, help="Matches of a lesson.")] = 4,
    iterations: Annotated[int, typer.Option(min=1, help="Of the search before an action of these matches.")] = 40,
    gate_iterations: Annotated[int, typer.Option(min=1, help="Of the search where networks are compared.")] = 200,
    gate_matches: Annotated[int, typer.Option(min=2, help="At most so many matches for a comparison.")] = 400,
    features: Annotated[bool, typer.Option("--features", help="Let the network see all features of a view.")] = False,
    priors: Annotated[bool, typer.Option("--priors", help="Let it correct the priors of actions, too.")] = False,
    workers: Workers = CORES,
    ray: Ray = None,
    seed: Seed = "0",
) -> None:
    """Let the champion learn from matches against itself; a new network replaces the old one only if it wins.

    Ctrl-C, or a crash, loses only what was being played; the same command goes on. The folder then holds the networks,
    and report.html with the curves. To use one, copy it to learned.npz in the folder of the game.
    """
    from formicarium.cli import scoreboard
    from formicarium.errors import MissingExtra
    from formicarium.train.run import Settings, Training

    if find_spec("torch") is None:
        raise MissingExtra("train", "trainings")
    settings = Settings(
        seed=seed,
        generations=generations,
        lessons=lessons,
        matches=matches,
        iterations=iterations,
        gate_iterations=gate_iterations,
        gate_matches=gate_matches,
        features=features,
        priors=priors,
    )
    with closing(Training(game, folder / game, settings, workers, ray)) as training:
        try:
            with scoreboard.TrainingBars(out) as bars:
                training.run(minutes and minutes * 60, bars.tell)
        except KeyboardInterrupt:
            out.print(f"[dim]stopped; what was played is kept in {training.folder}[/]", highlight=False)
            raise typer.Exit(INTERRUPTED) from None
        best = training.state()["best"]
        out.print(f"the best: {training.folder / best if best else 'the written evaluation'}", highlight=False)
        out.print(f"wrote {training.write_report()}", highlight=False)


def _hold(contests: list[Contest], seed: str, folder: Path | None, workers: int, ray: str | None) -> bool:
    """Hold contests under bars; whether they came to their end."""
    from formicarium.arena import hold
    from formicarium.cli import scoreboard

    playing = hold(contests, seed=seed, folder=folder, workers=workers, ray=ray)
    try:
        with closing(playing), scoreboard.ContestBars(out, contests) as bars:
            for contest in playing:
                bars.update(contest)
    except KeyboardInterrupt:
        out.print("[dim]stopped; what was played is kept[/]" if folder else "[dim]stopped[/]")
        return False
    return True
