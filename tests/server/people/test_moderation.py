"""Moderation: only moderators see reports and do something about them, and all that they did stands in the log."""

from functools import partial

import pytest
import sqlalchemy as sa

from formicarium.errors import SettingError
from formicarium.server.people.moderation import appoint
from formicarium.server.store.civil import WRITES, CivilStore, measures

from ..authenticator import sign_in, sign_up
from ..conftest import with_storage
from .test_civil import heard, say, together, url_of, want
from .test_passkeys import name_of


@pytest.fixture
def mo(site):
    """A moderator."""
    found = site.guest("Mo")
    found.name = name_of()
    found.passkey = sign_up(found, found.name)
    with_storage(url_of(site), partial(appoint, name=found.name, moderates=True))
    return found


def do(mo, what, report, status=200, **more):
    return mo.post("/api/moderation", {"do": what, "report": report["id"], **more}, status)


def reported(mo, guest, table, **whom):
    """A report of somebody, as a moderator sees it."""
    want(guest, "report", table=table, reason="insult", **whom)
    return mo.get("/api/moderation")["reports"][-1]


def test_nobody_else_sees_or_does_anything(site, mo, ada, ben):
    report = reported(mo, ada, together(ada, ben), seat=1)
    token = mo.post("/api/tokens", {"name": "bot"}, 201)["token"]
    sign_up(ben, name_of())
    for one in (ada, ben, site.guest("Cleo")):
        assert one.get("/api/moderation", 403)["code"] == "moderation/none"
        assert do(one, "settle", report, 403)["code"] == "moderation/none"
        assert one.http.get("/moderation").status_code == 403 and not one.get("/api/manners")["moderator"]
    program = site.guest("program")
    program.http.headers["Authorization"] = f"Bearer {token}"
    assert program.get("/api/moderation", 403)["code"] == "moderation/none"
    assert mo.get("/api/manners")["moderator"] and 'href="/moderation"' in mo.http.get("/account").text
    with_storage(url_of(site), partial(appoint, name=mo.name, moderates=False))
    assert mo.get("/api/moderation", 403)["code"] == "moderation/none", "at once, on all processes"


def test_only_members_become_moderators(site):
    with pytest.raises(SettingError, match="no member is called"):
        with_storage(url_of(site), partial(appoint, name="nobody at all", moderates=True))


def test_a_line_is_taken_away_for_everybody_at_once(mo, ada, ben):
    table = together(ada, ben)
    say(ben, table, "something foul")
    report = reported(mo, ada, table, line=1)
    assert report["said"][0]["text"] == "something foul" and report["line"] == 1 and report["name"] == "Ben"
    with ada.live(table) as live:
        assert live.get("full")["chat"][0]["text"] == "something foul"
        do(mo, "strike", report, why="foul")
        assert live.get("full")["chat"][0]["text"] == "…"
    assert heard(ben, table) == ["…"]
    other = reported(mo, ada, table, seat=1)
    assert do(mo, "strike", other, 409)["code"] == "moderation/impossible"


def test_who_is_silenced_says_nothing_until_it_is_over(mo, ada, ben):
    table = together(ada, ben)
    report = reported(mo, ada, table, seat=1)
    do(mo, "silence", report, days=7, why="insults")
    assert ben.get("/api/manners")["silenced"] and not ada.get("/api/manners")["silenced"]
    assert say(ben, table, "hello", 409)["code"] == "chat/silenced"
    with ben.live(table) as live:
        live.get("full")
        live.put(type="chat", text="hello")
        assert live.get("error")["code"] == "chat/silenced"
    say(ada, table, "hello")
    assert do(mo, "silence", report, days=0, why="enough")["measures"][1]["holds"] is False
    say(ben, table, "sorry")


def test_who_is_suspended_is_signed_out_and_sits_at_nothing_public(site, mo, ada, ben):
    name = name_of()
    passkey = sign_up(ben, name)
    table = together(ada, ben)
    opened = ada.table("me", "friend", open=True)["id"]
    cup = ada.post("/api/tournaments", {"name": "Cup", "game": "grasshopper"}, 201)["id"]
    report = reported(mo, ada, table, seat=1)
    found = do(mo, "suspend", report, why="again and again")["measures"][0]
    assert found["holds"] and found["until"] > 1e10, "without days it is for good"
    assert not ben.get("/api/account")["member"]
    sign_in(ben, passkey)
    for path, wish in (
        (f"/api/tables/{opened}/seats/1", {"do": "join", "name": "x"}),
        ("/api/lobby/seek", {"game": "sisimizi", "seats": [2]}),
        ("/api/tables", {"game": "sisimizi", "seats": [{"kind": "me"}, {"kind": "friend"}], "open": True}),
        (f"/api/tournaments/{cup}", {"do": "enter", "name": "x"}),
    ):
        assert ben.post(path, wish, 403)["code"] == "civil/suspended", path
    together(ada, ben), together(ben, ada)
    do(mo, "suspend", report, days=0)
    ben.post(f"/api/tables/{opened}/seats/1", {"do": "join", "name": "x"})


def test_a_name_is_replaced_wherever_others_read_it(site, mo, ada, ben):
    foul = name_of()
    sign_up(ben, foul)
    table = together(ada, ben)
    say(ben, table, "hello")
    report = reported(mo, ada, table, seat=1)
    with ada.live(table) as live:
        assert live.get("full")["table"]["seats"][1]["name"] == foul
        do(mo, "rename", report)
        frame = live.get("full")
    name = ben.get("/api/account")["name"]
    assert name != foul and name.startswith("Ant ")
    assert frame["table"]["seats"][1]["name"] == frame["chat"][0]["name"] == name
    assert site.guest().post("/api/account/passkeys/begin", {"name": foul})


def test_a_table_is_closed_and_a_report_settled(mo, ada, ben):
    table = together(ada, ben)
    report = reported(mo, ada, table, seat=1)
    do(mo, "close", report)
    assert ada.frame(table)["table"]["over"]
    assert do(mo, "close", report, 409)["code"] == "table/over"
    assert report["id"] not in [one["id"] for one in do(mo, "settle", report)["reports"]]
    assert do(mo, "settle", {"id": "nowhere"}, 404)["code"] == "report/unknown"


def test_every_deed_stands_in_the_log_and_nothing_there_is_ever_changed(site, mo, ada, ben):
    report = reported(mo, ada, together(ada, ben), seat=1)
    for what, more in (("silence", {"days": 1}), ("rename", {}), ("settle", {})):
        do(mo, what, report, why=f"because of {what}", **more)
    log = mo.get("/api/moderation")["measures"][:3]
    assert [(one["what"], one["moderator"], one["name"], one["why"]) for one in log] == [
        (what, mo.name, "Ben", f"because of {what}") for what in ("settle", "rename", "silence")
    ]
    assert all(one["time"] and one["report"] == report["id"] for one in log)
    appointed = [one.what for one in with_storage(url_of(site), lambda storage: CivilStore(storage).measures(1000))]
    assert "appoint" in appointed, "what the operator did stands there, too"
    touching = [kind for kind, statement in WRITES.items() if "measures" in str(statement)]
    assert touching == ["measure"] and isinstance(WRITES["measure"], sa.sql.Insert) and measures.name == "measures"
