"""Leaving: everything to take along, and nothing left but the matches of others, without the name."""

import asyncio
import json

import sqlalchemy as sa

from formicarium.server.store.schema import metadata
from formicarium.server.store.storage import Storage

from ..authenticator import sign_in, sign_up
from ..conftest import wait_for
from .test_passkeys import name_of


def everything(url):
    """Everything in a database, as text."""

    async def read():
        storage = Storage(url)
        try:
            async with storage.reading() as connection:
                found = [(await connection.execute(sa.select(table))).all() for table in metadata.sorted_tables]
            return str(found)
        finally:
            await storage.database.stop()

    return asyncio.run(read())


def played(ada, ben, said):
    """A match of two that goes on, in which something was said."""
    made = ada.table("me", "friend", first=0)
    table, invite = made["id"], made["invites"][0]["invite"]
    ben.post(f"/api/tables/{table}/seats/1", {"do": "join", "invite": invite, "name": "Ben"})
    with ada.live(table) as live:
        live.get("full")
        live.put(type="chat", text=said)
        live.get("ack")
    return table


def test_all_of_ones_data(site, ada, ben):
    name = name_of()
    sign_up(ada, name)
    table = played(ada, ben, "my secret recipe")
    ada.act(table, 1, ada.frame(table)["choices"][0])
    ada.post("/api/tokens", {"name": "my bot"}, 201)
    answer = ada.http.get("/api/account/data")
    assert "attachment" in answer.headers["content-disposition"]
    data = json.loads(answer.content)
    assert data["account"]["name"] == name and data["account"]["tokens"][0]["name"] == "my bot"
    assert len(data["account"]["passkeys"]) == len(data["account"]["devices"]) == 1
    (mine,) = [one for one in data["tables"] if one["id"] == table]
    assert [seat["mine"] for seat in mine["seats"]] == [True, False] and mine["chat"][0]["text"] == "my secret recipe"
    assert [one["kind"] for one in mine["actions"]] == ["act"]
    assert "seed" not in answer.text and "hash" not in answer.text, "nothing that opens anything"
    assert ben.get("/api/account/data", 403)["code"] == "account/none"


def test_who_leaves_is_forgotten_and_matches_stay_whole(site, ada, ben):
    name = name_of()
    passkey = sign_up(ada, name)
    said = f"my recipe {name}"
    running = played(ada, ben, said)
    seats = [{"kind": "me"}, {"kind": "bot", "level": "gentle"}]  # a bot whose strength is known: the match is rated
    over = ada.post("/api/tables", {"game": "grasshopper", "seats": seats, "name": name}, 201)["id"]
    assert ada.play_out(over)["outcome"]
    mine, phone = ada.get("/api/account")["id"], site.guest()
    club, empty, cup, entered = everywhere(ada, ben, name)
    data = ada.get("/api/account/data")
    assert data["profile"]["shown"] == ["ratings"] and data["seek"]["game"] == "antics"
    assert [one["id"] for one in data["clubs"]] == [club, empty]
    assert [(one["id"], one["made"], one["called"]) for one in data["tournaments"]] == [
        (cup, True, None),
        (entered, False, name),
    ]
    wait_for(lambda: ada.get("/api/account/data")["rated"])  # soon after its end
    sign_in(phone, passkey)
    with ben.live(running) as live:
        assert live.get("full")["table"]["seats"][0]["name"] == name
        assert ada.http.delete("/api/account").status_code == 204
        while True:
            seats = live.get("seats", "full")["table"]["seats"]
            if seats[0]["name"] != name:
                break
        assert seats[0]["name"] == "" and seats[0]["away"], "a bot goes on"
    frame = ben.frame(running)
    assert [line["text"] for line in frame["chat"]] == ["…"] and frame["chat"][0]["name"] == ""
    for process in site.processes:
        assert process.guest().frame(over)["outcome"], "the match is whole"
    record = ben.http.get(f"/api/tables/{over}/record").text
    assert name not in record
    assert not ada.get("/api/account")["member"] and not phone.get("/api/account")["member"]
    assert ada.frame(over)["you"] == [] and sign_in(site.guest(), passkey, 403)["code"] == "passkey/refused"
    left = everything(site.app.state.server.settings.database_url)
    for secret in (said, mine, name):
        assert secret not in left, left[left.index(secret) - 200 : left.index(secret) + 100]
    people = {one["name"]: one["moderator"] for one in ben.get(f"/api/clubs/{club}")["people"]}
    assert people == {"Ben": True, "Cleo": False}, "a club goes on with whoever has been there longest"
    assert ben.get(f"/api/tournaments/{cup}")["state"] == "off"
    assert [one["name"] for one in ben.get(f"/api/tournaments/{entered}")["standings"]] == ["Ben"]
    sign_up(ben, name)  # and the name is free


def everywhere(ada, ben, name):
    """Ada looks for a match, shows something, and is in clubs and tournaments: her own, one of nobody else, Ben's."""
    ada.post("/api/people/me", {"parts": ["ratings"]})
    clubs = [ada.post("/api/clubs", {"name": "Class", "me": name}, 201)["id"] for _ in range(2)]
    code = ada.get(f"/api/clubs/{clubs[0]}")["invitation"].rpartition("code=")[2]
    for guest in (ben, ben.site.guest("Cleo")):
        guest.post(f"/api/clubs/{clubs[0]}", {"do": "join", "code": code, "name": guest.name})
    wish = {"name": "Cup", "game": "grasshopper", "rounds": 1}
    cups = [who.post("/api/tournaments", wish | {"host": who.name}, 201)["id"] for who in (ada, ben)]
    for who, called in ((ada, name), (ben, "Ben")):
        who.post(f"/api/tournaments/{cups[1]}", {"do": "enter", "name": called})
    ada.post("/api/lobby/seek", {"game": "antics", "seats": [3], "name": name})
    return *clubs, *cups


def test_subjects_say_what_they_keep_and_forget_it(site, ada):
    forgotten = []

    async def export(person):
        return {"of": person}

    def forget(person, nobody):
        forgotten.append((person, nobody))
        return []

    for process in site.processes:
        leaving = process.app.state.server.people.leaving
        leaving.exports["stars"] = export
        leaving.forgetting.append(forget)
    sign_up(ada, name_of())
    mine = ada.get("/api/account")["id"]
    assert ada.get("/api/account/data")["stars"] == {"of": mine}
    ada.http.delete("/api/account")
    for process in site.processes:
        process.app.state.server.people.leaving.forgetting.pop()
        del process.app.state.server.people.leaving.exports["stars"]
    assert [person for person, _ in forgotten] == [mine] and forgotten[0][1] != mine
