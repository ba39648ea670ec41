"""Verdicts: a clock that is strict, a round that is over, a table that is closed."""

import pytest

from formicarium.errors import TableError
from formicarium.server.room.verdicts import Close, Expire, Flag
from formicarium.server.table import agreements
from formicarium.server.table.rows import SeatRow
from formicarium.server.table.setup import new_table
from formicarium.server.table.table import Person, Table
from server.tables import ADA, BEN, play_on, table

STRICT = {"kind": "live", "seconds": 60, "increment": 1, "strict": True}


def strict(*owners, game="sisimizi", clock=STRICT):
    seats = [
        SeatRow(seat, "human" if owner else "bot", owner or "Lasius", owner, "random")
        for seat, owner in enumerate(owners)
    ]
    return Table(new_table(game, seats, {}, 100.0, owner="cup", first=0, clock=clock))


def test_who_is_out_of_time_has_lost_where_the_clock_is_strict():
    at = strict("ada", "ben")
    assert Flag(160.0).make(at, 159.0).event is None and not at.over
    made = Flag(160.0).make(at, 161.0)
    assert at.over and agreements.outcome(at).places == (2, 1) and at.seats[0].away
    assert {kind for kind, _ in made.writes} >= {"state", "result", "affairs", "sit"}


def test_the_others_play_on_where_there_are_more():
    at = strict("ada", "ben", "cleo")
    Flag(160.0).make(at, 161.0)
    assert not at.over and at.row.resigned == [0] and at.plays(0) == "bot"


def test_a_strict_table_has_no_pause_and_no_way_back():
    lax = strict("ada", "ben", clock={**STRICT, "strict": False})
    assert "pause" in agreements.deeds(lax, ADA) and "pause" not in agreements.deeds(strict("ada", "ben"), ADA)
    at = strict("ada", None)
    play_on(at, 2)
    assert agreements.deeds(at, ADA) == ["resign"]


def test_when_the_round_is_over_who_was_to_act_has_lost():
    at = strict("ada", "ben")
    Expire().make(at, 130.0)
    assert at.over and agreements.outcome(at).places == (2, 1)
    with pytest.raises(TableError) as refused:
        Expire().make(at, 131.0)
    assert refused.value.code == "table/over"
    both = strict("ada", "ben", game="grasshopper")
    late = [seat for seat in both.actors if seat < 2]
    Expire().make(both, 130.0)
    assert both.row.resigned == late


@pytest.mark.parametrize("game", ["sisimizi", "grasshopper"])
def test_a_table_that_is_closed_has_no_loser(game):
    at = table(game, people=(ADA, None))
    Close().make(at, 5.0)
    assert at.over and agreements.outcome(at).places == (1, 1)
    with pytest.raises(TableError):
        Close().make(at, 6.0)


def test_what_was_asked_for_happens_and_is_logged_when_the_last_to_agree_resigns():
    at = table(people=(ADA, BEN, Person("cleo", "Cleo")), first=0)
    play_on(at, 2)
    number = at.number
    agreements.ask(at, ADA, "undo", 2.0)
    agreements.answer(at, BEN, True, 3.0)
    log = agreements.resign(at, 2, Person("cleo"), 4.0)
    assert [line.kind for line in log][-1:] == ["undo"] and at.number == number + len(log)
