"""Clubs: who has the invitation joins, moderators keep order, everything of a club is for its members."""

import pytest

from formicarium.server.settings import Settings

from ..conftest import QUICK, running


def found(guest, **more):
    return guest.post("/api/clubs", {"name": "Class 4b", "about": "Fridays", "me": guest.name, **more}, 201)["id"]


def code_of(guest, club):
    return guest.get(f"/api/clubs/{club}")["invitation"].rpartition("code=")[2]


def do(guest, club, what, status=200, **more):
    return guest.post(f"/api/clubs/{club}", {"do": what, **more}, status)


def join(guest, club, code, status=200):
    return do(guest, club, "join", status, code=code, name=guest.name)


@pytest.fixture
def cleo(site):
    return site.guest("Cleo")


def test_the_invitation_lets_in_and_nothing_else_does(ada, ben, cleo):
    club = found(ada)
    assert join(ben, club, "guessed", 403)["code"] == "club/code"
    outside = ben.get(f"/api/clubs/{club}")
    assert outside["name"] == "Class 4b" and not outside["member"]
    assert outside["invitation"] is None and outside["people"] == outside["tables"] == outside["tournaments"] == []
    inside = join(ben, club, code_of(ada, club))
    assert [(one["name"], one["moderator"], one["mine"]) for one in inside["people"]] == [
        ("Ada", True, False),
        ("Ben", False, True),
    ]
    assert [one["id"] for one in ben.get("/api/clubs")] == [club]
    assert ben.http.get(f"/api/clubs/{club}/qr").headers["content-type"] == "image/svg+xml"
    assert cleo.get(f"/api/clubs/{club}/qr", 403)["code"] == "club/member"
    old = code_of(ada, club)
    do(ada, club, "renew")
    assert join(cleo, club, old, 403)["code"] == "club/code"
    twin = ada.site.guest("Ben")
    assert [one["name"] for one in join(twin, club, code_of(ada, club))["people"]][-1] == "Ben (2)"


def test_who_is_removed_does_not_come_back_and_who_left_may(ada, ben, cleo):
    club = found(ada)
    code = code_of(ada, club)
    join(ben, club, code), join(cleo, club, code)
    assert do(ben, club, "remove", 403, person=3)["code"] == "club/moderator"
    do(ada, club, "moderator", person=2)
    assert do(ben, club, "remove", 403, person=1)["code"] == "club/founder"
    assert do(ben, club, "remove", 404, person=9)["code"] == "club/person"
    assert [one["name"] for one in do(ben, club, "remove", person=3)["people"]] == ["Ada", "Ben"]
    assert join(cleo, club, code, 403)["code"] == "club/removed" and not cleo.get(f"/api/clubs/{club}")["member"]
    assert do(cleo, club, "leave", 403)["code"] == "club/member"
    do(ben, club, "leave")
    back = join(ben, club, code)
    assert back["people"][1]["name"] == "Ben" and not back["moderator"]
    assert do(ada, club, "leave", 403)["code"] == "club/founder"


def test_a_table_of_a_club_is_found_by_its_members_and_closed_by_a_moderator(ada, ben, cleo):
    club = found(ada)
    join(ben, club, code_of(ada, club))
    wish = {"game": "grasshopper", "seats": [{"kind": "me"}, {"kind": "friend"}], "clock": {"kind": "none"}}
    assert cleo.post(f"/api/clubs/{club}/tables", wish, 403)["code"] == "club/member"
    table = ben.post(f"/api/clubs/{club}/tables", wish, 201)["id"]
    (shown,) = ada.get(f"/api/clubs/{club}")["tables"]
    assert shown["id"] == table and ben.get(f"/api/clubs/{club}")["tables"][0]["join"] is None
    assert table not in [one["id"] for one in cleo.get("/api/tables")["open"]]
    seat, invite = (part.partition("=")[2] for part in shown["join"].partition("?")[2].split("&"))
    ada.post(f"/api/tables/{table}/seats/{seat}", {"do": "join", "invite": invite, "name": "Ada"})
    assert do(ben, club, "close", 403, table=table)["code"] == "club/moderator"
    other = ada.table("me", "friend")["id"]
    assert do(ada, club, "close", 404, table=other)["code"] == "club/table"
    assert do(ada, club, "close", table=table)["tables"] == []
    frame = ada.frame(table)
    assert frame["table"]["over"] and set(frame["outcome"]["places"]) == {1}
    assert do(ada, club, "close", 409, table=table)["code"] == "table/over"


