"""Links: they sign in, sign up and confirm, once and not for long; nobody learns from them who is known."""

import asyncio
import logging
import re
import secrets

from formicarium.server.people.members import key_hash

from ..authenticator import Authenticator, sign_in, sign_up
from ..conftest import wait_for
from .conftest import ORIGIN
from .test_members import at_once, with_cookie
from .test_passkeys import name_of


def with_email(site, box):
    """A member with an address, the address, and how many letters have come."""
    ada, address, count = site.guest(), f"{secrets.token_hex(4)}@example.org", len(box.letters)
    ada.post("/api/sign-in/link", {"email": address, "name": name_of()}, 202)
    assert ada.post("/api/links", {"token": box.link(count + 1)})["kind"] == "sign-up"
    return ada, address


def nothing_waits(site):
    """Everything that was asked for was done."""
    people = site.app.state.server.people
    wait_for(lambda: not people.links._preparing and not people.mail._waiting._unfinished_tasks)


def test_a_guest_becomes_a_member_and_signs_in_elsewhere(mailing, box):
    ada, name = mailing.guest(), name_of()
    table = ada.table("me", "bot")["id"]
    ada.post("/api/sign-in/link?lang=de", {"email": "Ada@Example.org", "name": name}, 202)
    assert box.wait(1)[0]["To"] == "Ada@Example.org" and "#" in box.letters[0].get_content()
    token = box.link(1)
    about = {"kind": "sign-up", "name": name, "email": "Ada@Example.org"}
    assert ada.post("/api/links/look", {"token": token}) == about
    assert ada.post("/api/links", {"token": token})["name"] == name
    assert ada.frame(table)["you"] == [0] and ada.get("/api/account")["email"] == "Ada@Example.org"
    phone = mailing.guest()
    phone.post("/api/sign-in/link", {"email": "ada@example.ORG"}, 202)
    token = box.link(2)
    assert box.letters[1]["To"] == "Ada@Example.org", "to the address as it was confirmed, not as it was typed now"
    assert phone.post("/api/links", {"token": token}) == {"kind": "sign-in", "name": name}
    assert phone.frame(table)["you"] == [0]
    for who in (phone, mailing.guest(), ada):
        assert who.post("/api/links", {"token": token}, 409)["code"] == "link/invalid", "a link works once"


def test_a_link_to_sign_up_is_for_the_browser_that_asked(mailing, box):
    """Else somebody could let a stranger confirm an account of which it has the cookie."""
    eve, ada = mailing.guest("Eve"), mailing.guest("Ada")
    eve.table("me", "bot")
    eve.post("/api/sign-in/link", {"email": "ada@example.org", "name": name_of()}, 202)
    token = box.link(1)
    for who in (ada, mailing.guest()):
        assert who.post("/api/links", {"token": token}, 409)["code"] == "link/elsewhere"
    assert eve.post("/api/links", {"token": token})["kind"] == "sign-up", "it was not used up by that"


def test_a_link_is_good_for_a_while(mailing, box):
    ada, address = with_email(mailing, box)
    ada.post("/api/sign-in/link", {"email": address}, 202)
    token = box.link(2)
    storage = mailing.app.state.server.storage

    async def make_old():
        async with storage.transaction() as connection:
            await connection.exec_driver_sql("update links set created = created - 1300")

    loop = mailing.configuration.app.state.server.people.mail._sender.get_loop()
    asyncio.run_coroutine_threadsafe(make_old(), loop).result(60)
    assert mailing.guest().post("/api/links", {"token": token}, 409)["code"] == "link/invalid"
    assert mailing.guest().post("/api/links/look", {"token": token}, 409)["code"] == "link/invalid"
    assert mailing.guest().post("/api/links", {"token": key_hash(token)}, 409)["code"] == "link/invalid"


def test_nobody_learns_whether_an_address_is_known(mailing, box):
    ada, address = with_email(mailing, box)
    passkey = Authenticator(ORIGIN)
    options = ada.post("/api/account/passkeys/begin")["options"]
    ada.post("/api/account/passkeys", {"answer": passkey.make(options)})
    nothing_waits(mailing)
    before = len(box.letters)
    answers = []
    for email in (address, "nobody@example.org"):
        answer = mailing.guest().http.post("/api/sign-in/link", json={"email": email})
        answers.append((answer.status_code, answer.json(), sorted(set(answer.headers) - {"date"})))
    assert answers[0] == answers[1] and answers[0][0] == 202
    nothing_waits(mailing)
    assert [letter["To"] for letter in box.letters[before:]] == [address]
    ben = mailing.guest()
    sign_up(ben, name_of(), Authenticator(ORIGIN))
    told = [ben.post("/api/account/email", {"email": email}, 202) for email in (address, "ben@example.org")]
    assert told[0] == told[1]
    nothing_waits(mailing)
    assert [letter["To"] for letter in box.letters[before + 1 :]] == ["ben@example.org"]


