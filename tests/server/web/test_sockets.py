"""Sockets: messages are heard in whatever frames they come; what is large is compressed for who wants that."""

import json
import time

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from formicarium.server.web.sockets import LARGE, Deflate


def test_a_client_that_wants_compression_gets_it(ada):
    with ada.live(ada.table("me", "local")["id"]) as live:
        assert live.get("full")["scene"]["nodes"]
        agreed = live.socket.response.headers["Sec-WebSocket-Extensions"]
        assert "server_no_context_takeover" in agreed and "client_no_context_takeover" in agreed


def test_what_is_large_is_compressed_and_what_is_small_is_not():
    deflate = Deflate(True, True, 15, 15, {"level": 1})
    small, large = (Frame(Opcode.TEXT, b"ant e5, " * (length // 8)) for length in (LARGE - 8, LARGE))
    assert deflate.encode(small) is small
    sent = deflate.encode(large)
    assert len(sent.data) < LARGE / 10 and sent.rsv1
    assert deflate.decode(sent).data == large.data


def asked(number, opcode=Opcode.TEXT, padding="", fin=True):
    """A ping of ours with that number, in a frame as a client sends it."""
    text = json.dumps({"type": "ping", "id": number, "padding": padding}).encode()
    return Frame(opcode, text, fin).serialize(mask=True)


def cut(number):
    """The same in two parts of a message."""
    text = json.dumps({"type": "ping", "id": number}).encode()
    first, last = Frame(Opcode.TEXT, text[:9], fin=False), Frame(Opcode.CONT, text[9:])
    return first.serialize(mask=True) + last.serialize(mask=True)


WHOLE = asked(0)
PIECES = {  # what comes in one piece, and how many messages that are
    "a short one": ([asked(0)], 1),
    "one with a longer length": ([asked(0, padding="x" * 300)], 1),
    "one after the other": ([asked(0), asked(1), asked(2)], 3),
    "two at once": ([asked(0) + asked(1)], 2),
    "one in two pieces, then a whole one": ([WHOLE[:5], WHOLE[5:], asked(1)], 2),
    "a ping of the protocol before": ([Frame(Opcode.PING, b"there?").serialize(mask=True), asked(0)], 1),
    "one in two frames, then a whole one": ([cut(0), asked(1)], 2),
    "many": ([asked(number) for number in range(40)], 40),
}


@pytest.mark.parametrize("how", PIECES)
def test_messages_are_heard_in_whatever_frames_they_come(ada, how):
    pieces, count = PIECES[how]
    with ada.live(ada.table("me", "local")["id"]) as live:
        live.get("full")
        for piece in pieces:
            live.socket.socket.sendall(piece)
            time.sleep(0.01)
        assert [live.get("ack")["id"] for _ in range(count)] == list(range(count))


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (Frame(Opcode.TEXT, b"\xff").serialize(mask=True), 1007),
        (asked(0, padding="x" * 5000), 1009),
        (Frame(Opcode.TEXT, b"{}").serialize(mask=False), 1002),
        (asked(0, opcode=Opcode.CONT), 1002),
    ],
    ids=["no text", "too long", "not masked", "a part of nothing"],
)
def test_what_is_amiss_closes_the_connection(ada, frame, code):
    with ada.live(ada.table("me", "local")["id"]) as live:
        live.get("full")
        live.socket.socket.sendall(frame)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                live.get()
        assert closed.value.rcvd.code == code
