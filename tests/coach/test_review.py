"""Review: the parts add up, the best play loses nothing, and what is told comes back."""

import json
import pickle
import time

import numpy as np
import pytest

import formicarium as fm
from formicarium.coach import judging, review
from formicarium.coach.review import NOTABLE, Readability
from formicarium.core import random

ITERATIONS = 16


def played(game: str, seed: int, seats: int | None = None) -> fm.Match:
    match, rng = fm.Match(game, seats or fm.game(game).seats[0], seed=seed), random.stream(seed)
    while not match.over and len(match.history) < 300:
        seat = match.actors[0]
        match.play(match.position.sample(seat, rng), seat)
    return match


@pytest.mark.parametrize("game", fm.game_names())
def test_luck_and_skill_add_up_to_the_result(game: str) -> None:
    for seats in {fm.game(game).seats[0], fm.game(game).seats[-1]}:
        match = played(game, 6, seats)
        found = fm.review(match, ITERATIONS)
        if match.outcome:
            assert found.result == match.outcome.shares
        assert np.abs(found.start + found.luck + found.skill - found.result).max() < 1e-9
        assert np.abs(found.own + found.gifts - found.skill).max() < 1e-9
        assert (found.own <= 0.0).all()
        assert found.own.any()


@pytest.mark.parametrize("game", fm.game_names())
def test_who_plays_as_the_reviewer_would_loses_nothing(game: str) -> None:
    match, rng = fm.Match(game, fm.game(game).seats[0], seed=8), random.stream(8)
    while not match.over and len(match.history) < 200:
        seat = match.actors[0]
        view = match.view(seat)
        wise = seat == 0 and len(view.legal()) > 1
        match.play(judging.best(view, ITERATIONS) if wise else match.position.sample(seat, rng), seat)
    found = fm.review(match, ITERATIONS)
    assert found.own[0] == 0.0
    assert found.own[1] < 0.0


def test_permuting_what_is_hidden_changes_no_judgement() -> None:
    """Formica: two stones that nobody has seen are dealt the other way round; all see the same, all is judged alike."""
    match = played("formica", 9)
    part = match.at(120)
    moves = list(part.history)
    deals = [ply for ply, move in enumerate(moves) if move.text.startswith("deal")]
    original = fm.review(part, ITERATIONS).decisions
    for first in deals[:13]:
        second = first + 1
        kinds = [moves[ply].text.rpartition(" ") for ply in (first, second)]
        swapped = fm.Match("formica", part.seats, nature=False)
        try:
            for ply, move in enumerate(moves):
                other = {first: f"{kinds[0][0]} {kinds[1][2]}", second: f"{kinds[1][0]} {kinds[0][2]}"}
                swapped.play(other.get(ply, move.text), move.seat)
        except fm.ActionError:
            continue
        views = [position.view(0).tobytes() for _, position in swapped.positions()]
        if views == [position.view(0).tobytes() for _, position in part.positions()]:
            assert swapped.position != part.position
            assert fm.review(swapped, ITERATIONS).decisions == original
            return
    raise AssertionError("no two stones could be changed unseen")


@pytest.mark.parametrize("game", fm.game_names())
def test_a_first_review_takes_five_seconds_at_most(game: str) -> None:
    """Of processor time, on one core; everything is compiled before."""
    match = fm.Match(game, 2, seed=3)
    bots = [fm.bot(game, "gentle", seed=seat) for seat in range(2)]
    while not match.over:
        seat = match.actors[0]
        match.play(bots[seat].choose(match.view(seat)), seat)
    fm.review(match.at(30), ITERATIONS)
    began = time.process_time()
    found = fm.review(match)
    assert time.process_time() - began < 5.0
    assert len(found.steps) == len(match.history)
    assert match.outcome is not None and found.result == match.outcome.shares
    assert np.abs(found.start + found.luck + found.skill - found.result).max() < 1e-9


@pytest.mark.parametrize("game", ["grasshopper", "formica"])
def test_passages_judged_apart_make_the_same_review(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if each is sent to another process, its values packed and unpacked."""
    match = played(game, 15).at(80)
    whole = fm.review(match, ITERATIONS, result=(0.25, 0.75))
    monkeypatch.setattr(review, "PASSAGE", 5 * ITERATIONS)
    passages = review.passages(match, ITERATIONS, (0.25, 0.75))
    assert len(passages) > 5
    judged = [step for passage in passages for step in review.examine(pickle.loads(pickle.dumps(passage)))]
    steps = [review.step_to_dict(step) for step in judged]
    packed = review.pack(game, 2, ITERATIONS, (0.25, 0.75), steps)
    assert review.searched(packed) == ITERATIONS
    assert review.unpack(packed).to_dict() == whole.to_dict()
    assert whole.result == (0.25, 0.75)


def test_nothing_that_has_happened_is_nothing_to_judge() -> None:
    found = fm.review(fm.Match("sisimizi", 2, nature=False))
    assert (found.steps, found.result, found.turning_points) == ((), (0.5, 0.5), [])


def test_a_review_comes_back_from_json() -> None:
    found = fm.review(played("grasshopper", 10), ITERATIONS)
    told = json.loads(json.dumps(found.to_dict()))
    assert fm.Review.from_dict(told).to_dict() == told


def test_the_curve_begins_even_and_ends_with_the_result() -> None:
    match = played("grasshopper", 11)
    found = fm.review(match, ITERATIONS)
    for seat in range(2):
        curve = found.curve(seat)
        assert curve[0] == (0, 0.5)
        assert curve[-1] == (len(match.history), found.result[seat])
        acted = {ply for ply, move in enumerate(match.history) if move.seat == seat}
        assert {ply for ply, _ in curve[1:-1]} <= acted


def test_turning_points_are_the_largest_changes_in_their_order() -> None:
    points = fm.review(played("sisimizi", 12), ITERATIONS).turning_points
    assert points
    plies = [one.step.ply for one in points]
    assert plies == sorted(set(plies)), "each action turns a match once"
    assert all(one.size >= NOTABLE for one in points)


def test_a_habit_can_be_read_and_a_match_without_secrets_not() -> None:
    match = played("grasshopper", 13)
    found = fm.review(match, ITERATIONS)
    readable = found.readability(0)
    assert 0 <= readable.guessed <= readable.choices
    assert 0.0 < readable.expected < readable.choices
    assert fm.review(played("sisimizi", 13), ITERATIONS).readability(0) == Readability(0, 0, 0.0)


def test_what_a_decision_cost_is_kept_in_the_record() -> None:
    match = played("sisimizi", 14)
    match.comments[3] = "mine"
    found = fm.review(match, ITERATIONS)
    found.annotate(match)
    found.annotate(match)
    again = fm.loads(match.text())
    assert again.comments == match.comments
    worst = found.mistakes[0]
    assert again.comments[worst.ply + 1].count("review: ") == 1
    assert "mine" in again.comments[3]
