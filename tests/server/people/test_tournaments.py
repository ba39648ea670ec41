"""Tournaments run by themselves, whatever happens to the server: rounds, tables, deadlines, restarts."""

import asyncio
import time

import pytest
import sqlalchemy as sa

from formicarium.server.settings import Settings
from formicarium.server.store.tournaments import rounds, tournaments
from formicarium.server.table import clock

from ..conftest import QUICK, running, running_behind_nginx, wait_for, with_storage

SECRET = "the same again, and not a short one"


def set_up(guest, bots=0, **wish):
    level = wish.pop("level", "random")
    body = {
        "name": "Cup",
        "host": guest.name,
        "game": "grasshopper",
        "seats": 2,
        "format": "swiss",
        "rounds": 2,
        **wish,
    }
    made = guest.post("/api/tournaments", body, 201)["id"]
    if bots:
        guest.post(f"/api/tournaments/{made}", {"do": "bots", "level": level, "count": bots})
    return made


def state(guest, tournament):
    return guest.get(f"/api/tournaments/{tournament}")


def do(guest, tournament, what, status=200, **more):
    return guest.post(f"/api/tournaments/{tournament}", {"do": what, **more}, status)


def within(site, work):
    """What is done in the event loop of a server."""
    loop = site.app.state.server.people.tournaments._worker.get_loop()
    return asyncio.run_coroutine_threadsafe(work, loop).result(300)


def over(guest, tournament):
    return wait_for(lambda: (shown := state(guest, tournament))["state"] == "over" and shown)


def test_sixteen_bots_play_to_the_end_unattended(site):
    ada = site.guest("Ada")
    cup = set_up(ada, bots=16, rounds=3)
    do(ada, cup, "begin")
    shown = over(ada, cup)
    assert shown["rounds"] == shown["round"] == 3 and len(shown["matches"]) == 3 * 8
    assert all(match["over"] and sum(match["points"]) == 1 for match in shown["matches"])
    met = [frozenset(match["entrants"]) for match in shown["matches"]]
    assert len(set(met)) == len(met)
    assert [one["points"] for one in shown["standings"]] == sorted(
        (one["points"] for one in shown["standings"]), reverse=True
    )
    assert sum(one["points"] for one in shown["standings"]) == 3 * 8


@pytest.mark.parametrize("silent", [True, False])
def test_a_tournament_of_a_club_for_the_young_has_no_chat(site, silent):
    ada = site.guest("Ada")
    club = ada.post("/api/clubs", {"name": "Class 4b", "me": "Ada", "silent": silent}, 201)["id"]
    cup = set_up(ada, bots=1, club=club, rounds=1)
    do(ada, cup, "enter", name="Ada")
    do(ada, cup, "begin")
    (mine,) = wait_for(lambda: ada.get("/api/tables")["mine"])
    assert ada.frame(mine["id"])["talk"] == ("never" if silent else "on")


def test_a_restart_in_the_middle_loses_nothing(database_url, request):
    """The server ends between rounds and within them; who comes next finds everything and goes on."""
    shared = database_url.startswith("postgresql")
    bus = request.getfixturevalue("redis").url if shared else ""
    settings = Settings(database_url=database_url, bus_url=bus, secret=SECRET, tournament_look=0.5, **QUICK)
    with running(settings) as site:
        ada = site.guest("Ada")
        cup = set_up(ada, bots=4, rounds=3)
        do(ada, cup, "begin")
        before = wait_for(lambda: (shown := state(ada, cup)) and any(one["over"] for one in shown["matches"]) and shown)
    with running(settings) as site:
        shown = over(site.guest("Ben"), cup)
    assert len(shown["matches"]) == 6 and all(one["over"] for one in shown["matches"])
    ended = {(one["round"], one["number"]): one for one in before["matches"] if one["over"]}
    again = {(one["round"], one["number"]): one for one in shown["matches"]}
    assert all(again[place] == one for place, one in ended.items())


