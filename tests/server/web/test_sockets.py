"""Sockets: what is large is compressed for who wants that."""

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
