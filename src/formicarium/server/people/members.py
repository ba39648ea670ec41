"""Members: a guest who has a passkey or an e-mail address, and so can come back on any device.

A guest becomes a member under its own id: its tables stay its own. From then on its old cookie opens nothing, nor do
the tokens that were made with it: whoever had those besides has nothing of the member.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
import time
import unicodedata
from typing import Any, NamedTuple  # Any: rows, and what a browser's WebAuthn gives

from formicarium.errors import AccountError, Conflict
from formicarium.server import metrics
from formicarium.server.people.doors import Doors
from formicarium.server.people.passkeys import Asked, Ceremonies, Place
from formicarium.server.room.room import Room
from formicarium.server.settings import Settings
from formicarium.server.store.members import Members, is_signed_in
from formicarium.server.store.schema import Write
from formicarium.server.table.names import BOTS, skeleton
from formicarium.server.table.table import Person

RESERVED = {skeleton(name) for name in ("Formicarium", *(name for names in BOTS.values() for name in names))}
SWEEP_SECONDS = 600.0
LONGEST_KEY = 1400  # characters of a passkey's name: 1023 bytes

log = logging.getLogger("formicarium.server")


class Entered(NamedTuple):
    """Somebody who has signed in on a device, and the key that the device keeps."""

    person: Person
    key: str


def key_hash(key: str) -> str:
    """What is stored of a device's key."""
    return hashlib.sha256(key.encode()).hexdigest()


def email_key(email: str) -> str:
    """Addresses that differ only in this way are one."""
    return unicodedata.normalize("NFKC", email).casefold()


