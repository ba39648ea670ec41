"""Plans: what was planned is played when the others act as it says, and dropped at anything else; nobody is told."""

import time

import pytest

from formicarium import NATURE, Move
from formicarium.engine.ledger import Entry
from formicarium.errors import ActionError, TableError
from formicarium.server.people.plans import LINES, STEPS, checked, follow
from formicarium.server.table.rows import SeatRow
from formicarium.server.table.setup import new_table
from formicarium.server.table.table import Person, Table

from ..conftest import wait_for

ADA, BEN, EVE = Person("ada", "Ada"), Person("ben", "Ben"), Person("eve", "Eve")
DAYS = {"kind": "days", "days": 3}


def table(game="sisimizi", **clock):
    """Ada is to act, and Ben plans."""
    seats = [SeatRow(seat, "human", who.name, who.id, "champion") for seat, who in enumerate((ADA, BEN))]
    return Table(new_table(game, seats, {}, 0.0, owner="ada", first=0, clock=clock or DAYS))


def line(made, *places):
    """A line of legal actions, each by its place among all that are."""
    position, found = made.match.position.copy(), []
    for place in places:
        [seat] = position.actors
        code = position.codes(seat)[place]
        found.append((seat, made.match.game.actions[code].text))
        position.apply(seat, code)
    return found


def until_mine(made, place):
    """A line that ends with the first action of Ben."""
    places = [place]
    while line(made, *places)[-1][0] == 0:
        places.append(0)
    return line(made, *places)


def texts(*lines):
    return [[action for _, action in one] for one in lines]


def test_who_makes_an_action_is_found_out_and_what_cannot_be_is_refused():
    made = table()
    good = until_mine(made, 0)
    assert checked(made, BEN, texts(good)) == [good]
    wrong = [
        (made, EVE, texts(good), "sit here"),
        (made, ADA, texts(good), "others are to act"),
        (table(kind="none"), BEN, texts(good), "days a move"),
        (table("grasshopper"), BEN, [["x"]], "nothing is secret"),
        (made, BEN, texts(good[:-1]), "ends with an action of yours"),
        (made, BEN, [[]], "ends with an action of yours"),
        (made, BEN, texts(good) * (LINES + 1), "at most"),
        (made, BEN, [["x"] * (STEPS + 1)], "at most"),
    ]
    for where, who, lines, said in wrong:
        with pytest.raises(TableError, match=said):
            checked(where, who, lines)
    with pytest.raises(ActionError, match="cannot be played"):
        position = made.match.position
        checked(made, BEN, [[next(one.text for one in made.match.game.actions if not position.allows(0, one))]])
    other = [*good[:-1], line(made, *[0] * (len(good) - 1), 1)[-1]]
    with pytest.raises(TableError, match="the same case"):
        checked(made, BEN, texts(good, other))


def test_lines_are_followed_and_dropped():
    made = table()
    first, second = until_mine(made, 0), until_mine(made, 1)
    assert first[0] != second[0]
    parse = made.match.game.actions.parse

    def entry(step, undone=False):
        return Entry(Move(step[0], parse(step[1])), undone)

    lines = [first, second]
    assert follow(lines, []) == lines
    assert follow(lines, [entry(first[0])]) == [first[1:]]
    assert follow(lines, [entry(step) for step in second]) == [], "nothing is left"
    assert follow(lines, [entry(first[0]), entry(first[0], undone=True)]) == []
    assert follow(lines, [entry((NATURE, first[0][1]))]) == []
    assert follow(lines, [entry((1, first[0][1]))]) == [], "by somebody else"


def sit_down(ada, ben, **more):
    made = ada.table("me", "friend", first=0, clock=DAYS, **more)
    invite = made["invites"][0]["invite"]
    ben.post(f"/api/tables/{made['id']}/seats/1", {"do": "join", "invite": invite, "name": "Ben"})
    return made["id"]


def act(guest, table, action):
    guest.act(table, guest.frame(table)["number"], action)


def test_what_was_planned_is_played_at_once_and_told_to_nobody(site, ada, ben):
    name = sit_down(ada, ben)
    made = site.table(name)
    good, other = until_mine(made, 0), until_mine(made, 1)
    address = f"/api/tables/{name}/plans"
    assert ben.post(address, {"lines": texts(good, other)})["lines"] == texts(good, other)
    assert ben.get(address)["lines"] == texts(good, other) and ada.get(address)["lines"] == []
    assert ada.post(address, {"lines": texts(good)}, 409)["code"] == "plan/now"
    assert good[-1][1] in ben.http.get(f"/table/{name}/plans").text
    before = ada.frame(name)
    assert "plan" not in str({key: value for key, value in before.items() if key != "table"})
    for _, action in good[:-1]:
        act(ada, name, action)
    wait_for(lambda: ada.frame(name)["number"] == before["number"] + len(good))
    wait_for(lambda: ben.get(address)["lines"] == [])
    assert ben.get("/api/account")["member"] is False, "a guest plans, too"


def test_a_plan_is_dropped_at_anything_else_and_taken_back_at_any_time(site, ada, ben):
    name = sit_down(ada, ben)
    good, other = until_mine(site.table(name), 0), until_mine(site.table(name), 1)
    address = f"/api/tables/{name}/plans"
    ben.post(address, {"lines": texts(good)})
    assert ben.post(address, {"lines": []}) == {"lines": []} == ben.get(address)
    ben.post(address, {"lines": texts(good)})
    for _, action in other[:-1]:
        act(ada, name, action)
    wait_for(lambda: ben.get(address)["lines"] == [])
    number = ada.frame(name)["number"]
    time.sleep(0.3)
    assert ada.frame(name)["number"] == number, "nobody acts for Ben"
