"""Web Push: what is written can be read by one browser alone, and is written to known services only."""

import asyncio
import socket

import pytest
from py_vapid import Vapid02

from formicarium.errors import PushError
from formicarium.server import metrics
from formicarium.server.people import push as push_module
from formicarium.server.people.push import TRIES, Push
from formicarium.server.settings import Settings
from formicarium.server.store.notices import Subscription

from .browsers import Browser, Service

SECRET = "ab" * 32


def subscription(browser, endpoint=None, **keys):
    said = {**browser.keys, **keys}
    return Subscription("ada", endpoint or browser.endpoint, said["p256dh"], said["auth"], "en", 0.0)


def test_a_message_is_read_by_its_browser_alone_and_signed_by_the_site():
    with Service() as service:
        ada, other = Browser(service.origin, "ada"), Browser(service.origin, "other")

        async def work():
            push = Push(Settings(push_services=service.origin, contact="mailto:ants@example.org"), SECRET)
            try:
                return push.key, await push.send(subscription(ada), b'{"title": "Your turn"}', "t1")
            finally:
                await push.stop()

        key, there = asyncio.run(work())
        path, headers, body = service.wait(1)
    assert there and path == "/send/ada" and headers["Topic"] == "t1"
    assert b"turn" not in body and ada.read(body) == {"title": "Your turn"}
    with pytest.raises(Exception, match="ecrypt"):
        other.read(body)
    assert headers["Authorization"].endswith(f"k={key}") and Vapid02.verify(headers["Authorization"])


def counted():
    (metric,) = metrics.pushes.collect()
    return {sample.labels["how"]: sample.value for sample in metric.samples if sample.name.endswith("_total")}


def send(service, origin=None):
    """What a message to a browser answers, and how many are counted of each kind."""
    before, known = counted(), ",".join({service.origin, origin or service.origin})

    async def work():
        push = Push(Settings(push_services=known, contact="mailto:ants@example.org"), SECRET)
        try:
            return await push.send(subscription(Browser(origin or service.origin, "ada")), b"{}", "t1")
        finally:
            await push.stop()

    there = asyncio.run(work())
    return there, {how: count - before.get(how, 0) for how, count in counted().items() if count != before.get(how, 0)}


@pytest.fixture
def soon(monkeypatch):
    monkeypatch.setattr(push_module, "AGAIN_SECONDS", 0.01)


@pytest.mark.parametrize(
    ("statuses", "there", "how"),
    [
        ([201], True, "sent"),
        ([410], False, "gone"),
        ([404], False, "gone"),
        ([301], True, "refused"),
        ([403], True, "refused"),
        ([503, 429, 500, 201], True, "sent"),
        ([429, 410], False, "gone"),
        ([503] * TRIES, True, "lost"),
    ],
)
def test_a_service_that_is_busy_is_asked_again_and_a_browser_that_is_gone_is_forgotten(soon, statuses, there, how):
    with Service() as service:
        service.before = list(statuses)
        assert send(service) == (there, {how: 1})
        assert len(service.got) == len(statuses) and len({body for _, _, body in service.got}) == 1


def test_a_service_that_does_not_answer_is_asked_no_more_at_last(soon, monkeypatch):
    monkeypatch.setattr(push_module, "WAIT_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent, Service() as service:
        assert send(service, f"http://127.0.0.1:{silent.getsockname()[1]}") == (True, {"lost": 1})


def test_a_service_that_the_site_knows_no_more_is_not_written_to():
    with Service() as service, Service() as former:
        push = Push(Settings(push_services=service.origin), SECRET)
        assert asyncio.run(push.send(subscription(Browser(former.origin, "ada")), b"{}", "t1"))  # its browser is kept
        assert not former.got


@pytest.mark.parametrize("origin", ["", "http://127.0.0.1:8000", "https://ants.example"])
def test_a_site_need_not_say_whom_to_write_to(origin):
    with Service() as service:

        async def work():
            push = Push(Settings(push_services=service.origin, origin=origin), SECRET)
            try:
                return await push.send(subscription(Browser(service.origin, "ada")), b"{}", "t1")
            finally:
                await push.stop()

        assert asyncio.run(work()) and Vapid02.verify(service.wait(1)[1]["Authorization"])


def test_the_same_secret_is_the_same_key_at_the_next_start():
    assert Push(Settings(), SECRET).key == Push(Settings(), SECRET).key != Push(Settings(), "cd" * 32).key


@pytest.mark.parametrize(
    ("endpoint", "fits"),
    [
        ("https://fcm.googleapis.com/fcm/send/x", True),
        ("https://web.push.apple.com/x", True),
        ("http://fcm.googleapis.com/x", False),
        ("https://fcm.googleapis.com.example.org/x", False),
        ("https://evilpush.apple.com/x", False),
        ("https://somebody@fcm.googleapis.com/x", False),
        ("https://127.0.0.1/x", False),
        ("http://169.254.169.254/latest", False),
        ("https://fcm.googleapis.com:81/x", False),  # nobody answers there, and all would wait
        ("https://fcm.googleapis.com/\x00", False),  # what cannot be asked at all
        ("https://é..push.apple.com/x", False),
        ("https://x\\.push.apple.com/x", False),
        ("https://[push.apple.com/x", False),
        ("", False),
    ],
)
def test_only_known_services_are_written_to(endpoint, fits):
    """The address comes from a stranger: the site must not be made to ask whatever is beside it."""
    push, browser = Push(Settings(), SECRET), Browser("https://fcm.googleapis.com", "ada")
    wanted = subscription(browser, endpoint or "nonsense")
    if fits:
        push.check(wanted)
    else:
        with pytest.raises(PushError) as caught:
            push.check(wanted)
        assert caught.value.code == "push/service"


@pytest.mark.parametrize("keys", [{"p256dh": "AAAA"}, {"auth": "AAAA"}, {"p256dh": "é"}, {"p256dh": "B" * 87}])
def test_keys_that_are_none_are_refused(keys):
    push, browser = Push(Settings(), SECRET), Browser("https://fcm.googleapis.com", "ada")
    with pytest.raises(PushError) as caught:
        push.check(subscription(browser, **keys))
    assert caught.value.code == "push/keys"