class Accounts:
    """How people become members, sign in and out, and change what they sign in by."""

    def __init__(self, room: Room, members: Members, doors: Doors, secret: str) -> None:
        self._room, self._doors, self.members = room, doors, members
        self._ceremonies = Ceremonies(secret)

    @property
    def settings(self) -> Settings:
        """What the server was started with."""
        return self._room.settings

    async def sweep(self) -> None:
        """Forget what works no more anyway."""
        now, settings = time.time(), self.settings
        old = now - max(60 * settings.link_minutes, 3600)
        writes: list[Write] = [("swept", {"before": now}), ("links swept", {"before": old})]
        await self._room.storage.commit([*writes, ("sessions swept", {"before": now - settings.session_days * 86_400})])

    # Becoming a member

    async def check_name(self, name: str, person: str = "") -> str:
        """What a hasty eye sees of a name; refused if that is nothing, or somebody else."""
        key = skeleton(name)
        if not any(letter.isalnum() for letter in key):
            raise AccountError("name/empty", "a name needs letters or digits that one can tell it by")
        if key in RESERVED or await self.members.of_name(key) not in (None, person):
            raise AccountError("name/taken", f"somebody is called {name!r}, or looks so: choose another name")
        return key

    async def begin_sign_up(self, guest: Person, name: str, place: Place) -> Asked:
        """Ask the browser of a guest for a first passkey."""
        self._check_guest(guest)
        await self.check_name(name)
        return self._ceremonies.ask_new(place, "sign-up", guest.id, guest.id, name, [])

    async def sign_up(self, guest: Person, name: str, place: Place, sealed: str, answer: Any, device: str) -> Entered:
        """Make a guest a member by its first passkey."""
        self._check_guest(guest)
        passkey, spend = self._ceremonies.check_new(place, "sign-up", guest.id, sealed, answer)
        return await self.make(guest, name, None, [spend, self._passkey_write(guest.id, passkey, device)], device)

    async def make(self, guest: Person, name: str, email: str | None, more: list[Write], device: str) -> Entered:
        """Store a new member, signed in on one device, with what proves that it may be one."""
        key, now = await self.check_name(name), time.time()
        row = {"id": guest.id, "name": name, "name_key": key, "created": now}
        row |= {"email": email, "email_key": email and email_key(email)}
        entered, session = self._new_session(Person(guest.id, name), device)
        try:
            await self._room.storage.commit([*more, ("member", row), session, ("tokens gone", {"of": guest.id})])
        except Conflict:
            await self.check_name(name)
            if await self.members.one(guest.id):
                raise self._is_member() from None
            raise AccountError("passkey/challenge", "this was done already: begin again") from None
        metrics.members_made.inc()
        log.info("a guest became a member", extra={"by": "link" if email else "passkey"})
        self._doors.changed(guest.id)
        return entered

    def _check_guest(self, guest: Person) -> None:
        if guest.shown:
            raise self._is_member()

    def _is_member(self) -> AccountError:
        return AccountError("account/member", "you are a member already: sign in")

    # Signing in and out

    def begin_sign_in(self, place: Place) -> Asked:
        """Ask a browser for any passkey of this site; it is not said who is known here."""
        return self._ceremonies.ask_known(place)

    async def sign_in(self, place: Place, sealed: str, answer: Any, device: str) -> Entered:
        """Sign in on a device by a passkey."""
        identity, handle = self._ceremonies.identity_of(answer)
        passkey = await self.members.passkey(identity) if len(identity) <= LONGEST_KEY else None
        member = await self.members.one(passkey["member"]) if passkey else None
        if passkey is None or member is None or handle not in (None, member["id"]):
            raise AccountError("passkey/refused", "this passkey is not known here: it may have been removed")
        try:
            count, spend = self._ceremonies.check_known(place, sealed, answer, passkey)
        except AccountError as error:
            if error.code == "passkey/cloned":
                log.warning("a passkey was copied", extra={"member": member["id"]})
            raise
        used: Write = ("passkey used", {"of": identity, "now": count, "at": time.time()})
        try:
            return await self.enter(member, device, [spend, used], "passkey")
        except Conflict:
            raise AccountError("passkey/challenge", "this was done already: begin again") from None

    async def enter(self, member: dict[str, Any], device: str, more: list[Write], by: str) -> Entered:
        """Store that a member is signed in on one more device; the key is new each time."""
        entered, session = self._new_session(Person(member["id"], member["name"]), device)
        others = await self.members.sessions_of(member["id"])
        least = others[self.settings.devices_each - 1 :]
        gone: list[Write] = [("session gone", {"of": other["hash"]}) for other in least]
        await self._room.storage.commit([*more, session, *gone])
        metrics.signed_in.labels(by).inc()
        if gone:
            self._doors.changed(member["id"])
        return entered

    def _new_session(self, person: Person, device: str) -> tuple[Entered, Write]:
        key, now = secrets.token_urlsafe(24), time.time()
        digest = key_hash(key)
        row = {"hash": digest, "member": person.id, "device": device, "created": now, "used": now}
        return Entered(Person(person.id, person.name, digest), key), ("session", row)

    async def sign_out(self, person: Person, session: str | None = None) -> None:
        """Sign out one device, this one if none is named."""
        mine = self.check_member(person)
        digest = session or mine.shown
        if digest not in [one["hash"] for one in await self.members.sessions_of(mine.id)]:
            raise AccountError("unknown/device", "you are not signed in on such a device")
        await self._room.storage.commit([("session gone", {"of": digest})])
        self._doors.changed(mine.id)

    async def sign_out_everywhere(self, person: Person) -> None:
        """Sign out all devices, and everything else that acts for a member or could sign in: links and tokens."""
        of = {"of": self.check_member(person).id}
        gone = ("sessions gone", "links gone", "tokens gone", "subscriptions gone")
        await self._room.storage.commit([(kind, of) for kind in gone])
        self._doors.changed(person.id)

    def check_member(self, person: Person | None) -> Person:
        """Somebody who is signed in; refuses guests, and programs that act for somebody."""
        if person is None or not is_signed_in(person):
            raise AccountError("account/none", "sign in first: a guest has no account, and a token does not open one")
        return person

    # What a member has

    async def about(self, person: Person) -> dict[str, Any]:
        """Everything that is kept about a member itself."""
        mine = self.check_member(person)
        row = await self.members.one(mine.id)
        if row is None:
            raise AccountError("account/none", "there is no such member any more")
        keys, devices = await self.members.passkeys_of(mine.id), await self.members.sessions_of(mine.id)
        return {
            **{name: row[name] for name in ("id", "name", "email", "created")},
            "passkeys": [{name: key[name] for name in ("id", "name", "created", "used")} for key in keys],
            "devices": [
                {
                    "id": device["hash"][:32],
                    **{name: device[name] for name in ("device", "created", "used")},
                    "this": device["hash"] == mine.shown,
                }
                for device in devices
            ],
        }

    async def call(self, person: Person, name: str) -> None:
        """Call a member otherwise, from now on: what is over keeps the name that it was played under."""
        mine = self.check_member(person)
        key = await self.check_name(name, mine.id)
        try:
            await self._room.storage.commit([("member name", {"of": mine.id, "called": name, "seen_as": key})])
        except Conflict:
            await self.check_name(name, mine.id)
            raise AccountError("account/busy", "try again") from None
        self._doors.changed(mine.id)

    async def begin_passkey(self, person: Person, place: Place) -> Asked:
        """Ask a member's browser for one more passkey."""
        mine = self.check_member(person)
        known = await self.members.passkeys_of(mine.id)
        if len(known) >= self.settings.passkeys_each:
            raise AccountError("passkey/many", f"nobody has more than {self.settings.passkeys_each} passkeys")
        return self._ceremonies.ask_new(place, "add", mine.shown, mine.id, mine.name, [key["id"] for key in known])

    async def add_passkey(self, person: Person, place: Place, sealed: str, answer: Any, device: str) -> None:
        """Keep one more passkey of a member."""
        mine = self.check_member(person)
        passkey, spend = self._ceremonies.check_new(place, "add", mine.shown, sealed, answer)
        try:
            await self._room.storage.commit([spend, self._passkey_write(mine.id, passkey, device)])
        except Conflict:
            raise AccountError("passkey/challenge", "this was done already: begin again") from None

    async def remove_passkey(self, person: Person, identity: str) -> None:
        """Let a passkey of a member sign in no more; not the last one of who has no e-mail address."""
        mine = self.check_member(person)
        if identity not in [key["id"] for key in await self.members.passkeys_of(mine.id)]:
            raise AccountError("unknown/passkey", "you have no such passkey")
        if not await self.members.drop_way(mine.id, identity, mails=bool(self.settings.smtp_url)):
            raise AccountError("account/last", "this is your only way to sign in: make another passkey first")

    async def drop_email(self, person: Person) -> None:
        """Forget a member's e-mail address; not of who has no passkey."""
        mine = self.check_member(person)
        if not await self.members.drop_way(mine.id, None, mails=True):
            raise AccountError("account/last", "this is your only way to sign in: make a passkey first")

    def _passkey_write(self, member: str, passkey: dict[str, Any], device: str) -> Write:
        now = time.time()
        return "passkey", {**passkey, "member": member, "name": device, "created": now, "used": now}
