"""Presence: who is at a table, through whatever process and however many connections."""

from formicarium.server.room.presence import Presence
from server.tables import ADA, BEN


def test_somebody_is_there_from_the_first_connection_to_the_last():
    here = Presence()
    assert [here.arrive(ADA), here.arrive(ADA), here.arrive(None)] == [True, False, False]
    assert here.online == {"ada"} and here.connections == 3
    assert [here.depart(ADA), here.depart(None)] == [False, False]
    assert here.online == {"ada"} and not here.is_absent("ada", 0)
    assert here.depart(ADA) and here.online == frozenset() and here.connections == 0
    assert here.is_absent("ada", 0) and not here.is_absent("ada", 3600)


def test_who_is_connected_to_another_process_is_there_until_that_is_gone():
    here, there = Presence(), Presence()
    there.arrive(BEN)
    assert here.hear("there", *there.report()) and here.online == {"ben"}
    assert not here.hear("there", *there.report())  # nothing new
    there.depart(BEN)
    assert here.hear("there", *there.report()) and here.is_absent("ben", 0)
    there.arrive(BEN)
    here.hear("there", *there.report())
    assert not here.forget_all_but({"there"}) and here.online == {"ben"}
    assert here.forget_all_but(set()) and not here.online


def test_when_somebody_left_is_known_from_the_process_that_saw_it_last():
    here = Presence()
    here.hear("there", [], {"ben": 100.0})
    assert here.is_absent("ben", 99) and not here.is_absent("ben", 200)
    here.hear("elsewhere", [], {"ben": 10.0})
    assert not here.is_absent("ben", 99)


def test_wishes_are_counted_until_somebody_comes():
    here = Presence()
    assert here.wish(1, ADA) == {"ada"} and here.wish(1, BEN) == {"ada", "ben"} and here.wish(0, ADA) == {"ada"}
    here.arrive(BEN)
    assert here.wish(1, ADA) == {"ada"}
