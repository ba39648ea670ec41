"""Profiles: what rated matches tell, to whom it concerns; to others what somebody shows."""

import pytest
import sqlalchemy as sa

import formicarium as fm
from formicarium.coach.review import pack
from formicarium.errors import TableError
from formicarium.server.people.profiles import PARTS, Profiles, favourites, luck
from formicarium.server.people.ratings import Ratings
from formicarium.server.store.profiles import First
from formicarium.server.store.schema import actions, results, reviews, seats, tables
from formicarium.server.table.table import Person

from ..conftest import with_storage

ADA, BEN, EVE = (Person(name.lower(), name) for name in ("Ada", "Ben", "Eve"))


async def match(storage, number, *people, places=None, first="ant a1"):
    """A finished match, each person's first action among its log."""
    name = f"t{number}"
    row = {"id": name, "game": "sisimizi", "options": {}, "clock": {}, "seed": "", "commitment": "", "given": 0}
    result = {"places": places or [*range(1, len(people) + 1)], "begun": True, "left": []}
    async with storage.transaction() as connection:
        row |= {"open": False, "state": "over", "owner": "", "created": 0.0, "changed": float(number)}
        await connection.execute(sa.insert(tables), [row])
        for seat, one in enumerate(people):
            who = {"kind": "human", "name": one.name, "owner": one.id, "level": "", "away": False}
            await connection.execute(sa.insert(seats), [{"table_id": name, "seat": seat, **who}])
            for at, action in ((2, first), (4, "ant b2")):
                line = {"kind": "act", "seat": seat, "action": action, "time": 0.0}
                await connection.execute(sa.insert(actions), [{"table_id": name, "number": 9 * seat + at, **line}])
        await connection.execute(sa.insert(results), [{"table_id": name, "result": result}])


async def some(storage):
    await match(storage, 1, ADA, BEN)
    await match(storage, 2, BEN, ADA, places=[2, 1], first="ant c3")
    await match(storage, 3, ADA, EVE, places=[1, 1])
    await match(storage, 4, ADA, BEN, places=[2, 1])
    async with storage.transaction() as connection:
        packed = pack("sisimizi", 2, 128, (1.0, 0.0), [])
        await connection.execute(sa.insert(reviews), [{"table_id": "t1", "iterations": 128, "review": packed}])
    ratings = Ratings(storage)
    await ratings.catch_up()
    return Profiles(storage, ratings.store)


def test_who_it_is_sees_everything(database_url):
    async def work(storage):
        profiles = await some(storage)
        return await profiles.of("ada", ADA)

    found = with_storage(database_url, work)
    assert found.own and found.name == "Ada" and found.shown == frozenset()
    [curve] = found.ratings
    assert curve.standing.strength.matches == len(curve.points) == 4
    assert [ended for ended, _ in curve.points] == [1.0, 2.0, 3.0, 4.0]
    assert curve.points[-1][1] == curve.standing.strength
    assert found.results == [("sisimizi", "", "people", 4, 3)]
    assert [(one.name, one.matches, one.before, one.behind) for one in found.rivals] == [
        ("Ben", 3, 2, 1),
        ("Eve", 1, 0, 0),
    ]
    assert found.openings == [("sisimizi", "", "ant a1", 3), ("sisimizi", "", "ant c3", 1)]
    assert found.luck.matches == 1


def test_others_see_what_is_shown_and_nothing_before(database_url):
    async def work(storage):
        profiles = await some(storage)
        for viewer in (None, BEN):
            for who in ("ada", "nobody"):
                with pytest.raises(TableError, match="nobody of that name"):
                    await profiles.of(who, viewer)
        await profiles.show(ADA, ["ratings", "rivals"])
        seen = [await profiles.of("ada", viewer) for viewer in (None, BEN)]
        await profiles.show(ADA, [])
        with pytest.raises(TableError):
            await profiles.of("ada", BEN)
        return seen

    for viewer, found in zip((None, BEN), with_storage(database_url, work), strict=True):
        assert not found.own and found.name == "Ada" and found.ratings
        assert found.results is found.openings is found.luck is None
        if viewer:
            assert [one.name for one in found.rivals] == ["Ben"], "not how third people did"
        else:
            assert found.rivals is None


def test_only_the_most_frequent_first_actions_are_favourites():
    firsts = [First("antics", "", action, times) for times, action in ((9, "a"), (5, "b"), (2, "c"), (1, "d"))]
    assert [one.action for one in favourites([*firsts, First("formica", "", "e", 1)])] == ["a", "b", "c", "e"]


def test_luck_is_the_sum_over_reviews():
    packed = pack("sisimizi", 2, 128, (1.0, 0.0), [])
    assert (luck([(0, packed), (1, packed)]).matches, luck([]).matches) == (2, 0)


def secret_choices(*actions, best=0.6):
    """A packed review of a match of the Grasshopper in which seat 0 chose these, where one is best hidden by a lot."""
    likely, other = (action.text for action in [*fm.game("grasshopper").actions][:2])
    steps = [
        {"seat": 0, "action": (likely, other)[action], "unforeseen": [0.0, 0.0]}
        | {"best": likely, "loss": 0.0, "chances": [0.5, 0.5], "effect": [-0.01, 0.01]}
        | {"mix": [[likely, best], [other, 1 - best]]}
        for action in actions
    ]
    return pack("grasshopper", 2, 128, (1.0, 0.0), steps)


def test_secret_choices_are_as_readable_as_the_reviews_say():
    habit, lot = secret_choices(1, 1, 1, 1), secret_choices(0, 1, 0, 1)
    found = luck([(0, habit), (0, lot), (1, habit)])
    assert (found.matches, found.choices) == (3, 8), "those of seat 1 are not seat 0's"
    read = [luck([(0, packed)]) for packed in (habit, lot)]
    assert read[0].guessed == 3, "the first time nobody knows the habit, then everybody does"
    assert read[0].guessed > read[1].guessed and found.guessed == sum(one.guessed for one in read)
    assert found.expected == pytest.approx(sum(one.expected for one in read)) and found.lost == pytest.approx(0.08)


def test_a_profile_is_a_page_and_an_answer(site):
    ada, ben = site.guest("Ada"), site.guest("Ben")
    for guest in (ada, ben):
        guest.post("/api/tokens", {"name": "cookie"}, 201)
    assert ada.post("/api/people/me", {"parts": []}) == {"shown": []}
    mine = ada.get("/api/people/me")
    assert mine["ratings"] == mine["results"] == mine["openings"] == mine["rivals"] == []
    assert "No rated match yet." in ada.http.get("/people/me").text
    address = f"/people/{mine['person']}"
    assert ben.http.get(address).status_code == ben.http.get(f"/api{address}").status_code == 404
    assert sorted(ada.post("/api/people/me", {"parts": ["luck", "ratings"]})["shown"]) == ["luck", "ratings"]
    assert ben.get(f"/api{address}")["results"] is None and ben.http.get(address).status_code == 200
    assert ada.http.post("/api/people/me", json={"parts": ["everything"]}).status_code == 422
    assert site.guest("Eve").http.get("/people/me").headers["location"] == "/matches"
    assert set(PARTS) > {"luck"}