def test_what_a_crash_left_undone_is_done_once_by_whoever_looks(postgres, redis):
    """A round whose tables were never made, a match that nobody heard the end of: two processes see it at once."""
    url = postgres.new_database()
    settings = Settings(database_url=url, bus_url=redis.url, secret=SECRET, **QUICK)
    with running(settings) as site:
        ada = site.guest("Ada")
        cup = set_up(ada, bots=4, rounds=3)
        for app in site.apps:
            app.state.server.people.tournaments.room.create = None  # it dies as it makes the tables
        assert ada.http.post(f"/api/tournaments/{cup}", json={"do": "begin"}).status_code == 500
        shown = state(site.guest("Ben"), cup)
        assert shown["state"] == "playing" and len(shown["matches"]) == 2
    with running_behind_nginx(settings) as site:
        shown = over(site.guest("Ben"), cup)
    assert len(shown["matches"]) == 6 and len({one["table"] for one in shown["matches"]}) == 6


def test_who_does_not_come_loses_at_the_deadline(database_url):
    with running(Settings(database_url=database_url, tournament_look=0.2, **QUICK)) as site:
        ada, ben = site.guest("Ada"), site.guest("Ben")
        cup = set_up(ada, rounds=1, clock={"kind": "days", "days": 1}, round_seconds=3600)
        do(ada, cup, "enter", name="Ada")
        do(ben, cup, "enter", name="Ben")
        do(ada, cup, "begin")
        first = state(ada, cup)
        late = state(ada, cup)["matches"][0]["entrants"][0]  # who sits first is to act
        assert first["your_table"] == first["matches"][0]["link"] and first["ends"] > time.time() + 3500

        async def hurry(storage):
            async with storage.transaction() as connection:
                await connection.execute(sa.update(rounds).values(ends=1.0))
                await connection.execute(sa.update(tournaments).values(due=1.0))

        with_storage(database_url, hurry)
        shown = over(ada, cup)
        standing = {one["entrant"]: one["points"] for one in shown["standings"]}
        assert standing[late] == 0 and sum(standing.values()) == 1


def test_a_league_goes_on_from_week_to_week(database_url, monkeypatch):
    week, began = 7 * 86_400, clock._BEGAN
    with running(Settings(database_url=database_url, tournament_look=0.2, **QUICK)) as site:
        people = [site.guest(name) for name in ("Ada", "Ben", "Cleo", "Dora")]
        cup = set_up(people[0], rounds=2, clock={"kind": "days", "days": 2}, round_seconds=week)
        for one in people:
            do(one, cup, "enter", name=one.name)
        do(people[0], cup, "begin")
        first = state(people[0], cup)
        assert (first["round"], len(first["matches"])) == (1, 2) and first["ends"] > time.time() + week - 3600
        monkeypatch.setattr(clock, "_BEGAN", began + week - 3600)
        assert state(people[0], cup)["round"] == 1, "the week is not over"
        monkeypatch.setattr(clock, "_BEGAN", began + week + 60)
        second = wait_for(lambda: (shown := state(people[0], cup))["round"] == 2 and shown)
        assert len(second["matches"]) == 4 and second["ends"] > first["ends"] + week
        monkeypatch.setattr(clock, "_BEGAN", began + 2 * week + 120)
        shown = over(people[0], cup)
        met = [frozenset(one["entrants"]) for one in shown["matches"]]
        assert len(set(met)) == 4 and sum(one["points"] for one in shown["standings"]) == 4


def test_who_leaves_has_lost_and_is_not_paired_again(site):
    ada, ben = site.guest("Ada"), site.guest("Ben")
    cup = set_up(ada, bots=2, rounds=3, clock={"kind": "live", "seconds": 60, "increment": 1})
    do(ada, cup, "enter", name="Ada")
    do(ben, cup, "enter", name="Ben")
    do(ada, cup, "begin")
    do(ben, cup, "leave")
    do(ada, cup, "leave")
    shown = over(ada, cup)
    by_name = {one["name"]: one for one in shown["standings"]}
    assert by_name["Ben"]["gone"] and shown["round"] == 3
    assert all(by_name[name]["matches"] == 1 for name in ("Ada", "Ben"))
    assert by_name["Ben"]["points"] + by_name["Ada"]["points"] <= 1


