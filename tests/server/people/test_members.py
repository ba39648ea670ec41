"""Members: a guest becomes one and keeps its tables; sessions end when they are to, and old cookies open nothing."""

import asyncio

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from formicarium.server.web.identity import COOKIE

from ..authenticator import Authenticator, sign_in, sign_up
from .test_passkeys import name_of


def with_cookie(site, cookie):
    """A browser that has somebody's cookie."""
    found = site.guest()
    found.http.cookies.set(COOKIE, cookie, domain="127.0.0.1")
    return found


def test_a_guest_becomes_a_member_and_keeps_its_tables(site, ada):
    table, name = ada.table("me", "bot")["id"], name_of()
    sign_up(ada, name)
    account = ada.get("/api/account")
    assert account["member"] and account["name"] == name and account["email"] is None
    assert len(account["passkeys"]) == len(account["devices"]) == 1 and account["devices"][0]["this"]
    assert ada.frame(table)["you"] == [0]
    made = ada.table("me", "bot")["id"]
    assert ada.frame(made)["table"]["seats"][0]["name"] == name, "it is called as it is"
    assert {one["id"] for one in ada.get("/api/tables")["mine"]} == {made, table}


def test_the_cookie_of_a_guest_opens_no_member(site, ada):
    """Whoever had the guest's cookie, because it was planted or copied, has nothing of the member."""
    table = ada.table("me", "bot")["id"]
    old, token = ada.http.cookies[COOKIE], ada.post("/api/tokens", {"name": "bot"}, 201)["token"]
    thief = with_cookie(site, old)
    assert thief.frame(table)["you"] == [0]
    with thief.live(table) as live:
        live.get("full")
        sign_up(ada, name_of())
        with pytest.raises(ConnectionClosed):
            while True:
                live.get()
    assert ada.http.cookies[COOKIE] != old
    for one in (thief, with_cookie(site, old)):
        assert one.frame(table)["you"] == [] and not one.get("/api/account")["member"]
        one.act(table, 1, "ant 1", 403)
        with one.live(table) as live:
            assert live.get("full")["you"] == []
    headers = {"Authorization": f"Bearer {token}"}
    assert httpx.get(f"http://127.0.0.1:{site.port}/api/tables", headers=headers, timeout=60).status_code == 401
    assert ada.frame(table)["you"] == [0]


def test_every_sign_in_has_a_key_of_its_own(site, ada):
    passkey = sign_up(ada, name_of())
    first = ada.http.cookies[COOKIE]
    planted = with_cookie(site, first)
    sign_in(planted, passkey)
    assert planted.http.cookies[COOKIE] != first, "a key that somebody else chose is not taken over"
    assert not ada.get("/api/account")["member"], "and the session that was left is over"


def test_a_member_signs_in_elsewhere_and_out_everywhere(site, ada):
    passkey = sign_up(ada, name_of())
    table = ada.table("me", "bot")["id"]
    phone = site.guest()
    sign_in(phone, passkey)
    assert phone.frame(table)["you"] == [0] and len(phone.get("/api/account")["devices"]) == 2
    token = phone.post("/api/tokens", {"name": "bot"}, 201)["token"]
    kept = phone.http.cookies[COOKIE]
    with phone.live(table) as live, ada.live(table) as other:
        live.get("full"), other.get("full")
        assert ada.http.delete("/api/account/devices").status_code == 204
        for one in (live, other):
            with pytest.raises(ConnectionClosed):
                while True:
                    one.get()
    for process in site.processes:  # each of them knows at once
        there = with_cookie(process, kept)
        assert not there.get("/api/account")["member"] and there.frame(table)["you"] == []
        headers = {"Authorization": f"Bearer {token}"}
        assert httpx.get(f"{process.base}/api/tables", headers=headers, timeout=60).status_code == 401
    assert not ada.get("/api/account")["member"]
    sign_in(phone, passkey)
    assert phone.frame(table)["you"] == [0]


def test_one_device_is_signed_out(site, ada):
    passkey = sign_up(ada, name_of())
    phone = site.guest()
    sign_in(phone, passkey)
    other = next(one for one in ada.get("/api/account")["devices"] if not one["this"])
    assert ada.http.delete(f"/api/account/devices/{other['id']}").status_code == 204
    assert not phone.get("/api/account")["member"] and ada.get("/api/account")["member"]
    assert ada.http.delete(f"/api/account/devices/{other['id']}").status_code == 404
    assert ada.http.post("/api/sign-out").status_code == 204
    assert not ada.get("/api/account")["member"] and ada.http.post("/api/sign-out").status_code == 403


def test_who_was_a_guest_here_is_it_again_afterwards(site, ada):
    passkey, phone = sign_up(ada, name_of()), site.guest("Phone")
    mine = phone.table("me", "bot")["id"]
    sign_in(phone, passkey)
    assert phone.frame(mine)["you"] == []
    phone.http.post("/api/sign-out")
    assert phone.frame(mine)["you"] == [0]


