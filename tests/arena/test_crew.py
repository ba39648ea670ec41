"""Crews: all tasks are done once, errors come through, and a killed worker costs nothing but its own task's time."""

import os
import signal

import pytest

from arena import work  # tests/ is on the path
from formicarium.arena import Alone, Processes
from formicarium.arena.crew import carry_out
from formicarium.errors import ArenaError


@pytest.mark.parametrize("crew", [Alone(work.double), Processes(work.double, 2)])
def test_every_task_is_done_once(crew):
    with crew:
        assert sorted(carry_out(crew, ((number, number + 1) for number in range(7)))) == [
            (number, 2 * number + 2) for number in range(7)
        ]


def test_tasks_are_drawn_as_places_become_free():
    drawn = []

    def tasks():
        for number in range(5):
            drawn.append(number)
            yield number, number

    with Alone(work.double) as crew:
        for key, _ in carry_out(crew, tasks()):
            assert drawn == [*range(key + 1)]


@pytest.mark.parametrize("crew", [Alone(work.fail), Processes(work.fail, 2)])
def test_an_error_of_the_work_is_raised(crew):
    with crew, pytest.raises(ValueError, match="no 3"):
        list(carry_out(crew, [("key", 3)]))


def test_a_killed_worker_s_task_is_done_again_and_the_others_are_not(tmp_path):
    with Processes(work.wait_for, 2) as crew:
        for number in range(2):
            crew.begin(number, (str(tmp_path), number))
        victim = work.begun(tmp_path, 2)[0]
        os.kill(int(victim.split("-")[1]), signal.SIGKILL)
        (tmp_path / "go").touch()
        assert sorted([crew.finished(), crew.finished()]) == [(0, 0), (1, 1)]
    played = [name.split("-")[0] for name in work.begun(tmp_path, 4) if name != "go"]
    assert sorted(played) == sorted(["0", "1", victim.split("-")[0]])


def test_a_worker_that_died_idle_is_replaced():
    with Processes(work.double, 1) as crew:
        crew.begin("a", 1)
        assert crew.finished() == ("a", 2)
        crew.hands[0].process.kill()
        crew.hands[0].process.join()
        crew.begin("b", 2)
        assert crew.finished() == ("b", 4)


def test_a_task_that_kills_its_workers_is_given_up():
    with Processes(work.die, 2) as crew, pytest.raises(ArenaError, match="3 workers died of poison"):
        list(carry_out(crew, [("key", "poison")]))


def test_leaving_sends_everybody_home(tmp_path):
    with Processes(work.wait_for, 2) as crew:
        crew.begin(0, (str(tmp_path), 0))
        (begun,) = work.begun(tmp_path, 1)
    with pytest.raises(ProcessLookupError):
        os.kill(int(begun.split("-")[1]), 0)