def test_its_tables_are_strict(site):
    """That who is out of time there has lost is told by the tests of verdicts."""
    ada = site.guest("Ada")
    cup = set_up(ada, bots=1, rounds=1, clock={"kind": "live", "seconds": 10, "increment": 0})
    do(ada, cup, "enter", name="Ada")
    do(ada, cup, "begin")
    frame = ada.frame(state(ada, cup)["your_table"].rpartition("/")[2])
    assert frame["table"]["clock"]["strict"] and not frame["table"]["hints"]
    assert not {"pause", "undo"} & set(frame["table"]["deeds"])
    do(ada, cup, "leave")
    assert over(ada, cup)["standings"][0]["name"] != "Ada"


@pytest.mark.parametrize("wish", [{"format": "all", "seats": 2}, {"format": "pods", "seats": 3, "rounds": 2}])
def test_every_format_is_played_and_bots_complete_the_tables(site, wish):
    ada = site.guest("Ada")
    cup = set_up(ada, bots=4 if wish["seats"] == 3 else 3, fill="random", **wish)
    do(ada, cup, "begin")
    shown = over(ada, cup)
    assert all(len(match["entrants"]) == wish["seats"] for match in shown["matches"])  # nobody had a bye
    count = len(shown["standings"])
    assert count % wish["seats"] == 0
    assert len(shown["matches"]) == (6 if wish["format"] == "all" else 2 * count // 3)
    assert all(
        sum(match["points"]) == len(match["points"]) * (len(match["points"]) - 1) / 2 for match in shown["matches"]
    )


def test_it_begins_by_itself_at_its_time_and_is_called_off_if_nobody_came(site):
    ada = site.guest("Ada")
    with_bots = set_up(ada, bots=2, rounds=1, starts=time.time() + 1)
    alone = set_up(ada, rounds=1, starts=time.time() + 1)
    over(ada, with_bots)
    wait_for(lambda: state(ada, alone)["state"] == "off")


def test_many_are_paired_apart_and_nobody_waits(database_url):
    """Sixty-four are paired in seconds of work, and not in the event loop."""
    with running(Settings(database_url=database_url, **QUICK)) as site:
        ada = site.guest("Ada")
        cup = set_up(ada, bots=64, game="sisimizi", rounds=1)
        people = site.app.state.server.people
        whole = within(site, people.tournaments.store.load(cup))
        roster = [entrant.number for entrant in whole.entrants]

        async def pair():
            began = time.thread_time()
            writes = await people.tournaments._paired(whole, roster, 1)
            return time.thread_time() - began, writes

        took, writes = within(site, pair())
    paired = [one for kind, values in writes if kind == "pairing" for one in values["entrants"]]
    assert sorted(paired) == roster and len(writes) == 1 + 32
    assert took < 0.2, "the work of the event loop alone: it takes a second there"


def test_what_was_called_off_is_looked_at_no_more(site):
    """Matches may be played to their end, and are nobody's business any more."""
    ada, ben = site.guest("Ada"), site.guest("Ben")
    cup = set_up(ada, rounds=1, clock={"kind": "live", "seconds": 10, "increment": 0})
    for guest in (ada, ben):
        do(guest, cup, "enter", name=guest.name)
    do(ada, cup, "begin")
    table = wait_for(lambda: state(ada, cup)["matches"])[0]["table"]
    do(ada, cup, "call-off")
    wait_for(lambda: ada.get(f"/api/tables/{table}", scene="no").get("outcome"), 300)
    tournaments = site.app.state.server.people.tournaments
    assert cup not in within(site, tournaments.store.due(time.time()))