def test_an_address_is_changed_by_a_link_to_the_new_one(mailing, box):
    ada, old = with_email(mailing, box)
    mailing.guest().post("/api/sign-in/link", {"email": old}, 202)
    pending = box.link(2)
    new = f"new-{old}"
    ada.post("/api/account/email", {"email": new}, 202)
    token = box.link(3)
    assert box.letters[2]["To"] == new and ada.get("/api/account")["email"] == old, "not before it is confirmed"
    mailing.guest().post("/api/sign-in/link", {"email": new}, 202)
    nothing_waits(mailing)
    assert len(box.letters) == 3, "nobody signs in by an address that is not confirmed"
    assert mailing.guest().post("/api/links", {"token": token}, 409)["code"] == "link/elsewhere"
    assert ada.post("/api/links", {"token": token})["kind"] == "email"
    assert ada.get("/api/account")["email"] == new
    assert box.wait(4)[3]["To"] == old and f"{ORIGIN}/account" in box.letters[3].get_content(), "the old one hears"
    assert mailing.guest().post("/api/links", {"token": pending}, 409)["code"] == "link/invalid"
    mailing.guest().post("/api/sign-in/link", {"email": old}, 202)
    mailing.guest().post("/api/sign-in/link", {"email": new}, 202)
    assert box.wait(5)[4]["To"] == new and mailing.guest().post("/api/links", {"token": box.link(5)})["name"]


def test_of_two_who_confirm_an_address_one_has_it(mailing, box):
    (ada, _), (ben, _) = with_email(mailing, box), with_email(mailing, box)
    wanted = f"{secrets.token_hex(4)}@example.org"
    for who in (ada, ben):
        who.post("/api/account/email", {"email": wanted}, 202)
    tokens = box.link(3), box.link(4)
    answers = [
        who.http.post("/api/links", json={"token": token}).status_code
        for who, token in ((ada, tokens[0]), (ada, tokens[1]), (ben, tokens[0]), (ben, tokens[1]))
    ]
    assert sorted(answers) == [200, 409, 409, 409]
    assert [who.get("/api/account")["email"] for who in (ada, ben)].count(wanted) == 1


def test_signing_out_everywhere_ends_links_too(mailing, box):
    ada, address = with_email(mailing, box)
    ada.post("/api/sign-in/link", {"email": address}, 202)
    token = box.link(2)
    assert ada.http.delete("/api/account/devices").status_code == 204
    assert mailing.guest().post("/api/links", {"token": token}, 409)["code"] == "link/invalid"


def test_one_address_gets_few_links(mailing, box):
    _, address = with_email(mailing, box)
    most = mailing.app.state.server.settings.links_an_hour
    for _ in range(most + 3):
        mailing.guest().post("/api/sign-in/link", {"email": address}, 202)
    nothing_waits(mailing)
    assert len(box.letters) == most


def test_the_only_way_to_sign_in_is_not_dropped(mailing, box):
    ada, _ = with_email(mailing, box)
    assert ada.http.delete("/api/account/email").json()["code"] == "account/last"
    passkey = Authenticator(ORIGIN)
    ada.post("/api/account/passkeys", {"answer": passkey.make(ada.post("/api/account/passkeys/begin")["options"])})
    assert ada.http.delete("/api/account/email").status_code == 204
    assert ada.get("/api/account")["email"] is None and sign_in(mailing.guest(), passkey)["name"]


def test_the_address_and_the_passkey_are_not_dropped_at_once(mailing, box):
    ada, _ = with_email(mailing, box)
    base = f"http://127.0.0.1:{mailing.port}"
    headers = {"Origin": ORIGIN, "Cookie": "; ".join(f"{name}={value}" for name, value in ada.http.cookies.items())}
    options = ada.post("/api/account/passkeys/begin")["options"]
    (passkey,) = ada.post("/api/account/passkeys", {"answer": Authenticator(ORIGIN).make(options)})["passkeys"]
    answers = asyncio.run(at_once(base, headers, ["/api/account/email", f"/api/account/passkeys/{passkey['id']}"]))
    assert sorted(answers) == [204, 409]
    account = ada.get("/api/account")
    assert bool(account["email"]) != bool(account["passkeys"])


def test_passkeys_are_of_the_sites_origin(mailing):
    options = mailing.guest().post("/api/sign-in/begin")["options"]
    assert options["rpId"] == "ants.example", "whatever name the request came under"
    ada = mailing.guest()
    options = ada.post("/api/account/passkeys/begin", {"name": name_of()})["options"]
    answer = Authenticator(f"http://127.0.0.1:{mailing.port}").make(options)
    assert ada.post("/api/account/passkeys", {"answer": answer, "name": "x"}, 403)["code"] == "passkey/refused"


def test_without_mail_there_are_no_links(site, ada):
    assert ada.post("/api/sign-in/link", {"email": "ada@example.org"}, 409)["code"] == "mail/off"
    assert ada.get("/api/account")["mail"] is False


def test_what_is_no_address_is_refused(mailing):
    assert mailing.guest().post("/api/sign-in/link", {"email": "ada"}, 409)["code"] == "email/unfit"


def test_the_log_holds_no_link(mailing, box, caplog):
    for name in ("formicarium.access", "formicarium.server"):
        logging.getLogger(name).addHandler(caplog.handler)
    with caplog.at_level(logging.INFO):
        _, address = with_email(mailing, box)
    token = re.search(r"#(\S+)", box.letters[0].get_content())[1]
    ours = [str(vars(one)) for one in caplog.records if one.name.startswith("formicarium")]
    assert ours and not any(token in line or address in line for line in ours)
    assert with_cookie(mailing, "x").get("/api/account")["member"] is False
