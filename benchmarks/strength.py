"""Strength: `python -m benchmarks.strength` seats our champion beside OpenSpiel's tree searches, at equal time.

OpenSpiel's Python MCTS plays the games without hidden facts, its IS-MCTS the others; each decision of either side gets
the same seconds, of which ours may leave some unused. Two seats, which change sides after every match.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.console import Console

from benchmarks.machine import processor, versions
from benchmarks.peers.openspiel_bots import OpenSpielBot
from formicarium.arena.intervals import wilson
from formicarium.bots import SearchBot
from formicarium.engine.game import find
from formicarium.engine.match import Match

PAGE = Path(__file__).parents[1] / "docs" / "strength.md"
BOUND = 0.95  # of the matches must be won
VARIANTS: tuple[tuple[str, dict[str, str], bool], ...] = (  # game, options, whether it hides something
    ("sisimizi", {}, False),
    ("antics", {}, False),
    ("formica", {}, True),
    ("grasshopper", {"mode": "autumn"}, True),
    ("grasshopper", {"mode": "winter"}, True),
    ("grasshopper", {"mode": "beetle"}, True),
)

console = Console()


@dataclass
class Duel:
    """What the matches of one game came to."""

    title: str
    shares: list[float]
    iterations: float  # a second, of ours
    simulations: float  # a second, of OpenSpiel's


def play(
    name: str, options: Mapping[str, Any], hidden: bool, number: int, seconds: float
) -> tuple[float, float, float]:
    """One match; our share of the victory, and the speed of both searches."""
    game = find(name)
    match = Match(game, 2, seed=("strength", number // 2), **options)
    ours = number % 2
    champion = SearchBot(("strength", number), game.levels["champion"])
    peer = OpenSpielBot(match.view(1 - ours), number, hidden)
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


def duel(name: str, options: Mapping[str, Any], hidden: bool, matches: int, seconds: float) -> Duel:
    """All matches of one game, with a line of progress."""
    title = " ".join([name.capitalize(), *options.values()])
    shares, fast, slow = [], [], []
    with console.status(title) as status:
        for number in range(matches):
            share, iterations, simulations = play(name, options, hidden, number, seconds)
            shares.append(share)
            fast.append(iterations)
            slow.append(simulations)
            status.update(f"{title}: {sum(shares):g} of {len(shares)}")
    found = Duel(title, shares, sum(fast) / len(fast), sum(slow) / len(slow))
    console.print(
        f"{title}: {sum(shares):g} of {len(shares)}, {found.iterations / found.simulations:,.0f} times as fast"
    )
    return found


def page(duels: list[Duel], seconds: float) -> str:
    """The page of the documentation."""
    packages = ", ".join(f"{name} {version}" for name, version in versions().items())
    rows = []
    for one in duels:
        mean, low, high = wilson(one.shares)
        rows.append(
            f"| {one.title} | {mean:.0%} | {low:.0%} – {high:.0%} | {len(one.shares)} |"
            f" {one.iterations:,.0f} | {one.simulations:,.0f} |"
        )
    return f"""\
# Strength beside a peer

Our champion against OpenSpiel's Python tree searches at equal time, {seconds:g} s a decision, two seats, sides changed
after every match: its MCTS where nothing is hidden, its IS-MCTS elsewhere, each with one random rollout a simulation.
The searches are OpenSpiel's own code, handed our positions; `python -m benchmarks.strength` plays anew and writes this
page. The champion must win at least {BOUND:.0%}. An interval is of 95 %.

Played on {date.today()}, each side on one core: {processor()}. {packages}.

|  | the champion's share | interval | matches | our iterations a second | its simulations a second |
| --- | ---: | ---: | ---: | ---: | ---: |
{chr(10).join(rows)}
"""


def main(
    matches: Annotated[int, typer.Option(min=2, max=10_000, help="Matches a game.")] = 40,
    seconds: Annotated[float, typer.Option(min=0.001, max=60, help="Seconds a decision.")] = 0.05,
    output: Annotated[Path, typer.Option(help="Where the page goes.", show_default="docs/strength.md")] = PAGE,
) -> None:
    """Play all games and write the page; the exit code tells whether the champion won enough."""
    try:
        duels = [duel(*variant, matches, seconds) for variant in VARIANTS]
    except KeyboardInterrupt:
        console.print("interrupted; nothing was written")
        raise typer.Exit(130) from None
    output.write_text(page(duels, seconds), encoding="utf-8")
    console.print(f"written: {output.name}")
    if any(sum(one.shares) < BOUND * len(one.shares) for one in duels):
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
