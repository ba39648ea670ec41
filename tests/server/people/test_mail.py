"""Mail: letters arrive, no request waits for them, and what cannot be sent is in the log without its text."""

import asyncio
import logging

import pytest

from formicarium.errors import SettingError
from formicarium.server.people import mail
from formicarium.server.people.mail import Mail, is_address
from formicarium.server.settings import Settings


def post(settings, *letters):
    async def work():
        sender = Mail(settings)
        sender.start()
        for letter in letters:
            sender.send(*letter)
        await sender.stop(60)

    asyncio.run(work())


def unsent(caplog):
    """What the log says of letters that could not be sent, each once however many listen."""
    return {id(one): one for one in caplog.records if one.message == "mail not sent"}.values()


def settings(url, **more):
    return Settings(smtp_url=url, mail_from="Ants <ants@ants.example>", origin="http://ants.example", **more)


def test_a_letter_arrives(box):
    post(settings(box.url), ("ada@example.org", "Grüße\r\nBcc: eve@evil.example", "Hallo Ada,\n\nhier: 蟻\n"))
    (letter,) = box.letters
    assert letter["To"] == "ada@example.org" and letter["From"] == "Ants <ants@ants.example>"
    assert letter["Subject"] == "Grüße Bcc: eve@evil.example" and letter["Bcc"] is None
    assert "蟻" in letter.get_content() and letter["Message-ID"] and letter["Date"]


def test_a_server_that_is_busy_is_asked_again(box, monkeypatch):
    monkeypatch.setattr(mail, "AGAIN_SECONDS", 0.0)
    box.refuse = 2
    post(settings(box.url), ("ada@example.org", "One", "text"), ("ben@example.org", "Two", "text"))
    assert [letter["Subject"] for letter in box.letters] == ["One", "Two"]


def test_what_cannot_be_sent_is_in_the_log(box, monkeypatch, caplog):
    monkeypatch.setattr(mail, "AGAIN_SECONDS", 0.0)
    box.refuse = mail.TRIES
    logging.getLogger("formicarium.server").addHandler(caplog.handler)
    post(settings(box.url), ("ada@example.org", "Lost", "with a secret"), ("ben@example.org", "Kept", "text"))
    assert [letter["Subject"] for letter in box.letters] == ["Kept"], "one letter keeps no other one back"
    (record,) = unsent(caplog)
    assert record.domain == "example.org" and "451" in record.reason
    assert "ada@" not in str(vars(record)) and "secret" not in str(vars(record))


def test_more_letters_than_may_wait_are_told(box, caplog):
    logging.getLogger("formicarium.server").addHandler(caplog.handler)
    post(settings(box.url, mails_waiting=1), *[("ada@example.org", str(number), "") for number in range(3)])
    assert len(box.letters) == 1 and len(unsent(caplog)) == 2


def test_a_site_without_mail_sends_none():
    assert not Mail(Settings()).works
    post(Settings(), ("ada@example.org", "Nothing", "text"))


@pytest.mark.parametrize("wrong", [{"mail_from": ""}, {"origin": ""}, {"smtp_url": "http://mail.example"}])
def test_settings_of_mail_go_together(wrong):
    good = {"smtp_url": "smtp://localhost:25", "mail_from": "ants@ants.example", "origin": "http://ants.example"}
    Settings(**good).check()
    with pytest.raises(SettingError) as refused:
        Settings(**good | wrong).check()
    assert refused.value.code == "setting/mail"


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("ada@example.org", True),
        ("ü@bücher.de", True),
        ("a b@c.de", False),
        ("ada@localhost", False),
        ("a@b..de", False),
        ("a@b.de\nBcc: eve@evil.example", False),
        ("<a@b.de>", False),
        ("a@@b.de", False),
        ("x" * 300 + "@b.de", False),
    ],
)
def test_what_looks_like_an_address(text, is_one):
    assert is_address(text) is is_one
