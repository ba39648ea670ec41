"""Changes: each is made in memory and says what is to be stored, told and answered; a refused one changes nothing."""

import pytest

from formicarium.server.room.changes import (
    REFUSALS,
    Act,
    BotActs,
    Fill,
    HandOver,
    Join,
    Leave,
    Rematch,
    Return,
    Say,
    Undo,
)
from formicarium.server.table.clock import Clock
from formicarium.server.table.table import Person
from server.tables import ADA, BEN, play, play_on, table

CLEO = Person("cleo", "Cleo")


def refused(at, change, code):
    before = at.number, list(at.seats), at.match.position.tobytes(), len(at.chat)
    with pytest.raises(REFUSALS) as error:
        change.make(at, 0.0)
    assert error.value.code == code
    assert (at.number, at.seats, at.match.position.tobytes(), len(at.chat)) == before


def test_an_action_is_stored_told_and_answered_by_its_number():
    at = table(first=0)
    made = Act(ADA, at.number, "ant e5").make(at, 5.0)
    assert made.answer == at.number == 2 and made.writes
    assert made.event["type"] == "moved" and made.event["number"] == 2
    assert [(line.kind, line.seat, line.action) for line in made.event["log"]] == [("act", 0, "ant e5")]
    refused(at, Act(ADA, 1, "ant e6"), "number/stale")
    refused(at, Act(BEN, 2, "ant e6"), "action/seat")
    refused(at, Act(CLEO, 2, "ant e6"), "seat/none")
    refused(at, Act(ADA, 2, "ant e5"), "action/illegal")


def test_taking_back_is_an_entry_too():
    at = table(first=0)
    play(at, "ant e5")
    refused(at, Undo(BEN, 2, 99), "undo/other-seat")
    refused(at, Undo(ADA, 1, 99), "number/stale")
    assert Undo(ADA, 2, 99).make(at, 0.0).answer == at.number == 3
    refused(at, Undo(ADA, 3, 99), "undo/nothing")
    refused(at, Undo(ADA, 3, 3), "undo/full")


def test_a_bot_acts_only_on_what_it_has_seen():
    at = table(people=(ADA, None), first=1)
    Fill(1, ADA, "random").make(at, 0.0)
    seen = at.match.view(1)
    assert BotActs(seen, "ant e5").make(at, 0.0).answer == 2
    refused(at, BotActs(seen, "ant e6"), "number/stale")


def test_who_sits_where_is_stored_and_told_only_if_it_changes():
    at = table(people=(ADA, None))
    refused(at, Act(ADA, at.number, "done"), "table/waiting")
    assert Join(1, BEN, "random").make(at, 0.0).event == {"type": "seats"}
    again = Join(1, BEN, "random").make(at, 0.0)
    assert (again.writes, again.event) == ([], None)
    refused(at, Join(1, CLEO, "random"), "seat/taken")
    Leave(1, BEN).make(at, 0.0)
    assert at.plays(1) == "bot"
    Return(1, BEN).make(at, 0.0)
    assert at.plays(1) == "person"
    refused(at, HandOver(1, ADA, absent=False, wanted_by=frozenset()), "seat/present")
    HandOver(1, ADA, absent=True, wanted_by=frozenset()).make(at, 0.0)
    assert at.plays(1) == "bot"


def test_what_is_said_has_a_limit_and_a_name():
    at = table()
    assert Say(BEN, "Hello", 1).make(at, 0.0).answer.name == "Ben"
    refused(at, Say(ADA, "Hello", 1), "chat/full")
    refused(at, Say(ADA, "", 5), "chat/empty")
    refused(at, Say(CLEO, "Hello", 5), "seat/none")


def test_a_rematch_is_asked_for_twice_and_had_once():
    at = table("grasshopper")
    refused(at, Rematch(ADA), "table/not-over")
    play_on(at, 10**6)
    refused(at, Rematch(CLEO), "seat/none")
    made = Rematch(ADA).make(at, 0.0)
    assert made.new is not None and [seat.owner for seat in made.new.seats] == ["ben", "ada"]
    assert Rematch(BEN).make(at, 0.0).answer == made.answer == made.new.id
    refused(at, Undo(ADA, at.number, 9999), "undo/over")


def test_who_acts_unnoticed_gets_no_new_days():
    at = table("grasshopper", mode="winter")
    at.clock = Clock.new({"kind": "days", "days": 2}, 2)
    play_on(at, 10**6, until=lambda at: any(action.verb == "buy" for action in at.match.legal(at.match.actors[0])))
    buyer = at.match.actors[0]
    buy = next(action.text for action in at.match.legal(buyer) if action.verb == "buy")
    at.act(buyer, buy, 500.0)
    assert at.clock.since[buyer] == 0.0
    at.undo(buyer, 600.0)
    assert at.clock.since[buyer] == 0.0
    at.act(buyer, "pass", 700.0)
    assert at.clock.since[buyer] != 0.0
