"""An authenticator in software: makes passkeys and signs with them, as WebAuthn writes it down."""

import hashlib
import json
import secrets
import struct

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import bytes_to_base64url

PRESENT, VERIFIED, ATTESTED = 1, 4, 64


class Authenticator:
    """Keeps one passkey; one that is shared by several devices does not count how often it was used."""

    def __init__(self, origin, flags=PRESENT | VERIFIED, *, counts=True):
        self.origin, self.flags, self.counts = origin, flags, counts
        self.count = 0

    def make(self, options, **wrong):
        """Answer `navigator.credentials.create`."""
        self.host, self.handle = options["rp"]["id"], options["user"]["id"]
        self.id, self.key = secrets.token_bytes(16), ec.generate_private_key(ec.SECP256R1())
        point = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)}
        attested = bytes(16) + struct.pack(">H", len(self.id)) + self.id + cbor2.dumps(public)
        data = self._data(self.flags | ATTESTED, wrong) + attested
        statement = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options, wrong)
        return self._answer({"clientDataJSON": client, "attestationObject": statement})

    def sign(self, options, **wrong):
        """Answer `navigator.credentials.get`."""
        self.count += self.counts
        data, client = self._data(self.flags, wrong), self._client("webauthn.get", options, wrong)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        said = {"clientDataJSON": client, "authenticatorData": data, "signature": signature}
        return self._answer(said) | {"response": self._text(said) | {"userHandle": wrong.get("handle", self.handle)}}

    def _data(self, flags, wrong):
        host = wrong.get("host", self.host)
        return hashlib.sha256(host.encode()).digest() + struct.pack(">BI", wrong.get("flags", flags), self.count)

    def _client(self, kind, options, wrong):
        challenge, origin = wrong.get("challenge", options["challenge"]), wrong.get("origin", self.origin)
        return json.dumps({"type": kind, "challenge": challenge, "origin": origin}).encode()

    def _text(self, parts):
        return {name: bytes_to_base64url(part) for name, part in parts.items()}

    def _answer(self, parts):
        name = bytes_to_base64url(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": self._text(parts)}


def sign_up(guest, name, authenticator=None):
    """Let a guest of a site become a member; the authenticator."""
    found = authenticator or Authenticator(guest.site.base)
    options = guest.post("/api/account/passkeys/begin", {"name": name})["options"]
    guest.post("/api/account/passkeys", {"answer": found.make(options), "name": name})
    return found


def sign_in(guest, authenticator, status=200, **wrong):
    """Let somebody sign in; what is answered."""
    options = guest.post("/api/sign-in/begin")["options"]
    return guest.post("/api/sign-in", {"answer": authenticator.sign(options, **wrong)}, status)
