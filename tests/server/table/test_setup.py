"""Setting up a table: the promise is kept, nature has acted, and a rematch moves the seats on."""

import pytest

import formicarium as fm
from formicarium.engine.fairness import commitment
from formicarium.errors import TableError
from formicarium.server.table.setup import again, new_table
from formicarium.server.table.table import Table
from server.tables import ADA, BEN, play, table


def test_a_new_table_has_promised_its_seed_and_waits_for_somebody():
    at = table("grasshopper", mode="winter")
    assert at.row.commitment == commitment(at.row.seed) and at.row.options["mode"] == "winter"
    assert fm.NATURE not in at.actors and all(entry.move.seat == fm.NATURE for entry in at.ledger.entries)


def test_a_table_goes_on_from_what_is_given():
    at = table(first=1)
    play(at, "ant e5")
    made = new_table("sisimizi", at.seats, {}, 0.0, owner=ADA.id, given=at.ledger.moves)
    assert made.row.given == 2 and Table(made).match.position == at.match.position


def test_who_is_to_begin_must_sit_there():
    with pytest.raises(TableError) as refused:
        table(first=2)
    assert refused.value.code == "seat/unknown"


def test_another_match_moves_the_seats_on_and_bots_stay_bots():
    at = table(people=(ADA, BEN, None))
    rotated = again(at, 1.0)
    assert [seat.owner for seat in rotated.seats] == ["ben", None, "ada"]
    assert [seat.seat for seat in rotated.seats] == [0, 1, 2] and rotated.row.seed != at.row.seed
