"""A table in memory: whose eyes, whose seat, what is stale, and what is stored is all that it needs."""

import pytest

import formicarium as fm
from formicarium.core import random
from formicarium.errors import TableError, UndoError
from formicarium.server.table.rows import LogRow, Stored
from formicarium.server.table.table import Person, Table
from server.tables import ADA, BEN, play, play_on, table

EVE = Person("eve", "Eve")


def refusal(call, *arguments):
    with pytest.raises(TableError) as refused:
        call(*arguments)
    return refused.value.code


def test_who_holds_no_seat_looks_as_a_spectator():
    at = table(first=0)
    assert at.viewing_seat(ADA, None) == 0 and at.viewing_seat(EVE, None) == at.viewing_seat(None, None) == fm.SPECTATOR
    assert refusal(at.viewing_seat, EVE, 1) == "seat/secret" and refusal(at.viewing_seat, ADA, 9) == "seat/unknown"


def test_a_seat_is_named_where_several_could_be_meant():
    both = table(people=(ADA, ADA), first=1)
    assert both.check_seat("ada", None) == 1, "the one that is to act"
    at = table()
    assert refusal(at.check_seat, "ada", 1) == "seat/other" and refusal(at.check_seat, "eve", None) == "seat/none"


def test_what_others_did_makes_a_number_stale():
    at = table(first=0)
    play(at, "ant e5", "done")
    assert refusal(at.check_number, BEN, 1, 1) == "number/stale"
    assert refusal(at.check_number, BEN, 1, 9) == "number/unknown"
    at.check_number(BEN, 1, 3)


def test_nobody_acts_before_all_seats_are_taken():
    at = table(people=(ADA, None), first=0)
    assert refusal(at.act, 0, "ant e5", 0.0) == "table/waiting"
    at.join(1, BEN, "random", 0.0)
    assert at.act(0, "ant e5", 0.0) and refusal(at.join, 1, EVE, "random", 0.0) == "seat/taken"


def test_a_table_is_what_is_stored_of_it():
    at = table("formica")
    play_on(at, 40)
    log = [LogRow.of(entry, 0.0) for entry in at.ledger.entries]
    again = Table(Stored(at.row, at.seats, log))
    assert again.match.position == at.match.position and again.number == at.number


@pytest.mark.parametrize("game", fm.game_names())
def test_undo_is_offered_exactly_when_it_works(game):
    """Whoever asks, after every action of matches in which all is taken back that can be, now and then."""
    people, rng, offered = (ADA, BEN, EVE), random.stream(18), set()
    for seed in range(2):
        at = table(game, people)
        for step in range(150):
            if at.over:
                break
            seat = at.match.actors[random.below(rng, len(at.match.actors))]
            at.act(seat, at.match.position.sample(seat, rng).text, 0.0)
            if random.below(rng, 3):
                continue  # it goes on
            for index in (seat, *sorted({0, 1, 2} - {seat})):
                promised = at.can_undo(people[index])
                assert promised == takes_back(at, index), (seed, step, index)
                offered.add(promised)
    assert offered == {True, False}


def takes_back(at, seat):
    """Whether a seat can take back; of what it took back something else may become the next action."""
    try:
        at.undo(seat, 0.0)
    except UndoError:
        return False
    return True