def test_a_tournament_of_a_club_is_for_its_members(ada, ben, cleo):
    club = found(ada)
    join(ben, club, code_of(ada, club))
    wish = {"name": "Cup", "host": "Ben", "game": "grasshopper", "club": club, "listed": True}
    assert cleo.post("/api/tournaments", wish, 403)["code"] == "club/member"
    cup = ben.post("/api/tournaments", wish, 201)["id"]
    assert [one["id"] for one in ada.get(f"/api/clubs/{club}")["tournaments"]] == [cup]
    assert cup not in [one["id"] for one in cleo.get("/api/tournaments")["listed"]]
    assert cleo.get(f"/api/tournaments/{cup}", 403)["code"] == "club/member"
    enter = {"do": "enter", "name": "x"}
    assert cleo.post(f"/api/tournaments/{cup}", enter, 403)["code"] == "club/member"
    assert ada.post(f"/api/tournaments/{cup}", {"do": "enter", "name": "Ada"})["you"] == 1


def test_limits_are_numbers(database_url):
    limits = {"clubs_each": 1, "club_people": 2, "club_tables": 1, "tournaments_each": 1, "tournament_entrants": 2}
    with running(Settings(database_url=database_url, **limits, **QUICK)) as site:
        ada, ben, cleo = (site.guest(name) for name in ("Ada", "Ben", "Cleo"))
        club = found(ada)
        many = ada.post("/api/clubs", {"name": "Another", "me": "Ada"}, 409)
        assert many["code"] == "club/many"
        join(ben, club, code_of(ada, club))
        assert join(cleo, club, code_of(ada, club), 409)["code"] == "club/full"
        wish = {"game": "grasshopper", "seats": [{"kind": "me"}, {"kind": "friend"}]}
        ada.post(f"/api/clubs/{club}/tables", wish, 201)
        assert ada.post(f"/api/clubs/{club}/tables", wish, 409)["code"] == "club/full"
        cup = ada.post("/api/tournaments", {"name": "Cup", "game": "grasshopper"}, 201)["id"]
        more = ada.post("/api/tournaments", {"name": "Cup", "game": "grasshopper"}, 409)
        assert more["code"] == "tournament/many"
        three = ada.post(f"/api/tournaments/{cup}", {"do": "bots", "level": "random", "count": 3}, 409)
        assert three["code"] == "tournament/full"
        ada.post(f"/api/tournaments/{cup}", {"do": "call-off"})
        ada.post("/api/tournaments", {"name": "Cup", "game": "grasshopper"}, 201)


def talk(guest, table):
    return guest.frame(table)["talk"]


def test_a_club_for_the_young_has_no_chat_at_its_tables(ada, ben):
    club = found(ada, silent=True)
    join(ben, club, code_of(ada, club))
    assert ben.get(f"/api/clubs/{club}")["silent"] is True
    bots = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    wish = {"game": "sisimizi", "seats": bots}
    silent = ada.post(f"/api/clubs/{club}/tables", wish, 201)["id"]
    said = ada.post(f"/api/tables/{silent}/chat", {"text": "hello"}, 409)
    assert said["code"] == "chat/never" and talk(ada, silent) == "never"
    ada.post("/api/manners", {"do": "chat", "on": True, "table": silent})
    assert talk(ada, silent) == "never", "whatever somebody wants"
    ada.post(f"/api/tables/{silent}/seats/0", {"do": "resign"})
    again = ada.post(f"/api/tables/{silent}/rematch")["id"]
    assert talk(ada, again) == "never"
    assert do(ben, club, "talk", 403)["code"] == "club/moderator"
    assert do(ada, club, "talk")["silent"] is False
    loud = ada.post(f"/api/clubs/{club}/tables", wish, 201)["id"]
    assert talk(ada, loud) == "on" and talk(ada, silent) == "never", "what is set up stays as it is"
    assert do(ada, club, "silence")["silent"] is True
