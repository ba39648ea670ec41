"""Intervals: known values, and the promise that looking again and again does not break them."""

import numpy as np
import pytest

from formicarium.arena.intervals import DOUBT, anytime, evidence, excludes, student, student_95, wilson


@pytest.mark.parametrize(
    ("wins", "matches", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_intervals_match_known_values(wins, matches, low, high):
    mean, lower, upper = wilson([1.0] * wins + [0.0] * (matches - wins))
    assert mean == pytest.approx(wins / matches)
    assert (lower, upper) == pytest.approx((low, high), abs=1e-4)


def test_few_values_give_wide_intervals():
    assert student([3.0]) == (3.0, float("-inf"), float("inf"))
    assert student([1.0, 2.0, 3.0]) == pytest.approx((2.0, 2 - 4.302653 / 3**0.5, 2 + 4.302653 / 3**0.5))


@pytest.mark.parametrize(
    ("freedom", "factor"), [(1, 12.7062), (8, 2.3060), (9, 2.2622), (20, 2.0860), (100, 1.9840), (10**6, 1.9600)]
)
def test_student_s_factors_match_known_values(freedom, factor):
    assert student_95(freedom) == pytest.approx(factor, abs=1e-3)


@pytest.mark.parametrize("chance", [0.1, 0.5, 0.6])
def test_looking_after_every_value_is_wrong_in_at_most_one_run_of_twenty(chance):
    """A fixed-number interval looked at so often would be wrong in about every third of these runs."""
    rng = np.random.default_rng(6)
    runs = (rng.random((200, 200)) < chance).astype(float).tolist()
    wrong = sum(any(excludes(run[:count], chance) for count in range(5, 201, 5)) for run in runs)
    peeked = sum(
        any(not wilson(run[:count]).low <= chance <= wilson(run[:count]).high for count in range(5, 201, 5))
        for run in runs
    )
    assert wrong <= DOUBT * len(runs)
    assert peeked > 2 * DOUBT * len(runs), "else this test could not fail"


def test_a_clear_difference_is_seen_soon():
    assert not excludes([], 0.5)
    assert not excludes([1.0] * 5, 0.5)
    assert excludes([1.0] * 12, 0.5)
    assert excludes([0.0] * 12, 0.5)


def test_the_ends_are_where_the_evidence_suffices():
    values = [1.0] * 30 + [0.5] * 20 + [0.0] * 10
    mean, low, high = anytime(values)
    assert mean == pytest.approx(2 / 3)
    assert evidence(values, low) == pytest.approx(-np.log(DOUBT), abs=1e-3)
    assert evidence(values, high) == pytest.approx(-np.log(DOUBT), abs=1e-3)
    assert low < mean < high and high - low < 0.4
    assert evidence(values, mean) <= 0


def test_extreme_and_missing_values():
    assert anytime([]) == (0.5, 0.0, 1.0)
    assert anytime([1.0] * 100)[2] == 1.0 and anytime([1.0] * 100)[1] > 0.9
    assert anytime([0.0] * 100)[1] == 0.0 and anytime([0.0] * 100)[2] < 0.1
