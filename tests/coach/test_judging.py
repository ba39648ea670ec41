"""Judging: by the view alone, never below nothing, and nothing for the best."""

import pytest

import formicarium as fm
from formicarium.coach.judging import best, judge
from formicarium.core import random

ITERATIONS = 24


def positions(game: str, seed: int, every: int = 17) -> list[tuple[fm.Position, fm.Move]]:
    match, rng = fm.Match(game, fm.game(game).seats[0], seed=seed), random.stream(seed)
    while not match.over and len(match.history) < 400:
        seat = match.actors[0]
        match.play(match.position.sample(seat, rng), seat)
    before = [position for _, position in match.positions()]
    chosen = [(before[ply], move) for ply, move in enumerate(match.history) if move.seat != fm.NATURE]
    return [pair for pair in chosen if len(pair[0].view(pair[1].seat).legal()) > 1][::every]


@pytest.mark.parametrize("game", fm.game_names())
def test_what_a_seat_cannot_know_changes_nothing(game: str) -> None:
    changed = 0
    for number, (position, move) in enumerate(positions(game, 3)):
        judged = judge(position.view(move.seat), move.action, ITERATIONS)
        other = position.view(move.seat).world(random.stream(number))
        changed += other != position
        assert judge(other.view(move.seat), move.action, ITERATIONS) == judged
    assert changed or not fm.game(game).secrets


@pytest.mark.parametrize("game", fm.game_names())
def test_a_decision_loses_nothing_or_more_and_the_best_one_nothing(game: str) -> None:
    losses = []
    for position, move in positions(game, 4, every=5):
        view = position.view(move.seat)
        judged = judge(view, move.action, ITERATIONS)
        losses.append(judged.loss)
        assert judged.loss >= 0.0
        assert (judged.best == move.action) == (judged.loss == 0.0)
        assert judge(view, best(view, ITERATIONS), ITERATIONS).loss == 0.0
    assert any(losses), "who plays at random makes mistakes"


def test_a_secret_choice_within_the_mix_costs_nothing() -> None:
    mixed = 0
    for position, move in positions("grasshopper", 5, every=1):
        judged = judge(position.view(move.seat), move.action, ITERATIONS)
        mixed += bool(judged.mix)
        if move.action in dict(judged.mix):
            assert judged.loss == 0.0
        assert not judged.mix or abs(sum(dict(judged.mix).values()) - 1) < 1e-9
    assert mixed
