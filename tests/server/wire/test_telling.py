"""What a viewer's log tells: turns, taking back, long matches, the end, names."""

import pytest

from formicarium import SPECTATOR
from formicarium.server.table.table import Person
from formicarium.server.wire.looks import Viewer
from formicarium.server.wire.telling import LINES, Telling
from server.tables import ADA, BEN, play, play_on, sentences, table

WATCHING = Viewer(SPECTATOR, "en")


def test_the_log_goes_by_turns_and_follows_what_is_taken_back():
    at = table(first=0)
    telling = Telling(at, WATCHING)
    play(at, "ant e5", "hill c2", "done", "ant k11")
    lines = telling.lines()
    assert [(line["ply"], line["seat"], line["turn"], line["round"], line["whose"]) for line in lines] == [
        (1, None, 0, 0, None),
        (2, 0, 1, 1, 0),
        (3, 0, 1, 1, 0),
        (5, 1, 4, 1, 1),  # that a turn ends is told by the next one
    ]
    assert [line["setup"] for line in lines] == [True, False, False, False]
    assert sentences([{"told": [line["sum"]]} for line in lines[1:3]]) == [
        "Ada placed an ant.",
        "Ada placed an ant and built a hill.",
    ]
    at.undo(1, 0.0)
    assert telling.lines() == lines[:3]
    play(at, "hill l9")
    assert telling.lines()[:3] == lines[:3]
    assert sentences(telling.lines()[3:]) == ["Ben built a hill on l9 (sand)."]
    assert telling.lines() == Telling(at, WATCHING).lines()


def test_nothing_is_told_anew_to_a_viewer_who_knows_it(monkeypatch):
    at = table(first=0)
    telling = Telling(at, WATCHING)
    play(at, "ant e5")
    before = telling.lines()
    told, tell = [], telling._telling._told

    def counted(event, *of):
        told.append(event)
        return tell(event, *of)

    monkeypatch.setattr(telling._telling, "_told", counted)
    assert telling.lines() == before and not told
    play(at, "ant e6")
    assert telling.lines()[: len(before)] == before
    assert 0 < len(told) < 4  # the new line and its turn


def test_of_a_long_match_the_last_lines_are_told():
    at = table("formica", (ADA, BEN, Person("c", "Cleo"), Person("d", "Dan")))
    telling = Telling(at, WATCHING)
    play_on(at, LINES - 10)
    assert telling.lines()[0]["ply"] < LINES
    play_on(at, LINES + 50)
    known, late = telling.lines(), Telling(at, WATCHING).lines()
    assert late[0]["ply"] > len(at.ledger.standing) - LINES and len(late) <= LINES
    kept = known[len(known) - len(late) :]
    assert sentences(late) == sentences(kept)
    whole = [number for number, line in enumerate(late) if line["turn"] != late[0]["turn"]]  # not the turn that is cut
    assert [late[number] for number in whole] == [kept[number] for number in whole] and len(whole) > 200


def test_at_the_end_everything_is_revealed():
    at = table("grasshopper", first=0)
    telling = Telling(at, WATCHING)
    play_on(at, 10**6, until=lambda at: any(move.action.verb == "guess" for move in at.match.history))
    secret = "chose in secret what to carry home."
    assert any(said.endswith(secret) for said in sentences(telling.lines()))
    play_on(at, 10**6)
    assert at.over
    said = sentences(telling.lines())
    assert not any(text.endswith(secret) for text in said)
    assert any(text.endswith(" in secret.") for text in said)  # what it was


def test_people_have_their_names_and_open_seats_their_colours():
    at = table(people=(ADA, None), first=1)
    telling = Telling(at, Viewer(SPECTATOR, "de"))
    assert sentences(telling.lines()) == ["Blau beginnt, so fiel das Los."] and telling.holds
    at.join(1, BEN, "random", 0.0)
    assert not telling.holds
    assert sentences(Telling(at, Viewer(SPECTATOR, "de")).lines()) == ["Ben beginnt, so fiel das Los."]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_whole_set_up_of_formica_is_one_turn(seats):
    at = table("formica", (ADA, BEN, Person("c", "Cleo"), Person("d", "Dan"))[:seats])
    lines = Telling(at, WATCHING).lines()
    assert [line["setup"] for line in lines] == [True, False]  # the lot, then the first roll
    assert len({line["turn"] for line in lines if line["setup"]}) == 1
    assert sentences(lines)[0].startswith("The stones lie face down in the nests; ")


def test_a_purchase_that_is_begun_has_a_line_for_the_buyer_alone():
    at = table("grasshopper", mode="winter")
    play_on(at, 10**6, until=lambda at: at.ledger.last.action.verb == "buy")
    buyer = at.ledger.last.seat
    assert Telling(at, Viewer(buyer, "en")).lines()[-1]["ply"] == len(at.ledger.standing)
    for witness in (1 - buyer, SPECTATOR):
        assert Telling(at, Viewer(witness, "en")).lines()[-1]["ply"] < len(at.ledger.standing)


def test_a_caption_is_what_the_line_says():
    at = table("formica")
    play_on(at, 120)
    telling = Telling(at, Viewer(0, "en"))
    lines = {line["ply"]: line["told"] for line in telling.lines()}
    for ply in range(len(at.ledger.standing) + 1):
        assert telling.caption(ply) == lines.get(ply, [])
