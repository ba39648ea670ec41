"""What people do with a tournament: who may do it, until when, and what is said to who may not."""

import time

import pytest

from formicarium.errors import TournamentError


def made(guest, **wish):
    body = {"name": "Cup", "host": guest.name, "game": "grasshopper", "rounds": 1, **wish}
    return guest.post("/api/tournaments", body, 201)["id"]


def do(guest, tournament, what, status=200, **more):
    return guest.post(f"/api/tournaments/{tournament}", {"do": what, **more}, status)


def test_people_come_and_go_before_the_first_round(site, ada, ben):
    cup, twin = made(ada), site.guest("Ben")
    assert do(ben, cup, "enter", name="Ben")["you"] == 1
    assert do(ben, cup, "enter", name="Ben")["count"] == 1  # asked twice, it is the same
    assert [one["name"] for one in do(twin, cup, "enter", name="Ben")["standings"]] == ["Ben", "Ben (2)"]
    left = do(ben, cup, "leave")
    assert (left["you"], left["count"]) == (None, 1)
    assert do(ben, cup, "leave", 403)["code"] == "tournament/none"
    assert do(ben, cup, "enter", name="Benjamin")["you"] == 1
    assert do(ada, cup, "remove", entrant=2)["count"] == 1
    assert do(ada, cup, "remove", 404, entrant=2)["code"] == "tournament/entrant"
    nobody = site.guest("")
    assert do(nobody, cup, "enter", 409)["code"] == "tournament/name"


@pytest.mark.parametrize("what", ["bots", "remove", "begin", "call-off"])
def test_only_who_set_it_up_may(ada, ben, what):
    cup = made(ada)
    do(ben, cup, "enter", name="Ben")
    assert do(ben, cup, what, 403)["code"] == "tournament/owner"


def test_after_the_first_round_has_begun_nobody_enters(ada, ben):
    cup = made(ada, clock={"kind": "days", "days": 1})
    assert do(ada, cup, "begin", 409)["code"] == "tournament/few"
    do(ada, cup, "enter", name="Ada")
    do(ada, cup, "bots", level="random")
    shown = do(ada, cup, "begin")
    assert shown["state"] == "playing" and shown["your_table"]
    assert do(ben, cup, "enter", 409, name="Ben")["code"] == "tournament/begun"
    assert do(ada, cup, "bots", 409)["code"] == "tournament/begun"
    assert do(ada, cup, "begin", 409)["code"] == "tournament/begun"
    assert do(ada, cup, "call-off")["state"] == "off"
    assert do(ada, cup, "call-off", 409)["code"] == "tournament/over"
    assert do(ada, cup, "leave", 409)["code"] == "tournament/over"


def test_what_cannot_be_played_is_refused_when_it_is_set_up(ada):
    def refused(status, **wish):
        body = {"name": "Cup", "host": "Ada", "game": "grasshopper", **wish}
        return ada.post("/api/tournaments", body, status)["code"]

    assert refused(409, format="pods") == refused(409, format="swiss", seats=3) == "tournament/format"
    assert refused(409, options={"mode": "summer"}) == "option/value"
    assert refused(404, game="chess") == "unknown/game"
    assert refused(404, fill="godlike") == "unknown/bot"
    assert refused(409, starts=time.time() - 10) == "tournament/past"
    assert refused(409, name="  ") == "tournament/name"
    assert refused(422, clock={"kind": "none"}) == "request/invalid"
    assert ada.get("/api/tournaments/nowhere", 404)["code"] == "tournament/unknown"
    assert TournamentError.CODES["tournament/unknown"].status == 404


def test_lists_tell_what_is_open_and_what_is_mine(ada, ben):
    listed, hidden = made(ada, listed=True, starts=time.time() + 1000), made(ada)
    do(ben, hidden, "enter", name="Ben")
    lists = ben.get("/api/tournaments", lang="de")
    assert listed in [one["id"] for one in lists["listed"]] and hidden not in [one["id"] for one in lists["listed"]]
    (mine,) = lists["mine"]
    assert (mine["id"], mine["count"], mine["state"], mine["host"]) == (hidden, 1, "open", "Ada")
    assert {listed, hidden} <= {one["id"] for one in ada.get("/api/tournaments")["mine"]}
    do(ada, listed, "call-off")
    assert listed not in [one["id"] for one in ben.get("/api/tournaments")["listed"]]


def test_what_has_not_changed_is_not_said_again(ada):
    cup = made(ada)
    first = ada.http.get(f"/api/tournaments/{cup}")
    known = {"if-none-match": first.headers["etag"]}
    assert ada.http.get(f"/api/tournaments/{cup}", headers=known).status_code == 304
    assert ada.http.get(f"/api/tournaments/{cup}/qr").headers["content-type"] == "image/svg+xml"
    page = ada.http.get(f"/tournament/{cup}/parts")
    assert ada.http.get(f"/tournament/{cup}/parts", headers={"if-none-match": page.headers["etag"]}).status_code == 304
    do(ada, cup, "enter", name="Ada")
    assert ada.http.get(f"/api/tournaments/{cup}", headers=known).status_code == 200
