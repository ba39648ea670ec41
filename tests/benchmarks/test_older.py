"""An older champion is handed what its seat sees, takes only what today's rules allow, and its seeds add up."""

from pathlib import Path

import pytest
from benchmarks.older import Meeting, ask, of_a_seed, older, report

import formicarium as fm

HERE = Path(__file__).parents[2]
MEETING = Meeting(HERE, "grasshopper", "champion:30@written", 2, 0.001, (("mode", "winter"),))


def test_a_seed_is_played_from_each_seat():
    assert of_a_seed(MEETING, 1) in (0, 0.25, 0.5, 0.75, 1)


def test_the_older_one_takes_what_it_likes_best_of_what_is_allowed():
    match = fm.Match("grasshopper", 2, seed=3, mode="winter")
    view = match.view(match.actors[0])
    with older(MEETING) as process:
        for action in match.legal(view.seat)[:3]:
            assert ask(process, "one", view, [action.text], 0.001) == action.text


def test_a_version_without_the_game_is_refused(tmp_path):
    with (
        pytest.raises(RuntimeError, match="has no champion of nothing"),
        older(Meeting(tmp_path, "nothing", "", 2, 1)),
    ):
        raise AssertionError("there is no such game")


def test_a_report_names_both_and_counts_matches():
    said = report(MEETING, "f42c562", [0.5, 1.0, 1.0])
    assert said["version"] == "f42c562"
    assert said["options"] == {"mode": "winter"}
    assert said["matches"] == 6
    assert said["mean"] == 0.8333
    assert said["low"] < said["mean"] < said["high"]
