"""The report: the results of a run as a page of the documentation."""

from __future__ import annotations

from datetime import date

from benchmarks.claims import MASKS, TWO_CORES, claims
from benchmarks.machine import processor, versions
from benchmarks.ours import PER_SEARCH
from benchmarks.page import table
from benchmarks.suite import BATCH, Effort, Results

PAGE = """\
# Benchmarks

How fast Formicarium is, beside other libraries that let programs play board games. `make bench` measures anew and
writes this page; `python -m benchmarks --quick` gives rough numbers in under a minute and writes nothing.

Measured on {day}, everything on one core{pinned}: {processor}. {versions}.

## What must be true

{claims}

## Hex, random matches in compiled code

Hex on a board of 11 by 11 is our yardstick, because the others have it too. It is written on the kernel like any of
our games, in `benchmarks/hex`; nothing in the engine knows of it. A random match has about {length:.0f} moves.

{playouts}

OpenSpiel's C++ is timed by a tree search of a single simulation that evaluates the start position by many random
rollouts: all of that happens in C++. Its Python loop is the next table's.

## Hex, tree search

Our search with one random playout a simulation beside OpenSpiel's `MCTSBot` in C++ with one random rollout, each from
the start position, {per_search:,} simulations a search, every time in a new tree.

{searching}

## Hex, driven move by move from Python

A plain loop in Python asks for the legal actions, picks one by `random()`, and makes it: ours by `Position.step`, one
call a move, and by `actors`, `codes` and `apply`, three calls a move; OpenSpiel's by `is_terminal`, `legal_actions`
and `apply_action`. PettingZoo has no Hex. Its nearest game is Connect Four, on a board of 7 by 6, which is less work;
it is measured as users get it and without its wrappers, by the loop of its documentation.

{driven}

## Hex in batches, beside Pgx

Pgx steps a batch of matches in lockstep, here in one loop compiled by XLA for the CPU until the last match is over;
moves of matches that are over are not counted. Its Hex has the swap as one more action. Ours plays as many matches in
one call, one after the other; and *stepped*, as learning programs do it, one move in every match a call from Python,
with the masks of legal actions written every time, and the next match in the place of one that is over.

{batches}

## Hex in PettingZoo's form

The same loop of PettingZoo's documentation plays Hex through our `fm.interop.pettingzoo` and its own games, all as
users get them.

{pettingzoo}

## Our games in a batch

{batch:,} matches of two seats, stepped from Python by `fm.vector`: actions of seats a second, nature's not counted.
Masks are always written; observations in a form go into an array of the caller in the same pass.

{vectors}

## Our games

Random matches to the end, or to the game's own limit: every rule, every test for the end and nature's draws included.

{games}

{bytes}

The champion's search: iterations a second in the middle of a match for two, each of which imagines a world, walks
down the tree and rates the position there.

{searches}

## Starting

Each start is a process of its own, on the same core. The first start compiles everything into an empty cache; a later
one, the median of {starts}, finds it there.

{starting}

## How it is measured

The contestants of a table take turns of about {seconds} s each, {rounds} rounds long (a third as many for the
batches), in turned order every other round. Whatever must be compiled is compiled before. A rate is the median over
the rounds. A ratio is taken within each round, where all see about the same machine, and the median of these is
shown; so it can differ a little from the ratio of the rates.
"""


def page(results: Results, effort: Effort, pinned: bool) -> str:
    """The whole page as Markdown."""
    return PAGE.format(
        day=date.today().isoformat(),
        pinned="" if pinned else " as far as the system allows (it cannot pin a process)",
        processor=processor(),
        versions=versions(),
        claims=_claims(results),
        length=results.playouts.actions_a_second / results.playouts.matches_a_second,
        playouts=_playouts(results),
        per_search=PER_SEARCH,
        searching=_searching(results),
        searches=table(
            ["", "iterations a second"],
            [[name, f"{rates.matches_a_second:,.0f}"] for name, rates in results.searches.items()],
        ),
        driven=_driven(results),
        batches=_batches(results),
        games=_games(results),
        pettingzoo=_pettingzoo(results),
        batch=BATCH,
        vectors=_vectors(results),
        bytes=_bytes(results),
        starts=effort.starts,
        starting=_starting(results),
        seconds=effort.seconds,
        rounds=effort.rounds,
    )


