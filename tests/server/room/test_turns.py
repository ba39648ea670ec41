"""What happens by itself at tables that nobody holds in memory: clocks ring, bots go on."""

import time
from dataclasses import replace

import sqlalchemy as sa

from formicarium.server.room.verdicts import Flag
from formicarium.server.settings import Settings
from formicarium.server.store.schema import actions, alarms, facts, rang_write, ring_write
from formicarium.server.table.clock import DAY
from formicarium.server.table.rows import SeatRow
from formicarium.server.table.setup import new_table
from formicarium.server.table.table import BOT_SECONDS, Table

from ..conftest import QUICK, running, wait_for, with_storage

DAYS = {"kind": "days", "days": 1}
SECRET = "the same again, and not a short one"


def held(site):
    return [held.table.id for held in site.app.state.server.room.all_held()]


def seat_of(guest, table, seat=0):
    """A seat as the list has it, which holds no table."""
    mine = {line["id"]: line for line in guest.get("/api/tables")["mine"]}
    return mine[table]["seats"][seat]


def let_end(site, guest, table, seconds=0.3):
    """Let the time of the seat to act end soon."""
    found = site.table(table)
    found.clock = replace(found.clock, left=(seconds, seconds))
    guest.act(table, 1, "ant a1", seat=0)


def test_a_clock_rings_for_a_table_that_is_not_in_memory(database_url):
    with running(Settings(database_url=database_url, tables_in_memory=1, **QUICK)) as site:
        ada = site.guest("Ada")
        table = ada.table("me", "local", first=0, clock=DAYS)["id"]
        let_end(site, ada, table)
        other = ada.table("me", "local")["id"]
        assert held(site) == [other] and seat_of(ada, table)["level"] is None
        wait_for(lambda: seat_of(ada, table)["level"])  # of the bot that goes on


def test_a_table_with_a_clock_leaves_memory_when_nobody_is_there(tmp_path):
    """A start with 600 of them took 6.5 s, since they never did."""
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'tables.db'}", secret=SECRET, idle_seconds=0.2, **QUICK)
    with running(settings) as site:
        ada = site.guest("Ada")
        table = ada.table("me", "local", first=0, clock=DAYS)["id"]
        with ada.live(table) as live:
            live.get("full")
            time.sleep(0.5)
            assert held(site) == [table]
        wait_for(lambda: held(site) == [])
        cookies, before = ada.http.cookies, ada.frame(table)["table"]["seats"]
    with running(settings) as site:
        again = site.guest("Ada")
        again.http.cookies = cookies
        assert held(site) == [] and not seat_of(again, table)["level"]
        after = again.frame(table)["table"]["seats"]
        assert held(site) == [table]
        assert [seat["running"] for seat in after] == [seat["running"] for seat in before]
        assert DAY - 60 < after[0]["clock"] < before[0]["clock"]  # days go on while no server runs


def test_a_live_clock_stands_while_no_server_runs_but_not_while_it_is_not_in_memory(tmp_path):
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'tables.db'}", secret=SECRET, tables_in_memory=1, **QUICK)
    with running(settings) as site:
        ada = site.guest("Ada")
        table = ada.table("me", "local", first=0, clock={"kind": "live", "seconds": 600})["id"]
        ada.act(table, 1, "ant a1", seat=0)
        since = site.table(table).clock.since[0]
        ada.table("me", "local")
        assert table not in held(site)
        ada.frame(table)
        assert site.table(table).clock.since[0] == since  # it went on
        cookies = ada.http.cookies
    with running(settings) as site:
        again = site.guest("Ada")
        again.http.cookies = cookies
        again.frame(table)
        assert site.table(table).clock.since[0] == site.app.state.server.room._began > since


def test_of_two_processes_one_rings(postgres, redis):
    url = postgres.new_database()
    settings = Settings(database_url=url, bus_url=redis.url, **QUICK)
    with running(settings) as here, running(settings) as there:
        ada = here.guest("Ada")
        table = ada.table("me", "local", first=0, clock=DAYS)["id"]
        there.guest("Ben").frame(table)
        let_end(here, ada, table, 1.0)
        wait_for(lambda: seat_of(ada, table)["level"])

    async def kinds(storage):
        async with storage.transaction() as connection:
            return [row.kind for row in await connection.execute(sa.select(facts))]

    assert with_storage(url, kinds).count("seats") == 1


def test_a_table_that_cannot_be_shown_keeps_no_clock_from_ringing(tmp_path):
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    settings = Settings(database_url=url, secret=SECRET, **QUICK)
    with running(settings) as site:
        ada = site.guest("Ada")
        broken, table = (ada.table("me", "local", first=0, clock=DAYS)["id"] for _ in range(2))
        let_end(site, ada, table, 1.0)
        cookies = ada.http.cookies

    async def break_it(storage):
        async with storage.transaction() as connection:
            await connection.execute(sa.update(actions).where(actions.c.table_id == broken).values(action="nonsense"))
            await connection.execute(sa.update(alarms).where(alarms.c.table_id == broken).values(rings=1.0))

    with_storage(url, break_it)
    with running(settings) as site:
        again = site.guest("Ada")
        again.http.cookies = cookies
        wait_for(lambda: seat_of(again, table)["level"])
    assert broken not in dict(with_storage(url, lambda storage: storage.next_rings(9)))


def clocked(clock, levels=("human", "human")):
    seats = [SeatRow(seat, kind, "", "ada" if kind == "human" else None, "random") for seat, kind in enumerate(levels)]
    return Table(new_table("sisimizi", seats, {}, 100.0, owner="ada", first=0, clock=clock))


def test_when_a_table_rings():
    assert clocked({"kind": "none"}).rings(150.0) is None
    assert clocked(DAYS).rings(150.0) == 100 + DAY
    assert clocked(DAYS, ("human", "open")).rings(150.0) is None  # nobody's time runs yet
    assert clocked(DAYS, ("bot", "human")).rings(150.0) == 150 + BOT_SECONDS  # should the bot have been forgotten
    waiting = clocked(DAYS)
    ring = Flag(rang=1.0).make(waiting, 200.0)
    assert ring.event is None and ring.writes == [rang_write(waiting.id, 1.0, 100 + DAY)]
    over = Flag(rang=1.0).make(waiting, 100 + DAY)
    assert over.event == {"type": "seats"} and waiting.seats[0].away
    assert over.writes[-1] == ring_write(waiting.id, 100 + DAY + BOT_SECONDS)
