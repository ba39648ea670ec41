"""Formicarium as a contestant: compiled playouts, and a match driven move by move from Python."""

from __future__ import annotations

import random as python_random
from collections.abc import Callable, Mapping

import numpy as np

from formicarium.engine import entry, random
from formicarium.engine.game import Game
from formicarium.engine.position import Position

NO_OPTIONS = np.zeros(1, np.int64)


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


def driven_by_steps(game: Game, seats: int) -> Callable[[int], int]:
    """Random matches, each move chosen and made in Python: one call a move. The game has no chance."""
    chance = python_random.Random(1).random

    def play(count: int) -> int:
        actions = 0
        for _ in range(count):
            position = Position.start(game, seats, NO_OPTIONS)
            listed, actors = position.listed, position.actors
            choices = len(position.codes(actors[0]))
            while actors:
                actors, choices = position.step(actors[0], listed[int(chance() * choices)])
                actions += 1
        return actions

    return play


def driven_by_questions(game: Game, seats: int) -> Callable[[int], int]:
    """The same with the plain methods: who may act, what is legal, make it. The game has no chance."""
    chance = python_random.Random(1).random

    def play(count: int) -> int:
        actions = 0
        for _ in range(count):
            position = Position.start(game, seats, NO_OPTIONS)
            while actors := position.actors:
                codes = position.codes(actors[0])
                position.apply(actors[0], codes[int(chance() * len(codes))])
                actions += 1
        return actions

    return play
