"""Tournaments: the same matches whoever plays them, and interrupted ones go on without losing or counting twice."""

import dataclasses
import json
import os
import signal

import pytest

import formicarium as fm
from formicarium import search
from formicarium.arena import Contest, Log, Pairing, Processes, Tournament, arrange, hire, hold, play, run_of
from formicarium.arena.matches import code_of
from formicarium.engine.game import Level
from formicarium.errors import ArenaError

RUN = run_of(fm.game("grasshopper"), "t")


@pytest.fixture
def contests():
    return lambda: [
        Contest(Pairing("grasshopper", "greedy", "random", seats, (("mode", "winter"),)), 12) for seats in (2, 3)
    ]


def outcome(contests):
    return [(contest.pairing.key, contest.played, contest.interval, contest.results) for contest in contests]


@pytest.fixture
def whole(contests):
    """What the contests come to if nothing goes wrong."""
    found = contests()
    with hire(play) as crew:
        assert len(list(Tournament(found, "t").play(crew))) == 24
    return outcome(found)


def test_the_number_of_workers_changes_nothing(contests, whole):
    found = contests()
    with hire(play, 3) as crew:
        list(Tournament(found, "t").play(crew))
    assert outcome(found) == whole


def test_another_seed_gives_other_matches(contests, whole):
    found = contests()
    with hire(play) as crew:
        list(Tournament(found, "u").play(crew))
    assert outcome(found) != whole


def test_an_interrupted_tournament_goes_on(contests, whole, tmp_path):
    played = []
    for most in (5, 1, 100):
        found = contests()
        with Log(tmp_path / "matches.jsonl", RUN) as log, hire(play) as crew:
            run = Tournament(found, "t", log).play(crew)
            played.append(sum(1 for _, _ in zip(range(most), run, strict=False)))
            run.close()  # type: ignore[attr-defined]  # the iterator is a generator
    assert outcome(found) == whole
    assert len((tmp_path / "matches.jsonl").read_text().splitlines()) == 25, "the run's line and each match once"


def test_a_finished_tournament_plays_nothing(contests, whole, tmp_path):
    for expected in (24, 0):
        with Log(tmp_path / "matches.jsonl", RUN) as log, hire(play) as crew:
            assert len(list(Tournament(contests(), "t", log).play(crew))) == expected


def test_killed_workers_cost_nothing(contests, whole, tmp_path):
    found, killed = contests(), 0
    with Log(tmp_path / "matches.jsonl", RUN) as log, Processes(play, 2) as crew:
        for number, _ in enumerate(Tournament(found, "t", log).play(crew)):
            if number in (3, 10):
                os.kill(crew.hands[0].process.pid, signal.SIGKILL)
                killed += 1
    assert killed == 2 and outcome(found) == whole
    assert len((tmp_path / "matches.jsonl").read_text().splitlines()) == 25


def test_equal_contests_are_refused(contests):
    with pytest.raises(ArenaError, match="are the same"):
        Tournament([*contests(), contests()[0]])


def test_the_code_of_a_run_changes_with_the_levels_and_with_what_beginners_do():
    game = fm.game("grasshopper")
    slower = dataclasses.replace(game, levels={**game.levels, "gentle": Level(9)})
    wiser = dataclasses.replace(game, beginner=fm.game("antics").beginner)
    assert len({code_of(found) for found in (game, slower, wiser)}) == 3
    assert code_of(dataclasses.replace(game)) == code_of(game)


def test_the_code_of_a_run_changes_with_the_search(monkeypatch, tmp_path):
    game = fm.game("grasshopper")
    before = code_of(game)
    folder = tmp_path / "search"
    folder.mkdir()
    (folder / "tree.py").write_text("another search")
    monkeypatch.setattr(search, "__file__", str(folder / "__init__.py"))
    assert code_of(game) != before


def test_a_tournament_is_held_by_two_calls_and_goes_on_where_it_was_left(tmp_path):
    def arranged():
        return arrange("grasshopper", ["random", "greedy"], seats=[2, 3], most=6)

    left = arranged()
    held = hold(left, seed=1, folder=tmp_path)
    for _ in range(3):
        next(held)
    held.close()
    assert sum(row["matches"] for row in read(tmp_path)["contests"]) == 2, "of the third match, the round is not over"
    whole = arranged()
    list(hold(whole, seed=1, folder=tmp_path))
    assert all(contest.over for contest in whole) and len(read(tmp_path)["contests"]) == 2
    again = arranged()
    assert list(hold(again, seed=1, folder=tmp_path)) == [], "nothing is played twice"
    alone = arranged()
    list(hold(alone, seed=1))
    assert [one.rounds for one in alone] == [one.rounds for one in again] == [one.rounds for one in whole]


def read(folder):
    return json.loads((folder / "results.json").read_text())
