"""Commands for players: games, rules, play, show, review, verify."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

import formicarium as fm
from formicarium.cli.asking import Game, Language, Options, Seats, Theme, out, read_options
from formicarium.engine import guide


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
    to: Annotated[
        Path | None, typer.Option("--out", help="Write the record with what decisions cost as comments.")
    ] = None,
) -> None:
    """Tell luck from skill in a match, and what each decision cost, by what its seat knew."""
    from rich.table import Table

    match = fm.load(record, seed="reviewed")
    found = fm.review(match, iterations)
    names = [match.tags.get(f"Seat{seat}") or f"seat {seat}" for seat in range(match.seats)]
    table = Table(box=None, header_style="dim")
    for column in ("percent of a victory", *names):
        table.add_column(column, justify="left" if column == "percent of a victory" else "right")
    parts = {"at the start": found.start, "dice, draws and deals": found.chance, "own decisions": found.own}
    parts |= {"decisions of others": found.gifts, "what nobody could know or foresaw": found.unforeseen}
    for name, shares in parts.items():
        table.add_row(name, *(f"{100 * share:+.1f}" for share in shares))
    table.add_row("[bold]result[/]", *(f"[bold]{100 * share:.1f}[/]" for share in found.result))
    out.print(table, highlight=False)
    for step in found.mistakes[:10]:
        if step.judgement is not None:
            cost = f"{100 * step.judgement.loss:.1f}"
            said = f"{names[step.move.seat]}, after {step.ply} actions: {step.move.text}"
            out.print(f"{said}; {step.judgement.best.text} is better by {cost}", highlight=False, markup=False)
    if to:
        found.annotate(match)
        match.save(to)
        out.print(f"wrote {to}")


def verify(
    record: Annotated[Path, typer.Argument(help="The record file of a finished table.", exists=True, dir_okay=False)],
    commitment: Annotated[str | None, typer.Option(help="The commitment that you noted before the match.")] = None,
) -> None:
    """Recompute every shuffle and roll of a table from its seed."""
    from formicarium.engine import fairness

    outcomes = fairness.verify(record.read_text(encoding="utf-8"), commitment)
    out.print(f"fair: all {outcomes} outcomes of nature are those of the seed that was promised", highlight=False)
