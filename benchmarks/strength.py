"""Strength: `python -m benchmarks.strength` seats our champion beside OpenSpiel's tree searches, at equal time.

OpenSpiel's Python MCTS plays the games without hidden facts, its IS-MCTS the others; each decision of either side gets
the same seconds, of which ours may leave some unused. Two seats, which change sides after every match.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import fmean
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.console import Console

from benchmarks.machine import processor, versions
from benchmarks.page import table, write_by_game
from benchmarks.peers.openspiel_bots import FEWEST, OpenSpielBot
from formicarium.arena.contest import modes
from formicarium.arena.intervals import wilson
from formicarium.bots import SearchBot
from formicarium.engine.game import Game, find, names
from formicarium.engine.match import Match

PAGE = Path(__file__).parents[1] / "docs" / "strength.md"
BOUND = 0.95  # of the matches must be won
MEASURED = ("numba", "open_spiel")
HEAD = f"""\
# Strength beside a peer

Our champion against OpenSpiel's Python tree searches at equal time, two seats, sides changed after every match: its
MCTS where nothing is hidden, its IS-MCTS elsewhere, each with one random rollout a simulation. The searches are
OpenSpiel's own code, handed our positions. They never do less than {FEWEST} simulations, even where those take longer
than the time they have. `python -m benchmarks.strength` plays anew and writes this page; given a game, only its part of
it. The champion must win at least {BOUND:.0%}. An interval is of 95 %; the two matches of a seed count as one in it.
"""

console = Console()


@dataclass
class Duel:
    """What the matches of one game came to."""

    title: str
    shares: list[float]
    iterations: float  # a second, of ours
    simulations: float  # a second, of OpenSpiel's


def play(game: Game, options: Mapping[str, Any], number: int, seconds: float) -> tuple[float, float, float]:
    """One match; our share of the victory, and the speed of both searches."""
    match = Match(game, 2, seed=("strength", number // 2), **options)
    ours = number % 2
    champion = SearchBot(("strength", number), game.levels["champion"])
    peer = OpenSpielBot(match.view(1 - ours), number, game.secrets)
    visits = spent = 0.0
    while not match.over:
        seat = match.actors[0]
        view = match.view(seat)
        if seat == ours:
            began = perf_counter()
            match.play(champion.choose(view, seconds), seat)
            spent += perf_counter() - began
            visits += champion.iterations
        else:
            match.play(peer.choose(view, seconds), seat)
    outcome = match.outcome
    assert outcome is not None
    return outcome.shares[ours], visits / spent, peer.simulations / peer.spent


def duel(title: str, game: Game, options: Mapping[str, Any], matches: int, seconds: float) -> Duel:
    """All matches of one game in one mode, with a line of progress."""
    shares, fast, slow = [], [], []
    with console.status(title) as status:
        for number in range(matches + matches % 2):
            share, iterations, simulations = play(game, options, number, seconds)
            shares.append(share)
            fast.append(iterations)
            slow.append(simulations)
            status.update(f"{game.name}, {title}: {sum(shares):g} of {len(shares)}")
    found = Duel(title, shares, fmean(fast), fmean(slow))
    console.print(f"{game.name}, {title}: {sum(shares):g} of {len(shares)}")
    return found


def section(game: Game, duels: list[Duel], seconds: float) -> str:
    """The part of the page about one game."""
    rows = []
    for one in duels:
        mean, low, high = wilson([fmean(pair) for pair in zip(one.shares[::2], one.shares[1::2], strict=True)])
        rows.append(
            [
                one.title,
                f"{mean:.0%}",
                f"{low:.0%} – {high:.0%}",
                f"{len(one.shares)}",
                f"{one.iterations:,.0f}",
                f"{one.simulations:,.0f}",
            ]
        )
    heads = ["", "the champion's share", "interval", "matches", "our iterations a second", "its simulations a second"]
    return f"""\
## {game.words()("name")}

Against {"IS-MCTS" if game.secrets else "MCTS"}, {seconds:g} s a decision. Played on {date.today()}, each side on one
core: {processor()}. {versions(MEASURED)}.

{table(heads, rows)}
"""


def main(
    games: Annotated[list[str] | None, typer.Argument(help="Games; all of them if none is named.")] = None,
    matches: Annotated[int, typer.Option(min=2, max=10_000, help="Matches a game and mode, rounded up to pairs.")] = 40,
    seconds: Annotated[float, typer.Option(min=0.001, max=60, help="Seconds a decision.")] = 0.05,
    output: Annotated[Path, typer.Option(help="Where the page goes.", show_default="docs/strength.md")] = PAGE,
) -> None:
    """Play, and write the page game by game; the exit code tells whether the champion won enough."""
    enough = True
    try:
        for game in [find(name) for name in games or names()]:
            duels = [
                duel(options.get("mode", "two seats"), game, options, matches, seconds) for options in modes(game, {})
            ]
            write_by_game(output, HEAD, {game.words()("name"): section(game, duels, seconds)})
            enough &= all(fmean(one.shares) >= BOUND for one in duels)
    except KeyboardInterrupt:
        console.print("interrupted; the games before this one are written")
        raise typer.Exit(130) from None
    if not enough:
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
