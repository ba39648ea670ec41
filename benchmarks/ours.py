"""Formicarium as a contestant: compiled playouts, and a match driven move by move from Python."""

from __future__ import annotations

import random as python_random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from formicarium.bots import SearchBot
from formicarium.bots.greedy import GreedyBot
from formicarium.core import entry, random
from formicarium.core.kernel import NATURE
from formicarium.engine.game import Game, Level
from formicarium.engine.match import Match
from formicarium.engine.position import Position
from formicarium.engine.vector import Vector

PER_SEARCH = 5000  # simulations in one search, for us and for OpenSpiel
WIDE = 10.0  # without priors this makes a tree about as wide as that of OpenSpiel's UCT with its constant of 2


def playouts(
    game: Game, seats: int, batch: int | None = None, options: Mapping[str, object] | None = None
) -> Callable[[int], int]:
    """Random matches in compiled code, all by one call, or so many a call."""
    positions, rng = np.zeros(2, game.kernel.record), random.stream("benchmarks")
    chosen = game.encode_options(game.check_options(options or {}, seats))

    def play(count: int) -> int:
        size = batch or count
        actions = 0
        for _ in range(count // size):
            actions += entry.playouts(positions, seats, chosen, rng, size, game.longest)
        return actions

    return play


def stepped(
    game: Game, seats: int, batch: int, threads: int = 1, options: Mapping[str, Any] | None = None, form: str = ""
) -> Callable[[int], int]:
    """Random matches in a batch, stepped from Python: masks are always written, observations if they have a form."""
    matches = Vector(game, batch, seats, seed="benchmarks", threads=threads, form=form or "int8", **(options or {}))
    out = {"observations": matches.observations.copy()} if form else None

    def play(count: int) -> int:
        actions = ended = 0
        while ended < count:
            matches.step(matches.sample(), out)
            ended += int(matches.ended.sum())
            actions += batch
        return actions

    return play


def simulations(game: Game) -> Callable[[int], int]:
    """Tree search from the start position, each simulation one random playout; a new tree for every search."""
    view = Match(game, seed="benchmarks").view(0)

    def play(count: int) -> int:
        for first in range(0, count, PER_SEARCH):
            SearchBot(first, Level(min(PER_SEARCH, count - first), exploration=WIDE, playout=game.longest)).analyse(
                view
            )
        return 0

    return play


def iterations(game: Game, seats: int, options: Mapping[str, Any]) -> Callable[[int], int]:
    """The champion's search in the middle of a match, a new tree for every search; secret choices are not searched."""
    match = middle(game, seats, options)
    view = match.view(match.actors[0])
    champion = game.levels["champion"]

    def play(count: int) -> int:
        for first in range(0, count, PER_SEARCH):
            SearchBot(first, replace(champion, iterations=min(PER_SEARCH, count - first))).analyse(view)
        return 0

    return play


def middle(game: Game, seats: int, options: Mapping[str, Any]) -> Match:
    """A position with a choice, about half-way through a match of greedy bots."""
    match = Match(game, seats, seed="benchmarks", **options)
    bot = GreedyBot("benchmarks")
    while not match.over:
        match.play(bot.choose(match.view(match.actors[0])), match.actors[0])
    for number in range(len(match.history) // 2, len(match.history)):
        half = match.at(number)
        seat = half.actors[0]
        if seat != NATURE and len(half.legal(seat)) > 4:
            return half
    raise AssertionError("no choice in the second half of the match")


def driven_by_steps(game: Game, seats: int) -> Callable[[int], int]:
    """Random matches, each move chosen and made in Python: one call a move. The game has no chance."""
    chance, options = python_random.Random(1).random, game.encode_options({})

    def play(count: int) -> int:
        actions = 0
        for _ in range(count):
            position = Position.start(game, seats, options)
            listed, choices = position.listed, len(position.codes(position.actors[0]))
            while choices:
                choices = position.step(listed[int(chance() * choices)])
                actions += 1
        return actions

    return play


def driven_by_questions(game: Game, seats: int) -> Callable[[int], int]:
    """The same with the plain methods: who may act, what is legal, make it. The game has no chance."""
    chance, options = python_random.Random(1).random, game.encode_options({})

    def play(count: int) -> int:
        actions = 0
        for _ in range(count):
            position = Position.start(game, seats, options)
            while actors := position.actors:
                codes = position.codes(actors[0])
                position.apply(actors[0], codes[int(chance() * len(codes))])
                actions += 1
        return actions

    return play
