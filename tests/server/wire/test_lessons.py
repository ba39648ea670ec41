"""Lessons: a newcomer is told the step at which it is, and nobody else is told anything."""

import time

import pytest

import formicarium as fm
from formicarium.coach.tutorials import SEAT, find_tutorial
from formicarium.server.table.rows import SeatRow
from formicarium.server.table.setup import new_table
from formicarium.server.table.table import Person, Table
from formicarium.server.web.language import CODES
from formicarium.server.wire.lessons import lesson, place

ADA, BEN = Person("ada", "Ada"), Person("ben", "Ben")


@pytest.fixture
def table():
    tutorial = find_tutorial(fm.game("sisimizi"), "first")
    seats = [SeatRow(0, "human", "Ada", ADA.id, "gentle"), SeatRow(1, "bot", "Lasius", None, "gentle")]
    return Table(new_table("sisimizi", seats, tutorial.options, time.time(), owner=ADA.id, tutorial=tutorial))


def test_a_step_is_told_in_words_with_its_place(table):
    for language in CODES:
        told = lesson(table, language, ADA)
        assert (told["step"], told["steps"], told["action"]) == (1, 15, "hill n11")
        assert told["nodes"] == ["field:n11"]
        assert told["text"] == table.tutorial.sentences(language).steps["hill"]


def test_who_sits_opposite_is_called_by_name(table):
    while (stands := place(table, ADA)).step < 4:
        table.act(SEAT, stands.action.text, time.time())
    assert lesson(table, "en", ADA)["text"].startswith("Lasius has blocked")


def test_nobody_else_is_taught_and_nobody_after_the_end(table):
    assert lesson(table, "en", BEN) is None and lesson(table, "en", None) is None
    table.end("resigned", time.time())
    assert lesson(table, "en", ADA) is None


def test_a_table_without_a_tutorial_has_no_place(table):
    table.row.tutorial = None
    assert place(table, ADA) is None and lesson(table, "en", ADA) is None
