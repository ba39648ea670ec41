"""Web Push: a message to a browser whose page is closed, through the service that its maker runs.

What is said is encrypted for that browser alone (RFC 8291), and signed with a key that the site made at its first
start (RFC 8292). A browser names the address of its service itself: only those of known services are written to, so
that nobody can make the site write elsewhere.
"""

from __future__ import annotations

import asyncio
import base64
import logging
import re
import time

import http_ece
import httpx
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from py_vapid.utils import b64urlencode

from formicarium.errors import PushError
from formicarium.server import metrics
from formicarium.server.settings import Settings
from formicarium.server.store.notices import Subscription

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve: keys are below it
POINT, SECRET = 65, 16  # bytes of a browser's key, and of what it shares with the site
NOBODY, BUSY = (404, 410), 429  # how a service says that a browser wants nothing any more, or that it is too much
SENT, GONE, REFUSED, LATER = "sent", "gone", "refused", "lost"  # what becomes of a message; the last if it stays so
KEEP_SECONDS = 86_400  # that a service keeps a message for a browser that is off
SIGNED_SECONDS = 12 * 3600  # that a signature holds
WAIT_SECONDS = 10.0  # for a service
TRIES = 4  # of a message, if its service has no time for it
AGAIN_SECONDS = 2.0  # before the second one; before each other four times as long as before the last
AT_ONCE = 50  # messages on their way to one service
HOST = re.compile(r"[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+")

log = logging.getLogger("formicarium.push")


class Push:
    """Writes to browsers."""

    def __init__(self, settings: Settings, secret: str) -> None:
        self._services = [one.strip() for one in settings.push_services.split(",") if one.strip()]
        site = settings.origin if settings.origin.startswith("https:") else ""  # no other address may stand there
        self._contact = settings.contact or site or "mailto:operator@localhost.localdomain"
        key = ec.derive_private_key(int(secret, 16) % (ORDER - 1) + 1, CURVE)
        self._signer = Vapid02(key)
        point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.key = b64urlencode(point)  # which browsers are told: only who has the other half can write to them
        self._client = httpx.AsyncClient(timeout=WAIT_SECONDS, follow_redirects=False)
        self._at_once = {service: asyncio.Semaphore(AT_ONCE) for service in self._services}

    async def stop(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    def check(self, subscription: Subscription) -> None:
        """Refuse an address that is of no known service, and keys that are none."""
        try:
            url = httpx.URL(subscription.endpoint)  # as it will be asked
        except httpx.InvalidURL:
            raise PushError("push/service", "this is no address of a push service") from None
        if self._service(url) is None or url.userinfo:
            raise PushError("push/service", f"{url.host or 'this'} is no push service that this site writes to")
        try:
            point, secret = _bytes(subscription.p256dh), _bytes(subscription.auth)
            ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
        except ValueError:
            raise PushError("push/keys", "these are no keys of a browser") from None
        if len(point) != POINT or len(secret) != SECRET:
            raise PushError("push/keys", "these are no keys of a browser")

    def _service(self, url: httpx.URL) -> str | None:
        """Which of the known services an address is of."""
        origin, host = f"{url.scheme}://{url.netloc.decode()}", url.host
        usual = url.scheme == "https" and url.port is None and HOST.fullmatch(host)  # another port answers nobody
        for service in self._services:
            if origin == service or (usual and (host == service or host.endswith(f".{service}"))):
                return service
        return None

    async def send(self, subscription: Subscription, message: bytes, topic: str) -> bool:
        """Write to a browser; a later message of a topic replaces one that was not read. Whether it is still there."""
        url = httpx.URL(subscription.endpoint)
        claims = {
            "sub": self._contact,
            "aud": f"{url.scheme}://{url.netloc.decode()}",
            "exp": int(time.time()) + SIGNED_SECONDS,
        }
        headers = {
            **self._signer.sign(claims),
            "Content-Encoding": "aes128gcm",
            "TTL": str(KEEP_SECONDS),
            "Topic": topic,
            "Urgency": "normal",
        }
        point, secret = _bytes(subscription.p256dh), _bytes(subscription.auth)
        sealed = http_ece.encrypt(
            message, private_key=ec.generate_private_key(CURVE), dh=point, auth_secret=secret, version="aes128gcm"
        )
        for tried in range(TRIES):
            if tried:
                await asyncio.sleep(AGAIN_SECONDS * 4 ** (tried - 1))
            how = await self._post(subscription.endpoint, sealed, headers)
            if how != LATER:
                break
        metrics.pushes.labels(how).inc()
        return how != GONE

    async def _post(self, endpoint: str, sealed: bytes, headers: dict[str, str]) -> str:
        """Hand a message to a service; what has become of it."""
        service = self._service(httpx.URL(endpoint))
        if service is None:
            return REFUSED  # it was known when the browser subscribed
        try:
            async with self._at_once[service]:
                answer = await self._client.post(endpoint, content=sealed, headers=headers)
        except httpx.HTTPError as error:
            log.warning(
                "a push service does not answer", extra={"service": httpx.URL(endpoint).host, "reason": repr(error)}
            )
            return LATER
        if answer.is_success:
            return SENT
        if answer.status_code in NOBODY:
            return GONE
        log.warning("a push service refuses", extra={"service": answer.url.host, "status": answer.status_code})
        return LATER if answer.status_code == BUSY or answer.is_server_error else REFUSED


def _bytes(text: str) -> bytes:
    """What browsers write in the letters of addresses."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
