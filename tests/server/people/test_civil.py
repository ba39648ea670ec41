"""Being civil: who mutes or blocks is not bothered any more, chat among strangers is off at first, reports arrive."""

import pytest

from formicarium.server.people.civil import AFTER, BEFORE
from formicarium.server.settings import Settings
from formicarium.server.store.civil import BLOCK, CivilStore, Manner, manner_write
from formicarium.server.table.table import Person

from ..authenticator import sign_up
from ..conftest import QUICK, running, with_storage
from .test_matchmaking import at, ends, wish
from .test_passkeys import name_of


def url_of(site):
    return site.app.state.server.settings.database_url


def want(guest, do, status=200, **more):
    return guest.post("/api/manners", {"do": do, **more}, status)


def together(ada, ben, **more):
    """A table of two, by invitation."""
    made = ada.table("me", "friend", **more)
    invite = made["invites"][0]["invite"]
    ben.post(f"/api/tables/{made['id']}/seats/1", {"do": "join", "invite": invite, "name": ben.name})
    return made["id"]


def say(guest, table, text, status=200):
    return guest.post(f"/api/tables/{table}/chat", {"text": text}, status)


def heard(guest, table):
    return [line["text"] for line in guest.frame(table)["chat"]]


def test_who_is_muted_is_not_heard_at_once_and_wherever_it_counts(ada, ben):
    table, other = together(ada, ben), together(ada, ben)
    with ada.live(table) as live:
        assert live.get("full")["talk"] == "on"
        say(ben, table, "hello")
        assert live.get("chat")["text"] == "hello"
        muted = want(ada, "mute", table=table, seat=1, here=True)["shunned"]
        assert [(one["name"], one["how"], one["table"]) for one in muted] == [("Ben", "mute", table)]
        assert live.get("full")["chat"] == [], "what was said before is gone, too"
        say(ben, table, "do you hear me?")
        say(ada, table, "nothing")
        assert live.get("chat")["text"] == "nothing"
    assert heard(ben, table) == ["hello", "do you hear me?", "nothing"], "who is muted is not told"
    say(ben, other, "and here?")
    assert heard(ada, other) == ["and here?"]
    want(ada, "mute", table=other, line=1)
    assert heard(ada, other) == []
    for one in want(ada, "mute", table=other, seat=1)["shunned"]:
        want(ada, "undo", id=one["id"])
    assert len(heard(ada, table)) == 3 and ada.get("/api/manners")["shunned"] == []
    assert want(ada, "undo", 404, id="m")["code"] == "manners/unknown"


def test_whom_one_cannot_mean(ada, ben):
    table = together(ada, ben)
    assert want(ada, "mute", 409, table=table, seat=0)["code"] == "manners/self"
    assert want(ada, "block", 404, table=table, seat=3)["code"] == "manners/whom"
    assert want(ada, "report", 404, table=table, line=9)["code"] == "manners/whom"
    assert want(ada, "mute", 404, person="nobody")["code"] == "manners/whom"
    assert want(ada, "mute", 404, table="nowhere", seat=0)["code"] == "table/unknown"
    alone = ada.table("me", "bot")["id"]
    assert want(ada, "mute", 404, table=alone, seat=1)["code"] == "manners/whom", "a bot says nothing"


def test_who_is_blocked_sits_at_no_open_table_with_who_has_blocked_it(site, ada, ben):
    table = together(ada, ben)
    want(ada, "block", table=table, seat=1)
    assert want(ada, "mute", table=table, seat=1)["shunned"][0]["how"] == "block", "a mute does not undo a block"
    for host, other in ((ada, ben), (ben, ada)):
        made = host.table("me", "friend", open=True)["id"]
        refused = other.post(f"/api/tables/{made}/seats/1", {"do": "join", "name": "x"}, 403)
        assert refused["code"] == "seat/refused" and "block" not in refused["message"]
        cleo = site.guest("Cleo")
        cleo.post(f"/api/tables/{made}/seats/1", {"do": "join", "name": "Cleo"})
    say(ben, table, "hello")
    assert heard(ada, table) == []


def test_who_is_blocked_is_not_paired_with_who_has_blocked_it(database_url):
    async def work(matchmaking, *_):
        store = matchmaking._room.storage
        await store.commit([manner_write(Manner("m", "ben", "ada", "", BLOCK, "Ada", 1.0))])
        for name in ("ada", "ben"):
            await matchmaking.seek(Person(name, name), wish())
        await matchmaking.look_around()
        assert (await ends(matchmaking))[0] == {}
        await matchmaking.seek(Person("cleo", "Cleo"), wish())
        await matchmaking.look_around()
        assert set((await ends(matchmaking))[0]) == {"ada", "cleo"}, "who has waited longest meets somebody else"

    at(database_url, work)


def test_chat_among_strangers_is_off_until_one_turns_it_on(site, ada, ben):
    made = ada.table("me", "friend", open=True)
    table, cleo = made["id"], site.guest("Cleo")
    ben.post(f"/api/tables/{table}/seats/1", {"do": "join", "name": "Ben"})
    assert say(ada, table, "hello", 409)["code"] == "chat/off"
    want(ada, "chat", on=True, table=table)
    say(ada, table, "hello")
    with ben.live(table) as live:
        frame = live.get("full")
        assert (frame["talk"], frame["chat"]) == ("off", [])
        live.put(type="chat", text="hello")
        assert live.get("error")["code"] == "chat/off"
        say(ada, table, "anybody?")
        want(ben, "chat", on=True, table=table)
        frame = live.get("full")
        assert (frame["talk"], [line["text"] for line in frame["chat"]]) == ("on", ["hello", "anybody?"])
        live.put(type="chat", text="yes")
        assert live.get("ack")["number"] == 3
    assert cleo.frame(table)["talk"] == "off" and heard(cleo, table) == [], "nor does who watches hear it"
    want(ben, "chat", on=False, table=table)
    assert ben.frame(table)["talk"] == "off" and heard(ben, table) == []
    assert want(ben, "chat", 404, on=True, table="nowhere")["code"] == "table/unknown"


