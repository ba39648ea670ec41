"""Passkeys: challenges are good once, in one browser, for one purpose and host; copies and forgeries are refused."""

import copy
import secrets
import time
from types import SimpleNamespace

import itsdangerous.timed
import pytest

from formicarium.server.people import passkeys

from ..authenticator import ATTESTED, PRESENT, VERIFIED, Authenticator, sign_in, sign_up


def name_of():
    return f"Ant {secrets.token_hex(4)}"


def test_a_challenge_is_good_once(site, ada):
    passkey = sign_up(ada, name_of(), Authenticator(site.base, counts=False))
    there, other = site.guest(), site.guest()
    options = there.post("/api/sign-in/begin")["options"]
    other.http.cookies.update(dict(there.http.cookies))
    answer = passkey.sign(options)
    there.post("/api/sign-in", {"answer": answer})
    assert other.post("/api/sign-in", {"answer": answer}, 403)["code"] == "passkey/challenge"


def test_a_challenge_is_good_for_some_minutes(site, ada, ben, monkeypatch):
    passkey = sign_up(ada, name_of())
    signing, name = ben.post("/api/sign-in/begin")["options"], name_of()
    began = time.time()
    later = SimpleNamespace(time=lambda: began + passkeys.CHALLENGE_SECONDS + 1)
    monkeypatch.setattr(itsdangerous.timed, "time", later)
    assert ben.post("/api/sign-in", {"answer": passkey.sign(signing)}, 403)["code"] == "passkey/challenge"
    monkeypatch.undo()
    assert ben.post("/api/sign-in", {"answer": passkey.sign(signing)})["name"], "it was the time alone"
    cleo = site.guest("Cleo")
    making = cleo.post("/api/account/passkeys/begin", {"name": name})["options"]
    monkeypatch.setattr(itsdangerous.timed, "time", SimpleNamespace(time=lambda: began + 3600))
    answer = Authenticator(site.base).make(making)
    refused = cleo.post("/api/account/passkeys", {"answer": answer, "name": name}, 403)
    assert refused["code"] == "passkey/challenge" and not cleo.get("/api/account")["member"]


def test_a_challenge_is_of_one_browser(site, ada):
    passkey = sign_up(ada, name_of())
    options = site.guest().post("/api/sign-in/begin")["options"]
    assert site.guest().post("/api/sign-in", {"answer": passkey.sign(options)}, 403)["code"] == "passkey/challenge"
    there = site.guest()
    there.post("/api/sign-in/begin")  # its own challenge, and the answer to another one
    assert there.post("/api/sign-in", {"answer": passkey.sign(options)}, 403)["code"] == "passkey/refused"


def test_a_challenge_is_for_one_purpose_and_person(site, ada, ben):
    made, name = Authenticator(site.base), name_of()
    options = ada.post("/api/account/passkeys/begin", {"name": name})["options"]
    ben.post("/api/account/passkeys/begin", {"name": name_of()})
    ben.http.cookies.set("formicarium-challenge", ada.http.cookies["formicarium-challenge"])
    refused = ben.post("/api/account/passkeys", {"answer": made.make(options), "name": name}, 403)
    assert refused["code"] == "passkey/challenge", "what one guest began, another cannot finish"
    passkey = sign_up(ada, name)
    there = site.guest()
    options = there.post("/api/sign-in/begin")["options"]
    there.http.cookies.set("formicarium-challenge", "forged." + there.http.cookies["formicarium-challenge"])
    assert there.post("/api/sign-in", {"answer": passkey.sign(options)}, 403)["code"] == "passkey/challenge"


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "https://evil.example"},
        {"host": "evil.example"},
        {"flags": PRESENT},  # somebody touched it, nobody knows who
        {"flags": VERIFIED},
        {"handle": "c29tZWJvZHkgZWxzZQ"},
        {"challenge": "AAAA"},
    ],
)
def test_what_is_signed_must_be_right(site, ada, wrong):
    passkey = sign_up(ada, name_of())
    there = site.guest()
    assert sign_in(there, passkey, 403, **wrong)["code"] == "passkey/refused"
    assert not there.get("/api/account")["member"]
    assert sign_in(there, passkey)["name"]


@pytest.mark.parametrize(
    "wrong", [{"origin": "https://evil.example"}, {"host": "evil.example"}, {"flags": PRESENT | ATTESTED}]
)
def test_what_is_made_must_be_right(site, ada, wrong):
    options = ada.post("/api/account/passkeys/begin", {"name": name_of()})["options"]
    assert options["rp"]["id"] == "127.0.0.1" and options["authenticatorSelection"]["userVerification"] == "required"
    answer = Authenticator(site.base).make(options, **wrong)
    assert ada.post("/api/account/passkeys", {"answer": answer, "name": name_of()}, 403)["code"] == "passkey/refused"


def test_a_signature_of_another_key_is_refused(site, ada, ben):
    passkey, other = sign_up(ada, name_of()), sign_up(ben, name_of())
    forged = copy.copy(passkey)
    forged.key = other.key
    assert sign_in(site.guest(), forged, 403)["code"] == "passkey/refused"
    assert sign_in(site.guest(), passkey)["name"]


def test_a_copy_of_a_passkey_is_noticed(site, ada):
    passkey = sign_up(ada, name_of())
    copied = copy.copy(passkey)
    sign_in(site.guest(), passkey)
    sign_in(site.guest(), passkey)
    assert sign_in(site.guest(), copied, 403)["code"] == "passkey/cloned"
    assert sign_in(site.guest(), passkey)["name"], "the one that counts further is not shut out"


def test_nobody_learns_who_is_known(site, ada):
    sign_up(ada, name_of())
    known, unknown = (site.guest().post("/api/sign-in/begin")["options"] for _ in range(2))
    assert known.keys() == unknown.keys() and known.get("allowCredentials", []) == []
    stranger = Authenticator(site.base)
    stranger.make({"rp": {"id": "127.0.0.1"}, "user": {"id": "eA"}, "challenge": "eA"})
    assert sign_in(site.guest(), stranger, 403)["code"] == "passkey/refused"


@pytest.mark.parametrize("answer", [{}, {"id": "x"}, {"id": 1, "rawId": [], "type": None, "response": {"a": 1}}])
def test_nonsense_is_refused(site, answer):
    there = site.guest()
    there.post("/api/sign-in/begin")
    assert there.post("/api/sign-in", {"answer": answer}, 403)["code"] == "passkey/refused"
