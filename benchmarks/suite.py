"""The suite: every measurement, one after the other, with a line of progress each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rich.console import Console

from benchmarks import machine, ours
from benchmarks.claims import MASKS, TWO_CORES
from benchmarks.hex import GAME as HEX
from benchmarks.peers import openspiel, pettingzoo, pgx
from benchmarks.starting import Start, starts
from benchmarks.timing import Contestant, Rates, race
from formicarium.conformance import variants
from formicarium.engine.game import Game, find, names

BATCHES = (1, 8, 64, 512, 4096)
BATCH = 1024  # of our own games
FORMS = ("int8", "float32", "bits")  # of observations


@dataclass(frozen=True)
class Effort:
    """How much time to spend: rounds of a race, seconds of each turn in a round, starts of a process."""

    rounds: int
    seconds: float
    starts: int


FULL = Effort(rounds=21, seconds=0.25, starts=7)
QUICK = Effort(rounds=3, seconds=0.1, starts=2)


@dataclass(frozen=True)
class Results:
    """Everything that was measured."""

    playouts: Rates  # of Hex, compiled
    rollouts: Rates  # OpenSpiel's, in C++
    python_loop: Rates  # OpenSpiel's, in the race against the playouts
    simulations: Rates  # of a tree search on Hex, ours
    mcts: Rates  # OpenSpiel's, in C++
    steps: Rates  # Hex from Python, one call a move
    questions: Rates  # Hex from Python, three calls a move
    python_moves: Rates  # OpenSpiel's Python loop, in the race against these two
    connect_four: Rates  # PettingZoo's, as users get it
    bare_connect_four: Rates  # PettingZoo's, without its wrappers
    batches: dict[int, tuple[Rates, Rates, Rates]]  # Hex playouts, Hex stepped with masks, and Pgx, by batch size
    ours_in_pettingzoo: Rates  # Hex in PettingZoo's form
    classics: dict[str, Rates]  # PettingZoo's own games, as users get them, in the same race
    vectors: dict[str, dict[str, Rates]]  # our games stepped in a batch, by game and mode, and by what is asked of it
    games: dict[str, dict[str, Rates]]  # random matches of ours, by game and by seats and mode
    searches: dict[str, Rates]  # the champion's iterations, by game and mode
    cold: Start
    warm: Start
    bytes_a_position: dict[str, int]


def measure(effort: Effort, console: Console) -> Results:
    """Run the whole suite."""
    with _line(console, "starting") as done:
        cold, warm = starts(effort.starts)
        done(f"compiling {cold.first_move:.1f} s, import {warm.importing:.2f} s, first move {warm.first_move:.2f} s")
    with _line(console, "Hex playouts beside OpenSpiel") as done:
        playouts, rollouts, python_loop = race(
            [
                Contestant(ours.playouts(HEX, 2)),
                Contestant(openspiel.rollouts),
                Contestant(openspiel.python_loop),
            ],
            effort.rounds,
            effort.seconds,
        )
        ratios = f"{playouts.matches_against(rollouts):.1f} and {playouts.matches_against(python_loop):.1f} times"
        done(f"{playouts.matches_a_second:,.0f} a second, {ratios} OpenSpiel's C++ and Python")
    with _line(console, "Hex tree search beside OpenSpiel") as done:
        simulations, mcts = race(
            [
                Contestant(ours.simulations(HEX), ours.PER_SEARCH),
                Contestant(openspiel.simulations(ours.PER_SEARCH), ours.PER_SEARCH),
            ],
            effort.rounds,
            effort.seconds,
        )
        ratio = f"{simulations.matches_against(mcts):.1f} times OpenSpiel's C++"
        done(f"{simulations.matches_a_second:,.0f} simulations a second, {ratio}")
    with _line(console, "Hex from Python, beside OpenSpiel and PettingZoo") as done:
        steps, questions, python_moves, connect_four, bare_connect_four = race(
            [
                Contestant(ours.driven_by_steps(HEX, 2)),
                Contestant(ours.driven_by_questions(HEX, 2)),
                Contestant(openspiel.python_loop),
                Contestant(pettingzoo.checked()),
                Contestant(pettingzoo.bare()),
            ],
            effort.rounds,
            effort.seconds,
        )
        ratio = f"{steps.actions_against(python_moves):.2f} times OpenSpiel's loop"
        done(f"{steps.actions_a_second:,.0f} actions a second, {ratio}")
    batches = {}
    for batch in BATCHES:
        with _line(console, f"Hex in batches of {batch} beside Pgx") as done:
            mine, stepped, theirs = race(
                [
                    Contestant(ours.playouts(HEX, 2, batch), batch),
                    Contestant(ours.stepped(HEX, 2, batch), batch),
                    Contestant(pgx.playouts(batch), batch),
                ],
                max(3, effort.rounds // 3),
                effort.seconds,
            )
            batches[batch] = mine, stepped, theirs
            ratios = f"{mine.actions_against(theirs):.0f} and {stepped.actions_against(theirs):.0f} times Pgx"
            done(f"{mine.actions_a_second:,.0f} actions a second, stepped {stepped.actions_a_second:,.0f}, {ratios}")
    ours_in_pettingzoo, classics = _pettingzoo(effort, console)
    return Results(
        playouts=playouts,
        rollouts=rollouts,
        python_loop=python_loop,
        simulations=simulations,
        mcts=mcts,
        steps=steps,
        questions=questions,
        python_moves=python_moves,
        connect_four=connect_four,
        bare_connect_four=bare_connect_four,
        batches=batches,
        ours_in_pettingzoo=ours_in_pettingzoo,
        classics=classics,
        vectors=dict(_vectors(effort, console)),
        games={name: _variants(find(name), effort, console) for name in names()},
        searches=dict(_searches(effort, console)),
        cold=cold,
        warm=warm,
        bytes_a_position={game.name: game.kernel.record.itemsize for game in (*map(find, names()), HEX)},
    )


def _variants(game: Game, effort: Effort, console: Console) -> dict[str, Rates]:
    """Random matches of a game to the end, for each number of seats and each value of its main option."""
    found = {}
    main_option = {option.name for option in game.options[:1]}
    for variant in variants(game):
        if set(variant.options) <= main_option:
            name = " ".join([f"{variant.seats} seats", *variant.options.values()])
            with _line(console, f"{game.name.capitalize()}, {name}") as done:
                play = ours.playouts(game, variant.seats, options=variant.options)
                (rates,) = race([Contestant(play)], max(3, effort.rounds // 3), effort.seconds)
                found[name] = rates
                done(f"{rates.matches_a_second:,.0f} matches, {rates.actions_a_second:,.0f} actions a second")
    return found


def _pettingzoo(effort: Effort, console: Console) -> tuple[Rates, dict[str, Rates]]:
    """Hex in PettingZoo's form beside two of its own games, by the same loop."""
    with _line(console, "Hex in PettingZoo's form, beside its own games") as done:
        mine, connect_four, tictactoe = race(
            [
                Contestant(pettingzoo.ours(HEX)),
                Contestant(pettingzoo.checked()),
                Contestant(pettingzoo.tictactoe()),
            ],
            effort.rounds,
            effort.seconds,
        )
        classics = {"Connect Four": connect_four, "Tic-tac-toe": tictactoe}
        ratios = " and ".join(f"{mine.actions_against(rates):.1f}" for rates in classics.values())
        done(f"{mine.actions_a_second:,.0f} actions a second, {ratios} times Connect Four and Tic-tac-toe")
    return mine, classics