def test_chat_can_be_kept_off_everywhere(ada, ben):
    table = together(ada, ben)
    assert not want(ben, "chat", on=False)["chat"]
    say(ada, table, "hello")
    assert ben.frame(table)["talk"] == "never" and heard(ben, table) == []
    assert say(ben, table, "hello", 409)["code"] == "chat/never"
    want(ben, "chat", on=True, table=table)
    assert ben.frame(table)["talk"] == "never", "no table is an exception"
    assert want(ben, "chat", on=True)["chat"] and heard(ben, table) == ["hello"]


def test_a_report_has_what_was_said_around_it(site, ada, ben):
    table = together(ada, ben)
    for number in range(1, 21):
        say(ben, table, f"line {number}")
    want(ada, "report", table=table, line=12, reason="insult", text="  rude\n ")
    (report,) = with_storage(url_of(site), lambda storage: CivilStore(storage).reports(of=person_of(site, ada, table)))
    assert (report.name, report.line, report.reason, report.text) == ("Ben", 12, "insult", "rude")
    assert [line["number"] for line in report.said] == list(range(12 - BEFORE, 12 + AFTER + 1))
    assert report.said[BEFORE]["text"] == "line 12"


def person_of(site, guest, table):
    (seat,) = guest.frame(table)["you"]
    return site.table(table).seats[seat].owner


def test_a_profile_that_is_shown_can_be_blocked_and_reported(site, ada, ben):
    table = together(ada, ben)
    person = person_of(site, ben, table)
    assert want(ada, "report", 404, person=person)["code"] == "manners/whom"
    ben.post("/api/people/me", {"parts": ["results"]})
    want(ada, "report", person=person, reason="name")
    assert [one["how"] for one in want(ada, "block", person=person)["shunned"]] == ["block"]


@pytest.mark.parametrize("people", [True, False])
def test_a_site_without_chat(database_url, people):
    with running(Settings(database_url=database_url, chat=False, people=people, **QUICK)) as site:
        ada, ben = site.guest("Ada"), site.guest("Ben")
        table = together(ada, ben)
        assert ada.frame(table)["talk"] == "never" and say(ada, table, "hello", 409)["code"] == "chat/never"
        assert "tab-chat" not in ada.http.get(f"/table/{table}").text


def test_a_site_without_people_shows_no_trace(database_url):
    with running(Settings(database_url=database_url, people=False, **QUICK)) as site:
        ada, ben = site.guest("Ada"), site.guest("Ben")
        table = together(ada, ben)
        for address in ("/api/manners", "/api/moderation", "/moderation", "/account/manners"):
            assert ada.http.get(address).status_code == 404
        assert not {"/api/manners", "/api/moderation"} & ada.get("/api/openapi.json")["paths"].keys()
        page = ada.http.get(f"/table/{table}").text
        assert "complaint" not in page and 'id="met"' not in page and "chat-on" not in page
        say(ada, table, "as ever")
        assert heard(ben, table) == ["as ever"]
        opened = ada.table("me", "friend", open=True)["id"]
        say(ada, opened, "as ever")


def test_limits_are_numbers(database_url):
    limits = {"manners_each": 2, "reports_each": 1, "reports_open": 2}
    with running(Settings(database_url=database_url, **limits, **QUICK)) as site:
        ada, ben, cleo, dora = (site.guest(name) for name in ("Ada", "Ben", "Cleo", "Dora"))
        tables = [ada.table("me", "friend", open=True)["id"] for _ in range(3)]
        for table in tables:
            want(ada, "chat", on=True, table=table)
        assert [ada.frame(table)["talk"] for table in tables] == ["off", "on", "on"], "the oldest is forgotten"
        table = together(ada, ben)
        want(ada, "mute", table=table, seat=1), want(ada, "mute", table=table, seat=1, here=True)
        other = together(ada, cleo)
        assert want(ada, "mute", 409, table=other, seat=1)["code"] == "manners/many"
        want(ada, "report", table=table, seat=1)
        assert want(ada, "report", 409, table=other, seat=1)["code"] == "report/many"
        want(cleo, "report", table=other, seat=0)
        assert want(dora, "report", 409, table=other, seat=0)["code"] == "report/full"


def test_talking_has_a_price(database_url):
    with running(Settings(database_url=database_url, **{**QUICK, "budget": 400, "budget_a_second": 0.001})) as site:
        ada, ben = site.guest("Ada"), site.guest("Ben")
        table = together(ada, ben)
        answers = [ben.http.post(f"/api/tables/{table}/chat", json={"text": "x"}).status_code for _ in range(20)]
        assert answers.count(200) < 14 and answers[-1] == 429


def test_what_is_wanted_is_taken_along_and_forgotten_with_its_person(site, ada, ben):
    table = together(ada, ben)
    sign_up(ada, name_of())
    want(ada, "mute", table=table, seat=1), want(ada, "report", table=table, seat=1, text="rude")
    mine = ada.get("/api/account/data")["civil"]
    assert [one["name"] for one in mine["manners"]] == ["Ben"] and mine["reports"][0]["text"] == "rude"
    person = person_of(site, ada, table)
    assert ada.http.delete("/api/account").status_code == 204

    async def left(storage):
        store = CivilStore(storage)
        return await store.manners(person), await store.reports(of=person)

    assert with_storage(url_of(site), left) == ([], [])
