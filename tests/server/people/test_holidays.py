"""Holidays: clocks stand where a move has days, others see until when, and a year has so many days of it."""

from datetime import UTC, date, datetime, timedelta
from typing import cast

import pytest

from formicarium.errors import AccountError
from formicarium.server.people.holidays import Holidays, Rest
from formicarium.server.room.room import Room
from formicarium.server.store.days import DayStore, Holiday, holiday_write
from formicarium.server.table import clock
from formicarium.server.table.rows import SeatRow
from formicarium.server.table.setup import new_table
from formicarium.server.table.table import Person, Table

from ..authenticator import sign_up
from ..conftest import with_storage
from .test_passkeys import name_of

DAY = 86_400.0
ADA, BEN = Person("ada", "Ada"), Person("ben", "Ben")


def table(**more):
    """Ada is to act, and has three days."""
    seats = [SeatRow(seat, "human", who.name, who.id, "champion") for seat, who in enumerate((ADA, BEN))]
    timed = {"kind": "days", "days": 3, **more}
    return Table(new_table("sisimizi", seats, {}, 0.0, owner="ada", first=0, clock=timed))


def test_the_clock_stands_until_the_end_and_runs_on():
    made = table()
    assert Rest(ADA, 10 * DAY).make(made, DAY).event == {"type": "seats"}
    assert made.seats[0].rest == 10 * DAY and made.seats[1].rest is None
    for now in (DAY, 5 * DAY, 10 * DAY):
        assert made.remaining(0, now) == 2 * DAY, "a day has passed before"
    assert made.remaining(0, 11 * DAY) == DAY and made.rings(DAY) == 12 * DAY
    Rest(ADA, 20 * DAY).make(made, 9 * DAY)
    assert made.clock.next_end() == 22 * DAY, "longer"
    Rest(ADA, 15 * DAY).make(made, 15 * DAY)
    assert made.clock.next_end() == 17 * DAY and made.seats[0].rest is None, "back early"
    assert Rest(ADA, 15 * DAY).make(made, 15 * DAY).writes == [], "once is enough"


def test_what_begins_during_a_holiday_runs_from_its_end():
    made = table()
    Rest(BEN, 10 * DAY).make(made, DAY)
    assert made.remaining(0, DAY) == 2 * DAY, "only whose holiday it is"
    while 0 in made.actors:
        made.act(0, made.match.legal(0)[0].text, DAY)
    assert made.clock.since == (None, 10 * DAY) and made.clock.ended(12 * DAY) == []
    assert made.clock.ended(13 * DAY) == [1]
    Rest(BEN, 2 * DAY).make(made, 2 * DAY)
    assert made.clock.since == (None, 2 * DAY)


@pytest.mark.parametrize("more", [{"strict": True}, {"kind": "live", "seconds": 300}, {"kind": "none"}])
def test_in_tournaments_and_in_one_sitting_nothing_stands(more):
    made = table(**more)
    before = made.clock
    assert Rest(ADA, 10 * DAY).make(made, DAY).writes == [] and made.clock == before


class Nowhere:
    """A room without tables."""

    def __init__(self, storage, settings):
        self.storage, self.settings = storage, settings


def test_a_year_has_so_many_days(database_url, monkeypatch):
    now = datetime(2027, 12, 20, 12, tzinfo=UTC).timestamp()
    monkeypatch.setattr(clock, "now", lambda: now)

    class Settings:
        holiday_days = 30

    async def work(storage):
        store = DayStore(storage)
        holidays = Holidays(cast(Room, Nowhere(storage, Settings)), store)
        started = datetime(2027, 3, 1, tzinfo=UTC).timestamp()
        await storage.commit([holiday_write("ada", Holiday(1, started, started + 20 * DAY))])
        with pytest.raises(AccountError, match="over"):
            await holidays.go(ADA, date(2027, 12, 19))
        with pytest.raises(AccountError, match="30 days"):
            await holidays.go(ADA, date(2027, 12, 31))
        with pytest.raises(AccountError, match="30 days"):
            await holidays.go(BEN, date(2028, 2, 3))
        await holidays.go(BEN, date(2028, 1, 20))  # of each year less
        await holidays.go(ADA, date(2027, 12, 21))
        await holidays.go(ADA, date(2027, 12, 25))  # the same one, longer
        assert [one.number for one in await store.holidays("ada")] == [1, 2]
        assert await holidays.until("ada") == datetime(2027, 12, 26, tzinfo=UTC).timestamp()
        await holidays.come_back(ADA)
        return await holidays.until("ada"), await holidays.until("ben")

    ada, ben = with_storage(database_url, work)
    assert ada is None and ben == datetime(2028, 1, 21, tzinfo=UTC).timestamp()


def test_others_see_it_and_every_process_keeps_to_it(site):
    ada, ben = site.guest("Ada"), site.guest("Ben")
    sign_up(ada, name_of())
    made = ada.table("me", "friend", first=0, clock={"kind": "days", "days": 1})
    invite = made["invites"][0]["invite"]
    ben.post(f"/api/tables/{made['id']}/seats/1", {"do": "join", "invite": invite, "name": "Ben"})
    last = datetime.now(UTC).date() + timedelta(days=2)
    until = ada.post("/api/account/holiday", {"last": last.isoformat()})["holiday"]
    assert until == datetime(last.year, last.month, last.day, tzinfo=UTC).timestamp() + DAY
    assert "2" in ada.http.get("/account").text and "come-back" in ada.http.get("/account").text
    for process in site.processes:
        [hers, his] = process.guest().frame(made["id"])["table"]["seats"]
        assert hers["rests"] == until and his["rests"] is None and DAY - 60 < hers["clock"] <= DAY
    assert ada.post("/api/account/holiday", {"last": None})["holiday"] is None
    assert ben.frame(made["id"])["table"]["seats"][0]["rests"] is None
    assert ben.post("/api/account/holiday", {"last": last.isoformat()}, 403)["code"] == "account/none"
    assert ada.post("/api/account/holiday", {"last": "2020-01-01"}, 409)["code"] == "holiday/past"
    assert ada.post("/api/account/holiday", {"last": "9999-12-31"}, 409)["code"] == "holiday/long"