def _vectors(effort: Effort, console: Console) -> Iterator[tuple[str, dict[str, Rates]]]:
    """Two-seat matches in a batch, on one core and on two, for each mode of each game."""
    for name in names():
        game = find(name)
        modes = game.options[0].values if game.options and game.options[0].name == "mode" else ("",)
        for mode in modes:
            title = f"{name.capitalize()} {mode}".strip()
            options = {"mode": mode} if mode else {}
            rounds = max(3, effort.rounds // 3)
            with _line(console, f"{title} in a batch of {BATCH}") as done:
                seen = dict(
                    zip(
                        FORMS,
                        race(
                            [Contestant(ours.stepped(game, 2, BATCH, options=options, form=form)) for form in FORMS],
                            rounds,
                            effort.seconds,
                        ),
                        strict=True,
                    )
                )
                with machine.all_cores():  # before the threads begin, which keep to the cores of their birth
                    one, two = race(
                        [Contestant(ours.stepped(game, 2, BATCH, threads, options)) for threads in (1, 2)],
                        2 * rounds,
                        effort.seconds / 5,
                    )
                done(
                    f"{one.actions_a_second:,.0f} actions a second, "
                    + "".join(f"{form} {rates.actions_a_second:,.0f}, " for form, rates in seen.items())
                    + f"on two cores {two.actions_a_second:,.0f}, {two.best_against(one):.2f} times one"
                )
            yield title, {MASKS: one, TWO_CORES: two} | {f"and {form}": rates for form, rates in seen.items()}


def _searches(effort: Effort, console: Console) -> Iterator[tuple[str, Rates]]:
    """The champion's iterations a second in the middle of a two-seat match, for each mode of each game."""
    for name in names():
        game = find(name)
        modes = game.options[0].values if game.options and game.options[0].name == "mode" else ("",)
        for mode in modes:
            title = f"{name.capitalize()} {mode}".strip()
            with _line(console, f"{title}, the champion's search") as done:
                play = ours.iterations(game, 2, {"mode": mode} if mode else {})
                (rates,) = race([Contestant(play, ours.PER_SEARCH)], max(3, effort.rounds // 3), effort.seconds)
                done(f"{rates.matches_a_second:,.0f} iterations a second")
            yield title, rates


@contextmanager
def _line(console: Console, subject: str) -> Iterator[Callable[[str], None]]:
    """A line of progress: what is being measured, then what came out."""
    with console.status(subject):
        yield lambda result: console.print(f"{subject}: {result}", highlight=False, soft_wrap=True)
