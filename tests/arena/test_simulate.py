"""Simulation: the statistics are right, and the same whoever plays the matches."""

import pytest

from formicarium.arena import simulate, summarise
from formicarium.arena.simulate import Result, interval


def test_results_do_not_depend_on_the_workers():
    runs = [simulate("sisimizi", 2, ["random", "random"], 3, workers=workers, seed="s") for workers in (1, 2)]
    first, second = (sorted(run, key=lambda result: result.seed) for run in runs)
    assert first == second


def test_a_summary_adds_up():
    results = [
        Result(0, (1.0, 0.0), "joined", 10, 9, 90, 20),
        Result(1, (0.5, 0.5), "passes", 20, 19, 10, 30),
    ]
    summary = summarise(results)
    assert summary.matches == 2
    assert [share[0] for share in summary.shares] == [0.75, 0.25]
    assert summary.reasons == {"joined": 1, "passes": 1}
    assert summary.actions == (10, 15.0, 20)
    assert summary.branching == pytest.approx(100 / 28)
    assert summary.widest == 30


@pytest.mark.parametrize(
    ("wins", "matches", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_intervals_match_known_values(wins, matches, low, high):
    mean, lower, upper = interval([1.0] * wins + [0.0] * (matches - wins))
    assert mean == pytest.approx(wins / matches)
    assert (lower, upper) == pytest.approx((low, high), abs=1e-4)
