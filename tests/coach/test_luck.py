"""Luck: what draws gave is fair on average, and sees what a roll is good for."""

import os

import numpy as np
import pytest

import formicarium as fm
from formicarium.coach import luck
from formicarium.coach.chances import Shares
from formicarium.core import random

MATCHES = {"antics": 300, "formica": 40, "grasshopper": 300, "sisimizi": 30}  # quick; LUCK=2000 is the whole proof
PLIES = {"antics": 60, "formica": 120, "grasshopper": 90, "sisimizi": 1}  # so far each is played: what comes is alike


def luck_of_a_match(game: str, number: int, plies: int) -> Shares:
    match, rng = fm.Match(game, fm.game(game).seats[0], seed=("fair", number)), random.stream(("fair", game, number))
    while not match.over and len(match.history) < plies:
        seat = match.actors[0]
        match.play(match.position.sample(seat, rng), seat)
    total: Shares = np.sum([np.zeros(match.seats), *luck.of(match).values()], axis=0)
    return total


def random_match(game: str, seed: object) -> fm.Match:
    match, rng = fm.Match(game, fm.game(game).seats[0], seed=seed), random.stream(("luck", seed))
    while not match.over:
        seat = match.actors[0]
        match.play(match.position.sample(seat, rng), seat)
    return match


@pytest.mark.parametrize("game", fm.game_names())
def test_the_luck_of_all_outcomes_of_a_draw_is_none_on_average(game: str) -> None:
    match = random_match(game, 1)
    before = [position for _, position in match.positions() if position.actors == (fm.NATURE,)]
    for position in before[:: max(1, len(before) // 20)]:
        total, weights = np.zeros(match.seats), 0
        for action, weight in position.chance():
            after = position.copy()
            after.apply(fm.NATURE, action)
            total += weight * luck.given(position, after)
            weights += weight
        assert np.abs(total / weights).max() < 1e-9


@pytest.mark.parametrize("game", fm.game_names())
def test_luck_is_fair_over_many_matches(game: str) -> None:
    """The mean of what dice, draws and deals gave each seat is 0 within three standard errors."""
    count = int(os.environ.get("LUCK", MATCHES[game]))
    gave = np.array([luck_of_a_match(game, number, PLIES[game]) for number in range(count)])
    error = gave.std(axis=0, ddof=1) / np.sqrt(len(gave))
    assert gave.std() > 0
    assert (np.abs(gave.mean(axis=0)) <= 3 * error).all(), (gave.mean(axis=0), error)


def test_a_roll_of_formica_is_worth_what_can_be_done_with_it() -> None:
    match = random_match("formica", 2)
    lucks = luck.of(match)
    rolls = [ply for ply, move in enumerate(match.history) if move.text.startswith("dice")]
    assert any(np.abs(lucks[ply]).max() > 0.001 for ply in rolls)
