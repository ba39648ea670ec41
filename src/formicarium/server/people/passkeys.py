"""Passkeys: the two ceremonies of WebAuthn, and challenges that are good for one browser, one purpose and one time.

A challenge is not stored: the browser keeps it, sealed, in a cookie that scripts cannot read. That it was used is.
"""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import dataclass
from typing import Any, Literal

from itsdangerous import BadSignature, URLSafeTimedSerializer
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_authentication_credential_json
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from formicarium.errors import AccountError
from formicarium.server.store.schema import Write

CHALLENGE_SECONDS = 300
TITLE = "Formicarium"  # as authenticators show the site

Purpose = Literal["sign-up", "add", "sign-in"]
Json = dict[str, Any]  # Any: what a browser's WebAuthn takes and gives


@dataclass(frozen=True)
class Place:
    """Where a browser meets the site: passkeys are good for one host only."""

    host: str
    origins: tuple[str, ...]


@dataclass(frozen=True)
class Asked:
    """What a browser is to ask its authenticator, and the challenge that it keeps until it answers."""

    options: Json
    sealed: str


class Ceremonies:
    """Asks and checks; knows no member."""

    def __init__(self, secret: str) -> None:
        self._seal = URLSafeTimedSerializer(secret, salt="challenge")

    def ask_new(self, place: Place, purpose: Purpose, who: str, identity: str, name: str, known: list[str]) -> Asked:
        """Ask for a new passkey for somebody, on an authenticator that has none of the known ones."""
        options = generate_registration_options(
            rp_id=place.host,
            rp_name=TITLE,
            user_id=identity.encode(),
            user_name=name,
            user_display_name=name,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                require_resident_key=True,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(one)) for one in known],
        )
        return Asked(json.loads(options_to_json(options)), self._sealed(purpose, who, options.challenge))

    def ask_known(self, place: Place) -> Asked:
        """Ask for any passkey of this site: the authenticator lets its person choose."""
        options = generate_authentication_options(
            rp_id=place.host, user_verification=UserVerificationRequirement.REQUIRED
        )
        return Asked(json.loads(options_to_json(options)), self._sealed("sign-in", "", options.challenge))

    def check_new(self, place: Place, purpose: Purpose, who: str, sealed: str, answer: Json) -> tuple[Json, Write]:
        """What is to be kept of a new passkey, and that its challenge was used."""
        challenge, spend = self._open(purpose, who, sealed)
        try:
            made = verify_registration_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=place.host,
                expected_origin=list(place.origins),
                require_user_verification=True,
            )
        except Exception as error:  # whatever reading what a stranger sends may raise
            raise _refused(error) from None
        kept = {"id": bytes_to_base64url(made.credential_id), "count": made.sign_count}
        return kept | {"public_key": bytes_to_base64url(made.credential_public_key)}, spend

    def identity_of(self, answer: Json) -> tuple[str, str | None]:
        """Which passkey answers, and for whom it says that it does."""
        try:
            read = parse_authentication_credential_json(answer)
            handle = read.response.user_handle
            return bytes_to_base64url(read.raw_id), handle.decode() if handle else None
        except Exception as error:  # the same
            raise _refused(error) from None

    def check_known(self, place: Place, sealed: str, answer: Json, key: Json) -> tuple[int, Write]:
        """How often a passkey says that it was used, and that its challenge was."""
        challenge, spend = self._open("sign-in", "", sealed)
        try:
            checked = verify_authentication_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=place.host,
                expected_origin=list(place.origins),
                credential_public_key=base64url_to_bytes(key["public_key"]),
                credential_current_sign_count=0,  # ours to compare, after the signature
                require_user_verification=True,
            )
        except Exception as error:  # the same
            raise _refused(error) from None
        count = checked.new_sign_count
        if (count or key["count"]) and count <= key["count"]:
            said = f"this passkey has counted to {count}, and had to {key['count']} before: there is a copy of it"
            raise AccountError("passkey/cloned", f"{said}; remove it, and make a new one")
        return count, spend

    def _sealed(self, purpose: Purpose, who: str, challenge: bytes) -> str:
        return str(self._seal.dumps([purpose, who, bytes_to_base64url(challenge)]))

    def _open(self, purpose: Purpose, who: str, sealed: str) -> tuple[bytes, Write]:
        try:
            kept = self._seal.loads(sealed, max_age=CHALLENGE_SECONDS)
        except BadSignature:
            kept = None
        if not isinstance(kept, list) or kept[:2] != [purpose, who]:
            raise AccountError("passkey/challenge", "that took too long, or was begun elsewhere: begin again")
        challenge = base64url_to_bytes(kept[2])
        digest = hashlib.sha256(challenge).hexdigest()
        return challenge, ("spend", {"hash": digest, "until": time.time() + CHALLENGE_SECONDS})


def _refused(error: Exception) -> AccountError:
    return AccountError("passkey/refused", f"this passkey cannot be used here: {str(error)[:200] or 'unreadable'}")
