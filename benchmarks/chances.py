"""How far a game's estimates can be believed: `python -m benchmarks.chances sisimizi --matches 200`.

Bots play matches, with all numbers of seats and in all modes; what was estimated on the way is compared with what came
of it. The trust under which the results were the least surprising is what belongs into `chances.txt`.
"""

from __future__ import annotations

import argparse
from typing import Any, NamedTuple

import numpy as np

import formicarium as fm
from formicarium.coach.chances import Shares, Trust
from formicarium.core import random

LEVELS = ("easy", "steady")
SEEN = 0.12  # of all positions
FIRST = (0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)
ROUNDS = (5, 10, 15, 20, 30, 40, 60, 80, 120, 200)
LEAST = 1e-4  # what is held impossible and comes must not outweigh all else


class Seen(NamedTuple):
    """A position that bots came to: its round, its estimate, and the result of its match."""

    round: int
    estimate: Shares
    result: Shares


def play(game: fm.Game, number: int) -> list[Seen]:
    """A match and some of its positions, half of all matches with two seats."""
    rng = random.stream(("chances", game.name, number))
    modes: tuple[str, ...] = next((option.values for option in game.options if option.name == "mode"), ())
    options: dict[str, Any] = {"mode": modes[number % len(modes)]} if modes else {}
    seats = game.seats[number // 2 % len(game.seats)] if number % 2 else game.seats[0]
    match = fm.Match(game, seats, seed=("chances", number), **options)
    level = LEVELS[random.below(rng, len(LEVELS))]
    bots = [fm.bot(game, level, seed=(number, seat)) for seat in range(seats)]
    seen: list[tuple[int, Shares]] = []
    while not match.over:
        seat = match.actors[0]
        view = match.view(seat)
        if random.below(rng, 100) < 100 * SEEN:
            seen.append((game.moment(view).round, np.array(match.position.evaluate())))
        match.play(bots[seat].choose(view), seat)
    assert match.outcome is not None
    result = np.array(match.outcome.shares)
    return [Seen(one, estimate, result) for one, estimate in seen]


def surprise(trust: Trust, seen: list[Seen]) -> float:
    """How surprising the results are if estimates are believed so far: the mean of their negative logarithms."""
    estimates, results = (np.array([getattr(one, name) for one in seen]) for name in ("estimate", "result"))
    far = np.array([[trust.after(one.round)] for one in seen])
    raised = np.maximum(estimates, LEAST) ** far
    chances = raised / raised.sum(axis=1, keepdims=True)
    return float(-(results * np.log(np.maximum(chances, LEAST))).sum() / len(seen))


def fitted(seen: list[Seen]) -> dict[int, Trust]:
    """The trust under which the results are the least surprising, by the number of seats."""
    by_seats: dict[int, list[Seen]] = {}
    for one in seen:
        by_seats.setdefault(len(one.estimate), []).append(one)
    tried = []
    for first in FIRST:
        best = {
            seats: min((Trust(first, rounds) for rounds in ROUNDS), key=lambda trust: surprise(trust, part))
            for seats, part in sorted(by_seats.items())
        }
        tried.append((sum(len(by_seats[seats]) * surprise(one, by_seats[seats]) for seats, one in best.items()), best))
    return min(tried, key=lambda one: one[0])[1]


def told(name: str, seen: list[Seen]) -> str:
    """What was found: the file, and how much less the results surprise by it."""
    best = fitted(seen)
    lines = [f"{name}, {len(seen)} positions", f"first = {best[min(best)].first:g}", "", "[rounds]"]
    for seats, trust in best.items():
        part = [one for one in seen if len(one.estimate) == seats]
        less = f"surprise {surprise(trust, part):.3f}, as estimated {surprise(Trust(), part):.3f}"
        lines.append(f"{seats} = {trust.rounds}  # {less}, {np.log(seats):.3f} if all were equal")
    return "\n".join(lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=fm.game_names())
    parser.add_argument("--matches", type=int, default=200)
    asked = parser.parse_args()
    for name in asked.games:
        known = fm.game(name)
        found = [one for number in range(asked.matches) for one in play(known, number)]
        print(told(name, found))
