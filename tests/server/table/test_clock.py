"""Clocks: what runs, what is added, what survives a restart; and a seat whose time is over."""

from dataclasses import replace

import pytest

from formicarium.server.table.clock import Clock

from ..conftest import wait_for

LIVE = {"kind": "live", "seconds": 60, "increment": 5}
DAYS = {"kind": "days", "days": 1}


def test_a_live_clock_runs_for_those_who_may_act():
    clock = Clock.new(LIVE, 2).turned([0], 100.0)
    assert clock.remaining(0, 110.0) == 50 and clock.remaining(1, 110.0) == 60
    clock = clock.turned([1], 110.0, acted=0)
    assert clock.left == (55, 60) and clock.next_end() == 170
    clock = clock.turned([1], 120.0, acted=1)  # another action of the same turn: no increment
    assert clock.left == (55, 50) and clock.next_end() == 170


def test_days_begin_anew_with_each_action():
    clock = Clock.new(DAYS, 2).turned([0], 0.0).turned([0], 1000.0, acted=0)
    assert clock.next_end() == 1000 + 86_400
    clock = clock.turned([1], 2000.0, acted=0)
    assert clock.ended(2000 + 86_399) == [] and clock.ended(2000 + 86_400) == [1]


@pytest.mark.parametrize(("settings", "end"), [(LIVE, 1050), (DAYS, 86_500)])
def test_a_live_clock_stands_while_the_server_does(settings, end):
    clock = Clock.new(settings, 2)
    clock = replace(clock, left=(clock.left[0], 50 if settings is LIVE else clock.left[1])).turned([1], 100.0)
    assert Clock.new(settings, 2).resumed(clock.stored(), 1000.0).next_end() == end
    for stood in (None, 90.0):  # it was out of memory, but the server ran
        assert Clock.new(settings, 2).resumed(clock.stored(), stood).next_end() == clock.next_end()


def test_without_a_clock_nothing_runs():
    clock = Clock.new({"kind": "none"}, 2).turned([0], 5.0)
    assert clock.stored() is None and clock.remaining(0, 9.0) is None and clock.next_end() is None


def test_a_seat_whose_time_is_over_goes_to_a_bot(site):
    ada = site.processes[0].guest("Ada")
    seats = [{"kind": "me", "level": "random"}, {"kind": "local", "level": "random"}]
    wish = {"game": "sisimizi", "seats": seats, "first": 0, "clock": {"kind": "live", "seconds": 10}}
    table = ada.post("/api/tables", wish, 201)["id"]
    found = site.processes[0].table(table)
    assert found.clock.since[0] is not None  # it runs from the start
    found.clock = replace(found.clock, left=(0.2, 10.0))
    ada.act(table, 1, "ant a1", seat=0)
    wait_for(lambda: ada.frame(table, scene="no")["table"]["seats"][0]["away"])
    refused = ada.post(f"/api/tables/{table}/seats/0", {"do": "return"}, 409)
    assert refused["code"] == "clock/over"


def test_the_clock_waits_for_all_seats(ada, ben):
    made = ada.table("me", "friend", first=0, open=True, clock={"kind": "live", "seconds": 100})
    assert not any(seat["running"] for seat in ada.frame(made["id"])["table"]["seats"])
    ben.post(f"/api/tables/{made['id']}/seats/1", {"do": "join", "name": "Ben"})
    assert [seat["running"] for seat in ada.frame(made["id"])["table"]["seats"]] == [True, False]
