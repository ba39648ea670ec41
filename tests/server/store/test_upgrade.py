"""A site of the last version goes on in this one: its database is brought up to date, and its tables play on."""

import sqlite3
import time
from pathlib import Path

import pytest

from formicarium.server.settings import Settings
from formicarium.server.store.storage import newest_revision

from ..conftest import QUICK, running

SITE = Path(__file__).with_name("site-0002.sql")  # made by the last version: tables of Ada, played for a while
COOKIE = "WyJKTmNOQ0dhenZQTlhDVTRkIiwiQWRhIl0.Lcl3cfEdegirycrg2On7EKU39L8"
TABLES = {
    "sisimizi": "S_zakjoIilb4pb0G",
    "grasshopper": "iTN9s-lm0oGWq_qo",
    "formica": "Vw_4EvRbAT_nHzcP",
    "antics": "dYB9rQKdPn5p-_Dq",
}
NUMBERS = {"sisimizi": 27, "grasshopper": 46, "formica": 88, "antics": 48}
TO_ACT = {"sisimizi": [0], "grasshopper": [1], "formica": [1], "antics": [1]}
OVER, WAITING, CLOCKED = "wLxniS_qBJMDK-v_", "5MoHG5aoPfQd7ZGN", "cYaOlLIKmzFSqsyT"


@pytest.fixture
def site(tmp_path):
    path = tmp_path / "tables.db"
    with sqlite3.connect(path) as database:
        database.executescript(SITE.read_text(encoding="utf-8"))
    database.close()
    path.chmod(0o600)
    with running(Settings(database_url=f"sqlite:///{path}", **QUICK)) as site:
        site.path = path
        yield site


def test_a_site_of_the_last_version_upgrades_in_place(site):
    ada = site.guest("Ada")
    ada.http.cookies.set("formicarium", COOKIE)
    with sqlite3.connect(site.path) as database:
        assert database.execute("select version_num from alembic_version").fetchall() == [(newest_revision(),)]
    database.close()
    mine = {line["id"]: line for line in ada.get("/api/tables")["mine"]}
    assert {*TABLES.values(), WAITING, CLOCKED} <= mine.keys()
    for game, table in TABLES.items():
        frame = ada.frame(table, seat=0)
        assert frame["number"] == NUMBERS[game] and frame["you"] and frame["log"]
        assert [seat["seat"] for seat in frame["table"]["seats"] if seat["to_act"]] == TO_ACT[game]
        assert [line["text"] for line in frame["chat"]] == [f"hello {game}"]
        assert mine[table]["your_turn"], "found out from the log: that version did not note it"
        seat = TO_ACT[game][0]
        choices = ada.frame(table, seat=seat, scene="no")["choices"]
        ada.act(table, NUMBERS[game], choices[0], seat=seat)
    assert ada.frame(OVER)["table"]["state"] == "over" and ada.frame(OVER)["outcome"]
    assert mine[WAITING]["seats"][1]["kind"] == "open" and not mine[WAITING]["your_turn"]
    assert ada.frame(CLOCKED)["table"]["clock"] == {"kind": "days", "days": 3.0}
    assert any(seat["running"] for seat in ada.frame(CLOCKED)["table"]["seats"])
    deadline = time.monotonic() + 30
    while not (rings := rings_of(site.path))[CLOCKED]:  # that version did not note it either
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert rings.keys() == {CLOCKED}


def rings_of(path):
    with sqlite3.connect(path) as database:
        found = dict(database.execute("select table_id, rings from alarms"))
    database.close()
    return found