def test_names_are_unique_to_the_eye(site, ada, ben):
    name = name_of()
    sign_up(ada, name)
    looks = name.replace("Ant", "Аnt").upper()  # a Cyrillic letter
    begun = ben.post("/api/account/passkeys/begin", {"name": looks}, 409)
    assert begun["code"] == "name/taken"
    assert ben.post("/api/account/passkeys/begin", {"name": "…!"}, 409)["code"] == "name/empty"
    assert ben.post("/api/account/passkeys/begin", {"name": "Formicarium"}, 409)["code"] == "name/taken"
    sign_up(ben, name_of())
    assert ben.post("/api/account/name", {"name": looks}, 409)["code"] == "name/taken"
    other = name_of()
    assert ben.post("/api/account/name", {"name": other})["name"] == other
    assert ada.post("/api/account/name", {"name": looks})["name"] == looks, "one's own name may look like before"


def test_of_two_who_want_a_name_one_gets_it(site, ada, ben):
    name, made = name_of(), []
    for guest in (ada, ben):
        options = guest.post("/api/account/passkeys/begin", {"name": name})["options"]
        made.append((guest, Authenticator(site.base).make(options)))
    answers = [one.http.post("/api/account/passkeys", json={"answer": answer, "name": name}) for one, answer in made]
    assert [answer.status_code for answer in answers] == [200, 409] and answers[1].json()["code"] == "name/taken"


def test_the_last_way_to_sign_in_stays(site, ada):
    sign_up(ada, name_of())
    (first,) = ada.get("/api/account")["passkeys"]
    assert ada.http.delete(f"/api/account/passkeys/{first['id']}").json()["code"] == "account/last"
    options = ada.post("/api/account/passkeys/begin")["options"]
    assert [one["id"] for one in options["excludeCredentials"]] == [first["id"]]
    second = Authenticator(site.base)
    assert len(ada.post("/api/account/passkeys", {"answer": second.make(options)})["passkeys"]) == 2
    assert ada.http.delete(f"/api/account/passkeys/{first['id']}").status_code == 204
    assert ada.http.delete(f"/api/account/passkeys/{first['id']}").status_code == 404
    assert sign_in(site.guest(), second)["name"]


def test_of_two_that_are_removed_at_once_one_way_to_sign_in_stays(site, ada):
    sign_up(ada, name_of())
    headers = {"Origin": site.base, "Cookie": "; ".join(f"{name}={value}" for name, value in ada.http.cookies.items())}
    for _ in range(4):
        begun = ada.post("/api/account/passkeys/begin")["options"]
        made = ada.post("/api/account/passkeys", {"answer": Authenticator(site.base).make(begun)})["passkeys"]
        answers = asyncio.run(at_once(site.base, headers, [f"/api/account/passkeys/{one['id']}" for one in made]))
        assert sorted(answers) == [204, 409] and len(ada.get("/api/account")["passkeys"]) == 1


async def at_once(base, headers, paths):
    """How it is answered to remove several things at the same moment."""
    async with httpx.AsyncClient(base_url=base, headers=headers, timeout=60) as http:
        answers = await asyncio.gather(*(http.delete(path) for path in paths))
    return [answer.status_code for answer in answers]


def test_a_token_opens_no_account(site, ada):
    sign_up(ada, name_of())
    headers = {"Authorization": f"Bearer {ada.post('/api/tokens', {'name': 'bot'}, 201)['token']}"}
    with httpx.Client(base_url=ada.http.base_url, headers=headers, timeout=60) as program:
        assert program.get("/api/account").json()["member"] is False
        for method, path in (
            ("DELETE", "/api/account"),
            ("DELETE", "/api/account/devices"),
            ("GET", "/api/account/data"),
        ):
            assert program.request(method, path).json()["code"] == "account/none"
    assert ada.get("/api/account")["member"]


def test_a_page_of_another_site_changes_no_account(site, ada):
    sign_up(ada, name_of())
    asked = [
        ("POST", "/api/sign-out", None),
        ("POST", "/api/account/name", {"name": "Eve"}),
        ("POST", "/api/account/email", {"email": "eve@evil.example"}),
        ("POST", "/api/account/passkeys/begin", {}),
        ("DELETE", "/api/account/devices", None),
        ("DELETE", "/api/account", None),
        ("POST", "/api/sign-in", {"answer": {}}),
        ("POST", "/api/sign-in/link", {"email": "eve@evil.example"}),
        ("POST", "/api/links", {"token": "x"}),
    ]
    with httpx.Client(base_url=ada.http.base_url, cookies=dict(ada.http.cookies), timeout=60) as browser:
        for method, path, body in asked:
            for origin in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {}):
                answer = browser.request(method, path, json=body, headers=origin)
                assert answer.status_code == 403 and answer.json()["code"].startswith("origin/"), (path, origin)
    assert ada.get("/api/account")["member"]
