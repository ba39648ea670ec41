"""Invitations: a token opens one seat of one table, and no other."""

from formicarium.server.room.invitations import Invitations
from server.tables import ADA, table


def test_a_token_is_for_one_seat_of_one_table_of_one_server():
    signing = Invitations(b"secret")
    token = signing.token("there", 1)
    assert signing.is_valid("there", 1, token)
    assert not signing.is_valid("there", 0, token) and not signing.is_valid("here", 1, token)
    assert not signing.is_valid("there", 1, token[:-1]) and not signing.is_valid("there", 1, "ä")
    assert not Invitations(b"other").is_valid("there", 1, token)


def test_open_seats_have_links():
    at, signing = table(people=(ADA, None, None)), Invitations(b"secret")
    assert [invite["seat"] for invite in signing.of(at)] == [1, 2]
    first = signing.of(at)[0]
    assert first["link"] == f"/table/{at.id}?seat=1&invite={first['invite']}"
    at.fill(1, "ada", "random", 0.0)
    assert [invite["seat"] for invite in signing.of(at)] == [2]
