"""Puzzles: what ships is legal, reached by play and confirmed; making and reading them; the one of the day."""

import os
from datetime import date, timedelta

import pytest

import formicarium as fm
from formicarium.bots.ladder import adviser
from formicarium.bots.search import Candidate
from formicarium.coach import puzzles
from formicarium.coach.puzzles import CLEAR, DEPTH, GLANCE, SEARCHES, Puzzle
from formicarium.engine import record_file
from formicarium.errors import UnknownName

ENOUGH = 100  # of each game
AGAIN = slice(None if os.environ.get("PUZZLES") == "all" else 1)  # of the puzzles of each game
LARGEST = 500_000  # bytes of a file

games = pytest.mark.parametrize("game", fm.game_names())


@games
def test_enough_puzzles_ship_and_none_twice(game):
    shipped = puzzles.shipped(fm.game(game))
    assert len(shipped) >= ENOUGH and [puzzle.number for puzzle in shipped] == [*range(1, len(shipped) + 1)]
    assert (fm.game(game).folder / "puzzles.txt").stat().st_size < LARGEST
    assert len({puzzle.match().view(puzzle.seat) for puzzle in shipped}) == len(shipped)
    assert len({puzzle.stars for puzzle in shipped}) >= 3, "some are easy, some are hard"


@games
def test_every_puzzle_is_reached_by_play_and_its_solution_is_one_of_several_legal_actions(game):
    for puzzle in puzzles.shipped(fm.game(game)):
        match = puzzle.match()  # checks every move
        assert len(match.history) == puzzle.ply and puzzle.seat in match.actors
        legal = [action.text for action in match.legal(puzzle.seat)]
        assert puzzle.best in legal and len(legal) >= puzzles.FEWEST


@games
def test_every_solution_is_confirmed_by_three_searches_of_twenty_times_the_champions_iterations(game):
    least = DEPTH * fm.game(game).levels["champion"].iterations
    assert DEPTH >= 20 and SEARCHES >= 3
    for puzzle in puzzles.shipped(fm.game(game)):
        assert len(puzzle.searches) >= SEARCHES and puzzle.margin >= CLEAR
        assert all(iterations >= least for iterations, _ in puzzle.searches)
        assert puzzles.MISSED <= puzzle.missed / puzzle.trials <= 1


def test_the_shipped_puzzles_of_the_grasshopper_are_of_all_modes():
    modes = {puzzle.match().options["mode"] for puzzle in puzzles.shipped(fm.game("grasshopper"))}
    assert modes == {"autumn", "winter", "beetle"}


@pytest.mark.parametrize(
    ("game", "number"),
    [(game, puzzle.number) for game in fm.game_names() for puzzle in puzzles.shipped(fm.game(game))[AGAIN]],
)
def test_the_searches_of_a_puzzle_can_be_done_again(game, number):
    """All of them with `PUZZLES=all`; the seeds of some were drawn in another order, so that leads differ a little."""
    puzzle = puzzles.find_puzzle(fm.game(game), number)
    view = puzzle.match().view(puzzle.seat)
    again = puzzles.confirm(view, view.game.actions.parse(puzzle.best))
    assert len(again) == SEARCHES and all(lead >= CLEAR for _, lead in again)
    assert [iterations for iterations, _ in again] == [iterations for iterations, _ in puzzle.searches]
    other = next(action for action in view.legal() if action.text != puzzle.best)
    assert puzzles.confirm(view, other, GLANCE) == (), "the first search disagrees"


def test_a_search_again_finds_the_same_lead():
    puzzle = puzzles.shipped(fm.game("grasshopper"))[0]
    view = puzzle.match().view(puzzle.seat)
    again = puzzles.confirm(view, view.game.actions.parse(puzzle.best))
    assert [f"{lead:.3f}" for _, lead in again] == [f"{lead:.3f}" for _, lead in puzzle.searches]


def test_a_match_gives_the_same_puzzles_again_and_its_record_ends_with_the_last_solution():
    record = (fm.game("grasshopper").folder / "puzzles.txt").read_text(encoding="utf-8")
    first = record_file.records(record)[0]
    (seed,) = puzzles.seeds(first)
    name, _, number = seed.rpartition("-")
    task = puzzles.task("grasshopper", name, int(number))
    assert puzzles.make(task) == first
    last = puzzles.loads(first)[-1]
    match = fm.loads(first, nature=False)
    assert len(match.history) == last.ply + 1


def test_tasks_go_round_modes_and_seats():
    tasks = [puzzles.task("grasshopper", "x", number) for number in range(9)]
    assert len({(task.options, task.seats) for task in tasks}) == 9
    assert [puzzles.task("sisimizi", "x", number).seats for number in range(4)] == [2, 3, 4, 2]


def test_a_puzzle_is_read_as_it_is_written_and_other_comments_are_none():
    match = fm.Match("sisimizi", 2, seed=7)
    match.comments = {1: "a quiet beginning"}
    puzzle = Puzzle(len(match.history), match.actors[0], "ant e5", ((40000, 0.25),) * 3, 12, 24)
    assert puzzles.loads(match.text(Seed="x-0")) == ()
    match.comments = {puzzle.ply: str(puzzle)}
    (read,) = puzzles.loads(match.text(Seed="x-0"))
    assert str(read) == str(puzzle) and read.number == 1 and read.match().view(0) == match.view(0)
    assert puzzles.seeds(match.text(Seed="x-0")) == {"x-0"}


@pytest.mark.parametrize(("missed", "stars"), [(0, 1), (4, 1), (5, 2), (12, 3), (19, 4), (20, 5), (24, 5)])
def test_stars_tell_how_often_weaker_levels_miss_it(missed, stars):
    assert Puzzle(1, 0, "ant e5", ((1, 1.0),), missed, 24).stars == stars


def test_an_action_leads_only_as_the_first_and_without_a_lot():
    best, other = fm.Match("sisimizi", 2, seed=7).legal()[:2]
    first, second = Candidate(best, (0.7, 0.3), 90, 1.0), Candidate(other, (0.5, 0.5), 9, 0.0)
    assert puzzles.lead([first, second], 0, best) == pytest.approx(0.2)
    assert puzzles.lead([first, second], 0, other) < 0
    assert puzzles.lead([Candidate(best, (0.7, 0.3), 90, 0.6), second], 0, best) < 0
    assert puzzles.lead([first], 0, best) < 0


def test_what_everybody_finds_is_no_puzzle(monkeypatch):
    puzzle = puzzles.shipped(fm.game("grasshopper"))[0]
    view = puzzle.match().view(puzzle.seat)
    candidates = adviser(view.game, "champion", seed=1).analyse(view)
    found = puzzles.examine(view, puzzle.ply, candidates)
    assert found and (found.best, found.missed) == (puzzle.best, puzzle.missed)
    monkeypatch.setattr(puzzles, "MISSED", (puzzle.missed + 1) / puzzle.trials)
    assert puzzles.examine(view, puzzle.ply, candidates) is None


@games
def test_the_puzzle_of_the_day_goes_through_all_of_them(game):
    known, begin = fm.game(game), date(2026, 1, 1)
    count = len(puzzles.shipped(known))
    days = [puzzles.of_the_day(known, begin + timedelta(day)) for day in range(count)]
    assert sorted(days) == [*range(1, count + 1)]


def test_a_number_that_is_not_there():
    with pytest.raises(UnknownName, match="no puzzle '0', only 1 to"):
        puzzles.find_puzzle(fm.game("sisimizi"), 0)
