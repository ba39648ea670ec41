"""Commands for players: games, rules, play, show, review, verify."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

import formicarium as fm
from formicarium.cli.asking import Game, Language, Options, Seats, Theme, out, read_options


def games(language: Language = "en") -> None:
    """List the games."""
    from rich.table import Table

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


def rules(
    game: Game,
    language: Language = "en",
    pdf: Annotated[Path | None, typer.Option(help="Write them as a PDF with all plates, and show nothing.")] = None,
) -> None:
    """Read the rules of a game, or print them."""
    from rich.markdown import Markdown

    from formicarium.engine import guide

    known = fm.game(game)
    if pdf:
        from formicarium.cli import booklet

        pages = booklet.write(known, language, pdf)
        out.print(f"wrote {pdf}: {pages} pages", highlight=False, soft_wrap=True)
        return
    with out.pager(styles=True) if out.is_terminal else nullcontext():
        out.print(Markdown(guide.readable(known, language)))


def play(
    game: Annotated[str | None, typer.Argument(help="The game: see `formicarium games`.")] = None,
    seats: Seats = None,
    seat: Annotated[int, typer.Option(help="Your seat.")] = 0,
    level: Annotated[str, typer.Option(help="The level of the bots in the other seats.")] = "champion",
    seed: Annotated[
        str | None, typer.Option(help="The seed of nature and the bots, to play the same match again.")
    ] = None,
    option: Options = None,
    resume: Annotated[Path | None, typer.Option(help="A record file to go on from.")] = None,
    language: Language = "en",
) -> None:
    """Play against bots in the terminal: type moves in notation, with completion; `help` says more."""
    from formicarium.cli.terminal import Terminal

    if resume:
        match = fm.load(resume, seed=seed)
    else:
        match = fm.Match(game or _ask_game(language), seats, seed=seed, **read_options(option))
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


def show(
    record: Annotated[Path, typer.Argument(help="A record file.", exists=True, dir_okay=False)],
    ply: Annotated[
        int | None, typer.Option(help="Show the position after so many actions; the last if not said.")
    ] = None,
    seat: Annotated[int, typer.Option(help="Whose view; a spectator's if not said.")] = fm.SPECTATOR,
    svg: Annotated[Path | None, typer.Option(help="Write a picture as SVG.")] = None,
    png: Annotated[Path | None, typer.Option(help="Write a picture as PNG.")] = None,
    gif: Annotated[Path | None, typer.Option(help="Write the whole match as an animated GIF.")] = None,
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
    if gif:
        from rich.progress import track

        from formicarium.engine.telling import captions
        from formicarium.scene import gif as animate

        title = f"drawing {len(match.history)} actions"
        stages = track([*match.positions()], title, console=out, transient=True)
        scenes = (stage.view(seat).scene(language) for _, stage in stages)
        words = match.game.words(language)
        names = [whole.tags.get(f"Seat{other}") or words.seat(other, match.seats) for other in range(match.seats)]
        said = captions(match.told(seat, language, names=names), range(len(match.history) + 1))
        gif.write_bytes(animate(scenes, theme, width=width, captions=said))
    if not (svg or png or gif):
        out.print(str(view), highlight=False, markup=False)
        for move in match.history[-10:]:
            out.print(
                f"[dim]{'nature' if move.seat == fm.NATURE else f'seat {move.seat}'}[/] {move.text}", highlight=False
            )
        if match.outcome:
            out.print(f"[bold]{match.ending(language)}[/]")
    for path in (svg, png, gif):
        if path:
            out.print(f"wrote {path}")


def review(
    record: Annotated[Path, typer.Argument(help="A record file.", exists=True, dir_okay=False)],
    iterations: Annotated[
        int | None, typer.Option(min=1, help="Of the search for each decision; so that it takes seconds if not said.")
    ] = None,
    page: Annotated[Path | None, typer.Option("--out", help="The page; RECORD-review.html if not said.")] = None,
    text: Annotated[bool, typer.Option("--text", help="Say it here, and write no page.")] = False,
    annotated: Annotated[
        Path | None, typer.Option(help="Write the record, too, with what decisions cost as comments.")
    ] = None,
    language: Language = "en",
) -> None:
    """Tell luck from skill in a match, and what each decision cost, by what its seat knew: as a page, or as text.

    The page is one file with the curve of chances and pictures of the turning points.
    """
    from rich.progress import Progress

    match = fm.load(record, seed="reviewed")
    names = [
        match.tags.get(f"Seat{seat}") or match.game.words(language).seat(seat, match.seats)
        for seat in range(match.seats)
    ]
    with Progress(console=out, transient=True) as bars:
        task = bars.add_task("reviewing", total=len(match.history))
        found = fm.review(match, iterations, progress=lambda done, _: bars.update(task, completed=done))
    if text:
        _say_review(found, match, language, names)
    else:
        from formicarium.coach.page import page as write

        path = page or record.with_name(f"{record.stem}-review.html")
        path.write_text(write(found, match, language, names), encoding="utf-8")
        out.print(f"wrote {path}", highlight=False)
    if annotated:
        found.annotate(match)
        match.save(annotated)
        out.print(f"wrote {annotated}", highlight=False)


def _say_review(found: fm.Review, match: fm.Match, language: str, names: list[str]) -> None:
    """A review in the terminal: the sum, and what turned the match."""
    from rich.table import Table

    from formicarium.coach import story

    told, say = story.narrate(found, match, language, names), story.words(language)
    table = Table(box=None, header_style="dim", title=say("sum.title"), title_justify="left")
    table.add_column("")
    for name in names:
        table.add_column(name, justify="right")
    for line in told["sum"]:
        shown = [story.number(say, share) for share in line["percent"]]
        table.add_row(line["title"], *shown, style="bold" if line["part"] == "result" else "")
    out.print(table, highlight=False)
    out.print(f"\n[bold]{say('turning.title')}[/]")
    for point in told["turning"]:
        out.print(f"{point['step'] + 1}: {point['sentence']}", highlight=False, markup=False)
    out.print(f"\n[bold]{say('decisions.title')}[/]")
    for one in sorted((one for one in told["decisions"] if one["loss"]), key=lambda one: -one["loss"])[:10]:
        chose = say("decisions.chose", who=names[one["seat"]], chosen=one["chosen"])
        better = say("decisions.better", share=story.percent(say, one["loss"]), best=one["best"])
        out.print(f"{one['ply'] + 1}: {chose}. {better}", highlight=False, markup=False)


def verify(
    record: Annotated[Path, typer.Argument(help="The record file of a finished table.", exists=True, dir_okay=False)],
    commitment: Annotated[str | None, typer.Option(help="The commitment that you noted before the match.")] = None,
) -> None:
    """Recompute every shuffle and roll of a table from its seed."""
    from formicarium.engine import fairness

    outcomes = fairness.verify(record.read_text(encoding="utf-8"), commitment)
    out.print(f"fair: all {outcomes} outcomes of nature are those of the seed that was promised", highlight=False)
