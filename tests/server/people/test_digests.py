"""Digests: one letter a day to who wants it, if tables wait; a click ends them, and nobody else's."""

import re
import time
from types import SimpleNamespace

import httpx
import pytest

from formicarium.server.people import digests

from ..authenticator import sign_up
from ..conftest import wait_for
from .test_links import with_email
from .test_passkeys import name_of


class Days:
    """What time it is, as digests see it."""

    def __init__(self):
        self.passed = 0.0

    def time(self):
        return time.time() + 86_400 * self.passed


@pytest.fixture
def days(monkeypatch):
    found = Days()
    monkeypatch.setattr(digests, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(digests, "time", SimpleNamespace(time=found.time))
    return found


def waiting(ada, ben):
    """A table of two that waits for Ada."""
    made = ada.table("me", "friend", first=0, clock={"kind": "days", "days": 3})
    invite = made["invites"][0]["invite"]
    ben.post(f"/api/tables/{made['id']}/seats/1", {"do": "join", "invite": invite, "name": "Ben"})
    return made["id"]


def test_one_letter_a_day_with_the_tables_that_wait(days, mailing, box):
    (ada, address), ben = with_email(mailing, box), mailing.guest("Ben")
    table, told = waiting(ada, ben), len(box.letters)
    assert ada.get("/api/account")["letters"] is False
    assert ada.post("/api/account/letters?lang=de", {"daily": True})["letters"] is True
    letter = box.wait(told + 1)[told]
    said = letter.get_content().replace("\r\n", "\n")
    assert letter["To"] == address and f"Sisimizi – Ben\nhttp://ants.example/table/{table}" in said
    assert letter["Subject"] == "Tische warten auf dich: 1"
    assert ada.get("/api/account/data")["letters"] is True
    ada.http.delete("/api/account/devices")  # who is signed in nowhere can end them, too
    days.passed = 1
    assert box.wait(told + 2)[told + 1]["Subject"] == letter["Subject"], "the next day, and not before"
    stop = letter["List-Unsubscribe"].strip("<>")
    assert stop in said and letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = stop.removeprefix("http://ants.example")
    stranger = httpx.Client(base_url=f"http://127.0.0.1:{mailing.port}", timeout=60)
    with stranger:
        assert "<form" in stranger.get(path).text
        days.passed = 2
        box.wait(told + 3)  # to look at the link ends nothing
        assert stranger.post(f"{path[:-3]}xxx").status_code == 409
        assert stranger.post(path, content="List-Unsubscribe=One-Click").status_code == 200
    days.passed = 3
    cleo, hers = with_email(mailing, box)
    other = waiting(cleo, ben)
    cleo.post("/api/account/letters", {"daily": True})
    last = box.wait(told + 5)[-1]  # a link to sign up, and this
    assert last["To"] == hers and re.findall(r"/table/(\S+)", last.get_content()) == [other]


def test_a_letter_that_fails_ends_no_others(days, mailing, box, monkeypatch):
    (ada, _), (cleo, hers), ben = with_email(mailing, box), with_email(mailing, box), mailing.guest("Ben")
    broken, failed = waiting(ada, ben), []
    waiting(cleo, ben)

    def waits(listed, person):
        if listed.row.id == broken:
            failed.append(person)
            raise RuntimeError("a table that nobody can read")
        return before(listed, person)

    before = digests.waits
    monkeypatch.setattr(digests, "waits", waits)
    told = len(box.letters)
    ada.post("/api/account/letters", {"daily": True})
    wait_for(lambda: failed)
    cleo.post("/api/account/letters", {"daily": True})
    assert box.wait(told + 1)[-1]["To"] == hers


def test_without_mail_nobody_gets_letters(site):
    ada = site.guest()
    sign_up(ada, name_of())
    assert ada.post("/api/account/letters", {"daily": True}, 409)["code"] == "mail/off"
    assert ada.post("/api/account/letters", {"daily": False})["letters"] is False
    assert site.guest().post("/api/account/letters", {"daily": False}, 403)["code"] == "account/none"
    assert site.guest().http.get("/letters/nonsense").status_code == 409
