"""Simulation: the statistics are right, and the same whoever plays the matches."""

import pytest

from formicarium.arena import Result, hire, play, simulate, summarise


def test_results_do_not_depend_on_the_workers():
    runs = []
    for workers in (1, 2):
        with hire(play, workers) as crew:
            runs.append(dict(simulate(crew, "grasshopper", ["random", "random"], 3, seed="s")))
    assert runs[0] == runs[1] and sorted(runs[0]) == [0, 1, 2]
    assert len({result.choices for result in runs[0].values()}) > 1, "three different matches"


def test_a_summary_adds_up():
    results = [
        Result((1.0, 0.0), (1, 2), (7.0, 3.0), "joined", 10, (5, 4), 90, 20, (0.1, 0.2)),
        Result((0.5, 0.5), (1, 1), (4.0, 4.0), "passes", 20, (9, 10), 10, 30, (0.1, 0.2)),
    ]
    summary = summarise(results)
    assert summary.matches == 2
    assert [share.mean for share in summary.shares] == [0.75, 0.25]
    assert summary.reasons == {"joined": 1, "passes": 1}
    assert summary.actions == (10, 15.0, 20)
    assert summary.branching == pytest.approx(100 / 28)
    assert summary.widest == 30
