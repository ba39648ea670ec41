"""Reviews at a server: only of what is over, made in the background, kept, refined, and for all who may see the end."""

import json
import time

import pytest

import formicarium as fm
from formicarium.coach import review
from formicarium.core import random
from formicarium.errors import LimitError
from formicarium.server.room.reviews import Reviews

from ..tables import table

REVIEWED = 240.0  # seconds in which a busy machine makes a review


def follow(guest, table, *, final=False):
    """Ask until a review is there."""
    end = time.monotonic() + REVIEWED
    while time.monotonic() < end:
        answer = guest.get(f"/api/tables/{table}/review")
        if answer["final"] or (answer["story"] and not final):
            return answer
        time.sleep(0.2)
    raise AssertionError("no review came")


@pytest.fixture
def finished(ada):
    """The record of a match, which Ada has brought."""
    match, rng = fm.Match("grasshopper", 2, seed=7), random.stream("reviewed")
    while not match.over and len(match.history) < 40:
        seat = match.actors[0]
        match.play(match.position.sample(seat, rng), seat)
    return ada.post("/api/records", {"text": match.text()}, 201)["id"]


def test_a_match_that_goes_on_is_not_reviewed(ada, ben):
    made = ada.table("me", "local", game="formica", open=True)["id"]
    for guest in (ada, ben):
        assert guest.post(f"/api/tables/{made}/review", status=409)["code"] == "table/not-over"
        assert guest.get(f"/api/tables/{made}/review", 409)["code"] == "table/not-over"
        assert guest.get(f"/api/tables/{made}/review.png", 409)["code"] == "table/not-over"
        assert guest.http.get(f"/table/{made}/review").status_code == 409
        assert guest.http.get(f"/table/{made}/review/parts").status_code == 409


def test_a_review_is_made_once_and_kept(ada, ben, finished, site):
    assert ada.get(f"/api/tables/{finished}/review")["iterations"] == 0
    assert ada.get(f"/api/tables/{finished}/review.png", 404)["code"] == "review/none"
    begun = ada.post(f"/api/tables/{finished}/review", status=202)
    assert begun["story"] is None and not begun["final"]
    first = follow(ada, finished)
    told = first["story"]
    parts = [line["percent"] for line in told["sum"]]
    assert [round(sum(part[seat] for part in parts[:-1]), 6) for seat in (0, 1)] == parts[-1]
    assert told["plies"] == ada.get(f"/api/tables/{finished}/replay")["plies"]
    assert ben.get(f"/api/tables/{finished}/review", lang="de")["story"]["language"] == "de", "who watches may see it"
    assert ada.get(f"/api/tables/{finished}/review", than=10**6)["story"] is None
    html = ada.http.get(f"/table/{finished}/review").text
    assert "<svg" in html and "review.png" in html, "it arrives with the page"
    assert ada.http.get(f"/api/tables/{finished}/review.png").content.startswith(b"\x89PNG")
    last = follow(ada, finished, final=True)
    assert last["iterations"] == review.FINER * first["iterations"] or first["final"]
    assert last["progress"] is None
    for app in site.apps:  # whatever process is asked: it is in the database
        app.state.server.reviews._kept.clear()
    assert ada.post(f"/api/tables/{finished}/review", status=202)["final"]


def test_the_record_has_what_was_found_and_what_could_have_happened(ada, ben):
    made = ada.table("me", "bot", game="sisimizi")["id"]
    ada.post(f"/api/tables/{made}/seats/0", {"do": "resign"})
    plies = ada.get(f"/api/tables/{made}/replay")["plies"]
    seats = [{"kind": "me"}, {"kind": "local"}]
    branch = ada.post(f"/api/tables/{made}/continue", {"at": plies, "seats": seats}, 201)["id"]
    ben.post(f"/api/tables/{made}/continue", {"at": 0, "seats": seats}, 201)  # who did not sit there keeps it apart
    frame = ada.frame(branch)
    ada.act(branch, frame["number"], frame["choices"][0])
    ada.post(f"/api/tables/{made}/review", status=202)
    answer = follow(ada, made)
    assert [(one["table"], one["ply"], one["actions"]) for one in answer["branches"]] == [(branch, plies, 1)]
    played = fm.loads(ben.http.get(f"/api/tables/{made}/record").text, nature=False)
    ((ply, moves, _, _),) = played.variations
    assert (ply, [move.text for move in moves]) == (plies, [frame["choices"][0]])


def test_a_branch_with_secrets_is_shown_when_it_is_over(ada, finished):
    seats = [{"kind": "me"}, {"kind": "local"}]
    branch = ada.post(f"/api/tables/{finished}/continue", {"at": 4, "seats": seats}, 201)["id"]
    seat = next(seat["seat"] for seat in ada.frame(branch)["table"]["seats"] if seat["to_act"])
    frame = ada.frame(branch, seat=seat)
    ada.act(branch, frame["number"], frame["choices"][0], seat=seat)
    assert ada.get(f"/api/tables/{finished}/review")["branches"][0]["actions"] == 0
    assert not fm.loads(ada.http.get(f"/api/tables/{finished}/record").text, nature=False).variations
    for own in (0, 1):
        ada.post(f"/api/tables/{branch}/seats/{own}", {"do": "resign"}, 200 if not own else 409)
    assert ada.get(f"/api/tables/{finished}/review")["branches"][0]["actions"] > 0
    assert fm.loads(ada.http.get(f"/api/tables/{finished}/record").text, nature=False).variations


def test_the_first_review_of_people_is_there_before_anybody_asks(ada, ben):
    made = ada.table("me", "bot", game="grasshopper")["id"]
    ada.post(f"/api/tables/{made}/seats/0", {"do": "resign"})
    told = follow(ben, made)
    assert told["story"]["plies"] == ada.get(f"/api/tables/{made}/replay")["plies"]
    assert not told["final"], "finer only when somebody wants to read it"
    assert ada.post(f"/api/tables/{made}/review", status=202)["iterations"] == told["iterations"]
    assert follow(ada, made, final=True)["iterations"] == review.FINER * told["iterations"]


def test_no_more_than_so_many_are_made_at_once():
    over = table()
    over.end("agreed", 1.0)
    reviews = Reviews(None, None, None, 0)
    reviews.match_is_over(over)
    assert reviews.progress(over.id) is None, "nobody has asked: those who do come first"
    with pytest.raises(LimitError) as refused:
        reviews.begin(over, None)
    assert refused.value.code == "limit/busy"
    assert json.dumps(reviews.progress(over.id)) == "null"
