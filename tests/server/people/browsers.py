"""A push service, and browsers that it knows: what is written to them can be read with their keys alone."""

import json
import secrets
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from py_vapid.utils import b64urlencode


class Browser:
    """A browser as its push service knows it."""

    def __init__(self, origin, name):
        self._key, self._auth = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.endpoint = f"{origin}/send/{name}"
        self.keys = {"p256dh": b64urlencode(point), "auth": b64urlencode(self._auth)}

    def open(self, body):
        """What arrives at its service worker."""
        return http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm").decode()

    def read(self, body):
        return json.loads(self.open(body))


class Service:
    """A push service on this machine."""

    def __init__(self):
        self.got, self.status = [], 201  # addresses, headers and bodies; and how it answers
        self.before = []  # how it answers to the first ones
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                service.got.append((self.path, dict(self.headers.items()), body))
                self.send_response(service.before.pop(0) if service.before else service.status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *said):
                """Nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *error):
        self._server.shutdown()
        self._server.server_close()

    def wait_for(self, count, seconds=60):
        """At least so many messages."""
        end = time.monotonic() + seconds
        while len(self.got) < count and time.monotonic() < end:
            time.sleep(0.01)
        assert len(self.got) >= count, self.got

    def wait(self, count):
        """So many messages, and no more; the last one."""
        self.wait_for(count)
        assert len(self.got) == count, self.got
        return self.got[-1]


def is_signed(headers, origin):
    """Whether a message is signed for a service, with the key that the browsers were told."""
    return Vapid02.verify(headers["Authorization"]) and headers["Content-Encoding"] == "aes128gcm" and bool(origin)
