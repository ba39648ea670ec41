"""Leaving: everything to take along, and nothing left but the matches of others, without the name."""

import asyncio
import json

import sqlalchemy as sa

from formicarium.server.store.schema import metadata
from formicarium.server.store.storage import Storage

from ..authenticator import sign_in, sign_up
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


def take_part(guest):
    """In everything that there is beside tables."""
    club = guest.post("/api/clubs", {"name": "The hill", "me": guest.name}, 201)["id"]
    wish = {"name": "Cup", "host": guest.name, "game": "sisimizi", "club": club}
    cup = guest.post("/api/tournaments", wish, 201)["id"]
    guest.post(f"/api/tournaments/{cup}", {"do": "enter", "name": guest.name})
    guest.post("/api/lobby/seek", {"game": "antics", "seats": [4]})
    guest.post("/api/people/me", {"parts": ["ratings", "rivals"]})
    return club, cup


def test_ones_data_tells_of_clubs_and_tournaments(site, ada):
    sign_up(ada, name_of())
    club, cup = take_part(ada)
    data = json.loads(ada.http.get("/api/account/data").content)
    assert [one["id"] for one in data["clubs"]] == [club] and data["clubs"][0]["founder"]
    assert [one["id"] for one in data["tournaments"]] == [cup] and data["profile"]["shown"] == ["ratings", "rivals"]


def test_who_leaves_is_forgotten_and_matches_stay_whole(site, ada, ben):
    name = name_of()
    passkey = sign_up(ada, name)
    said = f"my recipe {name}"
    running = played(ada, ben, said)
    over = ada.table("me", "bot")["id"]
    assert ada.play_out(over)["outcome"]
    mine, phone = ada.get("/api/account")["id"], site.guest()
    take_part(ada)
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
    sign_up(ben, name)  # and the name is free


def test_subjects_say_what_they_keep_and_forget_it(site, ada):
    forgotten = []

    async def export(person):
        return {"of": person}

    for process in site.processes:
        leaving = process.app.state.server.people.leaving
        leaving.exports["stars"] = export
        leaving.forgetting.append(lambda person, nobody: forgotten.append((person, nobody)) or [])
    sign_up(ada, name_of())
    mine = ada.get("/api/account")["id"]
    assert ada.get("/api/account/data")["stars"] == {"of": mine}
    ada.http.delete("/api/account")
    for process in site.processes:
        process.app.state.server.people.leaving.forgetting.pop()
        del process.app.state.server.people.leaving.exports["stars"]
    assert [person for person, _ in forgotten] == [mine] and forgotten[0][1] != mine
