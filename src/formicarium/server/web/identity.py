"""Identity: who asks, and where a request may come from.

A guest is a signed cookie. A member's cookie has a key as well, whose session is stored and can be ended; a program
shows a bearer token.
"""

from __future__ import annotations

import hashlib
import ipaddress
import secrets
import socket
import unicodedata
from collections.abc import Mapping
from urllib.parse import urlsplit

from itsdangerous import BadSignature, URLSafeSerializer

from formicarium.errors import IdentityError
from formicarium.server.settings import Settings
from formicarium.server.store.members import TOKEN, Members
from formicarium.server.store.storage import Storage
from formicarium.server.table.table import Person

COOKIE = "formicarium"
ASIDE = "formicarium-guest"  # who somebody was here before it signed in: a guest with tables of its own, perhaps
COOKIE_AGE = 400 * 86_400  # the most that browsers keep
UNSEEN = {  # letters and marks that show nothing, beside those of Unicode's class for it
    *"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0",
    *map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))),
}
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class Identities:
    """Reads and makes cookies and tokens."""

    def __init__(self, secret: str, settings: Settings, storage: Storage, members: Members) -> None:
        self._signer = URLSafeSerializer(secret, salt="person")
        self._settings, self._storage, self._members = settings, storage, members

    def guest(self, name: str) -> Person:
        """Somebody new."""
        return Person(secrets.token_urlsafe(12), name)

    def cookie(self, person: Person, key: str = "") -> str:
        """The signed cookie of a guest; of a member with the key that was made for this device."""
        return str(self._signer.dumps([person.id, person.name, *([key] if key else [])]))

    def read(self, cookie: str | None) -> Person | None:
        """The person that a cookie speaks of; `None` if it is missing or was tampered with."""
        if not cookie:
            return None
        try:
            identity, name, *key = self._signer.loads(cookie)
        except (BadSignature, ValueError, TypeError):
            return None
        return Person(str(identity), str(name), token_hash(str(key[0])) if key else "")

    async def check(self, cookie: str | None) -> Person | None:
        """The person of a cookie that is still good: of a session that goes on, or of a guest that is no member."""
        person = self.read(cookie)
        return await self._members.known(person) if person else None

    async def bearer(self, header: str) -> Person:
        """The person behind a token."""
        kind, _, token = header.partition(" ")
        digest = token_hash(token.strip())
        owner = await self._storage.owner_of(digest) if kind.lower() == "bearer" else None
        if owner is None:
            raise IdentityError("token/unknown", "this token is not valid: make one with POST /api/tokens")
        return Person(*owner, TOKEN + digest)

    async def person(self, headers: Mapping[str, str], cookies: Mapping[str, str]) -> Person | None:
        """Who asks, by token or by cookie."""
        if "authorization" in headers:
            return await self.bearer(headers["authorization"])
        return await self.check(cookies.get(COOKIE))

    def check_origin(self, method: str, headers: Mapping[str, str], *, socket: bool = False) -> None:
        """Refuse what a page of another site makes a browser send.

        Browsers name the origin of every socket and of every request that can change something. Whoever shows a cookie
        without one is no browser of ours; whoever shows a token is no browser at all.
        """
        if (method in SAFE_METHODS and not socket) or "authorization" in headers:
            return
        origin = headers.get("origin") or headers.get("referer")
        if origin is None:
            if "cookie" in headers and not socket:
                raise IdentityError("origin/missing", "a request with a cookie must name its origin")
            return
        expected = self._settings.origin
        same = _origin(origin) == _origin(expected) if expected else urlsplit(origin).netloc == headers.get("host", "")
        if not same or headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise IdentityError("origin/foreign", "this request comes from a page of another site")


class Hosts:
    """The names under which the site may be asked for.

    The page of a name that somebody else has let lead here would be of the same origin as ours: a browser could be made
    to do anything. No such name is an address; where all of them are listened at, each may be asked for.
    """

    def __init__(self, settings: Settings) -> None:
        named = [settings.host, urlsplit(settings.origin).hostname or "", *settings.hosts.split(",")]
        self._known = {"localhost", *(name.strip().lower() for name in named if name.strip())}
        self._everywhere = not settings.host or _is_unspecified(settings.host)
        if self._everywhere:
            machine = socket.gethostname().lower()
            self._known |= {machine, f"{machine}.local"}

    def check(self, header: str) -> None:
        """Refuse a request under the name of somebody else."""
        try:
            host = (urlsplit(f"//{header}").hostname or "").rstrip(".")
        except ValueError:
            host = ""
        if host not in self._known and not self._is_own(host):
            said = f"this site is not {header[:80]!r}: its operator can add names with FORMICARIUM_HOSTS"
            raise IdentityError("host/unknown", said)

    def _is_own(self, host: str) -> bool:
        try:
            return ipaddress.ip_address(host).is_loopback or self._everywhere
        except ValueError:
            return False


def _is_unspecified(host: str) -> bool:
    """Whether an address stands for all of a machine."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def new_token() -> str:
    """A token that cannot be guessed."""
    return "fm_" + secrets.token_urlsafe(24)


def token_hash(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def clean(text: str, most: int) -> str:
    """A line as it may be shown: nothing that cannot be seen or that turns text round, single blanks, not too long."""
    seen = "".join(letter for letter in text if letter not in UNSEEN and unicodedata.category(letter) != "Cf")
    kept = "".join(" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in seen)
    return " ".join(kept.split())[:most].strip()


def clean_name(text: str, most: int) -> str:
    """A name as it may be shown: as a line, and in the plain form of its letters."""
    return clean(unicodedata.normalize("NFKC", text), most)


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".lower()