def _claims(results: Results) -> str:
    rows = [
        [claim.subject, claim.measured_text, claim.bound_text, "yes" if claim.kept else "**no**"]
        for claim in claims(results)
    ]
    return table(["", "measured", "must be", "kept"], rows)


def _playouts(results: Results) -> str:
    mine = results.playouts
    others = {"OpenSpiel, C++ rollouts": results.rollouts, "OpenSpiel, Python loop": results.python_loop}
    rows = [["Formicarium", f"{mine.matches_a_second:,.0f}", ""]]
    for name, rates in others.items():
        rows.append([name, f"{rates.matches_a_second:,.0f}", f"{mine.matches_against(rates):.1f}"])
    return table(["", "matches a second", "Formicarium is so many times as fast"], rows)


def _searching(results: Results) -> str:
    mine, theirs = results.simulations, results.mcts
    rows = [
        ["Formicarium", f"{mine.matches_a_second:,.0f}", ""],
        ["OpenSpiel, C++", f"{theirs.matches_a_second:,.0f}", f"{mine.matches_against(theirs):.1f}"],
    ]
    return table(["", "simulations a second", "Formicarium is so many times as fast"], rows)


def _driven(results: Results) -> str:
    mine = results.steps
    others = {
        "Formicarium, three calls a move": results.questions,
        "OpenSpiel": results.python_moves,
        "PettingZoo (Connect Four)": results.connect_four,
        "PettingZoo (Connect Four), without wrappers": results.bare_connect_four,
    }
    rows = [["Formicarium, one call a move", f"{mine.actions_a_second:,.0f}", ""]]
    for name, rates in others.items():
        rows.append([name, f"{rates.actions_a_second:,.0f}", f"{mine.actions_against(rates):.2f}"])
    return table(["", "actions a second", "one call a move is so many times as fast"], rows)


def _batches(results: Results) -> str:
    rows = []
    for batch, (mine, stepped, theirs) in results.batches.items():
        rates = [f"{rates.actions_a_second:,.0f}" for rates in (mine, stepped, theirs)]
        ratios = [f"{rates.actions_against(theirs):.0f}" for rates in (mine, stepped)]
        rows.append([f"{batch:,}", *rates, *ratios])
    heads = ["matches in a batch", "Formicarium, actions a second", "stepped", "Pgx", "ratio", "ratio, stepped"]
    return table(heads, rows)


def _pettingzoo(results: Results) -> str:
    mine = results.ours_in_pettingzoo
    rows = [["Formicarium (Hex)", f"{mine.actions_a_second:,.0f}", ""]]
    for name, rates in results.classics.items():
        rows.append([f"PettingZoo ({name})", f"{rates.actions_a_second:,.0f}", f"{mine.actions_against(rates):.1f}"])
    return table(["", "actions a second", "Formicarium is so many times as fast"], rows)


def _vectors(results: Results) -> str:
    kinds = next(iter(results.vectors.values()))
    rows = [
        [name, *(f"{rates.actions_a_second:,.0f}" for rates in found.values())]
        for name, found in results.vectors.items()
    ]
    for row, found in zip(rows, results.vectors.values(), strict=True):
        row.append(f"{found[TWO_CORES].best_against(found[MASKS]):.2f}")
    return table(["", *kinds, "two cores beside one, best rounds"], rows)


def _games(results: Results) -> str:
    rows = [
        [f"{game.capitalize()}, {variant}", f"{rates.matches_a_second:,.0f}", f"{rates.actions_a_second:,.0f}"]
        for game, rates_of in results.games.items()
        for variant, rates in rates_of.items()
    ]
    return table(["", "matches a second", "actions a second"], rows)


def _bytes(results: Results) -> str:
    rows = [[name.capitalize(), f"{size:,}"] for name, size in results.bytes_a_position.items()]
    return table(["a position of", "bytes"], rows)


def _starting(results: Results) -> str:
    cold, warm = results.cold, results.warm
    rows = [
        ["import", f"{cold.importing:.2f} s", f"{warm.importing:.2f} s"],
        ["first move of a match of Sisimizi", f"{cold.first_move:.2f} s", f"{warm.first_move:.2f} s"],
    ]
    return table(["", "first start", "later start"], rows)
